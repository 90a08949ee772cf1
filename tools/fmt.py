"""./run fmt: format everything and apply the safe fixes."""

import argparse
import subprocess

from planfront.cli import frontend
from planfront.cli.paths import FRONTEND, ROOT, VENV


def command(_options: argparse.Namespace) -> int:
    frontend.ensure_packages()
    ruff = str(VENV / "bin" / "ruff")
    steps = [
        ([ruff, "check", "--fix", "-q", "."], ROOT),
        ([ruff, "format", "."], ROOT),
        ([*frontend.tool("biome"), "check", "--write", "."], FRONTEND),
    ]
    statuses = [subprocess.run(argv, cwd=cwd, env=frontend.node_env(), check=False).returncode for argv, cwd in steps]
    return max(statuses)

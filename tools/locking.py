"""./run lock: recompile the locked versions, of Python's packages (hashed, with the pinned uv) and of npm's."""

import argparse
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path

from planfront.cli import frontend
from planfront.cli.console import CliError, say
from planfront.cli.paths import FRONTEND, ROOT
from tools import npm_lock
from tools.paths import REQUIREMENTS, TOOLS

_COMPILE = ("pip", "compile", "-q", "--generate-hashes", "--python-version", "3.11", "--universal")
_NO_ADDRESSES = ("--no-emit-index-url", "--no-emit-find-links")
_NPM = ("npm", "install", "--package-lock-only", "--no-audit", "--no-fund", "--loglevel=error")


def command(_options: argparse.Namespace) -> int:
    for source in sorted(REQUIREMENTS.glob("*.in")):
        target = source.with_suffix(".txt")
        names = [str(path.relative_to(ROOT)) for path in (source, target)]
        say(f"Compiling {names[1]} …")
        uv = str(TOOLS / "bin" / "uv")
        _call([uv, *_COMPILE, *_NO_ADDRESSES, names[0], "-o", names[1]], ROOT, None)
    say("Compiling frontend/package-lock.json …")
    _call(_NPM, FRONTEND, frontend.node_env())
    if npm_lock.complete(FRONTEND / "package-lock.json"):
        _call(_NPM, FRONTEND, frontend.node_env())
    return 0


def _call(command: Sequence[str], cwd: Path, env: Mapping[str, str] | None) -> None:
    done = subprocess.run(command, cwd=cwd, env=env, check=False, stdin=subprocess.DEVNULL)
    if done.returncode != 0:
        raise CliError(f"`{' '.join(command)}` failed.")

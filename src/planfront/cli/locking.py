"""./run lock: recompile the hashed requirement files from the .in files with the pinned uv."""

import argparse
import subprocess

from planfront.cli.console import CliError, say
from planfront.cli.paths import REQUIREMENTS, ROOT, TOOLS

_COMPILE = (
    "pip",
    "compile",
    "-q",
    "--generate-hashes",
    "--python-version",
    "3.11",
    "--universal",
    "--no-emit-index-url",
    "--no-emit-find-links",
)


def command(_options: argparse.Namespace) -> int:
    for source in sorted(REQUIREMENTS.glob("*.in")):
        target = source.with_suffix(".txt")
        names = [str(path.relative_to(ROOT)) for path in (source, target)]
        say(f"Compiling {names[1]} …")
        uv = [str(TOOLS / "bin" / "uv"), *_COMPILE, names[0], "-o", names[1]]
        if subprocess.run(uv, cwd=ROOT, check=False, stdin=subprocess.DEVNULL).returncode != 0:
            raise CliError(f"uv could not compile {names[0]}.")
    return 0

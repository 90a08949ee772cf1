"""Another commit of this checkout, measured with its own ./run bench."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TypeVar

from planfront.cli.console import CliError, say
from planfront.cli.paths import FRONTEND, ROOT
from tools import stopping

T = TypeVar("T")
_ITS_BENCH = "benchmarks/command.py"


def current() -> str:
    """The commit of the sources, with ``+`` when they have changes; "" outside of a repository."""
    commit = _git("rev-parse", "--short", "HEAD")
    return f"{commit}+" if commit and _git("status", "--porcelain", "--untracked-files=no") else commit


def measured(name: str, arguments: Sequence[str], read: Callable[[Path], T]) -> T:
    """Return what ``./run bench`` of a commit measures with the packages that are installed here. Raise CliError when
    there is no such commit, or it has no such bench."""
    commit = _git("rev-parse", "--verify", "--quiet", f"{name}^{{commit}}")
    if not commit:
        raise CliError(f"{name} is neither a file nor a commit.")
    if not _git("ls-tree", "--name-only", commit, _ITS_BENCH):
        raise CliError(f"{name} has no such ./run bench.")
    with stopping.scratch("planfront-commit-") as scratch:
        tree, report = scratch / "tree", scratch / "report.json"
        try:
            _check(["git", "worktree", "add", "--quiet", "--detach", str(tree), commit], ROOT)
            (tree / "frontend" / "node_modules").symlink_to(FRONTEND / "node_modules")
            say(f"Measuring {name} first …")
            argv = [sys.executable, "-m", "tools", "bench", *arguments, "--json", str(report)]
            subprocess.run(argv, cwd=tree, env={**os.environ, "PYTHONPATH": str(tree / "src")}, check=False)
            if not report.exists():  # a missed bar ends with 1, too
                raise CliError(f"{name} could not be measured.")
            return read(report)
        finally:
            _git("worktree", "remove", "--force", str(tree))


def _check(argv: Sequence[str], folder: Path) -> None:
    done = subprocess.run(argv, cwd=folder, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise CliError(done.stderr.strip())


def _git(*arguments: str) -> str:
    """Return what git prints; "" when it refuses, or isn't there."""
    try:
        done = subprocess.run(["git", *arguments], cwd=ROOT, capture_output=True, text=True, check=False)
    except OSError:
        return ""
    return done.stdout.strip() if done.returncode == 0 else ""

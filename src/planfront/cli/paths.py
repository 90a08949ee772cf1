"""Paths of a checkout. Standard library only: `bootstrap` runs before anything is installed."""

import os
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
SOURCE = ROOT / "src"
FRONTEND = ROOT / "frontend"
VENV = ROOT / ".venv"


def var_dir() -> Path:
    """Return the folder for data and keys, made if missing (PLANFRONT_VAR moves it)."""
    folder = ROOT / os.environ.get("PLANFRONT_VAR", "var")
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def venv_python() -> Path:
    return VENV / "bin" / "python"

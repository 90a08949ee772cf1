"""Places of the parts of a checkout that only developers use. Standard library only, as `bootstrap` reads it."""

from planfront.cli.paths import ROOT

REQUIREMENTS = ROOT / "requirements"
TOOLS = ROOT / ".tools"
"""The files that fill .venv."""

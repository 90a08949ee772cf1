"""The dependency rules hold, and breaking one of them is noticed."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
LINT = Path(sys.executable).with_name("lint-imports")


def lint(top: Path) -> subprocess.CompletedProcess[str]:
    command = [str(LINT), "--config", str(ROOT / ".importlinter"), "--no-cache"]
    return subprocess.run(command, cwd=top, env={"PYTHONPATH": str(top)}, capture_output=True, text=True, check=False)


@pytest.fixture(scope="module")
def copied_source(tmp_path_factory: pytest.TempPathFactory) -> Path:
    top = tmp_path_factory.mktemp("planted")
    without = shutil.ignore_patterns("__pycache__", "static", "dist", "collected", "locale")
    for package in ("planfront", "planfront_demo"):
        shutil.copytree(ROOT / "src" / package, top / package, ignore=without)
    return top


@pytest.mark.parametrize(
    ("module", "line", "named"),
    [
        ("kernel/planted.py", "from planfront.api import root", "planfront.kernel.planted"),
        ("catalog/planted.py", "from planfront.members import selectors", "planfront.catalog.planted"),
        ("imports/planted.py", "from planfront.integrations import services", "planfront.imports.planted"),
        ("rating/engine/planted.py", "from planfront.kernel import clock", "planfront.rating.engine.planted"),
        ("cli/planted.py", "from planfront_demo import seed", "planfront.cli.planted"),
        ("enrollment/steps/planted.py", "import ninja", "planfront.enrollment.steps.planted"),
        (
            "enrollment/application/planted.py",
            "from planfront.enrollment.saving import drafts",
            "planfront.enrollment.application.planted",
        ),
        ("enrollment/planted.py", "", "planted"),
        (
            "shopping/pricing/planted.py",
            "from planfront.shopping.cart import selectors",
            "planfront.shopping.pricing.planted",
        ),
        ("kernel/planted.py", "from tools import postgres", "planfront.kernel.planted"),
    ],
)
def test_a_planted_violation_fails_the_check(copied_source: Path, module: str, line: str, named: str):
    planted = copied_source / "planfront" / module
    assert planted.parent.is_dir()
    planted.write_text(f"{line}\n")
    try:
        result = lint(copied_source)
    finally:
        planted.unlink()
    assert result.returncode != 0
    assert named in result.stdout


def test_the_source_itself_breaks_no_rule(copied_source: Path):
    result = lint(copied_source)
    assert result.returncode == 0, result.stdout

"""What CONTRIBUTING says of a new step and a new field is tried on a copy of the sources: exactly the files that it
names are changed, then the copy's own wizard is walked. `frontend/e2e/newcomer.spec.ts` walks it in a browser."""

import os
import shutil
import subprocess
import sys

import pytest

from tests.newcomer.additions import HERE, ROOM, copy_with_additions


@pytest.fixture
def copy(tmp_path):
    """The sources with a newcomer's step and field, and the walk among their tests."""
    copy_with_additions(tmp_path)
    shutil.copy(HERE / "walk.py.txt", tmp_path / ROOM / "tests/test_household.py")
    return tmp_path


def test_step_and_field_added_as_documented_work_from_draft_to_submission(copy):
    walk = f"{ROOM}/tests/test_household.py"
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "-o", "addopts=--strict-markers", walk]
    environment = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")}
    environment |= {"PYTHONPATH": str(copy / "src"), "PYTHONDONTWRITEBYTECODE": "1"}
    environment["DATABASE_URL"] = f"sqlite:///{copy}/store.sqlite3"
    done = subprocess.run(command, cwd=copy, env=environment, capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, done.stdout[-6000:] + done.stderr[-2000:]
    assert "21 passed" in done.stdout

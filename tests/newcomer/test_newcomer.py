"""What CONTRIBUTING says of a new step, field, outside service, call and job is tried on a copy of the sources: exactly
the files that it names are changed, then what was added is walked. `frontend/e2e/newcomer.spec.ts` walks the step in a
browser."""

import os
import shutil
import subprocess
import sys

import pytest

from tests.newcomer.additions import HERE, PACKAGE, ROOM, copy_with_additions

WALKS = {
    "household": (ROOM / "tests/test_household.py", "21 passed"),
    "weather": (PACKAGE / "integrations/tests/test_weather.py", "4 passed"),
}


@pytest.fixture
def copy(tmp_path):
    """The sources with a newcomer's additions, and the walks among their tests."""
    copy_with_additions(tmp_path)
    for name, (path, _outcome) in WALKS.items():
        shutil.copy(HERE / f"{name}/walk.py.txt", tmp_path / path)
    return tmp_path


def walk(copy, name):
    """(exit code, output) of the walk through an addition."""
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "-o", "addopts=--strict-markers"]
    environment = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")}
    environment |= {"PYTHONPATH": str(copy / "src"), "PYTHONDONTWRITEBYTECODE": "1"}
    environment["DATABASE_URL"] = f"sqlite:///{copy}/store.sqlite3"
    environment["WEATHER_SERVICE"] = "planfront.integrations.tests.test_weather.stormy"
    done = subprocess.run(
        [*command, str(WALKS[name][0])],
        cwd=copy,
        env=environment,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    return done.returncode, done.stdout[-6000:] + done.stderr[-2000:]


@pytest.mark.parametrize("name", WALKS)
def test_what_was_added_as_documented_works(copy, name):
    """A step and a field, from draft to signed document; an outside service, a call and a job."""
    status, output = walk(copy, name)
    assert status == 0, output
    assert WALKS[name][1] in output

"""One cluster for all tests of a run, which begins with the demo world."""

import os
import shutil
import subprocess
import tempfile
from pathlib import Path

import pytest

from tools import postgres, trial
from tools.cluster import packages

pytest.register_assert_rewrite("tests.cluster.people")

from tests.cluster.cluster import Cluster  # noqa: E402


@pytest.fixture(scope="session")
def cluster():
    if not packages.can_be_had():
        pytest.skip(f"a cluster needs {', '.join(packages.PACKAGES.values())}")
    folder = Path(tempfile.mkdtemp(prefix="planfront-world-"))
    try:
        result = Cluster(*_world(folder))
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    yield result
    result.stop()


def _world(folder: Path) -> tuple[str, dict[str, str]]:
    """A dump of the demo world that trials share, and its keys; where there is no such world, the cluster makes one."""
    if not os.environ.get("PLANFRONT_TRIAL_POSTGRES"):
        return "", {}
    url = trial.copy_of_the_world("postgres", folder)["DATABASE_URL"]
    dump = folder / "world.dump"
    subprocess.run([postgres.find_binaries() / "pg_dump", "--format=custom", f"--file={dump}", url], check=True)
    keys = {"SECRET_KEY": "keys/secret", "FIELD_KEYS": "keys/fields"}
    return str(dump), {name: (folder / file).read_text().strip() for name, file in keys.items()}

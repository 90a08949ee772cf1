"""Several nodes are one store: what one takes, another has. PLANFRONT_CLUSTER as for the kills."""

import http.client
import shutil
import threading
import time
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest

from planfront.cli.paths import ROOT
from tests.cluster.people import PEOPLE, enroll, report, whole
from tools.cluster.layout import STORE

pytestmark = [
    pytest.mark.skipif(not PEOPLE, reason="PLANFRONT_CLUSTER says how many people enroll"),
    pytest.mark.at_length,
]
MIGRATION = """
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("kernel", "{before}")]
    operations = [
        migrations.AddField("lease", "remark", models.CharField(max_length=20, default="", db_default="")),
    ]
"""


def test_a_new_version_is_rolled_out_node_by_node_and_no_request_fails(cluster, tmp_path):
    """The new one has a migration that old code knows nothing of."""
    release = new_version(tmp_path / "release")
    before, started = dict(cluster.answered), time.monotonic()

    def roll_out():
        migrated = cluster.run("migrate", source=release)
        assert migrated.returncode == 0, migrated.stdout + migrated.stderr
        with visitors(cluster):
            for name in STORE:
                cluster.replace(name, release)

    shoppers = enroll(cluster, max(PEOPLE // 2, 4), roll_out, at_once=6, pause=1.0)
    report(cluster, "new version", shoppers, started)
    failed = {status for status, count in cluster.answered.items() if status != 200 and count > before.get(status, 0)}
    assert failed == set()
    assert {cluster.source_of(name) for name in STORE} == {str(release / "src")}
    whole(cluster, shoppers)


@contextmanager
def visitors(cluster):
    """Somebody looks around, and somebody begins a visit, again and again."""
    stop = threading.Event()

    def visit(method, path):
        while not stop.wait(0.3):
            with suppress(OSError, http.client.HTTPException):
                cluster.call(method, path, {}, None)

    threads = [threading.Thread(target=visit, args=call) for call in (("GET", "/"), ("POST", "/api/v1/session"))]
    for thread in threads:
        thread.start()
    try:
        yield
    finally:
        stop.set()
        for thread in threads:
            thread.join()


def new_version(release: Path) -> Path:
    """A copy of the sources with a migration more."""
    shutil.copytree(ROOT / "src", release / "src", ignore=shutil.ignore_patterns("__pycache__", "tests"))
    shutil.copytree(ROOT / "deploy", release / "deploy")
    shutil.copytree(ROOT / "frontend", release / "frontend", ignore=shutil.ignore_patterns("node_modules", "e2e"))
    shutil.copytree(ROOT / "requirements", release / "requirements")
    (release / ".venv").symlink_to(ROOT / ".venv")
    (release / "frontend" / "node_modules").symlink_to(ROOT / "frontend" / "node_modules")
    folder = release / "src" / "planfront" / "kernel" / "migrations"
    last = max(path.stem for path in folder.glob("0*.py"))
    (folder / "0999_remark.py").write_text(MIGRATION.format(before=last))
    return release

"""docs/operations.md, "Upgrade": a store of each released version reads the same in this one, and goes back."""

import contextlib
import sqlite3
import subprocess
import tarfile

import pytest
from django.db import connection

from planfront.cli.keeping import archive, databases
from planfront.cli.keeping.backup import FOLDERS
from planfront.cli.keeping.manifest import Manifest
from planfront.cli.paths import ROOT
from planfront.config import env
from tests.edge import released
from tests.edge.test_from_empty import KEYS, OFFICE, STORE, Browser, Machine, commands, database_of

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]
OWN = "set -a; . ./planfront.env; set +a; "
TABLES = {
    "sqlite": "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'",
    "postgresql": "SELECT tablename FROM pg_tables WHERE schemaname = 'public'",
}
GROWING = {"django_migrations", "django_content_type", "auth_permission"}
"""Tables that each version adds rows to."""
MOVED = {"coverage_policy": {"contribution"}, "sales_sale": {"one_time"}}
"""Columns whose values later versions keep as rows: of who pays a policy's versions, and of fees."""


class Upgraded:
    """A machine on which a store of a released version ran, and its backup by that version."""

    def __init__(self, machine, version):
        self.machine, self.backup = machine, machine.folder / "backup"
        self.facts = released.unpack(version, connection.vendor, self.backup)
        machine.write_settings(commands()[0])
        with (machine.folder / "planfront.env").open("a") as settings:
            settings.writelines(f"{name}={self.facts[name]}\n" for name in KEYS)
        place = env.load({"DATABASE_URL": machine.database, "PLANFRONT_VAR": str(machine.folder / "var")})
        self.copy = databases.copy_of(place.database)
        self.copy.load(self.backup / self.copy.file)
        for part in FOLDERS:
            archive.unpack(self.backup / f"{part}.tar", place.var_dir / part)

    def run(self, *words):
        return self.machine.sh(f"{OWN}./run {' '.join(map(str, words))}")

    def rows(self):
        """Return each table's rows as {column: value}."""
        with contextlib.closing(self._connect()) as opened:
            names = [name for (name,) in opened.execute(TABLES[connection.vendor]).fetchall()]
            return {name: rows_of(opened.execute(f'SELECT * FROM "{name}"')) for name in names}  # noqa: S608

    def _connect(self):
        if connection.vendor == "sqlite":
            return sqlite3.connect(self.machine.folder / "store.sqlite3")
        import psycopg

        return psycopg.connect(self.machine.database)


def rows_of(cursor):
    names = [column[0] for column in cursor.description]
    return [dict(zip(names, row, strict=True)) for row in cursor.fetchall()]


@pytest.fixture(params=released.VERSIONS)
def store(request, tmp_path):
    with database_of(tmp_path) as address:
        machine = Machine(tmp_path, address)
        try:
            yield Upgraded(machine, request.param)
        finally:
            machine.stop()


def test_what_a_released_version_held_reads_the_same_after_an_upgrade_and_after_going_back(store):
    before = store.rows()
    assert len(before["sales_confirmation"]) == len(before["coverage_policy"]) == 1
    assert "migrations were made" in store.run("migrate")
    assert changes_of(before, store.rows()) == {}

    store.machine.start(f"{OWN}./run")
    ada = Browser(store.machine, OFFICE)
    ada.sign_in("ada@example.com", store.facts["password"], store.facts["second_factor"])
    number = store.facts["confirmation"]
    assert number in ada.get(f"/backoffice/sales/confirmation/?q={number}")
    assert "24.50" in ada.get("/backoffice/coverage/policy/1/change/")
    shopper = Browser(store.machine, STORE)
    shopper.token = shopper.call("POST", "session")["token"]
    basics = {"zip": "43215", "dob": "04/17/1989", "gender": "1", "tier": "IO", "eprocess": "applicant"}
    quote = shopper.call("POST", "add-filter-for-new-user", **basics)["temp_enrollment_id"]
    shopper.call("POST", "add-plan-to-cart", enrollment_id=quote, plan_id=1)
    assert shopper.call("GET", f"get-cart-amount?enrollment_id={quote}")["result"] == "29.50"
    store.machine.process.terminate()
    store.machine.process.wait(60)

    said = store.run("restore", store.backup, "--replace")
    assert "Everything is as it was signed." in said
    assert changes_of(before, store.rows()) == {}


def changes_of(before, after):
    """Return what was there and isn't the same, by table: how many rows, and those that are missing or differ."""
    changes = {}
    for table, rows in before.items():
        names, now = set(rows[0] if rows else ()) - MOVED.get(table, set()), after.get(table, [])
        one, other = ([{name: row.get(name) for name in names} for row in side] for side in (rows, now))
        missing = [row for row in one if row not in other]
        if missing or (len(now) != len(rows) and table not in GROWING):
            changes[table] = (len(rows), len(now), missing)
    return changes


def test_the_released_version_takes_its_backup_back(store, tmp_path):
    """The old code itself, where the clone has its history."""
    commit = store.facts["commit"]
    code = subprocess.run(["git", "archive", commit, "src"], cwd=ROOT, check=False, capture_output=True)
    if code.returncode:
        pytest.skip(f"this clone doesn't have {commit}")
    store.run("migrate")
    (tmp_path / "code.tar").write_bytes(code.stdout)
    with tarfile.open(tmp_path / "code.tar") as old:
        old.extractall(tmp_path / "old", filter="data")
    store.machine.env["PYTHONPATH"] = str(tmp_path / "old" / "src")
    said = store.run("restore", store.backup, "--replace")
    assert "Everything is as it was signed." in said
    tables = Manifest.read(store.backup).tables
    assert store.copy.state().tables == tables

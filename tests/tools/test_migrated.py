"""Databases are migrated once in a run of the checks, and copied by those that start fresh."""

import contextlib
import sqlite3

import pytest

from tools import checks, migrated


@pytest.fixture
def source(tmp_path):
    file = tmp_path / "source.sqlite3"
    with contextlib.closing(sqlite3.connect(file)) as result, result:
        result.execute("CREATE TABLE plan (name)")
    return file


def tables(file):
    with contextlib.closing(sqlite3.connect(file)) as opened:
        return [name for (name,) in opened.execute("SELECT name FROM sqlite_master")]


def test_a_copy_has_what_the_migrated_one_has(tmp_path, source, monkeypatch):
    monkeypatch.setenv(migrated.SQLITE, str(source))
    migrated.copy_sqlite(tmp_path / "copy.sqlite3")
    assert tables(tmp_path / "copy.sqlite3") == ["plan"]


def test_without_one_to_copy_everybody_migrates(tmp_path, monkeypatch):
    monkeypatch.delenv(migrated.SQLITE, raising=False)
    monkeypatch.delenv(migrated.POSTGRES, raising=False)
    migrated.copy_sqlite(tmp_path / "copy.sqlite3")
    assert not (tmp_path / "copy.sqlite3").exists()
    assert migrated.postgres_template() == "template0"


def test_checks_with_a_copy_wait_until_it_is_made(tmp_path):
    by_key = {check.key: check for check in checks.python_checks(tmp_path)}
    file = by_key["whole-sqlite"].env[migrated.SQLITE]
    assert by_key["migrated-sqlite"].env["DATABASE_URL"] == f"sqlite:///{file}"
    for key in ("selling-sqlite", "rooms-sqlite", "whole-sqlite"):
        assert by_key[key].after == ("migrated-sqlite",)
    assert by_key["tests-postgres"].after == ("migrated-postgres",)

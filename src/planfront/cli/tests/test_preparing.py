"""Catalogues, the freshness of packages and builds, recurring work, and what a start says."""

import gettext
import json
import os
import time
from datetime import timedelta
from pathlib import Path

import pytest
from django.db.models import F

from planfront.cli import catalogues, frontend, prepare, progress, ticker
from planfront.cli.console import CliError
from planfront.config import env
from planfront.kernel.jobs.duties import DUTIES, Duty
from planfront.kernel.models import Lease

PO = """\
msgid ""
msgstr "Content-Type: text/plain; charset=UTF-8\\n"

msgid "Field is required"
msgstr "El campo es obligatorio"
"""


def catalogue(top: Path, text: str) -> Path:
    source = top / "shop" / "locale" / "es" / "LC_MESSAGES" / "django.po"
    source.parent.mkdir(parents=True)
    source.write_text(text, encoding="utf-8")
    return source


def test_catalogues_are_compiled_when_newer(tmp_path: Path):
    source = catalogue(tmp_path, PO)
    assert catalogues.compile_all(tmp_path) == 1
    with source.with_suffix(".mo").open("rb") as compiled:
        texts = gettext.GNUTranslations(compiled)
    assert texts.gettext("Field is required") == "El campo es obligatorio"
    assert catalogues.compile_all(tmp_path) == 0
    os.utime(source, (source.stat().st_atime, source.stat().st_mtime + 10))
    assert catalogues.compile_all(tmp_path) == 1


def test_a_broken_catalogue_is_named(tmp_path: Path):
    source = catalogue(tmp_path, PO + "\nnot a catalogue\n")
    with pytest.raises(CliError, match=str(source)):
        catalogues.compile_all(tmp_path)


def lock(packages: dict[str, dict[str, object]]) -> str:
    return json.dumps({"packages": {"": {}, **packages}})


@pytest.mark.parametrize(
    ("installed", "current"),
    [
        ({"node_modules/a": {"version": "1.0.0"}}, True),
        ({"node_modules/a": {"version": "1.0.1"}}, False),
        ({}, False),
        (None, False),
    ],
)
def test_npm_packages_are_installed_again_only_when_they_differ(tmp_path, monkeypatch, installed, current):
    wanted = {"node_modules/a": {"version": "1.0.0"}, "node_modules/b-darwin": {"version": "1.0.0", "optional": True}}
    (tmp_path / "node_modules").mkdir()
    (tmp_path / "package-lock.json").write_text(lock(wanted))
    if installed is not None:
        (tmp_path / "node_modules" / ".package-lock.json").write_text(lock(installed))
    calls = []
    monkeypatch.setattr(frontend, "FRONTEND", tmp_path)
    monkeypatch.setattr(frontend, "_run", calls.append)
    frontend.ensure_packages()
    assert bool(calls) is not current


def test_the_frontend_is_built_only_when_its_sources_changed(tmp_path, monkeypatch):
    (tmp_path / "src").mkdir()
    page = tmp_path / "src" / "page.tsx"
    page.write_text("one")
    stamp = tmp_path / "stamp"
    monkeypatch.setattr(frontend, "FRONTEND", tmp_path)
    monkeypatch.setattr(frontend, "_STAMP", stamp)
    monkeypatch.setattr(frontend, "build", stamp.write_text)
    assert frontend.build_if_stale()
    assert not frontend.build_if_stale()
    (tmp_path / "src" / "page.test.tsx").write_text("a test is not part of the build")
    assert not frontend.build_if_stale()
    page.write_text("two")
    assert frontend.build_if_stale()


def test_an_installed_package_comes_with_its_pages(tmp_path, monkeypatch):
    monkeypatch.setattr(frontend, "FRONTEND", tmp_path / "frontend")
    monkeypatch.setattr(frontend, "_STAMP", tmp_path / "stamp")
    monkeypatch.setattr(frontend, "build", lambda _sources: pytest.fail("There is nothing to build from."))
    assert frontend.build_if_stale() is False


def test_the_ticker_calls_what_is_due_and_outlives_failures(monkeypatch, caplog, transactional_db):
    called: list[str] = []

    def fine() -> None:
        called.append("fine")

    def broken() -> None:
        called.append("broken")
        raise ValueError("a name that must not be logged")

    monkeypatch.setattr(ticker, "fine", fine, raising=False)
    monkeypatch.setattr(ticker, "broken", broken, raising=False)
    every = timedelta(minutes=1)
    due = {Duty(f"planfront.cli.ticker:{name}", every): 0.0 for name in ("broken", "fine")}
    ticker.tick(due, 100.0)
    ticker.tick(due, 100.0 + every.total_seconds() - 1)
    assert called == ["broken", "fine"]
    Lease.objects.update(due=F("due") - every)
    ticker.tick(due, 100.0 + every.total_seconds())
    assert called == ["broken", "fine"] * 2
    assert "planfront.cli.ticker:broken failed: ValueError" in caplog.text
    assert "a name" not in caplog.text


def test_every_recurring_duty_exists():
    for duty in DUTIES:
        module, _, name = duty.function.partition(":")
        assert callable(getattr(__import__(module, fromlist=[name]), name))


def test_migrations_say_how_far_they_are(monkeypatch, capsys):
    now = iter([0.0, 1.0, 6.0, 6.0, 8.0])
    monkeypatch.setattr(time, "monotonic", lambda: next(now))
    shown = progress.MigrationProgress(4)
    for name in ("one", "two", "three", "four"):
        shown.write(f"  Applying kernel.{name}...")
        shown.write(" OK\n")
    assert capsys.readouterr().out.splitlines() == [
        "Bringing the database up to date: 4 migrations …",
        "  2 of 4",
    ]


def test_the_block_at_the_end_of_a_first_start_says_what_comes_next(transactional_db, settings, brand):
    settings.BACKOFFICE_HOST = "office.test"
    values = {"PLANFRONT_MODE": "production", "BACKOFFICE_HOST": "office.test"}
    lines = prepare.opening_lines(env.load(values))
    assert lines == [
        "Listening on 127.0.0.1:8000.",
        "Addresses:",
        "  Shop            http://shop.test:8000",
        "  Back office     http://office.test:8000/backoffice/",
        "No one can buy here yet. Next:",
        "  1. Create an account for yourself: ./run manage createsuperuser",
        "  2. Add an insurer and its plans: Plans in the back office.",
        "  3. Import rates; a second person approves them: Rates in the back office.",
    ]

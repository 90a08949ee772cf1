"""Which browser walks the journeys: the one without windows where it can be had, else the whole one."""

import shutil

import pytest

from planfront.cli import debian
from planfront.cli.console import CliError
from tools import journeys


@pytest.fixture
def machine(monkeypatch):
    """A machine that starts with the whole browser only; returns what it has."""
    has = {"chromium": "/usr/bin/chromium"}
    monkeypatch.delenv("CHROMIUM", raising=False)
    monkeypatch.setattr(shutil, "which", has.get)
    return has


def test_the_windowless_one_is_installed_where_it_is_offered(machine, monkeypatch):
    monkeypatch.setattr(debian, "has_package", lambda package: True)
    monkeypatch.setattr(
        debian, "install", lambda packages, why: machine.update({packages[0]: f"/usr/bin/{packages[0]}"})
    )
    assert journeys.ensure_chromium() == "/usr/bin/chromium-headless-shell"


def test_the_whole_one_serves_where_it_is_not_offered_or_can_not_be_installed(machine, monkeypatch):
    monkeypatch.setattr(debian, "has_package", lambda package: False)
    assert journeys.ensure_chromium() == "/usr/bin/chromium"

    def install(packages, why):
        raise CliError("no network")

    monkeypatch.setattr(debian, "has_package", lambda package: True)
    monkeypatch.setattr(debian, "install", install)
    assert journeys.ensure_chromium() == "/usr/bin/chromium"


def test_a_browser_can_be_named(monkeypatch):
    monkeypatch.setenv("CHROMIUM", "/opt/browser")
    assert journeys.ensure_chromium() == "/opt/browser"

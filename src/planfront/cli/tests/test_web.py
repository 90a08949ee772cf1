"""What a web process has when it forks, and what it hasn't."""

import json
import subprocess
import sys
import time

import pytest

from planfront.cli import environment, main, renew
from planfront.cli.console import CliError
from planfront.cli.pause import LONGEST_DELAY, YOUNG, Pause

LOADED = """
import json, sys, threading
from pathlib import Path
from planfront.cli import web
web.load()
from django.db import connections
from django.urls import resolve
tasks = Path("/proc/self/task")
print(json.dumps({
    "threads": max(threading.active_count(), len(list(tasks.iterdir())) if tasks.exists() else 1),
    "connected": [one.alias for one in connections.all(initialized_only=True) if one.connection],
    "operations": "planfront.enrollment.api" in sys.modules,
    "waiting": [name for name in ("openpyxl", "typst", "planfront.backoffice.registry") if name not in sys.modules],
    "back office": resolve("/backoffice/login/").url_name,
}))
"""


@pytest.mark.thorough
def test_a_loaded_application_can_be_forked(tmp_path):
    env = environment.for_child(DATABASE_URL=f"sqlite:///{tmp_path / 'none.sqlite3'}", PLANFRONT_VAR=str(tmp_path))
    done = subprocess.run([sys.executable, "-c", LOADED], env=env, check=True, capture_output=True, text=True)
    assert json.loads(done.stdout) == {
        "threads": 1,
        "connected": [],
        "operations": True,
        "waiting": ["openpyxl", "typst", "planfront.backoffice.registry"],
        "back office": "login",
    }


@pytest.mark.parametrize(
    ("lived", "delays"),
    [
        ([0.1] * 8, [0, 0.25, 0.5, 1, 2, 4, LONGEST_DELAY, LONGEST_DELAY]),
        ([YOUNG + 2] * 40, [0] * 40),
        ([0.1, 0.1, 0.1, YOUNG, 0.1, 0.1], [0, 0.25, 0.5, 0, 0, 0.25]),
    ],
    ids=["what keeps dying young", "a kill every five seconds", "one that lived in between"],
)
def test_only_what_keeps_dying_young_is_waited_for(monkeypatch, lived, delays):
    monkeypatch.setattr(time, "monotonic", lambda: 1000.0)
    measured, rest = [], Pause()
    for seconds in lived:
        rest.after(1000.0 - seconds)
        measured.append(rest.due - 1000.0)
    assert measured == delays


def test_renew_says_so_when_nothing_runs(tmp_path, monkeypatch):
    monkeypatch.setenv("PLANFRONT_VAR", str(tmp_path))
    with pytest.raises(CliError, match="No store runs from this folder"):
        renew.command(main.parse(["renew"]))

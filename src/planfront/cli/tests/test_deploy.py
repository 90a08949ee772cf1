"""The files in deploy/ for one machine, and what a service under systemd may not do."""

import os
import shutil
import subprocess

import pytest

from planfront.cli import frontend, main, renew, roles
from planfront.cli.console import CliError
from planfront.cli.paths import ROOT
from planfront.config import env

DEPLOY = ROOT / "deploy"
UNITS = sorted((DEPLOY / "systemd").iterdir())


@pytest.mark.parametrize("part", ["web", "worker", "tick"])
def test_a_part_starts_after_the_migrations_it_wants(part):
    lines = (DEPLOY / "systemd" / f"planfront-{part}.service").read_text().splitlines()
    assert "Wants=planfront-migrate.service" in lines
    assert any(line.startswith("After=planfront-migrate.service") for line in lines)


SERVICES = [unit for unit in UNITS if unit.suffix == ".service"]


def test_every_unit_reads_the_one_file_of_settings():
    assert len(SERVICES) == 5
    assert all("EnvironmentFile=/etc/planfront/planfront.env\n" in unit.read_text() for unit in SERVICES)


def test_the_units_confine_their_services_alike():
    confined = {unit.read_text().split("\n# Nothing is writable")[1].split("\n\n")[0].strip() for unit in SERVICES}
    assert len(confined) == 1


def settings_of(unit):
    """Every setting of a unit, with what it says on all its lines."""
    result = {}
    for line in (DEPLOY / "systemd" / unit).read_text().splitlines():
        name, equals, value = line.partition("=")
        if equals and not line.startswith("#"):
            result.setdefault(name, []).extend(value.split())
    return result


def test_a_whole_store_serves_in_place_of_its_parts():
    whole, parts = settings_of("planfront.service"), {f"planfront-{part}.service" for part in ("web", "worker", "tick")}
    assert set(whole["Conflicts"]) == parts
    assert parts <= set(whole["After"])  # they have left before it takes their place
    assert whole["ExecStart"][-3:] == ["-m", "planfront", "up"]
    assert whole["ExecReload"] == settings_of("planfront-web.service")["ExecReload"]
    assert whole["Requires"] == ["planfront.socket"]
    door, door_of_web = settings_of("planfront.socket"), settings_of("planfront-web.socket")
    assert door["Conflicts"] == door["After"] == ["planfront-web.socket"]
    assert door["ListenStream"] == door_of_web["ListenStream"]


def test_a_unit_waits_longer_for_the_end_than_the_store_takes():
    lines = (DEPLOY / "planfront.env").read_text().splitlines()
    grace = next(int(line.removeprefix("GRACE_SECONDS=")) for line in lines if line.startswith("GRACE_SECONDS="))
    for unit in SERVICES:
        settings = settings_of(unit.name)
        assert "migrate" in unit.name or int(settings["TimeoutStopSec"][0]) >= grace + 15


def test_the_settings_are_complete_but_for_secrets():
    lines = (DEPLOY / "planfront.env").read_text().splitlines()
    settings = dict(line.split("=", 1) for line in lines if line and not line.startswith("#"))
    assert [name for name, value in settings.items() if not value] == ["SECRET_KEY", "FIELD_KEYS", "SMTP_URL"]
    loaded = env.load(settings)
    assert (loaded.production, loaded.host, loaded.port, loaded.https) == (True, "127.0.0.1", 8000, True)
    assert loaded.backoffice_host == "office.example.com"
    assert loaded.database["HOST"] == "/run/postgresql"
    socket = (DEPLOY / "systemd" / "planfront-web.socket").read_text()
    assert f"ListenStream={loaded.host}:{loaded.port}\n" in socket
    assert f"server {loaded.host}:{loaded.port} " in (DEPLOY / "nginx.conf").read_text()
    assert f"reverse_proxy {loaded.host}:{loaded.port} " in (DEPLOY / "Caddyfile").read_text()


@pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="needs systemd's tools")
def test_systemd_accepts_the_units(tmp_path):
    for unit in UNITS:
        (tmp_path / unit.name).write_text(unit.read_text().replace("/srv/planfront", str(ROOT)))
    argv = ["systemd-analyze", "verify", *map(str, sorted(tmp_path.iterdir()))]
    done = subprocess.run(argv, check=False, capture_output=True, text=True)
    assert (done.returncode, done.stdout + done.stderr) == (0, "")


@pytest.fixture
def sealed(tmp_path, monkeypatch):
    """A checkout with newer sources than pages, which can't be written to."""
    (tmp_path / "src").mkdir()
    (tmp_path / "src" / "page.tsx").write_text("one")
    monkeypatch.setattr(frontend, "FRONTEND", tmp_path)
    monkeypatch.setattr(frontend, "DIST", tmp_path / "dist")
    monkeypatch.setattr(frontend, "_STAMP", tmp_path / "dist" / "stamp")
    monkeypatch.setattr(frontend, "build", lambda _fingerprint: pytest.fail("built"))
    monkeypatch.setattr(os, "access", lambda _path, _mode: False)


def test_a_reload_builds_nothing_where_it_may_not_write(sealed, monkeypatch):
    monkeypatch.setattr(roles, "running", lambda _env: {roles.WEB: None})
    with pytest.raises(CliError, match=r"First, as the owner: \./run build"):
        renew._renew_roles(env.load({}))


def test_build_is_a_command_of_its_own():
    assert main.parse(["build"]).handler == "planfront.cli.frontend:build_command"

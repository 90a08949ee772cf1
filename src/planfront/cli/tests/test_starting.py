"""What `./run` refuses to start with, and how it says so."""

import json
import os
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from planfront.cli import environment, main, ports
from planfront.cli.claim import Claim
from planfront.cli.console import CliError
from planfront.cli.paths import ROOT


def planfront(*arguments: str, **variables: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "planfront", *arguments],
        env={**os.environ, **variables},
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )


@pytest.mark.parametrize(
    ("variables", "message"),
    [
        ({"PORT": "eighty"}, "PORT='eighty' must be a whole number from 1 to 65535."),
        ({"PORT": "70000"}, "PORT='70000' must be a whole number from 1 to 65535."),
        ({"WEB_WORKERS": "0"}, "WEB_WORKERS='0' must be a whole number from 1 to 64."),
        ({"WORKERS": "many"}, "WORKERS='many' must be a whole number from 1 to 64."),
        (
            {"WORKER_QUEUES": "mail,post"},
            "WORKER_QUEUES='mail,post' must be some of default, mail, files, heavy, comma separated.",
        ),
        (
            {"QUEUE_LIMITS": "heavy"},
            "QUEUE_LIMITS='heavy' must be such as heavy=2,files=4: queues (default, mail, files, heavy) with numbers.",
        ),
        ({"GRACE_SECONDS": "1"}, "GRACE_SECONDS='1' must be a whole number from 2 to 3600."),
        ({"PLANFRONT_MODE": "prod"}, "PLANFRONT_MODE='prod' must be one of demo, production."),
        ({"DATABASE_URL": "mysql://x/y"}, "DATABASE_URL must start with sqlite:/// or postgres://"),
        ({"PLANFRONT_MODE": "production"}, "SECRET_KEY (or SECRET_KEY_FILE) is required in production."),
        (
            {"PLANFRONT_MODE": "production", "SECRET_KEY": "x" * 31},
            "SECRET_KEY must have 32 characters or more in production.",
        ),
        (
            {"PLANFRONT_MODE": "production", "PLANFRONT_DEBUG": "1"},
            "PLANFRONT_DEBUG=1 shows source and settings to everybody; it can't be used in production.",
        ),
    ],
)
def test_a_setting_that_cannot_be_understood_stops_the_start(tmp_path: Path, variables, message):
    result = planfront("up", PLANFRONT_VAR=str(tmp_path / "data"), **variables)
    assert result.returncode == 1
    assert result.stderr.splitlines()[0] == message
    assert "docs/operations.md" in result.stderr
    assert not (tmp_path / "data" / "run").exists()


def test_a_busy_port_is_a_clear_error_before_anything_is_done(tmp_path: Path):
    with socket.socket() as other:
        other.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        result = planfront("up", PLANFRONT_VAR=str(tmp_path), PORT=str(port))
    assert result.returncode == 1
    assert result.stderr.strip() == (
        f"Port {port} is in use by another program. Stop it, or choose another port: PORT={port + 1} ./run"
    )
    assert not (tmp_path / "planfront.sqlite3").exists()


def test_a_free_port_is_accepted_although_an_old_connection_lingers():
    with socket.socket() as server:
        server.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        server.bind(("127.0.0.1", 0))
        server.listen()
        port = server.getsockname()[1]
        client = socket.create_connection(("127.0.0.1", port))
        accepted, _ = server.accept()
        accepted.close()
        client.close()
    ports.require_free("127.0.0.1", port)


def test_one_data_folder_serves_one_store(tmp_path: Path):
    first = Claim(tmp_path)
    first.take(8123)
    with pytest.raises(CliError, match=rf"already running .*process {os.getpid()}, port 8123"):
        Claim(tmp_path).take(8124)
    first.release()
    Claim(tmp_path).take(8124)


def test_keys_are_made_once_and_for_the_owner_only(tmp_path: Path, monkeypatch):
    monkeypatch.setenv("PLANFRONT_VAR", str(tmp_path))
    environment.load()
    keys = {path.name: path.read_text() for path in (tmp_path / "keys").iterdir()}
    environment.load()
    assert keys.keys() == {"secret", "fields"}
    assert {path.stat().st_mode & 0o777 for path in (tmp_path / "keys").iterdir()} == {0o600}
    assert keys == {path.name: path.read_text() for path in (tmp_path / "keys").iterdir()}


def test_arguments_of_a_handed_over_command_are_left_alone():
    options = main.parse(["manage", "import", "--go-live", "2027-01-01", "rates", "file.csv"])
    assert options.arguments == ["import", "--go-live", "2027-01-01", "rates", "file.csv"]


def test_the_installed_command_reads_its_own_arguments(monkeypatch, capsys):
    monkeypatch.setattr(sys, "argv", ["planfront", "--help"])
    with pytest.raises(SystemExit):
        main.main()
    listed = capsys.readouterr().out
    assert listed.startswith("usage: planfront ")
    assert "    backup " in listed
    assert "    test " not in listed


def test_no_command_means_up():
    assert main.parse([]).command == "up"


def test_an_unknown_command_is_refused(capsys):
    with pytest.raises(SystemExit) as ended:
        main.parse(["serve"])
    assert ended.value.code == 2
    assert "invalid choice: 'serve'" in capsys.readouterr().err


def test_the_version_is_the_one_that_the_api_document_names(capsys):
    with pytest.raises(SystemExit) as end:
        main.parse(["--version"])
    document = json.loads((ROOT / "api" / "openapi.json").read_text())
    assert end.value.code == 0
    assert capsys.readouterr().out == f"Planfront {document['info']['version']}\n"

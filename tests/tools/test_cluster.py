"""What ./run cluster is made of, without starting it."""

import json
import re
import socket
from pathlib import Path

import pytest
from prometheus_client.parser import text_string_to_metric_families

from planfront.cli.console import CliError
from planfront.cli.paths import ROOT
from planfront.config import env
from planfront.kernel.observing import metrics
from planfront.webapp.probes import _CurrentCounts
from tools.cluster import files, layout

PROGRAMS = {"postgres": "/usr/lib/postgresql/15/bin", "psql": "/usr/bin/psql", "pgbackrest": "/usr/bin/pgbackrest"}
MONITORING = ROOT / "deploy" / "monitoring"


def settings(tmp_path: Path) -> env.Env:
    return env.load({"PLANFRONT_VAR": str(tmp_path), "FIELD_KEYS": "k1:c2l4dGVlbg==", "SECRET_KEY": "k" * 40})


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port: int = listener.getsockname()[1]
        return port


def test_every_place_of_every_template_has_a_value(tmp_path: Path):
    cluster = layout.load(tmp_path / "cluster", free_port(), settings(tmp_path))
    files.write(cluster, PROGRAMS, None)
    written = {path.name for path in cluster.folder.glob("*/*")}
    assert written >= {path.name for path in (ROOT / "deploy" / "cluster").iterdir()} | {"planfront.env"}
    left = [path.name for path in cluster.folder.glob("*/*") if re.search(r"@[a-z_]+@", path.read_text())]
    assert left == []


def test_a_place_without_a_value_is_named():
    with pytest.raises(CliError, match="no value for @port@"):
        files.fill("listen @port@;", {"host": "here"})


def test_ports_and_passwords_stay_from_start_to_start(tmp_path: Path):
    port = free_port()
    first = layout.load(tmp_path / "cluster", port, settings(tmp_path))
    again = layout.load(tmp_path / "cluster", None, settings(tmp_path))
    assert again == first
    assert first.ports["nginx"] == port
    assert len(set(first.ports.values())) == len(first.ports)
    assert (tmp_path / "cluster" / "layout.json").stat().st_mode & 0o777 == 0o600


@pytest.mark.django_db
@pytest.mark.parametrize("name", ["rules.yml", "grafana.json"])
def test_rules_and_board_ask_for_figures_that_the_store_has(name):
    shown = metrics.exposition([_CurrentCounts()]).decode()
    counted = {family.name for family in text_string_to_metric_families(shown)}
    figures = set(re.findall(r"\bplanfront_[a-z_]+", (MONITORING / name).read_text()))
    plain = {re.sub(r"_(total|bucket|sum|count)$", "", figure) for figure in figures}
    assert len(plain) > 5
    assert plain <= counted


def test_the_board_is_json_whose_panels_have_a_place_each():
    panels = json.loads((MONITORING / "grafana.json").read_text())["panels"]
    places = [(panel["gridPos"]["x"], panel["gridPos"]["y"]) for panel in panels]
    assert len(set(places)) == len(places) == len({panel["id"] for panel in panels})

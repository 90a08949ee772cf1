"""./run prove names its proofs; ./run test has the drill, on the journeys' world."""

import pytest

from planfront.cli.console import CliError
from tools import checks, journeys, main, prove


def test_an_unknown_proof_is_refused_before_anything_starts():
    with pytest.raises(CliError, match="There are: engine, kills"):
        prove.command(main.parse(["prove", "luck"]))


def test_the_drill_of_every_run_is_a_real_store_on_the_journeys_world(tmp_path):
    drill = next(check for check in checks.python_checks(tmp_path) if check.key == "drill")
    world = {check.env["PLANFRONT_TRIAL_CACHE"] for check in journeys.checks(tmp_path, {})}
    assert {drill.env["PLANFRONT_TRIAL_CACHE"]} == world
    assert (drill.needs_postgres, drill.in_short) == (True, False)
    assert drill.after == ("build", "migrated-postgres")


def test_the_long_form_names_its_database(monkeypatch):
    options = main.parse(["prove", "kills", "--enrollments", "30", "--database", "postgres"])
    assert prove._environment("kills", "postgres", "postgres://cluster", options) == {
        "PLANFRONT_KILLS": "30",
        "PLANFRONT_KILLS_EVERY": "5.0",
        "PLANFRONT_KILLS_ON": "postgres",
        "PLANFRONT_TRIAL_POSTGRES": "postgres://cluster",
    }
    assert prove._environment("cluster", "postgres", "postgres://cluster", options) == {
        "PLANFRONT_CLUSTER": "30",
        "PLANFRONT_TRIAL_POSTGRES": "postgres://cluster",
    }
    assert prove._environment("engine", "sqlite", "", options)["PLANFRONT_STORIES"] == "100"

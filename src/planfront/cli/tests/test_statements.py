"""PostgreSQL runs the tests that have every statement of the runs on SQLite between them."""

import json
import sys

import pytest
from django.db import connection

from planfront.cli import statements
from planfront.cli.runner import Check, Runner


def test_a_statement_is_the_same_whatever_its_values_and_the_length_of_its_lists():
    short = "SELECT name FROM plan WHERE id IN (%s) LIMIT 1"
    assert statements.shape(short) == statements.shape("SELECT name FROM plan WHERE id IN (%s, %s, %s) LIMIT 21")
    assert statements.shape("INSERT INTO plan VALUES (%s, NULL)") == statements.shape(
        "INSERT INTO plan VALUES (%s, %s), (%s, NULL)"
    )
    assert statements.shape(short) != statements.shape(short.replace("name", "code"))


def test_the_fewest_tests_with_all_statements_are_chosen():
    tests = {"small": ["a"], "large": ["a", "b", "c"], "other": ["c", "d"], "none": [], "same as other": ["d", "c"]}
    assert statements.choose(tests) == {"large", "other"}


@pytest.mark.django_db
def test_a_run_writes_the_statements_of_each_test(tmp_path):
    recorder = statements.Recorder(tmp_path / "record.json")
    recorder.pytest_collection_finish()
    try:
        recorder.pytest_runtest_logstart("test_asks")
        with connection.cursor() as cursor:
            cursor.execute("SELECT %s", [5])
        recorder.pytest_runtest_logstart("test_asks_nothing")
    finally:
        connection.execute_wrappers.remove(recorder._record)
    recorder.pytest_sessionfinish()
    written = json.loads((tmp_path / "record.json").read_text())
    assert written == {"test_asks": [statements.shape("SELECT %s")], "test_asks_nothing": []}
    assert statements.read_records([tmp_path / "record.json", tmp_path / "missing.json"]) == written


def test_a_check_waits_for_the_ones_it_is_behind_only_where_they_run(tmp_path):
    ended = []
    failing = Check("failing", "failing", (sys.executable, "-c", "raise SystemExit(1)"), {}, tmp_path)
    waiting = Check("waiting", "waiting", (sys.executable, "-c", ""), {}, tmp_path, behind=("failing", "absent"))
    Runner(tmp_path, 2, lambda outcome, _log: ended.append(outcome.check.key)).run([waiting, failing])
    assert ended == ["failing", "waiting"]

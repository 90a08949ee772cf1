"""PostgreSQL runs the tests that have every statement of the runs on SQLite between them."""

import sys
from types import SimpleNamespace

import pytest
from django.db import connection

from tools import statements
from tools.runner import Check, Runner
from tools.statements import Record


def test_a_statement_is_the_same_whatever_its_values_and_the_length_of_its_lists():
    short = "SELECT name FROM plan WHERE id IN (%s) LIMIT 1"
    assert statements.shape(short) == statements.shape("SELECT name FROM plan WHERE id IN (%s, %s, %s) LIMIT 21")
    assert statements.shape("INSERT INTO plan VALUES (%s, NULL)") == statements.shape(
        "INSERT INTO plan VALUES (%s, %s), (%s, NULL)"
    )
    assert statements.shape(short) != statements.shape(short.replace("name", "code"))


@pytest.mark.parametrize(
    ("sql", "plain"),
    [
        ('SELECT "plan"."id", "plan"."name" FROM "plan" WHERE "plan"."id" = %s LIMIT 21', True),
        ('SELECT "a"."id" FROM "a" LEFT OUTER JOIN "b" ON ("a"."b" = "b"."id") WHERE "b"."x" IN (%s, %s)', True),
        ('SELECT "a"."x" FROM "a" WHERE NOT ("a"."x" IS NULL) ORDER BY "a"."id" DESC LIMIT 10 OFFSET 20', True),
        ('SELECT 1 AS "a" FROM "plan" WHERE "plan"."eff_from" <= %s LIMIT 1', True),
        ('SELECT COUNT(*) AS "__count" FROM "plan"', True),
        ('SELECT DISTINCT "plan"."name" FROM "plan"', False),
        ('SELECT "plan"."name", COUNT("plan"."id") AS "n" FROM "plan" GROUP BY 1', False),
        ('SELECT "plan"."id" FROM "plan" WHERE UPPER("plan"."name") = UPPER(%s)', False),
        ('SELECT "plan"."id" FROM "plan" WHERE "plan"."name" LIKE %s', False),
        ('SELECT "plan"."id" FROM "plan" WHERE EXISTS(SELECT 1 AS "a" FROM "b")', False),
        ('SELECT "plan"."id" FROM "plan" FOR UPDATE', False),
        ('UPDATE "plan" SET "name" = %s', False),
        ('INSERT INTO "plan" ("name") VALUES (%s)', False),
    ],
)
def test_a_plain_read_is_told_from_what_databases_understand_differently(sql, plain):
    assert statements.is_plain_read(sql) is plain


def test_the_cheapest_tests_with_all_statements_are_chosen_beside_those_that_run_on_both():
    records = {
        "long, with all": Record(9.0, {"a", "b", "c", "d"}),
        "quick": Record(0.1, {"a", "b"}),
        "same as quick, but slower": Record(0.2, {"b", "a"}),
        "other": Record(0.4, {"c", "d"}),
        "none": Record(0.0, set()),
        "marked": Record(2.0, {"c"}, both=True),
    }
    assert statements.choose(records) == {"quick", "other", "marked"}


@pytest.mark.django_db
def test_a_run_records_statements_time_and_mark_of_each_test(tmp_path):
    recorder = statements.Recorder(tmp_path / "record.json")
    recorder.pytest_collection_finish(SimpleNamespace(items=[_test(name, marks) for name, marks in TESTS.items()]))
    try:
        for name in TESTS:
            recorder.pytest_runtest_logstart(name)
            with connection.cursor() as cursor:
                cursor.execute("SELECT %s", [5])
                cursor.execute("SELECT UPPER(%s)", ["a"])
            recorder.pytest_runtest_logfinish()
    finally:
        connection.execute_wrappers.remove(recorder._record)
    recorder.pytest_sessionfinish()
    written = statements.read_records([tmp_path / "record.json", tmp_path / "missing.json"])
    assert written.keys() == {"asks", "long"}
    assert written["asks"].statements == {statements.shape("SELECT UPPER(%s)")}
    assert written["long"].statements == set()  # on PostgreSQL it is not chosen
    assert written["asks"].seconds < 1
    assert (written["asks"].both, written["long"].both) == (True, False)


TESTS = {"asks": {"both_databases"}, "long": {"postgres_at_length"}, "counts": {"counts_queries"}}


def _test(name, marks):
    return SimpleNamespace(nodeid=name, get_closest_marker=lambda mark: mark if mark in marks else None)


def test_a_check_waits_for_the_ones_it_is_behind_only_where_they_run(tmp_path):
    ended = []
    failing = Check("failing", "failing", (sys.executable, "-c", "raise SystemExit(1)"), {}, tmp_path)
    waiting = Check("waiting", "waiting", (sys.executable, "-c", ""), {}, tmp_path, behind=("failing", "absent"))
    Runner(tmp_path, 2, lambda outcome, _log: ended.append(outcome.check.key)).run([waiting, failing])
    assert ended == ["failing", "waiting"]

"""What ./run test says of a failed check: the tests first, in a few lines; a second try is never silent."""

import os
from pathlib import Path
from types import SimpleNamespace
from typing import cast
from unittest import mock

import pytest
from django.db import connection

from planfront.cli.paths import ROOT
from tests import fixtures
from tools import checks, runner
from tools.runner import Check

PLAYWRIGHT = """<testsuites><testsuite name="guards.spec.ts" tests="4" failures="1" skipped="1" errors="0">
<testcase name="a double press saves once" classname="guards.spec.ts"></testcase>
<testcase name="nothing is lost" classname="guards.spec.ts">
<flakyError message="Timeout" type="TimeoutError"><stackTrace>at guards.spec.ts:9:1</stackTrace></flakyError></testcase>
<testcase name="one look" classname="guards.spec.ts"><skipped></skipped></testcase>
<testcase name="every mistake is named" classname="steps.spec.ts">
<failure message="toBeFocused failed" type="expect.toBeFocused"><![CDATA[
  [sqlite] › e2e/journeys/steps.spec.ts:27:1 › every mistake is named ────

    Error: expect(locator).toBeFocused() failed

    Locator:  getByRole('alert')
    Expected: focused
    Error: element(s) not found

    Call log:
      - waiting for getByRole('alert')

        at expectMistakes (/srv/frontend/e2e/journeys/support.ts:231:25)
]]></failure></testcase></testsuite></testsuites>"""
PYTEST = """<testsuites><testsuite tests="1" failures="1"><testcase classname="planfront.cart" name="test_total">
<failure message="assert 1 == 2">def test_total():
&gt;       assert 1 == 2
E       assert 1 == 2

src/planfront/cart.py:3: AssertionError</failure></testcase></testsuite></testsuites>"""


def outcome(tmp_path: Path, report: str, status: int) -> runner.Outcome:
    junit = tmp_path / "report.xml"
    junit.write_text(report)
    return runner.outcome_of(Check("journeys", "journeys", (), os.environ, tmp_path, junit=junit), status)


def test_a_failed_check_names_its_tests_before_anything_else(tmp_path, capsys):
    log = tmp_path / "log"
    log.write_text("".join(f"ok {number}\n" for number in range(500)))
    failed = outcome(tmp_path, PLAYWRIGHT, 1)
    runner.report(failed, log)
    assert (failed.passed, failed.failed, failed.skipped) == (2, 1, 1)
    lines = capsys.readouterr().out.splitlines()
    assert [line.strip() for line in lines[1:7]] == [
        "✘ steps.spec.ts › every mistake is named",
        "Error: expect(locator).toBeFocused() failed",
        "Locator:  getByRole('alert')",
        "Expected: focused",
        "Error: element(s) not found",
        "at expectMistakes (/srv/frontend/e2e/journeys/support.ts:231:25)",
    ]
    assert lines[7] == "     | ok 400"


def test_a_failed_python_test_shows_what_was_raised_and_where(tmp_path, capsys):
    failed = outcome(tmp_path, PYTEST, 1)
    assert checks.summary([failed], 1.0, tmp_path) == 1
    out = capsys.readouterr().out
    assert "Failed in journeys:\n     ✘ planfront.cart › test_total\n         E       assert 1 == 2\n" in out
    assert out.endswith("0 passed, 1 failed\n")


def test_a_test_that_passed_at_the_second_try_is_named_and_does_not_fail_the_check(tmp_path, capsys):
    flaky = PLAYWRIGHT.replace("<failure", "<flakyFailure").replace("</failure>", "</flakyFailure>")
    passed = outcome(tmp_path, flaky, 0)
    runner.report(passed, tmp_path / "log")
    names = "guards.spec.ts › nothing is lost; steps.spec.ts › every mistake is named"
    assert f"3 passed, 2 only at the second try: {names}" in capsys.readouterr().out
    assert checks.summary([passed], 1.0, tmp_path) == 0
    assert f"2 flaky: {names}" in capsys.readouterr().out


@pytest.mark.parametrize(("status", "counts"), [(0, (1, 0, 0)), (2, (0, 1, 0))])
def test_a_check_without_a_report_counts_as_one_test(tmp_path, status, counts):
    result = runner.outcome_of(Check("lint", "lint", (), os.environ, tmp_path), status)
    assert (result.passed, result.failed, result.skipped) == counts


def test_a_command_that_failed_without_a_failed_test_fails(tmp_path):
    passed = PLAYWRIGHT.replace("<failure", "<flakyFailure").replace("</failure>", "</flakyFailure>")
    assert outcome(tmp_path, passed, 1).failed == 1


def test_the_short_run_needs_no_postgres_and_walks_the_main_ways(tmp_path):
    short = [*checks.python_checks(tmp_path, short=True), *checks.frontend_checks(tmp_path, short=True)]
    by_key = {check.key: check for check in short if check.in_short}
    assert [key for key, check in by_key.items() if check.needs_postgres] == []
    assert "--grep=@main" in by_key["journeys-sqlite"].argv
    assert "not at_length and not thorough" in by_key["rooms-sqlite"].argv


def test_the_whole_run_leaves_no_journey_or_thorough_test_out(tmp_path):
    by_key = {check.key: check for check in [*checks.python_checks(tmp_path), *checks.frontend_checks(tmp_path)]}
    assert {"tests-postgres", "journeys-postgres", "cluster", "drill", "supply"} <= by_key.keys()
    assert "--grep=@main" not in by_key["journeys-sqlite"].argv
    assert "-m" not in by_key["rooms-sqlite"].argv


def test_the_run_on_postgres_takes_marked_tests_and_the_folders_about_the_database(tmp_path, pytestconfig):
    by_key = {check.key: check for check in checks.python_checks(tmp_path)}
    assert any(part.startswith("(both_databases or pg)") for part in by_key["tests-postgres"].argv)
    assert [folder for folder in fixtures.BOTH_DATABASES if not (ROOT / folder).is_dir()] == []
    marks: dict[str, list[str]] = {"coverage/tests/test_changes.py": [], "shopping/tests/test_cart.py": []}
    for path, added in marks.items():
        item = SimpleNamespace(path=ROOT / "src/planfront" / path, config=pytestconfig, add_marker=added.append)
        fixtures.pytest_itemcollected(cast("pytest.Item", item))
    assert marks == {"coverage/tests/test_changes.py": ["both_databases"], "shopping/tests/test_cart.py": []}


def test_tests_of_the_demo_world_come_after_all_others(pytestconfig):
    fixtures_of = {"seeded": ("db", "_seeded"), "plain": ("db",), "with threads": ("transactional_db",)}
    items = [SimpleNamespace(name=name, fixturenames=names) for name, names in fixtures_of.items()]
    with mock.patch.object(connection, "vendor", "sqlite"):
        fixtures.pytest_collection_modifyitems(pytestconfig, cast("list[pytest.Item]", items))
    assert [item.name for item in items] == ["plain", "with threads", "seeded"]

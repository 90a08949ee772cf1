"""Imported rates going live and being rolled back: tables in force never change, only their end dates."""

from datetime import date

import pytest
import time_machine

from planfront.imports.errors import CanNotRollBack, ReviewStale
from planfront.imports.models import ImportRun
from planfront.imports.services import (
    approve_run,
    discard_run,
    import_file,
    roll_back_run,
    take_due_runs_live,
    take_run_live,
)
from planfront.kernel.errors import Conflict
from planfront.kernel.jobs.tasks import run_pending
from planfront.rating import services, table_checks
from planfront.rating.engine import cell
from planfront.rating.errors import TablesOverlap
from planfront.rating.models import RateTable
from planfront.rating.tests.test_import import HEADINGS, LOW, by_age, line

TODAY = date(2026, 3, 1)


@pytest.fixture(autouse=True)
def _first_of_march():
    with time_machine.travel("2026-03-01T17:00:00Z", tick=True):
        yield


@pytest.fixture
def plan(make_plan):
    return make_plan("Dental", LOW)


@pytest.fixture
def staged(plan, tmp_path):
    def staged(rate, *dates):
        path = tmp_path / "rates.csv"
        lines = [line(LOW, "30", by_age(rate), dates=date_) for date_ in dates]
        path.write_text("\n".join([HEADINGS, *lines]) + "\n")
        return import_file(kind="rates", path=path)

    return staged


@pytest.fixture
def live(staged):
    def live(rate, *dates):
        run = approve_run(run_id=staged(rate, *dates).pk, by=None, go_live_on=TODAY)
        return take_run_live(run_id=run.pk)

    return live


def approved(plan, since, until=None):
    table = services.create_table(plan_id=plan.pk, method="FLAT", eff_from=since, eff_to=until, rows=[cell("9.00")])
    return services.approve_table(table_id=table.pk)


def tables():
    fields = ("status", "eff_from", "eff_to")
    return [
        (status, str(since), str(until))
        for status, since, until in RateTable.objects.order_by("pk").values_list(*fields)
    ]


def test_the_first_rates_of_a_plan_keep_their_dates(live):
    live("5.00", "2026-01-01,2026-12-31")
    assert tables() == [("approved", "2026-01-01", "2026-12-31")]


def test_next_year_s_rates_end_the_open_table_and_rolling_back_opens_it(plan, live):
    approved(plan, date(2025, 1, 1))
    run = live("5.00", "2027-01-01,2027-12-31")
    assert tables() == [("approved", "2025-01-01", "2026-12-31"), ("approved", "2027-01-01", "2027-12-31")]
    table = RateTable.objects.latest("pk")
    assert (table.digest, table.row_count) == (table_checks.table_digest(table), 1)
    roll_back_run(run_id=run.pk)
    assert tables() == [("approved", "2025-01-01", "None"), ("retired", "2027-01-01", "2027-12-31")]


def test_a_correction_starts_today_and_leaves_the_days_before(plan, live):
    approved(plan, date(2026, 1, 1), date(2026, 12, 31))
    run = live("5.00", "2026-01-01,2026-12-31")
    assert tables() == [("approved", "2026-01-01", "2026-02-28"), ("approved", "2026-03-01", "2026-12-31")]
    roll_back_run(run_id=run.pk)
    assert tables() == [("approved", "2026-01-01", "2026-12-31"), ("retired", "2026-03-01", "2026-12-31")]


def test_a_table_that_has_not_started_is_replaced(plan, live):
    approved(plan, date(2027, 1, 1), date(2027, 12, 31))
    run = live("5.00", "2027-01-01,2027-12-31")
    assert [table[0] for table in tables()] == ["retired", "approved"]
    roll_back_run(run_id=run.pk)
    assert [table[0] for table in tables()] == ["approved", "retired"]


def test_past_quarters_are_left_unchanged(plan, live):
    approved(plan, date(2025, 1, 1))
    run = live("5.00", "2026-01-01,2026-02-15", "2026-02-16,2026-05-31", "2026-06-01,2026-12-31")
    assert tables() == [
        ("approved", "2025-01-01", "2026-02-28"),
        ("retired", "2026-01-01", "2026-02-15"),
        ("approved", "2026-03-01", "2026-05-31"),
        ("approved", "2026-06-01", "2026-12-31"),
    ]
    roll_back_run(run_id=run.pk)
    assert tables()[0] == ("approved", "2025-01-01", "None")
    assert {table[0] for table in tables()[1:]} == {"retired"}


def test_expired_rates_do_not_go_live(plan, staged):
    approved(plan, date(2025, 1, 1))
    run = approve_run(run_id=staged("5.00", "2026-01-01,2026-01-31").pk, by=None, go_live_on=TODAY)
    with pytest.raises(Conflict, match="Conflict"):
        take_run_live(run_id=run.pk)
    assert take_due_runs_live() == 0
    run.refresh_from_db()
    assert (run.state, run.problem) == ("approved", "All of these tables end before today.")


def test_a_later_and_longer_table_is_kept(plan, staged):
    approved(plan, date(2026, 6, 1))
    run = approve_run(run_id=staged("5.00", "2026-05-01,2026-12-31").pk, by=None, go_live_on=TODAY)
    with pytest.raises(TablesOverlap):
        take_run_live(run_id=run.pk)
    assert tables()[0] == ("approved", "2026-06-01", "None")
    assert tables()[1][0] == "draft"
    discard_run(run_id=run.pk)
    assert len(tables()) == 1


def test_imports_are_rolled_back_from_last_to_first(live):
    first = live("5.00", "2026-01-01,2026-12-31")
    second = live("6.00", "2026-01-01,2026-12-31")
    with pytest.raises(CanNotRollBack):
        roll_back_run(run_id=first.pk)
    roll_back_run(run_id=second.pk)
    assert tables() == [("approved", "2026-01-01", "2026-12-31"), ("retired", "2026-03-01", "2026-12-31")]
    roll_back_run(run_id=first.pk)
    assert {table[0] for table in tables()} == {"retired"}
    assert set(ImportRun.objects.values_list("state", flat=True)) == {"rolled_back"}


def test_a_roll_back_does_not_override_a_table_approved_by_hand(plan, live):
    approved(plan, date(2025, 1, 1), date(2025, 12, 31))
    run = live("5.00", "2026-01-01,2026-12-31")
    RateTable.objects.filter(pk=RateTable.objects.latest("pk").pk).update(eff_to=date(2026, 6, 30))
    with pytest.raises(CanNotRollBack):
        roll_back_run(run_id=run.pk)
    assert tables()[1] == ("approved", "2026-01-01", "2026-06-30")


def test_two_tables_of_a_file_cannot_overlap(staged):
    run = staged("5.00", "2026-01-01,2026-12-31", "2026-07-01,2026-12-31")
    assert (run.state, [issue.code for issue in run.issues.all()]) == ("refused", ["sameDays"])
    assert not RateTable.objects.exists()


def test_rates_change_on_the_chosen_day(plan, staged):
    approved(plan, date(2026, 1, 1), date(2026, 12, 31))
    day = date(2026, 4, 1)
    run = approve_run(run_id=staged("5.00", "2026-01-01,2026-12-31").pk, by=None, go_live_on=day)
    assert take_due_runs_live() == 0
    with time_machine.travel("2026-04-01T17:00:00Z"):
        assert take_due_runs_live() == 1
    run.refresh_from_db()
    assert run.state == "live"
    assert tables() == [("approved", "2026-01-01", "2026-03-31"), ("approved", "2026-04-01", "2026-12-31")]


def test_an_outdated_review_is_renewed_before_approval(plan, live, staged):
    waiting = staged("5.00", "2027-01-01,2027-12-31")
    assert (waiting.review["counts"]["new"], waiting.review["counts"]["newPlans"]) == (1, 1)
    live("5.00", "2027-01-01,2027-12-31", "2028-01-01,2028-12-31")
    with pytest.raises(ReviewStale):
        approve_run(run_id=waiting.pk, by=None, go_live_on=TODAY)
    run_pending()
    waiting.refresh_from_db()
    assert (waiting.state, waiting.review["counts"]["new"], waiting.review["counts"]["unchanged"]) == ("staged", 0, 1)
    assert approve_run(run_id=waiting.pk, by=None, go_live_on=TODAY).state == "approved"


def test_a_table_that_was_approved_by_hand_makes_a_review_stale_too(plan, staged):
    waiting = staged("5.00", "2027-01-01,2027-12-31")
    approved(plan, date(2026, 1, 1))
    with pytest.raises(ReviewStale):
        approve_run(run_id=waiting.pk, by=None, go_live_on=TODAY)
    run_pending()
    assert approve_run(run_id=waiting.pk, by=None, go_live_on=TODAY).state == "approved"

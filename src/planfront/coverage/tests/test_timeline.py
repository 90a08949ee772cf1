"""What is in force, since when, and since when that is known: a life told by hand, and what holds for all."""

from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from planfront.coverage.timeline import (
    Change,
    ChangeRefused,
    Covered,
    Kind,
    Place,
    Refused,
    Role,
    Terms,
    find_terms,
    find_version,
    plan_change,
    plan_withdrawal,
    replay,
)

DALLAS, COLUMBUS = Place("TX", "75201"), Place("OH", "43215")
MARIA = Covered("maria", Role.SUBSCRIBER, date(1989, 4, 17), date(2026, 1, 1))
DANIEL = Covered("daniel", Role.SPOUSE, date(1987, 9, 2), date(2026, 7, 1))
MATEO = Covered("mateo", Role.CHILD, date(2027, 3, 2), date(2027, 3, 2))
ALONE = Terms(plan_id=1, tier="IO", place=DALLAS, covered=(MARIA,), rated_on=date(2026, 1, 1))
# A month, by tier: in 2027 the rates are others.
RATES = {
    2026: {"IO": "36.85", "IS": "71.75", "IF": "104.85", "IC": "70.10"},
    2027: {"IO": "37.51", "IS": "73.04", "IF": "106.74", "IC": "71.36"},
}
START = datetime(2026, 1, 1, 12, tzinfo=UTC)


def price(terms):
    rates = RATES[min(max(terms.rated_on.year, 2026), 2027)]
    proof = {"tier": terms.tier, "year": terms.rated_on.year}
    return replace(terms, premium=Decimal(rates[terms.tier]), proof=proof)


class Record:
    """A policy as it is kept: its changes, and the rows that were added for them."""

    def __init__(self):
        self.changes, self.versions, self.now = [], [], START
        self.add(Kind.ISSUE, date(2026, 1, 1), terms=ALONE)

    def add(self, kind, effective, **more):
        self.now += timedelta(days=1)
        change = Change(f"c{len(self.changes)}", kind, effective, self.now, **more)
        rows = plan_change(self.changes, self.versions, change, price)
        self.changes.append(change)
        self.versions += rows
        return rows

    def withdraw(self, change_id):
        self.now += timedelta(days=1)
        change = next(change for change in self.changes if change.id == change_id)
        rows = plan_withdrawal(self.changes, self.versions, change, self.now, price)
        self.changes.remove(change)
        self.versions += rows
        return rows

    def premium(self, day, known=None):
        terms = find_terms(self.versions, day, known)
        return None if terms is None else str(terms.premium)


@pytest.fixture
def record():
    return Record()


def test_nothing_is_in_force_before_the_first_day(record):
    assert record.premium(date(2025, 12, 31)) is None
    assert record.premium(date(2026, 1, 1)) == "36.85"


def test_a_family_grows_and_each_day_has_its_price(record):
    record.add(Kind.ADD_PERSON, date(2026, 7, 1), person=DANIEL)
    record.add(Kind.RENEWAL, date(2027, 1, 1))
    record.add(Kind.ADD_PERSON, date(2027, 3, 2), person=MATEO)
    days = [date(2026, 6, 30), date(2026, 7, 1), date(2027, 1, 1), date(2027, 3, 1), date(2027, 3, 2)]
    assert [record.premium(day) for day in days] == ["36.85", "71.75", "73.04", "73.04", "106.74"]
    assert len(record.versions) == 4


def test_a_change_that_reaches_back_rewrites_nothing_and_is_known_from_its_own_hour(record):
    record.add(Kind.RENEWAL, date(2027, 1, 1))
    before = record.now
    rows = record.add(Kind.ADD_PERSON, date(2026, 7, 1), person=DANIEL)
    assert [(row.effective, str(row.terms.premium)) for row in rows] == [
        (date(2026, 7, 1), "71.75"),
        (date(2027, 1, 1), "73.04"),
    ]
    assert [row.change_id for row in rows] == ["c2", "c1"], "the renewal's day has other terms, of the renewal"
    assert record.premium(date(2027, 2, 1)) == "73.04"
    assert record.premium(date(2027, 2, 1), known=before) == "37.51"
    assert record.premium(date(2026, 8, 1), known=before) == "36.85"


def test_the_last_day_of_cover_is_covered(record):
    record.add(Kind.END, date(2026, 9, 30))
    assert record.premium(date(2026, 9, 30)) == "36.85"
    assert record.premium(date(2026, 10, 1)) is None


def test_what_was_ended_comes_back_with_the_same_terms(record):
    record.add(Kind.ADD_PERSON, date(2026, 7, 1), person=DANIEL)
    record.add(Kind.END, date(2026, 9, 30))
    record.add(Kind.REINSTATE, date(2026, 10, 1))
    assert record.premium(date(2026, 10, 1)) == "71.75"
    assert find_terms(record.versions, date(2026, 12, 1)).person("daniel") == DANIEL


def test_what_was_ended_on_another_day_than_planned_comes_back(record):
    record.add(Kind.END, date(2026, 4, 30))
    record.add(Kind.END, date(2026, 9, 30))
    record.add(Kind.REINSTATE, date(2026, 10, 1))
    assert [record.premium(day) for day in (date(2026, 5, 1), date(2026, 10, 1))] == ["36.85", "36.85"]
    record.add(Kind.END, date(2026, 12, 31))
    assert [record.premium(day) for day in (date(2026, 12, 31), date(2027, 1, 1))] == ["36.85", None]


def test_what_was_ended_comes_back_without_a_gap_only(record):
    record.add(Kind.END, date(2026, 9, 30))
    with pytest.raises(ChangeRefused) as refused:
        record.add(Kind.REINSTATE, date(2026, 11, 1))
    assert refused.value.why is Refused.GAP


def test_what_is_over_by_then_is_not_renewed(record):
    record.add(Kind.RENEWAL, date(2027, 1, 1))
    record.add(Kind.END, date(2026, 9, 30))
    assert record.premium(date(2027, 1, 1)) is None
    record.add(Kind.REINSTATE, date(2026, 10, 1))
    assert [record.premium(day) for day in (date(2026, 10, 1), date(2027, 1, 1))] == ["36.85", "37.51"]


def test_a_person_who_joins_keeps_the_rates_of_the_plan_year(record):
    record.add(Kind.ADD_PERSON, date(2027, 3, 2), person=MATEO)
    assert record.premium(date(2027, 3, 2)) == "70.10"


def test_a_cancellation_leaves_no_day(record):
    record.add(Kind.ADD_PERSON, date(2026, 7, 1), person=DANIEL)
    known = record.now
    record.add(Kind.CANCEL, date(2026, 8, 15))
    assert {record.premium(day) for day in (date(2026, 1, 1), date(2026, 7, 1), date(2027, 1, 1))} == {None}
    assert record.premium(date(2026, 7, 1), known=known) == "71.75"


def test_a_person_leaves_and_the_original_day_of_the_others_stays(record):
    record.add(Kind.ADD_PERSON, date(2026, 7, 1), person=DANIEL)
    record.add(Kind.RENEWAL, date(2027, 1, 1))
    record.add(Kind.ADD_PERSON, date(2027, 3, 2), person=MATEO)
    record.add(Kind.DROP_PERSON, date(2027, 5, 1), key="mateo")
    terms = find_terms(record.versions, date(2027, 5, 1))
    assert [(person.key, person.original_date) for person in terms.covered] == [
        ("maria", date(2026, 1, 1)),
        ("daniel", date(2026, 7, 1)),
    ]
    assert str(terms.premium) == "73.04"


def test_a_change_that_was_taken_back_leaves_what_was(record):
    record.add(Kind.ADD_PERSON, date(2026, 7, 1), person=DANIEL)
    known = record.now
    rows = record.withdraw("c1")
    assert [(row.effective, str(row.terms.premium)) for row in rows] == [(date(2026, 7, 1), "36.85")]
    assert record.premium(date(2026, 8, 1)) == "36.85"
    assert record.premium(date(2026, 8, 1), known=known) == "71.75"


def test_what_others_stand_on_is_not_taken_back(record):
    record.add(Kind.ADD_PERSON, date(2026, 7, 1), person=DANIEL)
    record.add(Kind.DROP_PERSON, date(2026, 9, 1), key="daniel")
    with pytest.raises(ChangeRefused) as refused:
        record.withdraw("c1")
    assert (refused.value.why, refused.value.change_id) == (Refused.NOT_COVERED, "c2")


def test_what_begins_only_after_an_end_falls_away_and_comes_back_without_it(record):
    record.add(Kind.ADD_PERSON, date(2026, 7, 1), person=DANIEL)
    record.add(Kind.END, date(2026, 5, 31))
    assert [record.premium(day) for day in (date(2026, 5, 31), date(2026, 7, 1))] == ["36.85", None]
    record.withdraw("c2")
    assert [record.premium(day) for day in (date(2026, 5, 31), date(2026, 7, 1))] == ["36.85", "71.75"]


@pytest.mark.parametrize(
    ("kind", "day", "more", "why"),
    [
        (Kind.ADD_PERSON, date(2026, 7, 1), {"person": MARIA}, Refused.ALREADY_COVERED),
        (Kind.DROP_PERSON, date(2026, 7, 1), {"key": "nobody"}, Refused.NOT_COVERED),
        (Kind.DROP_PERSON, date(2026, 7, 1), {"key": "maria"}, Refused.SUBSCRIBER_STAYS),
        (Kind.CORRECTION, date(2026, 7, 1), {"person": DANIEL}, Refused.NOT_COVERED),
        (Kind.PLACE, date(2026, 7, 1), {"place": DALLAS}, Refused.SAME),
        (Kind.PLACE, date(2025, 7, 1), {"place": COLUMBUS}, Refused.NOT_IN_FORCE),
        (Kind.END, date(2025, 12, 30), {}, Refused.NOT_IN_FORCE),
        (Kind.REINSTATE, date(2026, 7, 1), {}, Refused.NEVER_ENDED),
        (Kind.ISSUE, date(2026, 7, 1), {"terms": ALONE}, Refused.SAME),
    ],
)
def test_what_can_not_be_is_refused_and_nothing_is_kept(record, kind, day, more, why):
    with pytest.raises(ChangeRefused) as refused:
        record.add(kind, day, **more)
    assert refused.value.why is why
    assert len(record.versions) == 1


def test_of_two_changes_of_a_day_the_second_sees_the_first(record):
    record.add(Kind.ADD_PERSON, date(2026, 7, 1), person=DANIEL)
    record.add(Kind.PLACE, date(2026, 7, 1), place=COLUMBUS)
    terms = find_terms(record.versions, date(2026, 7, 1))
    assert (terms.place, [person.key for person in terms.covered]) == (COLUMBUS, ["maria", "daniel"])


def child(number):
    return Covered(f"p{number}", Role.CHILD, date(2020, 1, 1), date(2026, 1, 1))


DAYS = st.dates(date(2025, 12, 1), date(2027, 12, 31))
CHANGES: st.SearchStrategy[Any] = st.one_of(
    st.tuples(st.just(Kind.ADD_PERSON), DAYS, st.builds(lambda n: {"person": child(n)}, st.integers(0, 2))),
    st.tuples(st.just(Kind.DROP_PERSON), DAYS, st.builds(lambda n: {"key": f"p{n}"}, st.integers(0, 2))),
    st.tuples(
        st.just(Kind.PLACE), DAYS, st.builds(lambda place: {"place": place}, st.sampled_from([DALLAS, COLUMBUS]))
    ),
    st.tuples(st.just(Kind.AMOUNT), DAYS, st.builds(lambda n: {"amount": Decimal(n * 1000)}, st.integers(1, 3))),
    st.tuples(st.sampled_from([Kind.END, Kind.REINSTATE, Kind.RENEWAL, Kind.CANCEL]), DAYS, st.just({})),
)


def recompute(changes, day, known):
    """What is in force, by telling the whole story again as far as it was known."""
    states = replay([change for change in changes if change.recorded <= known], price)
    return next((terms for first, _change_id, terms in reversed(states) if first <= day), None)


@given(st.lists(CHANGES, max_size=8), DAYS)
def test_the_rows_agree_with_the_whole_story_told_again_for_each_day_and_hour(changes, day):
    record = Record()
    for kind, effective, more in changes:
        try:
            rows = record.add(kind, effective, **more)
        except ChangeRefused:
            continue
        for row in rows:
            assert find_version(record.versions, row.effective) == row
    instants = [change.recorded for change in record.changes]
    ends = [change.first_day + timedelta(days=offset) for change in record.changes for offset in (-1, 0)]
    for known in instants:
        for moment in (day, *ends):
            assert find_terms(record.versions, moment, known) == recompute(record.changes, moment, known)


@given(st.lists(CHANGES, max_size=6), CHANGES)
def test_what_is_previewed_is_what_is_applied_and_a_refusal_leaves_no_trace(changes, last):
    record = Record()
    for kind, effective, more in changes:
        try:
            record.add(kind, effective, **more)
        except ChangeRefused:
            continue
    kind, effective, more = last
    before = list(record.versions)
    change = Change("new", kind, effective, record.now + timedelta(days=1), **more)
    try:
        preview = plan_change(record.changes, record.versions, change, price)
    except ChangeRefused:
        assert record.versions == before
        return
    assert preview == plan_change(record.changes, record.versions, change, price)
    assert len({row.effective for row in preview}) == len(preview)
    for row in preview:
        assert find_terms([*record.versions, *preview], row.effective) == row.terms


@given(st.lists(CHANGES, max_size=6))
def test_nobody_is_covered_twice(changes):
    record = Record()
    for kind, effective, more in changes:
        try:
            record.add(kind, effective, **more)
        except ChangeRefused:
            continue
    for version in record.versions:
        keys = [person.key for person in version.terms.covered] if version.terms else []
        assert len(set(keys)) == len(keys)

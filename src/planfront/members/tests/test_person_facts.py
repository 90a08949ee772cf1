"""What holds of a person on a day, as known on another one, is what replaying the rows in order gives."""

from datetime import date, timedelta

from hypothesis import given
from hypothesis import strategies as st

from planfront.members.person_facts import FactKind, FactRow, address_line, changes_after, facts_on

START = date(2027, 1, 1)
DAYS = st.integers(0, 20).map(lambda days: START + timedelta(days=days))
FACTS = st.dictionaries(st.sampled_from(["zip", "last_name", "phone"]), st.sampled_from(["a", "b", "c"]), min_size=1)


@st.composite
def histories(draw):
    first = FactRow(1, FactKind.FIRST, None, START, {"zip": "0", "last_name": "0", "phone": "0"})
    rows, recorded = [first], START
    for number in range(2, draw(st.integers(2, 9))):
        recorded += timedelta(days=draw(st.integers(0, 3)))
        standing = [
            row.number
            for row in rows
            if row.kind is FactKind.CHANGE and row.number not in {other.withdraws for other in rows}
        ]
        if standing and draw(st.integers(0, 3)) == 0:
            taken = draw(st.sampled_from(standing))
            rows.append(FactRow(number, FactKind.WITHDRAWAL, None, recorded, {}, taken))
        else:
            rows.append(FactRow(number, FactKind.CHANGE, draw(st.none() | DAYS), recorded, draw(FACTS)))
    return rows


def replay(rows, day, known):
    """Write each fact on a calendar, row by row, as a clerk would."""
    taken = {row.withdraws for row in rows if row.withdraws and row.recorded_on <= known}
    calendar = {}
    for name in ("zip", "last_name", "phone"):
        best = None
        for row in rows:
            if row.kind is FactKind.WITHDRAWAL or row.number in taken or name not in row.facts:
                continue
            if row.number > 1 and row.recorded_on > known:
                continue
            since = row.effective or date.min
            if since <= day and (best is None or since >= best[0]):
                best = (since, row.facts[name])
        calendar[name] = best[1]
    return calendar


@given(histories(), DAYS, DAYS)
def test_facts_of_a_day_are_those_of_a_replay(rows, day, known):
    assert facts_on(rows, day, known) == replay(rows, day, known)
    assert facts_on(list(reversed(rows)), day, known) == facts_on(rows, day, known)


def test_a_correction_holds_since_what_it_corrects_and_a_later_change_still_counts():
    rows = [
        FactRow(1, FactKind.FIRST, None, START, {"last_name": "Sants"}),
        FactRow(2, FactKind.CHANGE, date(2027, 3, 1), date(2027, 3, 5), {"last_name": "Vale"}),
        FactRow(3, FactKind.CORRECTION, None, date(2027, 4, 1), {"last_name": "Santos"}),
    ]
    assert facts_on(rows, date(2027, 2, 28)) == {"last_name": "Santos"}
    assert facts_on(rows, date(2027, 3, 1)) == {"last_name": "Vale"}
    assert facts_on(rows, date(2027, 2, 28), date(2027, 3, 31)) == {"last_name": "Sants"}


@given(histories(), DAYS, DAYS)
def test_later_changes_lead_from_a_day_to_what_holds_at_last(rows, day, known):
    changes = changes_after(rows, day, known)
    days = [first for first, _before, _after in changes]
    assert days == sorted(set(days))
    assert all(first > day and before != after for first, before, after in changes)
    for first, before, after in changes:
        assert (before, after) == (facts_on(rows, first - timedelta(days=1), known), facts_on(rows, first, known))
    last = START + timedelta(days=30)
    assert (changes[-1][2] if changes else facts_on(rows, day, known)) == facts_on(rows, last, known)


def test_an_address_is_one_line_without_gaps():
    home = {"address1": "2210 Ross Ave", "address2": "", "city": "Dallas", "state": "TX", "zip": "75201"}
    assert address_line(home) == "2210 Ross Ave, Dallas, TX 75201"
    assert (
        address_line(home | {"mailing_address1": "PO Box 9", "mailing_zip": "75202"}, "mailing_") == "PO Box 9, 75202"
    )
    assert address_line({"state": "TX"}) == "TX"
    assert address_line(home, "mailing_") == ""

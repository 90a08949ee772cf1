"""A person who leaves and comes back has two stays: the last one is told, the first day ever is kept."""

from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from decimal import Decimal
from itertools import pairwise
from typing import Any

import pytest
import time_machine
from hypothesis import given
from hypothesis import strategies as st

from planfront.accounts.models import User
from planfront.coverage import engine
from planfront.coverage.authors import Author, By
from planfront.coverage.ledger import Stay, periods_of, stays_of
from planfront.coverage.models import CoveredPerson
from planfront.coverage.order_kinds import Order
from planfront.coverage.tests.policies import issue, terms_of
from planfront.coverage.timeline import (
    Change,
    ChangeRefused,
    Covered,
    Kind,
    Role,
    find_terms,
    plan_change,
    plan_withdrawal,
    replay,
)
from planfront.kernel.security.ids import new_uuid
from planfront.members.services import add_relative_once, create_member
from planfront.shopping.tests.factories import dental

FIRST = date(2026, 1, 1)
START = datetime(2026, 1, 1, tzinfo=UTC)
KEYS = ("mateo", "iris")
STAFF = Author(By.STAFF, 1)


def child(key, day):
    return Covered(key, Role.CHILD, date(2015, 5, 5), day, day)


def price(terms):
    return replace(terms, premium=Decimal(len(terms.covered)))


STEPS = st.lists(
    st.tuples(
        st.sampled_from([Kind.ADD_PERSON, Kind.DROP_PERSON, Kind.END, Kind.REINSTATE, None]),
        st.sampled_from(KEYS),
        st.integers(0, 120),
    ),
    max_size=12,
)


def live_through(steps):
    """Return changes and versions after steps of (kind, person, day); None takes an earlier change back."""
    issued = Change("c0", Kind.ISSUE, FIRST, START, terms=terms_of())
    changes, versions = [issued], plan_change([], [], issued, price)
    for at, (kind, key, days) in enumerate(steps, start=1):
        now, day = START + timedelta(days=at), FIRST + timedelta(days=days)
        try:
            if kind is None:
                taken = changes[1 + days % (len(changes) - 1)] if len(changes) > 1 else None
                if taken is not None:
                    versions += plan_withdrawal(changes, versions, taken, now, price)
                    changes.remove(taken)
                continue
            facts = {Kind.ADD_PERSON: {"person": child(key, day)}, Kind.DROP_PERSON: {"key": key}}.get(kind, {})
            change = Change(f"c{at}", kind, day, now, **facts)
            versions += plan_change(changes, versions, change, price)
            changes.append(change)
        except ChangeRefused:
            continue
    return changes, versions


@given(STEPS)
def test_the_stays_of_a_person_never_overlap_and_cover_exactly_the_days_of_the_person(steps):
    changes, versions = live_through(steps)
    stays = stays_of(periods_of(versions))
    for own in stays.values():
        for earlier, later in pairwise(own):
            assert earlier.last is not None
            assert earlier.last + timedelta(days=1) < later.first, "two stays have a gap between them"
    for days in range(130):
        day = FIRST + timedelta(days=days)
        terms = find_terms(versions, day)
        for key in KEYS:
            within = [
                stay for stay in stays.get(key, ()) if stay.first <= day and (stay.last is None or day <= stay.last)
            ]
            person = terms.person(key) if terms else None
            assert len(within) == (1 if person else 0)
            if person:
                joined = [change for change in changes if change.person and change.person.key == key]
                assert person.original_date == min(change.effective for change in joined)
                assert person.joined_on >= within[0].first


def test_who_comes_back_keeps_the_first_day_ever_beside_the_day_of_the_return():
    _changes, versions = live_through(
        [(Kind.ADD_PERSON, "mateo", 10), (Kind.DROP_PERSON, "mateo", 40), (Kind.ADD_PERSON, "mateo", 100)]
    )
    mateo = find_terms(versions, date(2026, 5, 1)).person("mateo")
    assert (mateo.original_date, mateo.joined_on) == (date(2026, 1, 11), date(2026, 4, 11))
    assert stays_of(periods_of(versions))["mateo"] == [
        Stay(date(2026, 1, 11), date(2026, 2, 9)),
        Stay(date(2026, 4, 11), None),
    ]


JOINS, LEAVES, ENDS, GOES_ON, UNDO = Kind.ADD_PERSON, Kind.DROP_PERSON, Kind.END, Kind.REINSTATE, None
# Days are counted from 01/01/2026: 9 is 01/10, 39 is 02/09, 40 is 02/10, 100 is 04/11. A last day is that of an END.
LIVES: dict[str, Any] = {
    "joins": ([(JOINS, 10)], [("01/11", "")], "01/11"),
    "joins and leaves": ([(JOINS, 10), (LEAVES, 40)], [("01/11", "02/09")], ""),
    "leaves and joins on the same day": ([(JOINS, 10), (LEAVES, 40), (JOINS, 40)], [("01/11", "")], "01/11"),
    "is back after a day": ([(JOINS, 10), (LEAVES, 40), (JOINS, 41)], [("01/11", "02/09"), ("02/11", "")], "01/11"),
    "is back twice": (
        [(JOINS, 10), (LEAVES, 40), (JOINS, 60), (LEAVES, 80), (JOINS, 100)],
        [("01/11", "02/09"), ("03/02", "03/21"), ("04/11", "")],
        "01/11",
    ),
    "leaves after the return": (
        [(JOINS, 10), (LEAVES, 40), (JOINS, 60), (LEAVES, 100)],
        [("01/11", "02/09"), ("03/02", "04/10")],
        "",
    ),
    "the leaving is undone": ([(JOINS, 10), (LEAVES, 40), (UNDO, 1)], [("01/11", "")], "01/11"),
    "the return is undone": ([(JOINS, 10), (LEAVES, 40), (JOINS, 60), (UNDO, 2)], [("01/11", "02/09")], ""),
    "the joining is undone": ([(JOINS, 10), (UNDO, 0)], [], ""),
    "the policy ends": ([(JOINS, 10), (ENDS, 39)], [("01/11", "02/09")], ""),
    "the policy ends and goes on": ([(JOINS, 10), (ENDS, 39), (GOES_ON, 40)], [("01/11", "")], "01/11"),
    "the policy ends after the leaving": ([(JOINS, 10), (LEAVES, 40), (ENDS, 100)], [("01/11", "02/09")], ""),
}


@pytest.mark.parametrize("life", LIVES)
def test_each_life_has_its_stays(life):
    """Stays by first and last day, and the first day ever of who is covered at last."""
    steps, expected, original = LIVES[life]
    _changes, versions = live_through([(kind, "mateo", day) for kind, day in steps])
    stays = stays_of(periods_of(versions)).get("mateo", [])
    assert [(f"{stay.first:%m/%d}", f"{stay.last:%m/%d}" if stay.last else "") for stay in stays] == expected
    terms = find_terms(versions, date(2026, 12, 31))
    mateo = terms.person("mateo") if terms else None
    assert (f"{mateo.original_date:%m/%d}" if mateo else "") == original


def test_a_birth_date_that_is_put_right_changes_no_stay():
    changes, versions = live_through(
        [(Kind.ADD_PERSON, "mateo", 10), (Kind.DROP_PERSON, "mateo", 40), (Kind.ADD_PERSON, "mateo", 100)]
    )
    right = Covered("mateo", Role.CHILD, date(2015, 5, 6), FIRST)
    correction = Change("right", Kind.CORRECTION, date(2026, 4, 11), START + timedelta(days=50), person=right)
    (_day, _id, terms) = replay([*changes, correction], price)[-1]
    mateo = terms.person("mateo")
    assert (mateo.birth_date, mateo.original_date, mateo.joined_on) == (
        date(2015, 5, 6),
        date(2026, 1, 11),
        date(2026, 4, 11),
    )
    assert versions


@pytest.mark.django_db
@time_machine.travel("2028-01-02T15:00:00Z", tick=True)
def test_a_child_who_comes_back_is_told_since_the_return_with_the_stay_before(brand, make_client):
    user = User.objects.create_user("maria@demo.test", "planfront-demo", role="member")
    maria = create_member(
        brand=brand,
        user=user,
        first_name="Maria",
        last_name="Santos",
        birth_date=date(1989, 4, 17),
        gender=1,
        email="maria@demo.test",
        state="TX",
        zip="75201",
    )
    row = add_relative_once(
        maria.pk,
        new_uuid(),
        relationship="child",
        first_name="Mateo",
        last_name="Santos",
        birth_date=date(2027, 1, 20),
    )
    plan = dental()
    mateo = Covered(str(row.pk), Role.CHILD, row.birth_date, date(2027, 1, 20))
    policy = issue(
        brand,
        mateo,
        plan_id=plan.pk,
        name=plan.name,
        member_id=maria.pk,
        tier="IC",
        premium="69.95",
        first=date(2027, 1, 20),
    )
    leaves = Order(Kind.DROP_PERSON, STAFF, [policy.pk], days={policy.pk: date(2028, 1, 1)}, key=str(row.pk))
    engine.apply_order(leaves, engine.digest_of(engine.preview_order(leaves)))
    returns = Order(Kind.ADD_PERSON, STAFF, [policy.pk], days={policy.pk: date(2028, 3, 1)}, person=mateo)
    engine.apply_order(returns, engine.digest_of(engine.preview_order(returns)))
    person = CoveredPerson.objects.get(key=str(row.pk))
    assert (person.original_date, person.effective_date, person.end_date) == (
        date(2027, 1, 20),
        date(2028, 3, 1),
        None,
    )
    client = make_client("shop.test")
    client.sign_in("maria@demo.test")
    (summary,) = client.get("get-coverage").json()["data"]["policies"]
    (back,) = summary["joins_later"]
    assert (back["since"], back["until"], back["first_ever"], back["earlier"]) == (
        "03/01/2028",
        "",
        "01/20/2027",
        [{"since": "01/20/2027", "until": "12/31/2027"}],
    )
    assert [person["first_ever"] for person in summary["people"]] == [""]

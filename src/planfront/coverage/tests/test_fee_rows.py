"""The rows of fees after what happens to a member's policies, worked out by hand. Each policy brings the association's
dues, 5.00 a month, and charges 15.00 once."""

from dataclasses import replace
from datetime import date
from decimal import Decimal

import pytest
import time_machine
from django.db import transaction

from planfront.coverage.issuing import end_on
from planfront.coverage.ledger import Cause, add_change, lock_ledgers, withdraw_change, write
from planfront.coverage.models import Fee, Policy
from planfront.coverage.owed_fees import DUES, SoldFee
from planfront.coverage.tests.policies import issue
from planfront.coverage.timeline import Covered, Kind, Role
from planfront.members.models import Relative
from planfront.members.services import create_member

SOLD = [SoldFee(DUES, Decimal("5.00")), SoldFee("enrollment", Decimal("15.00"), once=True, plan_id=1)]
JAN, MAR, JUL, AUG, NEXT_JAN = (
    date(2027, 1, 1),
    date(2027, 3, 1),
    date(2027, 7, 1),
    date(2027, 8, 1),
    date(2028, 1, 1),
)
MARCH_31, JUNE_30, DEC_31 = date(2027, 3, 31), date(2027, 6, 30), date(2027, 12, 31)
SPOUSE = Covered("9f0c3d52-4c6e-4b8e-9d55-6f2f3c1f7a10", Role.SPOUSE, date(1990, 5, 2), MAR)
CHILD = Covered("9f0c3d52-4c6e-4b8e-9d55-6f2f3c1f7a11", Role.CHILD, date(2020, 5, 2), MAR)


@pytest.fixture(autouse=True)
def today():
    with time_machine.travel("2027-02-10T17:00:00Z", tick=True):
        yield


@pytest.fixture
def maria(brand):
    member = create_member(
        brand=brand, first_name="Maria", last_name="Santos", birth_date=date(1989, 4, 17), gender=1, state="TX"
    )
    for person, name in ((SPOUSE, "Daniel"), (CHILD, "Mateo")):
        Relative.objects.create(
            pk=person.key,
            member=member,
            kind="dependent",
            relationship=person.role.value,
            first_name=name,
            birth_date=person.birth_date,
        )
    return member


def enroll(maria, number, first, *people, sold=SOLD):
    issue(maria.brand, *people, number=number, member_id=maria.pk, first=first, sold_with=sold)


@transaction.atomic
def change(number, kind, day, **facts):
    (record,) = lock_ledgers([Policy.objects.get(number=number).pk])
    write([add_change(record, kind, day, compute=lambda terms: replace(terms, premium=Decimal(40)), **facts)])


@transaction.atomic
def end(number, day):
    (record,) = lock_ledgers([Policy.objects.get(number=number).pk])
    write([end_on(record, day, Cause())])


@transaction.atomic
def take_back(number):
    (record,) = lock_ledgers([Policy.objects.get(number=number).pk])
    write([withdraw_change(record, record.history[-1])])


STEPS = {
    "enroll": enroll,
    "end": lambda _maria, *step: end(*step),
    "take back": lambda _maria, *step: take_back(*step),
    "renew": lambda _maria, number, day: change(number, Kind.RENEWAL, day),
    "another plan": lambda _maria, number, day: change(number, Kind.PLAN, day, plan_id=2),
    "add": lambda _maria, number, person: change(number, Kind.ADD_PERSON, MAR, person=person),
    "drop": lambda _maria, number, person: change(number, Kind.DROP_PERSON, JUL, key=person.key),
    "reinstate": lambda _maria, number, day: change(number, Kind.REINSTATE, day),
    "cancel": lambda _maria, number, day: change(number, Kind.CANCEL, day),
}


def rows_of(maria):
    """Return the dues with their days, and the policies that charge once with the day."""
    rows = Fee.objects.standing().filter(policy__member=maria).order_by("effective", "policy__number")
    dues = [(row.policy.number, row.effective, row.until) for row in rows if not row.once]
    once = [(row.policy.number, row.effective) for row in rows if row.once]
    assert {row.amount for row in rows if not row.once} <= {Decimal("5.00")}
    assert {row.amount for row in rows if row.once} <= {Decimal("15.00")}
    return dues, once


@pytest.mark.parametrize(
    ("steps", "dues", "once"),
    [
        pytest.param([("enroll", "A", JAN)], [("A", JAN, None)], [("A", JAN)], id="a first enrollment"),
        pytest.param(
            [("enroll", "A", JAN), ("enroll", "B", MAR)],
            [("A", JAN, None)],
            [("A", JAN), ("B", MAR)],
            id="a second enrollment brings no more dues, but its own one-time fee",
        ),
        pytest.param(
            [("enroll", "A", MAR), ("enroll", "B", JAN)],
            [("B", JAN, None)],
            [("B", JAN), ("A", MAR)],
            id="a second enrollment that begins earlier brings the dues from its day",
        ),
        pytest.param(
            [("enroll", "A", JAN), ("end", "A", JUNE_30)],
            [("A", JAN, JUNE_30)],
            [("A", JAN)],
            id="the last plan ends",
        ),
        pytest.param(
            [("enroll", "A", JAN), ("enroll", "B", MAR), ("end", "A", JUNE_30)],
            [("A", JAN, JUNE_30), ("B", JUL, None)],
            [("A", JAN), ("B", MAR)],
            id="one of two plans ends, and the dues stay",
        ),
        pytest.param(
            [("enroll", "A", JAN), ("enroll", "B", MAR), ("end", "A", JUNE_30), ("end", "B", JUNE_30)],
            [("A", JAN, JUNE_30)],
            [("A", JAN), ("B", MAR)],
            id="both plans end on one day",
        ),
        pytest.param(
            [("enroll", "A", JAN), ("end", "A", JUNE_30), ("enroll", "B", AUG)],
            [("A", JAN, JUNE_30), ("B", AUG, None)],
            [("A", JAN), ("B", AUG)],
            id="a second enrollment after a gap begins the dues again",
        ),
        pytest.param(
            [("enroll", "A", JAN), ("renew", "A", NEXT_JAN)],
            [("A", JAN, None)],
            [("A", JAN)],
            id="a renewal charges nothing once and keeps the dues",
        ),
        pytest.param(
            [("enroll", "A", JAN), ("another plan", "A", JUL), ("renew", "A", NEXT_JAN)],
            [("A", JAN, None)],
            [("A", JAN)],
            id="another plan of the same policy keeps both",
        ),
        pytest.param(
            [("enroll", "A", JAN), ("renew", "A", NEXT_JAN), ("end", "A", DEC_31)],
            [("A", JAN, DEC_31)],
            [("A", JAN)],
            id="an end before the renewal",
        ),
        pytest.param(
            [("enroll", "A", JAN), ("add", "A", SPOUSE), ("add", "A", CHILD)],
            [("A", JAN, None)],
            [("A", JAN)],
            id="a household owes the dues once",
        ),
        pytest.param(
            [("enroll", "A", JAN), ("add", "A", SPOUSE), ("drop", "A", SPOUSE)],
            [("A", JAN, None)],
            [("A", JAN)],
            id="whoever leaves the household changes nothing",
        ),
        pytest.param(
            [("enroll", "A", JAN), ("end", "A", JUNE_30), ("reinstate", "A", JUL)],
            [("A", JAN, None)],
            [("A", JAN)],
            id="in force again without a gap",
        ),
        pytest.param(
            [("enroll", "A", JAN), ("end", "A", JUNE_30), ("take back", "A")],
            [("A", JAN, None)],
            [("A", JAN)],
            id="an end that is taken back",
        ),
        pytest.param([("enroll", "A", JAN), ("cancel", "A", JAN)], [], [], id="cancelled from the first day"),
        pytest.param(
            [("enroll", "A", JAN), ("enroll", "B", MAR), ("cancel", "A", JAN)],
            [("B", MAR, None)],
            [("B", MAR)],
            id="the other plan brings the dues from its own day once the first is cancelled",
        ),
    ],
)
def test_rows_after_what_happens_to_policies(maria, steps, dues, once):
    for name, *step in steps:
        STEPS[name](maria, *step)
    assert rows_of(maria) == (dues, once)


def test_two_members_of_one_family_owe_the_dues_each(maria, brand):
    """The dues are a member's: a spouse with a membership of their own is another member."""
    ana = create_member(brand=brand, first_name="Ana", last_name="Santos", birth_date=date(1990, 5, 2), gender=1)
    enroll(maria, "A", JAN)
    enroll(ana, "B", JAN)
    assert rows_of(maria)[0] == [("A", JAN, None)]
    assert rows_of(ana)[0] == [("B", JAN, None)]

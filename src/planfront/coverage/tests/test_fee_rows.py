"""The rows of fees after what happens to a member's policies, worked out by hand. Each policy brings the association's
dues, 5.00 a month, and charges 15.00 once."""

from dataclasses import replace
from datetime import date
from decimal import Decimal
from uuid import UUID

import pytest
import time_machine
from django.db import transaction
from django.utils import translation

from planfront.brands.services import create_brand
from planfront.coverage.authors import SYSTEM
from planfront.coverage.fee_wording import paid_by_group
from planfront.coverage.group import new_shares
from planfront.coverage.issuing import end_on
from planfront.coverage.ledger import Cause, add_change, lock_ledgers, withdraw_change, write
from planfront.coverage.models import Fee, Policy
from planfront.coverage.owed_fees import DUES, SoldFee
from planfront.coverage.tests.policies import issue
from planfront.coverage.timeline import Covered, Kind, Role
from planfront.kernel.security.ids import new_uuid
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


def enroll(maria, number, first, *people, household=None):
    sold = {"sold_with": SOLD, "household": household}
    issue(maria.brand, *people, number=number, member_id=maria.pk, first=first, **sold)


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


GROUP, MEMBER = "group", "member"


@pytest.fixture
def walter(world):
    """An hourly employee of Acme, which pays half of the plan from the first day on."""
    return world.person("Walter Nguyen")


def pay_fees(world, **flags):
    """Let the group pay fees of what is sold from now on."""
    world.group.flags = {**world.group.flags, **flags}
    world.group.save()


def bring_shares(world, day):
    """Bring the group's present terms to its policies from a day on, as *New contributions* does."""
    for part in new_shares.cut_parts(world.group.pk, day, new_shares.find_new_shares(world.group.pk, day)):
        new_shares.write_part(world.group.pk, day, SYSTEM, new_uuid(), part)


def enroll_in_group(world, member, number, first, sold=SOLD):
    world.policy(member, number, first=first, sold_with=sold)


def enroll_alone(world, member, number, first, sold=SOLD):
    issue(world.brand, number=number, member_id=member.pk, first=first, sold_with=sold)


GROUP_STEPS = {
    "pays": lambda world, _member, **flags: pay_fees(world, **flags),
    "enroll": enroll_in_group,
    "enroll alone": enroll_alone,
    "new contributions": lambda world, _member, day: bring_shares(world, day),
    "add": lambda _world, _member, number: change(number, Kind.ADD_PERSON, MAR, person=SPOUSE),
}
PAYS_DUES, PAYS_ONCE = ("pays", {"pays_dues": True}), ("pays", {"pays_one_time": True})
PAYS_NO_DUES = ("pays", {"pays_dues": False})


def payers_of(member):
    rows = Fee.objects.standing().filter(policy__member=member).order_by("once", "effective", "policy__number")
    dues = [(row.policy.number, row.effective, row.until, row.payer) for row in rows if not row.once]
    return dues, [(row.policy.number, row.effective, row.payer) for row in rows if row.once]


@pytest.mark.parametrize(
    ("steps", "dues", "once"),
    [
        pytest.param(
            [("enroll", "A", JAN)], [("A", JAN, None, MEMBER)], [("A", JAN, MEMBER)], id="the member pays by default"
        ),
        pytest.param(
            [PAYS_DUES, ("enroll", "A", JAN)],
            [("A", JAN, None, GROUP)],
            [("A", JAN, MEMBER)],
            id="a new hire whose group pays the dues",
        ),
        pytest.param(
            [PAYS_DUES, PAYS_ONCE, ("enroll", "A", JAN)],
            [("A", JAN, None, GROUP)],
            [("A", JAN, GROUP)],
            id="a new hire whose group pays the one-time fee, too",
        ),
        pytest.param(
            [PAYS_DUES, ("enroll", "A", JAN), ("enroll", "B", MAR)],
            [("A", JAN, None, GROUP)],
            [("A", JAN, MEMBER), ("B", MAR, MEMBER)],
            id="a second enrollment brings no more dues",
        ),
        pytest.param(
            [PAYS_DUES, ("enroll", "A", JAN), ("enroll", "B", MAR), ("end", "A", JUNE_30)],
            [("A", JAN, JUNE_30, GROUP), ("B", JUL, None, GROUP)],
            [("A", JAN, MEMBER), ("B", MAR, MEMBER)],
            id="one of two plans ends, and the group goes on paying",
        ),
        pytest.param(
            [PAYS_DUES, ("enroll", "A", JAN), ("end", "A", JUNE_30)],
            [("A", JAN, JUNE_30, GROUP)],
            [("A", JAN, MEMBER)],
            id="the last plan ends",
        ),
        pytest.param(
            [PAYS_DUES, ("enroll", "A", JAN), ("enroll alone", "B", MAR), ("end", "A", JUNE_30)],
            [("A", JAN, JUNE_30, GROUP), ("B", JUL, None, MEMBER)],
            [("A", JAN, MEMBER), ("B", MAR, MEMBER)],
            id="leaving: the dues fall to the member with a plan of their own",
        ),
        pytest.param(
            [PAYS_DUES, ("enroll alone", "B", JAN), ("enroll", "A", MAR)],
            [("B", JAN, None, MEMBER)],
            [("B", JAN, MEMBER), ("A", MAR, MEMBER)],
            id="the member goes on paying what an earlier plan of their own brings",
        ),
        pytest.param(
            [("enroll", "A", JAN), PAYS_DUES, ("new contributions", JUL)],
            [("A", JAN, JUNE_30, MEMBER), ("A", JUL, None, GROUP)],
            [("A", JAN, MEMBER)],
            id="the setting changes, from a day on",
        ),
        pytest.param(
            [("enroll", "A", JAN), PAYS_DUES],
            [("A", JAN, None, MEMBER)],
            [("A", JAN, MEMBER)],
            id="the setting alone changes nothing that was sold",
        ),
        pytest.param(
            [PAYS_DUES, ("enroll", "A", JAN), PAYS_NO_DUES, ("new contributions", JUL), ("end", "A", DEC_31)],
            [("A", JAN, JUNE_30, GROUP), ("A", JUL, DEC_31, MEMBER)],
            [("A", JAN, MEMBER)],
            id="the group stops paying",
        ),
        pytest.param(
            [("enroll", "A", JAN), PAYS_DUES, PAYS_ONCE, ("new contributions", JUL)],
            [("A", JAN, JUNE_30, MEMBER), ("A", JUL, None, GROUP)],
            [("A", JAN, MEMBER)],
            id="what was charged once stays with who paid it",
        ),
        pytest.param(
            [("enroll", "A", JAN), PAYS_DUES, ("new contributions", JUL), ("take back", "A")],
            [("A", JAN, None, MEMBER)],
            [("A", JAN, MEMBER)],
            id="new contributions that are taken back",
        ),
        pytest.param(
            [("enroll", "A", JAN), PAYS_DUES, ("renew", "A", NEXT_JAN)],
            [("A", JAN, DEC_31, MEMBER), ("A", NEXT_JAN, None, GROUP)],
            [("A", JAN, MEMBER)],
            id="a renewal has the payer of its day",
        ),
        pytest.param(
            [("enroll", "A", JAN), PAYS_DUES, ("another plan", "A", JUL), ("add", "A")],
            [("A", JAN, None, MEMBER)],
            [("A", JAN, MEMBER)],
            id="another plan and another person keep the payer",
        ),
        pytest.param(
            [PAYS_DUES, ("enroll", "A", JAN), ("end", "A", JUNE_30), PAYS_NO_DUES, ("reinstate", "A", JUL)],
            [("A", JAN, None, GROUP)],
            [("A", JAN, MEMBER)],
            id="in force again as it was",
        ),
        pytest.param(
            [PAYS_DUES, ("enroll", "A", JAN), ("cancel", "A", JAN)], [], [], id="cancelled from the first day"
        ),
    ],
)
def test_payers_after_what_happens_to_policies_of_a_group(world, walter, steps, dues, once):
    Relative.objects.create(
        pk=SPOUSE.key,
        member=walter,
        kind="dependent",
        relationship="spouse",
        first_name="Lan",
        birth_date=date(1990, 5, 2),
    )
    for name, *step in steps:
        flags = step.pop() if name == "pays" else {}
        if name in GROUP_STEPS:
            GROUP_STEPS[name](world, walter, *step, **flags)
        else:
            STEPS[name](walter, *step)
    assert payers_of(walter) == (dues, once)


HOUSEHOLD, OTHER_HOUSEHOLD = UUID(int=1), UUID(int=2)
JO_S_NUMBER = "900123456"


@pytest.fixture
def jo(maria):
    """Maria's spouse, on her record as a dependent, who is a member, too."""
    Relative.objects.create(
        member=maria,
        kind="dependent",
        relationship="spouse",
        first_name="Jo",
        birth_date=date(1990, 5, 2),
        ssn=JO_S_NUMBER,
    )
    return create_member(brand=maria.brand, first_name="Jo", birth_date=date(1990, 5, 2), gender=0, ssn=JO_S_NUMBER)


@pytest.mark.parametrize(
    ("steps", "dues"),
    [
        pytest.param(
            [("maria", "A", JAN, HOUSEHOLD), ("jo", "B", MAR, HOUSEHOLD)],
            [("A", JAN, None)],
            id="the household owes them once",
        ),
        pytest.param(
            [("maria", "A", JAN, None), ("jo", "B", MAR, None)],
            [("A", JAN, None), ("B", MAR, None)],
            id="sold as a member's, each owes them",
        ),
        pytest.param(
            [("maria", "A", JAN, None), ("jo", "B", MAR, HOUSEHOLD)],
            [("A", JAN, None), ("B", MAR, None)],
            id="a member's dues are nobody else's",
        ),
        pytest.param(
            [("maria", "A", MAR, HOUSEHOLD), ("jo", "B", JAN, HOUSEHOLD)],
            [("B", JAN, None)],
            id="by the policy that began first, whoever's it is",
        ),
        pytest.param(
            [("maria", "A", JAN, HOUSEHOLD), ("jo", "B", MAR, HOUSEHOLD), ("end", "A", JUNE_30)],
            [("A", JAN, JUNE_30), ("B", JUL, None)],
            id="the first one ends, and the other owes them",
        ),
        pytest.param(
            [
                ("maria", "A", JAN, HOUSEHOLD),
                ("jo", "B", MAR, HOUSEHOLD),
                ("end", "A", JUNE_30),
                ("take back", "A"),
            ],
            [("A", JAN, None)],
            id="the end is taken back",
        ),
        pytest.param(
            [("maria", "A", JAN, HOUSEHOLD), ("jo", "B", MAR, HOUSEHOLD), ("cancel", "A", JAN)],
            [("B", MAR, None)],
            id="cancelled from the first day",
        ),
        pytest.param(
            [("maria", "A", JAN, HOUSEHOLD), ("maria", "C", MAR, HOUSEHOLD), ("jo", "B", MAR, HOUSEHOLD)],
            [("A", JAN, None)],
            id="a second enrollment in the household",
        ),
    ],
)
def test_dues_of_a_household(maria, jo, steps, dues):
    people = {"maria": maria, "jo": jo}
    for name, *step in steps:
        if name in people:
            number, first, household = step
            enroll(people[name], number, first, household=household)
        else:
            STEPS[name](maria, *step)
    assert list_dues() == dues


def list_dues():
    rows = Fee.objects.standing().filter(code=DUES).order_by("effective", "policy__number")
    return [(row.policy.number, row.effective, row.until) for row in rows]


def test_a_family_that_parts_owes_what_it_was_sold(maria, jo):
    """No month that has begun is charged besides, though nothing links the two any more."""
    enroll(maria, "A", JAN, household=HOUSEHOLD)
    enroll(jo, "B", MAR, household=HOUSEHOLD)
    maria.relatives.filter(first_name="Jo").delete()
    with time_machine.travel("2027-09-20T17:00:00Z"):
        end("B", DEC_31)
    assert list_dues() == [("A", JAN, None)]


def test_a_family_that_is_linked_later_owes_what_it_was_sold(maria, jo):
    enroll(maria, "A", JAN, household=HOUSEHOLD)
    enroll(jo, "B", MAR, household=OTHER_HOUSEHOLD)
    with time_machine.travel("2027-09-20T17:00:00Z"):
        end("A", DEC_31)
    assert list_dues() == [("A", JAN, DEC_31), ("B", MAR, None)]


def test_a_stranger_with_a_policy_of_a_household_owes_dues_of_their_own(maria, brand):
    ana = create_member(brand=brand, first_name="Ana", birth_date=date(1990, 5, 2), gender=1, ssn="900123457")
    enroll(maria, "A", JAN, household=HOUSEHOLD)
    enroll(ana, "B", JAN, household=OTHER_HOUSEHOLD)
    assert rows_of(ana)[0] == [("B", JAN, None)]


def test_each_brand_s_association_has_its_own_dues(maria, jo, world):
    """Jo has a plan of another brand's group, too, which pays its dues: a household is one brand's."""
    other = create_brand(key="other", name="Other", hosts=["other.test"])
    there = create_member(
        brand=other, group=world.group, first_name="Jo", birth_date=date(1990, 5, 2), gender=0, ssn=JO_S_NUMBER
    )
    pay_fees(world, pays_dues=True)
    enroll(maria, "A", JAN, household=HOUSEHOLD)
    enroll(jo, "B", JAN, household=HOUSEHOLD)
    issue(other, number="C", member_id=there.pk, group_id=world.group.pk, first=MAR, sold_with=SOLD)
    assert payers_of(maria)[0] == [("A", JAN, None, MEMBER)]
    assert payers_of(jo)[0] == []
    assert payers_of(there)[0] == [("C", MAR, None, GROUP)]


def test_the_spanish_words_for_a_payer_fit_a_charge_and_a_membership():
    """They stand below "Cargo de inscripción" and "Membresía" alike."""
    with translation.override("es"):
        assert paid_by_group("Acme") == "Por cuenta de Acme."

"""The outbox of coverage: every write adds an event, readers take each once and in order, and replaying the events
gives the rows."""

import random
from dataclasses import dataclass, field, replace
from datetime import date, timedelta
from decimal import Decimal
from uuid import UUID

import pytest
import time_machine

from planfront.audit.services import SYSTEM as STORE
from planfront.coverage import changes, ledger, parties
from planfront.coverage.authors import SYSTEM
from planfront.coverage.events import process_events, publish_event
from planfront.coverage.ledger import periods_of
from planfront.coverage.merging import POLICIES
from planfront.coverage.models import CoverageEvent, CoveredPerson, EventKind, EventReader, Policy, Version
from planfront.coverage.tests.policies import issue
from planfront.coverage.timeline import ChangeRefused, Covered, Kind, Role
from planfront.kernel.security.ids import new_uuid
from planfront.members.duplicates.merging import move_rows
from planfront.members.models import PersonVersion
from planfront.members.person_facts import facts_on
from planfront.members.person_history import FactCause, read_row, withdraw_facts
from planfront.members.services import add_relative, add_relative_once, change_person, create_member
from planfront.parties.reps.services import create_agent

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]
FIRST = date(2026, 1, 1)
ORDER = UUID("6d0f6c1e-9a55-4f57-8c1d-0f6c1f5f7f00")


@pytest.fixture(autouse=True)
def clock():
    with time_machine.travel("2026-11-02T15:00:00Z") as traveller:
        yield traveller


@pytest.fixture
def members(brand):
    return [
        create_member(
            brand=brand,
            first_name=name,
            last_name="Santos",
            birth_date=date(1989, 4, 17),
            gender=1,
            email=f"{name}@demo.test",
        )
        for name in ("Maria", "Mary")
    ]


def read(reader="test", most=500):
    """Return the next events of a reader as kind and policy number."""
    batch = []
    process_events(reader, batch.extend, most)
    return [(event.kind, event.policy and event.policy.number) for event in batch]


def test_every_write_adds_its_event(brand, members):
    agent = create_agent(code="R1", first_name="Rep", last_name="Lee", email="r1@demo.test", brands=[brand])
    policy = issue(brand, member_id=members[0].pk, awaits_decision=True)
    assert read() == [("issue", "P-1"), ("awaits_decision", "P-1")]
    changes.designate([policy], [{"name": "Ana", "relationship": "spouse", "share": 100}])
    changes.decide_policy(policy.pk, accepted=True, author=SYSTEM)
    parties.assign_reps(
        policy_id=policy.pk,
        first_day=date(2026, 11, 2),
        shares={agent.pk: Decimal(100)},
        mark=parties.mark_of_reps([]),
        origin=STORE,
    )
    parties.designate_from(
        policy_id=policy.pk,
        first_day=date(2026, 11, 2),
        people=[{"name": "Leo", "relationship": "child", "share": 100}],
        mark=parties.mark_of_designations(policy.pk),
        origin=STORE,
    )
    move_rows(POLICIES, [str(policy.pk)], members[1].pk)
    change_person(members[1].pk, None, FactCause("staff"), phone="2145550183")
    assert read() == [
        ("beneficiaries", "P-1"),
        ("decision", "P-1"),
        ("reps", "P-1"),
        ("beneficiaries", "P-1"),
        ("other_member", "P-1"),
        ("person", None),
        ("person", None),
    ]
    assert [event.member_id for event in CoverageEvent.objects.order_by("sequence")] == [members[0].pk] * 6 + [
        members[1].pk
    ] * 3


def test_facts_of_a_relative_add_events_of_the_member(members):
    child = add_relative(
        member=members[0],
        kind="dependent",
        relationship="child",
        first_name="Mateo",
        last_name="Santos",
        birth_date=date(2015, 5, 5),
    )
    change_person(members[0].pk, child.pk, FactCause("move", order=ORDER), address1="12 Alder Street")
    withdraw_facts(ORDER, members[0].pk, STORE)
    events = list(CoverageEvent.objects.order_by("pk"))
    rows = list(PersonVersion.objects.filter(relative=child).order_by("number"))
    assert [row.kind for row in rows] == ["first", "change", "withdrawal"]
    assert [event.subject for event in events] == [str(row.pk) for row in rows]
    assert [(event.kind, event.member_id, event.order) for event in events] == [
        ("person", members[0].pk, None),
        ("person", members[0].pk, ORDER),
        ("person", members[0].pk, None),
    ]
    change_person(members[0].pk, child.pk, FactCause("staff"), address1="")
    assert CoverageEvent.objects.count() == 3


def test_an_insurer_that_declines_makes_one_event_with_its_change(brand, members):
    policy = issue(brand, member_id=members[0].pk, awaits_decision=True)
    changes.decide_policy(policy.pk, accepted=False, author=SYSTEM)
    event = CoverageEvent.objects.latest("id")
    assert (event.kind, event.change.kind, event.order) == ("decision", "cancel", event.change.order)
    assert event.change.reason.key == "declined"


def test_each_reader_reads_each_event_once_and_in_order(brand):
    for number in range(5):
        issue(brand, number=f"P-{number}")
    assert read("first", most=3) == [("issue", "P-0"), ("issue", "P-1"), ("issue", "P-2")]
    assert read("first", most=3) == [("issue", "P-3"), ("issue", "P-4")]
    assert read("first") == []
    assert len(read("second")) == 5
    assert list(CoverageEvent.objects.values_list("sequence", flat=True)) == [1, 2, 3, 4, 5]


def test_a_reader_that_fails_reads_the_same_events_again(brand):
    issue(brand)

    def fail(_events):
        raise RuntimeError

    with pytest.raises(RuntimeError):
        process_events("test", fail)
    assert read() == [("issue", "P-1")]


def test_the_sequence_of_an_event_that_was_erased_is_not_given_again(brand):
    issue(brand)
    assert len(read()) == 1
    CoverageEvent.objects.all().delete()
    publish_event(EventKind.REPS)
    assert read() == [("reps", None)]
    assert CoverageEvent.objects.get().sequence == 2
    assert EventReader.objects.get(name="test").sequence == 2


@dataclass
class Replayed:
    """A policy as its events give it."""

    member_id: int | None = None
    awaits_decision: bool = False
    rows: list[Version] = field(default_factory=list)

    def take(self, event):
        self.member_id = event.member_id
        if event.kind in (EventKind.AWAITS_DECISION, EventKind.DECISION):
            self.awaits_decision = event.kind == EventKind.AWAITS_DECISION
        if event.change is not None:
            self.rows += Version.objects.filter(policy=event.policy, recorded=event.change.recorded).order_by("pk")


@pytest.mark.parametrize("seed", range(4))
def test_replaying_the_events_gives_the_rows(brand, members, clock, seed):
    chance = random.Random(seed)
    relatives = [
        add_relative_once(
            members[0].pk,
            new_uuid(),
            relationship="child",
            first_name=name,
            last_name="Santos",
            birth_date=date(2015, 5, 5),
        )
        for name in ("Mateo", "Iris")
    ]
    policies = [
        issue(brand, number=f"P-{number}", member_id=chance.choice(members).pk, awaits_decision=chance.random() < 0.5)
        for number in range(3)
    ]
    for _step in range(40):
        clock.shift(timedelta(minutes=1))
        _take_step(chance, chance.choice(policies).pk, relatives, members)
    replayed = {policy.pk: Replayed() for policy in policies}
    person_rows = []

    def take(events):
        for event in events:
            if event.kind == EventKind.PERSON:
                person_rows.append(PersonVersion.objects.get(pk=event.subject))
            else:
                replayed[event.policy_id].take(event)

    process_events("replay", take)
    for member in members:
        rows = [read_row(row) for row in person_rows if row.member_id == member.pk]
        member.refresh_from_db()
        assert facts_on(rows, date(2026, 11, 2)).get("phone", "") == member.phone
        assert [row.number for row in rows] == list(range(1, member.versions.count() + 1))
    for policy in Policy.objects.all():
        mine = replayed[policy.pk]
        assert (mine.member_id, mine.awaits_decision) == (policy.member_id, policy.awaits_decision)
        assert [row.pk for row in mine.rows] == list(policy.versions.order_by("pk").values_list("pk", flat=True))
        periods = periods_of([ledger.read_version(row) for row in mine.rows])
        days = (periods[0].first, periods[-1].last) if periods else (policy.effective_date, FIRST - timedelta(days=1))
        assert days == (policy.effective_date, policy.end_date)
        keys = {person.key for period in periods for person in period.terms.covered}
        ever = CoveredPerson.objects.filter(policy=policy)
        assert {row.key for row in ever if row.end_date is None or row.end_date >= row.effective_date} == keys


def _take_step(chance, policy_id, relatives, members):
    step = chance.choice(["add", "drop", "end", "reinstate", "amount", "withdraw", "decide", "member", "person"])
    if step == "decide":
        changes.decide_policy(policy_id, accepted=chance.random() < 0.8, author=SYSTEM)
        return
    if step == "member":
        move_rows(POLICIES, [str(policy_id)], chance.choice(members).pk)
        return
    if step == "person":
        change_person(chance.choice(members).pk, None, FactCause("staff"), phone=f"21455501{chance.randrange(10, 99)}")
        return
    (record,) = ledger.lock_ledgers([policy_id])
    day = FIRST + timedelta(days=chance.randrange(600))
    child = chance.choice(relatives)
    kinds = {
        "add": (Kind.ADD_PERSON, {"person": Covered(str(child.pk), Role.CHILD, child.birth_date, day)}),
        "drop": (Kind.DROP_PERSON, {"key": str(child.pk)}),
        "end": (Kind.END, {}),
        "amount": (Kind.AMOUNT, {"amount": Decimal(chance.randrange(1000, 9000))}),
        "reinstate": (Kind.REINSTATE, {}),
    }

    def price(terms):
        return replace(terms, premium=Decimal(10 + len(terms.covered)))

    try:
        if step == "withdraw":
            taken = [change for change in record.history if change.kind is not Kind.ISSUE]
            if not taken:
                return
            entry = ledger.withdraw_change(record, chance.choice(taken), compute=price)
        else:
            kind, facts = kinds[step]
            if kind is Kind.REINSTATE and record.policy.end_date:
                day = record.policy.end_date + timedelta(days=1)
            entry = ledger.add_change(record, kind, day, compute=price, **facts)
    except ChangeRefused:
        return
    ledger.write([entry])

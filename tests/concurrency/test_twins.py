"""Merges of twins beside each other, beside changes, submissions and an undo, with real threads and row locks."""

from dataclasses import replace
from datetime import date, timedelta
from threading import Event, Timer
from uuid import uuid4

import pytest
from django.db import connection, transaction
from django.test import Client

from planfront.accounts.models import User
from planfront.audit.services import SYSTEM
from planfront.backoffice.policy_servicing import policy_head
from planfront.backoffice.tests.test_policy_changes import form_of, hidden, preview
from planfront.coverage import engine, orders, schemas
from planfront.coverage.authors import Author, By
from planfront.coverage.models import Change, CoveredPerson, Policy, Version
from planfront.coverage.order_kinds import Order
from planfront.coverage.tests.policies import issue
from planfront.coverage.timeline import Covered, Kind, Place, Role
from planfront.kernel import clock
from planfront.kernel.errors import NotFound
from planfront.members.duplicates.merging import MergeDiffers, NotOpen, merge, preview_merge
from planfront.members.duplicates.search import find_duplicates
from planfront.members.duplicates.undoing import undo_merge
from planfront.members.models import DuplicateMember, Member, MergeRecord, Relative
from planfront.members.selectors import member_by_id
from planfront.members.services import Enrollee, create_enrollee, create_member, find_and_hold, hold_member
from planfront.shopping.tests.factories import dental
from tests.concurrency.test_cart import at_once

pytestmark = [
    pytest.mark.pg,
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif(connection.vendor != "postgresql", reason="needs row locks"),
]
BORN, NUMBER, ROUNDS = date(1989, 4, 17), "899550001", 5


@pytest.fixture
def plan(brand):
    return dental()


@pytest.fixture
def twins(brand):
    """Makes a pair with a policy of the second record, which goes: (pair, stays, goes)."""

    def make(plan=None, **more):
        stays, goes = (
            create_member(
                brand=brand, first_name="Maria", last_name="Santos", birth_date=BORN, gender=1, email="", **fields
            )
            for fields in ({}, more)
        )
        find_duplicates(brand.pk, [goes])
        if plan is not None:
            issue(brand, number=f"P-{goes.pk}", plan_id=plan.pk, member_id=goes.pk)
        return DuplicateMember.objects.get(second=goes), stays, goes

    return make


def do_merge(pair, stays, digest):
    try:
        merge(pair_id=pair.pk, stays_id=stays.pk, digest=digest, confirmed=False, origin=SYSTEM)
    except MergeDiffers:
        return "differs"
    except NotOpen:
        return "late"
    return "merged"


def undo(key):
    try:
        undo_merge(record_id=key, origin=SYSTEM)
    except NotOpen:
        return "late"
    return "undone"


def nothing_is_half():
    """No one's policy covers a relative of another record, and nothing hangs on a record that went."""
    for person in CoveredPerson.objects.exclude(relative=None).select_related("policy", "relative"):
        assert person.relative.member_id == person.policy.member_id
    gone = Member.objects.filter(merged_into__isnull=False)
    assert not Policy.objects.filter(member__in=gone).exists()
    assert not Relative.objects.filter(member__in=gone).exists()


def add_child(brand, member, policy):
    """As a member's wizard does: what was read before is written later."""
    key = uuid4()
    born = clock.today() - timedelta(days=400)
    order = Order(
        Kind.ADD_PERSON,
        Author(By.STAFF, None),
        [policy.pk],
        person=Covered(str(key), Role.CHILD, born, clock.today()),
    )
    new_person = schemas.NewPerson(
        first_name="Mateo", last_name="Santos", role="child", birth_date="01/01/2025", gender=0
    )
    digest = engine.digest_of(engine.preview_order(order))
    facts = member_by_id(brand.pk, member.pk)

    def submit():
        try:
            orders.submit_order(facts, replace(order, newcomer=new_person), digest, SYSTEM)
        except NotFound:
            return "not found"
        return "added"

    return submit


@pytest.mark.parametrize("attempt", range(ROUNDS))
def test_a_merge_beside_a_child_added_to_the_policy_that_moves(brand, plan, twins, attempt):
    pair, stays, goes = twins(plan)
    policy, digest = Policy.objects.get(), preview_merge(pair, stays.pk).digest
    add = add_child(brand, goes, policy)
    answers = at_once(lambda: do_merge(pair, stays, digest), add)
    assert answers in (["merged", "not found"], ["differs", "added"])
    nothing_is_half()
    owner = stays if answers[0] == "merged" else goes
    assert Policy.objects.get().member_id == owner.pk
    assert Relative.objects.filter(member=owner).count() == (answers[1] == "added")
    assert Change.objects.filter(kind="add_person").count() == (answers[1] == "added")


def test_a_merge_waits_for_a_child_that_is_being_added(brand, plan, twins, monkeypatch):
    pair, stays, goes = twins(plan)
    digest, on_record, go_on = preview_merge(pair, stays.pk).digest, Event(), Event()
    add, apply_order = add_child(brand, goes, Policy.objects.get()), engine.apply_order

    def wait_and_apply(order, digest):
        on_record.set()
        go_on.wait(timeout=60)
        return apply_order(order, digest)

    def merge_meanwhile():
        on_record.wait(timeout=60)
        Timer(1, go_on.set).start()
        return do_merge(pair, stays, digest)

    monkeypatch.setattr(engine, "apply_order", wait_and_apply)
    assert at_once(add, merge_meanwhile) == ["added", "differs"]
    assert Relative.objects.get().member_id == Policy.objects.get().member_id == goes.pk


@pytest.mark.parametrize("attempt", range(ROUNDS))
def test_a_merge_beside_a_move_writes_both_or_sees_the_move_first(brand, plan, twins, attempt):
    pair, stays, _goes = twins(plan)
    policy, digest = Policy.objects.get(), preview_merge(pair, stays.pk).digest
    order = Order(Kind.PLACE, Author(By.STAFF, None), [policy.pk], place=Place("OH", "43215"))
    moved = engine.digest_of(engine.preview_order(order))
    answers = at_once(lambda: do_merge(pair, stays, digest), lambda: len(engine.apply_order(order, moved)))
    assert answers == ["merged", 1]
    assert Policy.objects.get().member_id == stays.pk
    assert Change.objects.filter(kind="place").count() == 1
    assert Version.objects.count() == 2
    nothing_is_half()


CORRECTION = {"key": "self", "birth_date": "04/17/1988"}
CHILD = {
    "person": "new",
    "first_name": "Mateo",
    "last_name": "Santos",
    "role": "child",
    "birth_date": "01/02/2025",
    "gender": "0",
}


@pytest.mark.parametrize(("kind", "typed"), [("correction", CORRECTION), ("add_person", CHILD)] * 3)
def test_a_merge_beside_staff_who_change_the_policy_on_its_page(plan, twins, kind, typed):
    pair, stays, goes = twins(plan)
    policy, digest = Policy.objects.get(), preview_merge(pair, stays.pk).digest
    staff = Client(headers={"host": "shop.test"})
    staff.force_login(User.objects.create_superuser("robin@demo.test", "x"))
    shown = preview(staff, policy, kind, **typed)
    sent = {**typed, "do": "write", "digest": hidden(shown, "digest"), "seen": hidden(shown, "seen")}
    assert sent["digest"]
    merged, answer = at_once(
        lambda: do_merge(pair, stays, digest), lambda: staff.post(form_of(policy, kind), sent).status_code
    )
    assert (merged, answer) in (("merged", 200), ("merged", 302), ("differs", 302))
    nothing_is_half()
    assert Change.objects.filter(kind=kind).count() == (answer == 302)
    if merged == "merged":
        goes.refresh_from_db()
        assert goes.birth_date == BORN


def test_of_merges_at_once_one_is_done(plan, twins):
    pair, stays, goes = twins(plan)
    digests = {member.pk: preview_merge(pair, member.pk).digest for member in (stays, goes)}
    answers = at_once(*[lambda who=who: do_merge(pair, who, digests[who.pk]) for who in (stays, goes, stays, goes)])
    assert sorted(answers) == ["late", "late", "late", "merged"]
    record = MergeRecord.objects.get()
    assert list(Member.objects.exclude(merged_into=None).values_list("pk", "merged_into")) == [
        (record.goes_id, record.stays_id)
    ]
    assert Policy.objects.get().member_id == record.stays_id
    nothing_is_half()


def test_of_two_merges_of_one_record_the_second_sees_the_first(brand, plan, twins):
    pair, stays, goes = twins(plan)
    third = create_member(
        brand=brand, first_name="Maria", last_name="Santos", birth_date=BORN, gender=1, email="m@mail.example"
    )
    find_duplicates(brand.pk, [third])
    other = DuplicateMember.objects.get(first=goes, second=third)
    first, second = preview_merge(pair, stays.pk).digest, preview_merge(other, third.pk).digest
    answers = at_once(lambda: do_merge(pair, stays, first), lambda: do_merge(other, third, second))
    assert sorted(answers) == ["differs", "merged"]
    assert MergeRecord.objects.count() == 1
    assert Policy.objects.get().member_id == MergeRecord.objects.get().stays_id
    nothing_is_half()


def test_a_merge_is_undone_once_beside_other_undos_and_a_merge(plan, twins):
    pair, stays, goes = twins(plan)
    again = preview_merge(pair, goes.pk).digest
    do_merge(pair, stays, preview_merge(pair, stays.pk).digest)
    key = MergeRecord.objects.get().pk
    answers = at_once(lambda: undo(key), lambda: undo(key), lambda: do_merge(pair, goes, again))
    assert sorted(answers[:2]) == ["late", "undone"]
    assert answers[2] in ("late", "merged")
    records = MergeRecord.objects.filter(undone_at=None)
    assert records.count() == (answers[2] == "merged")
    assert Policy.objects.get().member_id == goes.pk
    assert DuplicateMember.objects.get().state == ("merged" if answers[2] == "merged" else "undone")
    nothing_is_half()


@pytest.mark.parametrize("attempt", range(ROUNDS))
def test_a_submission_beside_a_merge_goes_to_the_record_that_stays(brand, plan, twins, attempt):
    """Found by the number on the record that goes, and as the member of an enrollment begun before."""
    pair, stays, goes = twins(plan, ssn=NUMBER)
    digest = preview_merge(pair, stays.pk).digest
    details = {"first_name": "Maria", "last_name": "Santos", "gender": 1, "email": ""}
    enrollee = Enrollee(brand.pk, BORN, NUMBER, details)

    def submit(number, find):
        with transaction.atomic():
            member = find()
            issue(brand, number=number, plan_id=plan.pk + 1, member_id=member.pk)
        return member.pk

    answers = at_once(
        lambda: do_merge(pair, stays, digest),
        lambda: submit("S-1", lambda: find_and_hold(enrollee) or create_enrollee(enrollee, SYSTEM)),
        lambda: submit("S-2", lambda: hold_member(goes.pk)),
    )
    assert answers[0] in ("merged", "differs")
    assert Member.objects.count() == 2
    assert set(answers[1:]) <= {stays.pk, goes.pk}
    nothing_is_half()
    owner = stays.pk if answers[0] == "merged" else goes.pk
    assert set(Policy.objects.values_list("member_id", flat=True)) == {owner}


def test_one_person_who_enrolls_twice_at_once_is_a_pair(brand):
    details = {"first_name": "Maria", "last_name": "Santos", "gender": 1, "email": ""}

    def enroll():
        with transaction.atomic():
            return create_enrollee(Enrollee(brand.pk, BORN, "", details), SYSTEM).pk

    keys = at_once(*[enroll] * 4)
    assert len(set(keys)) == 4
    assert DuplicateMember.objects.count() == 6


def test_a_form_that_opens_while_its_member_is_merged_is_of_who_stays(plan, twins, monkeypatch):
    pair, stays, goes = twins(plan)
    policy, digest = Policy.objects.get(), preview_merge(pair, stays.pk).digest
    staff = Client(headers={"host": "shop.test"})
    staff.force_login(User.objects.create_superuser("robin@demo.test", "x"))

    def merge_first(*key):
        monkeypatch.setattr(policy_head, "member_by_id", member_by_id)
        assert do_merge(pair, stays, digest) == "merged"
        return member_by_id(*key)

    monkeypatch.setattr(policy_head, "member_by_id", merge_first)
    assert policy.member_id == goes.pk
    assert staff.get(form_of(policy, "correction")).status_code == 200

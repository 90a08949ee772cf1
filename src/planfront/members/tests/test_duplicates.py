"""Possible duplicate members: who may be one person is noted once, merged with a preview, and taken apart again."""

from datetime import date, datetime
from uuid import uuid4

import pytest
import time_machine
from django.apps import apps
from django.db import connection
from django.test.utils import CaptureQueriesContext

from planfront.accounts.models import User
from planfront.audit.models import AuditEvent
from planfront.audit.services import SYSTEM
from planfront.billing.models import PaymentMethod
from planfront.catalog.tests.factories import make_plan
from planfront.coverage.models import Change, Policy, Version
from planfront.coverage.tests.policies import issue
from planfront.coverage.timeline import Covered, Role
from planfront.kernel import clock
from planfront.kernel.database.moves import list_moves
from planfront.kernel.errors import NotFound
from planfront.letters.models import Letter
from planfront.members.duplicates.merging import MergeDiffers, MergeRefused, NotOpen, keep_apart, merge, preview_merge
from planfront.members.duplicates.search import find_duplicates
from planfront.members.duplicates.undoing import preview_undo, undo_merge
from planfront.members.listing import Book, Wanted, member_page
from planfront.members.models import DuplicateMember, Identity, Member, MergeRecord, Relative
from planfront.members.person_history import FactCause
from planfront.members.roster.matching import directory
from planfront.members.selectors import email_taken, member_by_id
from planfront.members.services import (
    Enrollee,
    add_relative_once,
    change_person,
    create_enrollee,
    create_member,
    find_and_hold,
    hold_member,
)
from planfront.members.tests.rosters import HEAD
from planfront.parties.groups.services import create_group
from planfront.privacy.registry import person_of
from planfront.rating.engine import cell
from planfront.shopping.models import Quote
from planfront.shopping.tests.factories import approve

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]
BORN = date(1989, 4, 17)


@pytest.fixture(autouse=True)
def today():
    with time_machine.travel("2026-03-10T17:00:00Z", tick=True) as traveller:
        yield traveller


def person(brand, first="Maria", last="Santos", **more):
    more = {"birth_date": BORN, "gender": 1, "email": "", **more}
    return create_member(brand=brand, first_name=first, last_name=last, **more)


def enroll(brand, ssn="", born=BORN, **fields):
    details = {"first_name": "Maria", "last_name": "Santos", "gender": 1, "email": "", "phone": "", **fields}
    enrollee = Enrollee(brand.pk, born, ssn, details)
    return find_and_hold(enrollee) or create_enrollee(enrollee, SYSTEM)


def pairs():
    rows = DuplicateMember.objects.order_by("found_at", "first", "second")
    return [(row.first_id, row.second_id, row.matched, row.state) for row in rows]


def pair_of(*members):
    find_duplicates(members[0].brand_id, members)
    return DuplicateMember.objects.get()


def do_merge(pair, stays, confirmed=False):
    digest = preview_merge(pair, stays.pk).digest
    return merge(pair_id=pair.pk, stays_id=stays.pk, digest=digest, confirmed=confirmed, origin=SYSTEM)


def lines(preview):
    return {item.move.table: list(item.lines) for item in preview.moved}


def quote_of(member, **more):
    at = datetime(2026, 3, 1, 12, tzinfo=clock.now().tzinfo)
    more = {"zip": "75201", "state": "TX", "dob": BORN, "gender": 1, "tier": "IO", **more}
    return Quote.objects.create(
        brand=member.brand, member=member, created_at=at, updated_at=at, expires_at=at.replace(year=2027), **more
    )


# --- finding ---


def test_who_enrolls_without_a_number_and_is_alike_becomes_a_pair(brand):
    known = person(brand, email="maria@mail.example", phone="2145550183")
    new = enroll(brand, first_name="MARÍA", email="Maria@Mail.example")
    assert new.pk != known.pk
    assert pairs() == [(known.pk, new.pk, ["name", "email"], "waiting")]


@pytest.mark.parametrize(
    ("fields", "matched"),
    [
        ({"last_name": "Vega", "email": "m@mail.example"}, ["email"]),
        ({"last_name": "Vega", "phone": "2145550183"}, ["phone"]),
        ({}, ["name"]),
        ({"first_name": "Mary"}, None),
        ({"born": date(1989, 4, 18), "email": "m@mail.example"}, None),
    ],
)
def test_a_birth_date_and_one_thing_more_makes_a_pair(brand, fields, matched):
    person(brand, email="m@mail.example", phone="2145550183")
    enroll(brand, **fields)
    assert [row[2] for row in pairs()] == ([matched] if matched else [])


def test_nobody_of_another_brand_is_a_twin(brand, other_brand):
    person(other_brand)
    enroll(brand)
    assert pairs() == []


def test_a_number_that_finds_somebody_makes_no_pair_and_another_number_does_by_name_only(brand):
    known = person(brand, ssn="899550001", email="m@mail.example")
    assert enroll(brand, "899550001").pk == known.pk
    assert pairs() == []
    mistyped = enroll(brand, "899550010")
    assert pairs() == [(known.pk, mistyped.pk, ["name"], "waiting")]
    sibling = enroll(brand, "899550099", first_name="Ada", email="m@mail.example")
    assert all(sibling.pk not in row[:2] for row in pairs())


def test_a_roster_notes_likely_twins_in_few_queries(applied, brand):
    known = person(brand, "Ann", "Lee", birth_date=date(1990, 1, 1))
    rows = "1,EE,Lee,Ann,,01/01/1990,F,,,\n2,EE,Roe,Bo,,01/01/1990,F,,,\n"
    applied(HEAD + rows)
    new = Member.objects.get(employee_number="1")
    assert pairs() == [(known.pk, new.pk, ["name"], "waiting")]
    people = [person(brand, f"P{number}", "Many") for number in range(30)]
    with CaptureQueriesContext(connection) as few:
        find_duplicates(brand.pk, people[:2])
    with CaptureQueriesContext(connection) as many:
        find_duplicates(brand.pk, people)
    assert len(few) == len(many) == 1


def test_a_pair_is_found_once_and_two_people_are_not_asked_about_again(brand):
    known, new = person(brand), enroll(brand)
    pair = pair_of(known, new)
    keep_apart(pair_id=pair.pk, reason="Cousins", origin=SYSTEM)
    find_duplicates(brand.pk, [known, new])
    assert pairs() == [(known.pk, new.pk, ["name"], "apart")]
    assert DuplicateMember.objects.get().reason == "Cousins"
    assert AuditEvent.objects.filter(action="member.twins_kept_apart").count() == 2
    with pytest.raises(NotOpen):
        keep_apart(pair_id=pair.pk, reason="Again", origin=SYSTEM)
    with pytest.raises(NotOpen):
        do_merge(pair, known)


# --- merging ---


@pytest.fixture
def full(brand):
    """A record with everything that moves, beside an empty one: (stays, goes)."""
    stays = person(brand, phone="2145550183")
    goes = enroll(brand, "899550001", email="maria@mail.example", phone="2145550199")
    child = Relative.objects.create(
        member=goes,
        kind="dependent",
        relationship="child",
        first_name="Mateo",
        last_name="Santos",
        birth_date=date(2020, 3, 2),
    )
    covered = Covered(str(child.pk), Role.CHILD, child.birth_date, date(2026, 1, 1))
    issue(brand, covered, number="P-7", member_id=goes.pk, tier="PC")
    at = clock.now()
    quote = quote_of(goes)
    PaymentMethod.objects.create(enrollment=quote, member_id=goes.pk, method="eft", last4="6789", saved_at=at)
    letter = {"language": "en", "subject": "S", "recipient": "Maria", "document": {}, "mailed": True, "on_paper": False}
    Letter.objects.create(
        key="k", brand=brand, member=goes, kind="change", day=date(2026, 3, 1), created_at=at, **letter
    )
    return stays, goes


def test_a_preview_says_all_that_moves_and_is_taken_over(full):
    stays, goes = full
    preview = preview_merge(DuplicateMember.objects.get(), stays.pk)
    assert lines(preview) == {
        "coverage.policy": ["P-7, Dental, active, from 01/01/2026"],
        "members.relative": ["Mateo Santos, 03/02/2020, child"],
        "members.identity": ["The number on record"],
        "letters.letter": ["Change of coverage, 03/01/2026"],
        "billing.paymentmethod": ["EFT, ending 6789"],
        "shopping.quote": ["Begun 03/01/2026, draft"],
    }
    assert preview.taken == [("Email", "maria@mail.example")]
    assert preview.left == ["Phone 2145550199: the record that stays keeps 2145550183"]
    assert (preview.clashes, preview.doubts) == ([], [])
    assert preview.columns == {
        "stays": {"email": ["", "maria@mail.example"], "ssn_last4": ["", "0001"]},
        "goes": {"active": [True, False], "merged_into_id": [None, stays.pk], "ssn_last4": ["0001", ""]},
    }
    with pytest.raises(NotFound):
        preview_merge(DuplicateMember.objects.get(), goes.pk + 1)


def owners():
    tables = (Policy, Relative, Identity, Letter, Quote, PaymentMethod)
    return [model.objects.values_list("member_id", flat=True).get() for model in tables]


def everything():
    """Every column of what a merge may touch."""
    tables = (Member, Policy, Relative, Identity, Letter, Quote, PaymentMethod, Change, Version)
    return [repr(list(model.objects.order_by("pk").values())) for model in tables]


def test_a_merge_moves_it_all_and_touches_no_history(full):
    stays, goes = full
    history = [list(model.objects.order_by("pk").values()) for model in (Change, Version)]
    kept = do_merge(DuplicateMember.objects.get(), stays)
    assert owners() == [stays.pk] * 6
    assert history == [list(model.objects.order_by("pk").values()) for model in (Change, Version)]
    stays.refresh_from_db()
    goes.refresh_from_db()
    assert (stays.email, stays.phone, stays.ssn_last4) == ("maria@mail.example", "2145550183", "0001")
    assert (goes.merged_into_id, goes.active, goes.first_name, goes.email) == (
        stays.pk,
        False,
        "Maria",
        "maria@mail.example",
    )
    assert pairs() == [(stays.pk, goes.pk, ["name"], "merged")]
    assert kept.counts == {
        "coverage.policy": 1,
        "members.relative": 1,
        "members.identity": 1,
        "letters.letter": 1,
        "billing.paymentmethod": 1,
        "shopping.quote": 1,
    }
    events = AuditEvent.objects.filter(action="member.merged")
    assert sorted(events.values_list("subject_id", flat=True)) == sorted([str(stays.pk), str(goes.pk)])
    with connection.cursor() as cursor:
        cursor.execute("SELECT columns FROM members_mergerecord")
        assert "maria@mail.example" not in str(cursor.fetchone())


def test_an_undone_merge_leaves_everything_as_it_was(full):
    stays, _goes = full
    before = everything()
    kept = do_merge(DuplicateMember.objects.get(), stays)
    assert everything() != before
    preview = preview_undo(kept)
    assert (preview.reasons, preview.left) == ([], [])
    assert [item.move.table for item in preview.back] == [
        "coverage.policy",
        "members.relative",
        "members.identity",
        "shopping.quote",
        "letters.letter",
    ]
    undo_merge(record_id=kept.pk, origin=SYSTEM)
    assert everything() == before
    assert DuplicateMember.objects.get().state == "undone"
    assert AuditEvent.objects.filter(action="member.merge_undone").count() == 2
    with pytest.raises(NotOpen):
        undo_merge(record_id=kept.pk, origin=SYSTEM)
    with pytest.raises(NotFound):
        undo_merge(record_id=uuid4(), origin=SYSTEM)
    do_merge(DuplicateMember.objects.get(), stays)
    assert owners() == [stays.pk] * 6


def test_the_other_way_round_stays_whichever_is_chosen(full):
    empty, rich = full
    do_merge(DuplicateMember.objects.get(), rich)
    empty.refresh_from_db()
    assert empty.merged_into_id == rich.pk
    assert owners() == [rich.pk] * 6


def test_a_merged_record_is_not_listed_found_or_matched(full, brand):
    stays, goes = full
    do_merge(DuplicateMember.objects.get(), stays)
    assert member_by_id(brand.pk, goes.pk) is None
    page = member_page(Book(brand.pk, agent_id=0), Wanted())
    assert goes.pk not in [row.id for row in page.rows]
    assert enroll(brand, "899550001").pk == stays.pk
    Member.objects.filter(pk=goes.pk).update(enrolled_here=False)
    assert not email_taken(brand.pk, "maria@mail.example", except_member=stays.pk)
    assert hold_member(goes.pk).pk == stays.pk
    assert directory(brand.pk, 0, []).everybody == set()
    with pytest.raises(NotFound):
        add_relative_once(goes.pk, uuid4(), first_name="Ada", last_name="Santos", birth_date=date(2026, 1, 1))
    with pytest.raises(NotFound):
        change_person(goes.pk, None, FactCause("correction", SYSTEM, is_correction=True), first_name="Mary")
    before = DuplicateMember.objects.count()
    third = enroll(brand)
    assert DuplicateMember.objects.count() == before + 1
    assert DuplicateMember.objects.get(second=third).first_id == stays.pk


def test_what_differs_from_the_preview_is_not_merged(full):
    stays, goes = full
    pair, before = DuplicateMember.objects.get(), everything()
    digest = preview_merge(pair, stays.pk).digest
    Policy.objects.update(end_date=date(2026, 12, 31))
    with pytest.raises(MergeDiffers) as differs:
        merge(pair_id=pair.pk, stays_id=stays.pk, digest=digest, confirmed=False, origin=SYSTEM)
    assert lines(differs.value.preview)["coverage.policy"] == ["P-7, Dental, active, from 01/01/2026 to 12/31/2026"]
    Policy.objects.update(end_date=None)
    assert everything() == before
    Member.objects.filter(pk=goes.pk).update(city="Dallas")
    with pytest.raises(MergeDiffers):
        merge(pair_id=pair.pk, stays_id=stays.pk, digest=digest, confirmed=False, origin=SYSTEM)
    assert not MergeRecord.objects.exists()


# --- what is in the way ---


def refusal(pair, stays, **more):
    with pytest.raises(MergeRefused) as refused:
        do_merge(pair, stays, **more)
    assert not MergeRecord.objects.exists()
    return list(refused.value.reasons)


def account(email, password="x"):
    return User.objects.create_user(email, password, role="member")


def test_two_accounts_that_are_used_clash_and_one_never_used_gives_way(brand):
    first = person(brand, user=account("a@mail.example"))
    second = person(brand, user=account("b@mail.example"))
    pair = pair_of(first, second)
    emails = "a@mail.example and b@mail.example"
    assert refusal(pair, first) == [
        f"Both sign in with accounts of their own: {emails}. Take the one not used off its record first."
    ]
    User.objects.filter(email="a@mail.example").update(password="!")
    kept = do_merge(pair, first)
    users = dict(Member.objects.values_list("pk", "user__email"))
    assert users == {first.pk: "b@mail.example", second.pk: "a@mail.example"}
    undo_merge(record_id=kept.pk, origin=SYSTEM)
    users = dict(Member.objects.values_list("pk", "user__email"))
    assert users == {first.pk: "a@mail.example", second.pk: "b@mail.example"}


def test_a_policy_priced_by_another_fact_than_the_record_that_stays_clashes_until_it_follows(brand):
    plan = make_plan("Halden Life", category="term_life")
    approve(plan, [cell("20.00", tobacco=False), cell("30.00", tobacco=True)], method="FLAT")
    first, second = person(brand, is_smoker=False), person(brand, is_smoker=True)
    for number, member, smokes in (("L-1", first, False), ("L-2", second, True)):
        more = {"plan_id": plan.pk, "name": "Life", "category": "term_life", "member_id": member.pk}
        issue(brand, number=number, inputs={"tobacco": smokes}, **more, ends_on=None if smokes else date(2026, 3, 1))
    pair = pair_of(first, second)
    words = (
        "Life (L-2) depends on tobacco use, gender, income or hours that differ between the records. Change them on "
        "the policy's page first, so the price follows."
    )
    assert refusal(pair, first) == [words]
    Member.objects.filter(pk=first.pk).update(is_smoker=True)
    do_merge(pair, first)
    assert set(Policy.objects.values_list("member", flat=True)) == {first.pk}


def test_members_of_different_groups_clash_and_a_membership_moves_whole(brand):
    acme = create_group(code="ACME", name="Acme", brands=[brand])
    other = create_group(code="OTHER", name="Other", brands=[brand])
    first, second = person(brand, group=acme), person(brand, group=other, employee_number="17")
    pair = pair_of(first, second)
    assert refusal(pair, first) == [
        "They are in different groups: Acme and Other. Take one of them out of its group first."
    ]
    Member.objects.filter(pk=first.pk).update(group=None)
    kept = do_merge(pair, first)
    assert list(Member.objects.order_by("pk").values_list("group__name", "employee_number")) == [
        ("Other", "17"),
        (None, ""),
    ]
    undo_merge(record_id=kept.pk, origin=SYSTEM)
    assert list(Member.objects.order_by("pk").values_list("group__name", "employee_number")) == [
        (None, ""),
        ("Other", "17"),
    ]


def test_one_plan_never_covers_somebody_twice(brand):
    first, second = person(brand), person(brand)
    pair = pair_of(first, second)
    issue(brand, number="P-1", plan_id=7, member_id=first.pk)
    again = issue(brand, number="P-2", plan_id=7, member_id=second.pk, first=date(2026, 2, 1))
    assert refusal(pair, first) == [
        "P-1 and P-2 are both Dental and would cover Maria Santos twice. End or cancel one of them first."
    ]
    Policy.objects.filter(pk=again.pk).update(end_date=date(2026, 2, 28))
    do_merge(pair, first)
    assert Policy.objects.filter(member=first).count() == 2


def test_a_child_on_both_records_is_one_person(brand):
    first, second = person(brand), person(brand)
    child = {"kind": "dependent", "relationship": "child", "first_name": "Mateo", "birth_date": date(2020, 3, 2)}
    covered = []
    for member, last in ((first, "Santos"), (second, "SANTOS")):
        row = Relative.objects.create(member=member, last_name=last, **child)
        covered.append(Covered(str(row.pk), Role.CHILD, row.birth_date, date(2026, 1, 1)))
    pair = pair_of(first, second)
    preview = preview_merge(pair, first.pk)
    assert preview.left == ["Mateo SANTOS, 03/02/2020, is on both records"]
    assert lines(preview) == {}
    issue(brand, covered[0], number="P-1", plan_id=7, member_id=first.pk, tier="PC")
    two = issue(brand, covered[1], number="P-2", plan_id=7, member_id=second.pk, tier="PC")
    Policy.objects.filter(pk=two.pk).update(effective_date=date(2026, 1, 1))
    assert refusal(pair, first) == [
        "P-1 and P-2 are both Dental and would cover Maria Santos twice. End or cancel one of them first.",
        "P-1 and P-2 are both Dental and would cover Mateo Santos twice. End or cancel one of them first.",
    ]
    assert lines(preview_merge(pair, first.pk))["members.relative"] == ["Mateo SANTOS, 03/02/2020, child"]


def test_two_numbers_are_merged_only_by_somebody_who_made_sure(brand):
    first, second = person(brand, ssn="899550001"), person(brand, ssn="899550010")
    pair = pair_of(first, second)
    words = "Two Social Security numbers are on record, ending 0001 and 0010: one of them was mistyped."
    assert refusal(pair, first) == [words]
    preview = preview_merge(pair, first.pk)
    assert preview.left == ["Social Security number ending 0010: the record that stays keeps its own"]
    do_merge(pair, first, confirmed=True)
    assert enroll(brand, "899550001").pk == first.pk
    assert enroll(brand, "899550010").pk not in (first.pk, second.pk)


def test_a_record_that_was_merged_is_not_merged_again_and_its_other_pairs_go_on(brand):
    first, second, third = (person(brand) for _ in range(3))
    find_duplicates(brand.pk, [third])
    assert [row[:2] for row in pairs()] == [(first.pk, third.pk), (second.pk, third.pk)]
    do_merge(DuplicateMember.objects.get(first=second), second)
    assert DuplicateMember.objects.get(first=first, second=second).state == "waiting"
    assert refusal_of_merged(first, third) == [f"Maria Santos ({third.pk}) was merged into another record already."]


def refusal_of_merged(first, third):
    with pytest.raises(MergeRefused) as refused:
        do_merge(DuplicateMember.objects.get(first=first, second=third), first)
    return list(refused.value.reasons)


# --- undoing ---


def why_not(kept):
    before = everything()
    with pytest.raises(MergeRefused) as refused:
        undo_merge(record_id=kept.pk, origin=SYSTEM)
    assert everything() == before
    return list(refused.value.reasons)


def test_what_was_added_since_stays_with_the_record_that_stayed(full, brand):
    stays, goes = full
    kept = do_merge(DuplicateMember.objects.get(), stays)
    issue(brand, number="P-8", plan_id=9, member_id=stays.pk)
    undo_merge(record_id=kept.pk, origin=SYSTEM)
    assert dict(Policy.objects.values_list("number", "member_id")) == {"P-7": goes.pk, "P-8": stays.pk}


def test_what_was_filled_and_changed_since_stays_changed(full):
    stays, goes = full
    kept = do_merge(DuplicateMember.objects.get(), stays)
    Member.objects.filter(pk=stays.pk).update(email="new@mail.example")
    assert preview_undo(kept).left == ["Email was changed since."]
    undo_merge(record_id=kept.pk, origin=SYSTEM)
    assert dict(Member.objects.values_list("pk", "email")) == {
        stays.pk: "new@mail.example",
        goes.pk: "maria@mail.example",
    }


def test_blanks_are_filled_and_an_inactive_record_becomes_active_again(brand):
    first = person(brand, active=False, city="")
    home = {"address1": "12 Elm Street", "city": "Dallas", "state": "TX", "zip": "75201"}
    second = person(brand, phone="2145550183", marital_status=1, is_smoker=False, middle_name="Ana", **home)
    pair = pair_of(first, second)
    assert preview_merge(pair, first.pk).taken == [
        ("Middle name", "Ana"),
        ("Phone", "2145550183"),
        ("Marital status", "Married"),
        ("Tobacco", "No"),
        ("Address", "12 Elm Street, Dallas, TX 75201"),
        ("State", "Active"),
    ]
    before = everything()
    kept = do_merge(pair, first)
    first.refresh_from_db()
    assert (first.active, first.name, first.zip, first.is_smoker) == (True, "Maria Ana Santos", "75201", False)
    undo_merge(record_id=kept.pk, origin=SYSTEM)
    assert everything() == before
    kept = do_merge(pair, first)
    Member.objects.filter(pk=first.pk).update(city="Plano", active=False)
    assert preview_undo(kept).left == ["Address was changed since."]
    assert why_not(kept) == ["State was changed since."]


def test_what_changed_hands_since_stands_in_the_way(full, brand):
    stays, _goes = full
    kept = do_merge(DuplicateMember.objects.get(), stays)
    other = person(brand, "Ada", "Quill")
    Policy.objects.update(member=other)
    assert why_not(kept) == [
        "Policies, with their cards: P-7, Dental, active, from 01/01/2026 belongs to another record by now."
    ]
    Policy.objects.update(member=stays)
    Quote.objects.update(status="submitted", stage="accepted")
    assert why_not(kept) == ["Enrollments and carts: Begun 03/01/2026, accepted was changed since."]
    Quote.objects.update(status="draft", stage="draft")
    Letter.objects.all().delete()
    assert why_not(kept) == ["Letters: something that moved was deleted since."]


def test_a_policy_does_not_go_back_without_those_it_covers(full, brand):
    stays, _goes = full
    kept = do_merge(DuplicateMember.objects.get(), stays)
    child = {"kind": "dependent", "relationship": "child", "last_name": "Santos", "birth_date": date(2026, 2, 1)}
    added = Relative.objects.create(member=stays, first_name="Noel", **child)
    policy = Policy.objects.get()
    row = policy.people.create(
        key=str(added.pk),
        relative=added,
        role="child",
        birth_date=added.birth_date,
        original_date=date(2026, 2, 1),
        effective_date=date(2026, 2, 1),
    )
    assert why_not(kept) == ["A policy that would go back now covers a person on the record that stays."]
    row.delete()
    mateo = Relative.objects.get(first_name="Mateo")
    covered = Covered(str(mateo.pk), Role.CHILD, mateo.birth_date, date(2026, 1, 1))
    issue(brand, covered, number="P-9", plan_id=9, member_id=stays.pk, tier="PC")
    assert why_not(kept) == ["A policy that stays now covers a person who would go back."]


def test_a_group_or_number_that_was_changed_since_stands_in_the_way(brand):
    acme = create_group(code="ACME", name="Acme", brands=[brand])
    other = create_group(code="OTHER", name="Other", brands=[brand])
    first, second = person(brand), person(brand, group=acme, employee_number="17")
    kept = do_merge(pair_of(first, second), first)
    Member.objects.filter(pk=first.pk).update(group=other)
    assert why_not(kept) == ["Group was changed since."]
    Member.objects.filter(pk=first.pk).update(group=acme, employee_number="")
    person(brand, "Ada", "Quill", group=acme, employee_number="17")
    assert why_not(kept) == [
        "Employee number was changed since.",
        "Another member of the group has the employee number 17 by now.",
    ]


def test_merges_are_undone_from_the_last_one_on(brand):
    first, second, third = (person(brand) for _ in range(3))
    find_duplicates(brand.pk, [second, third])
    issue(brand, number="P-3", member_id=third.pk)
    inner = do_merge(DuplicateMember.objects.get(first=second, second=third), second)
    outer = do_merge(DuplicateMember.objects.get(first=first, second=second), first)
    assert hold_member(third.pk).pk == first.pk
    assert why_not(inner) == [
        "Policies, with their cards: P-3, Dental, active, from 01/01/2026 belongs to another record by now.",
        "The record that stayed was merged into another one since. Undo that first.",
    ]
    undo_merge(record_id=outer.pk, origin=SYSTEM)
    undo_merge(record_id=inner.pk, origin=SYSTEM)
    assert Policy.objects.get().member_id == third.pk
    assert not Member.objects.filter(merged_into__isnull=False).exists()


# --- what belongs to a member ---


def test_every_column_that_points_to_a_member_moves_or_is_named_as_staying():
    staying = {
        ("coverage.coverageevent", "member"),  # events are of their time
        ("coverage.servicedpolicy", "member"),  # the database writes it with the policy's
        ("members.member", "merged_into"),
        ("members.rosterchange", "member"),
        ("members.duplicatemember", "first"),
        ("members.duplicatemember", "second"),
        ("members.mergerecord", "stays"),
        ("members.mergerecord", "goes"),
        ("members.personversion", "member"),
    }
    pointing = {
        (field.related_model._meta.label_lower, field.remote_field.name)
        for field in Member._meta.get_fields(include_hidden=True)
        if field.auto_created and not field.concrete
    }
    by_number = {
        (model._meta.label_lower, "member_id")
        for model in apps.get_models()
        for field in model._meta.concrete_fields
        if field.name == "member_id"
    }
    moving = {(move.table, move.column) for move in list_moves()}
    assert moving == {(table, f"{name}_id") for table, name in pointing - staying} | by_number


def test_copies_and_erasures_of_a_person_take_both_rows(full):
    stays, goes = full
    do_merge(DuplicateMember.objects.get(), stays)
    for member in (stays, goes):
        person = person_of(member.brand_id, {"members.member": [str(member.pk)]})
        assert person.keys["members.member"] == {stays.pk, goes.pk}
        assert len(person.keys["members.mergerecord"]) == len(person.keys["members.duplicatemember"]) == 1
        assert person.in_force
    undo_merge(record_id=MergeRecord.objects.get().pk, origin=SYSTEM)
    apart = person_of(stays.brand_id, {"members.member": [str(stays.pk)]})
    assert apart.keys["members.member"] == {stays.pk}
    assert not apart.in_force

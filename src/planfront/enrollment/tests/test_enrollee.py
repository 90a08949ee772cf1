"""Whoever enrolls becomes a member, and what they bought stands in the book."""

import re
from datetime import date

import pytest
from django.db import DatabaseError, transaction

from planfront.accounts.models import User
from planfront.audit.services import SYSTEM
from planfront.coverage.models import Change, CoveredPerson, Policy, RepAssignment, Version
from planfront.coverage.tests.policies import issue
from planfront.enrollment.tests.conftest import SSN, wizard_of
from planfront.enrollment.tests.test_contact import ELSEWHERE
from planfront.enrollment.tests.test_dependents import CHILD, SPOUSE, listed
from planfront.enrollment.tests.test_documents import content_of, pages
from planfront.kernel.jobs.tasks import run_pending
from planfront.members.duplicates.merging import merge, preview_merge
from planfront.members.models import DuplicateMember, Member, Relative
from planfront.members.services import create_member
from planfront.messaging.models import OutboundEmail
from planfront.shopping.models import Quote


@pytest.fixture
def family(visitor, store):
    wizard = wizard_of(visitor, store, "IF")
    wizard.answer_questions()
    wizard.post("save-dependent-info", dependents=listed(SPOUSE, CHILD), spouse_choice="yes", accept_price=1)
    wizard.billing(), wizard.sign()
    assert wizard.submit().json()["status"] == "success"
    return wizard


def enroll(wizard):
    wizard.up_to("sign")
    assert wizard.submit().json()["status"] == "success"


def test_suffix_and_mailing_address_are_on_record(visitor, store):
    wizard = wizard_of(visitor, store, "IS")
    wizard.answer_questions(primary_info={"suffix": "Jr."}, contact_info=ELSEWHERE)
    wizard.post(
        "save-dependent-info", dependents=listed({**SPOUSE, "suffix": "III"}), spouse_choice="yes", accept_price=1
    )
    wizard.billing(), wizard.sign(typed_name="maren castillo JR")
    assert wizard.submit().json()["status"] == "success"
    member = Member.objects.get()
    assert (member.suffix, member.name) == ("Jr.", "Maren Lee Castillo Jr.")
    assert member.mailing_lines == ("PSC 3, Box 4120", "APO, AE 09012")
    assert member.address_lines() == ("88 Lindenhall Ave", "Unit 3B", "Columbus, OH 43215")
    assert Relative.objects.get().suffix == "III"
    run_pending()
    text = " ".join(pages(content_of(wizard)))
    assert "Maren Lee Castillo Jr." in text
    assert "PSC 3, Box 4120, APO, AE 09012" in text


def test_a_family_is_on_record_with_whom_each_policy_covers(family):
    member, policy = Member.objects.get(), Policy.objects.get()
    assert (member.name, member.birth_date, member.enrolled_here) == ("Maren Lee Castillo", date(1989, 4, 17), True)
    assert (policy.member, Quote.objects.get().member) == (member, None)
    assert (policy.tier, policy.state, policy.end_date) == ("IF", "accepted", None)
    first = policy.effective_date
    people = CoveredPerson.objects.order_by("birth_date").values_list(
        "relative__first_name", "role", "original_date", "effective_date", "end_date"
    )
    assert list(people) == [
        ("Jonah", "spouse", first, first, None),
        (None, "subscriber", first, first, None),
        ("Iris", "child", first, first, None),
    ]
    change, version = Change.objects.get(), Version.objects.get()
    assert (change.kind, change.by, change.effective, change.after) == ("issue", "member", first, policy.monthly)
    assert (version.premium, version.rated_on, version.proof["premium"]) == (
        policy.monthly,
        first,
        str(policy.monthly),
    )
    assert [person["role"] for person in version.covered] == ["subscriber", "spouse", "child"]


def test_who_is_known_by_number_and_birth_date_is_found_and_stays_as_they_are(wizard, store):
    known = create_member(
        brand=store.brand,
        ssn=SSN,
        first_name="M.",
        last_name="Castillo-Reyes",
        birth_date=date(1989, 4, 17),
        gender=1,
        email="maren.reyes@mail.example",
    )
    enroll(wizard)
    member = Member.objects.get()
    assert (member.pk, member.first_name, member.email) == (known.pk, "M.", "maren.reyes@mail.example")
    assert Policy.objects.get().member == known
    assert Quote.objects.get().member is None


def test_who_is_new_on_record_is_invited_to_sign_in(wizard, make_client):
    enroll(wizard)
    assert Member.objects.get().user is None
    run_pending()
    member, mail = Member.objects.get(), OutboundEmail.objects.get(kind="account_invitation")
    assert (mail.to, member.user.email, member.user.role) == (
        "maren@mailbox.example",
        "maren@mailbox.example",
        "member",
    )
    secret = re.search(r"/sign-in/new-password#(\S+)", mail.text)[1]
    client = make_client("shop.test")
    answer = client.post("session/reset/confirm", {"token": secret, "password": "seven Lanterns at dusk"})
    assert answer.status_code == 200, answer.content
    client.sign_in("maren@mailbox.example", "seven Lanterns at dusk")
    assert [row["plan"] for row in client.get("get-coverage").json()["data"]["policies"]] == ["Halden Dental PPO"]
    assert client.post("validate-member-email", {"email": "maren@mailbox.example"}).status_code == 422
    (quote,) = Quote.objects.values_list("public_id", flat=True)
    Quote.objects.update(member=member)
    assert client.get("get-receipt", enrollment_id=quote).json()["data"]["return_href"] == "/member-home"


def test_a_session_asks_seldom_which_addresses_are_members(brand, make_client):
    client = make_client("shop.test")
    answers = [client.post("validate-member-email", {"email": f"p{n}@mailbox.example"}).status_code for n in range(16)]
    assert answers == [200] * 15 + [429]


def test_a_network_asks_seldom_which_addresses_are_members(brand, make_client):
    answers = []
    for session in range(5):
        client = make_client("shop.test")
        answers += [
            client.post("validate-member-email", {"email": f"p{n}.{session}@mailbox.example"}).status_code
            for n in range(14)
        ]
    assert answers == [200] * 60 + [429] * 10


def test_nobody_is_invited_to_somebody_elses_address_or_record(visitor, store, make_client):
    User.objects.create_user("maren@mailbox.example", "planfront-demo", role="rep")
    enroll(wizard_of(visitor, store))
    run_pending()
    assert Member.objects.get().user is None
    assert not OutboundEmail.objects.filter(kind="account_invitation").exists()


def test_a_number_that_somebody_types_shows_nothing_of_whose_it_is(wizard, store):
    known = create_member(
        brand=store.brand, ssn=SSN, first_name="M.", last_name="C.", birth_date=date(1989, 4, 17), gender=1
    )
    Relative.objects.create(
        member=known, kind="dependent", relationship="child", first_name="Zoe", last_name="C.", birth_date="2015-01-01"
    )
    enroll(wizard)
    for path in ("get-dependents-existing-user-enrollment", "get-receipt", "get-review-summary"):
        assert "Zoe" not in wizard.get(path).content.decode(), path


def test_who_enrolled_before_may_enroll_again_with_the_same_address(visitor, store, make_client):
    enroll(wizard_of(visitor, store))
    again = wizard_of(make_client("shop.test"), store)
    again.up_to("sign")
    assert again.submit(accept_duplicate=1).json()["status"] == "success"
    assert Member.objects.count() == 1, "the number and birth date are the same"
    assert Policy.objects.filter(member=Member.objects.get()).count() == 2


def namesake(brand, **more):
    born = {"first_name": "Maren", "last_name": "Castillo", "birth_date": date(1989, 4, 17), "gender": 1}
    return create_member(brand=brand, **born, email="maren.castillo@mail.example", **more)


def test_whoever_enrolls_and_may_be_on_record_is_a_pair_and_has_one_account_after_a_merge(wizard, store, make_client):
    known = namesake(store.brand)
    issue(store.brand, number="P-OLD", name="Vision", plan_id=99, member_id=known.pk)
    enroll(wizard)
    run_pending()
    pair = DuplicateMember.objects.get()
    assert (pair.first_id, pair.matched, pair.state) == (known.pk, ["name"], "waiting")
    assert Policy.objects.exclude(number="P-OLD").get().member_id == pair.second_id
    digest = preview_merge(pair, known.pk).digest
    merge(pair_id=pair.pk, stays_id=known.pk, digest=digest, confirmed=False, origin=SYSTEM)
    user = Member.objects.get(pk=known.pk).user
    user.set_password("seven Lanterns at dusk")
    user.save()
    client = make_client("shop.test")
    client.sign_in("maren@mailbox.example", "seven Lanterns at dusk")
    plans = [row["plan"] for row in client.get("get-coverage").json()["data"]["policies"]]
    assert sorted(plans) == ["Halden Dental PPO", "Vision"]


def test_an_enrollment_of_a_record_that_was_merged_meanwhile_goes_to_the_one_that_stays(wizard, store):
    stays = namesake(store.brand)
    goes = namesake(store.brand, merged_into=stays, active=False)
    wizard.up_to("sign")
    Quote.objects.update(member=goes)
    assert wizard.submit().json()["status"] == "success"
    assert Policy.objects.get().member == stays
    assert Member.objects.count() == 2


def test_the_rep_who_sells_looks_after_the_policy(rep, store):
    enroll(wizard_of(rep, store, eprocess="rep"))
    policy = Policy.objects.get()
    row = RepAssignment.objects.get()
    assert (row.agent_id, row.share, row.effective_date) == (policy.agent_id, 100, policy.effective_date)
    assert Change.objects.get().by == "rep"


@pytest.mark.parametrize("model", [Change, Version])
def test_the_book_is_only_added_to(wizard, model):
    enroll(wizard)
    with pytest.raises(DatabaseError, match="append-only"), transaction.atomic():
        model.objects.update(effective=date(2020, 1, 1))
    with pytest.raises(DatabaseError, match="append-only"), transaction.atomic():
        model.objects.all().delete()
    policy = Policy.objects.get()
    policy.erasing = True
    policy.save()
    policy.changes.all().delete()
    assert not model.objects.exists()


def test_what_was_not_submitted_leaves_nobody_on_record(wizard):
    wizard.up_to("sign")
    assert not Member.objects.exists() | Relative.objects.exists() | Policy.objects.exists()

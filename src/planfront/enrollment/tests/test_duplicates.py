"""The same person buying the same plan for the same day: whoever submits is asked, staff get both to look at."""

from datetime import date

import pytest
from django.db import connection

from planfront.audit.models import AuditEvent
from planfront.brands.models import Brand, Domain
from planfront.coverage.models import Policy
from planfront.coverage.tests.policies import cover
from planfront.enrollment.models import Application, PersonKey, PossibleDuplicate
from planfront.enrollment.submission.duplicates import index_due_duplicates
from planfront.enrollment.tests.conftest import BILLING, CONTACT, PERSONAL, SSN, wizard_of
from planfront.members.services import create_member

pytestmark = pytest.mark.both_databases

QUESTION = "Have you already applied for Halden Dental PPO from "
OTHER = {"ssn": "523443386"}
NAMED_OTHERWISE = {"first_name": "Iris", "last_name": "Okafor"}
OTHER_ACCOUNT = {"account_number": "998877665"}


@pytest.fixture
def sold(wizard):
    """Maren's first enrollment, submitted."""
    wizard.up_to("sign")
    assert wizard.submit().json()["status"] == "success"
    return wizard


@pytest.fixture
def again(sold, store, make_client):
    """A later enrollment with the same plan and day, signed by another visitor; changed as it is said."""

    def make(personal=(), billing=(), **quoted):
        result = wizard_of(make_client("shop.test"), store, **quoted)
        other = {"email_address": "iris@mailbox.example", "phone_number": "(614) 555-0177"}
        result.answer_questions(primary_info=dict(personal), contact_info=other)
        assert result.billing(**dict(billing)).status_code == 200
        name = {**PERSONAL, **dict(personal)}
        signed = result.sign(typed_name=f"{name['first_name']} {name['last_name']}")
        assert signed.json()["status"] == "success", signed.json()
        return result

    return make


def is_duplicate(answer):
    body = answer.json()
    assert answer.status_code == 200, body
    return body.get("errorCode") == "duplicateEnrollment"


@pytest.mark.parametrize(
    ("change", "matched"),
    [
        ({}, ["account", "number", "person"]),
        ({"personal": NAMED_OTHERWISE, "billing": OTHER_ACCOUNT}, ["number"]),
        ({"personal": OTHER, "billing": OTHER_ACCOUNT}, ["person"]),
        ({"personal": {**OTHER, "first_name": "MÁREN", "middle_name": ""}, "billing": OTHER_ACCOUNT}, ["person"]),
        ({"personal": {**OTHER, **NAMED_OTHERWISE}}, ["account"]),
    ],
)
@pytest.mark.thorough
def test_the_same_person_is_asked_before_the_submission_and_told_apart_by_what_matched(again, change, matched):
    result = again(**change)
    duplicate = result.data("get-review-summary")["notice"]["duplicate"]
    stopped = result.submit(accept_duplicate=0)
    assert is_duplicate(stopped)
    assert duplicate == stopped.json()["message"]
    assert duplicate.startswith(QUESTION)
    assert Application.objects.filter(submitted_at=None).count() == 1
    done = result.submit(accept_duplicate=1)
    assert done.json()["data"]["notices"] == []
    row = PossibleDuplicate.objects.get()
    assert (sorted(row.matched), row.plans, row.confirmed) == (matched, ["Halden Dental PPO"], True)
    assert row.application.submitted_at > row.earlier.submitted_at
    assert result.submit(accept_duplicate=0).json()["data"] == done.json()["data"]


@pytest.mark.parametrize(
    "change",
    [
        {"personal": {**OTHER, **NAMED_OTHERWISE}, "billing": OTHER_ACCOUNT},
        {"personal": OTHER, "billing": OTHER_ACCOUNT, "dob": "04/18/1989"},
    ],
)
def test_other_people_are_not_asked(again, change):
    result = again(**change)
    assert result.data("get-review-summary")["notice"]["duplicate"] == ""
    assert result.submit(accept_duplicate=0).json()["status"] == "success"
    assert not PossibleDuplicate.objects.exists()


def test_the_question_says_nothing_of_the_other_application(sold, again):
    text = again(personal=OTHER, billing=OTHER_ACCOUNT).submit(accept_duplicate=0).content.decode()
    number = sold.data("get-receipt")["confirmation_number"]
    for secret in (number, SSN[-4:], BILLING["account_number"][-4:], CONTACT["email_address"], "Lindenhall", "Maren"):
        assert secret not in text


def test_callers_who_know_of_no_question_go_on_and_are_told_afterwards(again):
    done = again().submit().json()
    assert done["status"] == "success"
    assert done["data"]["notices"] == [
        "If you already applied for the same plans, call us. Each application is paid separately."
    ]
    assert PossibleDuplicate.objects.get().confirmed is False


def test_another_day_another_plan_and_what_was_cancelled_are_no_duplicates(again):
    result = again()
    for change in ({"effective_date": "2020-01-01"}, {"plan_id": 999_999}, {"end_date": "2020-01-01"}):
        before = Policy.objects.values(*change).get()
        Policy.objects.update(**change)
        assert result.data("get-review-summary")["notice"]["duplicate"] == "", change
        Policy.objects.update(**before)
    assert result.data("get-review-summary")["notice"]["duplicate"]


def test_another_store_reveals_nothing(sold, store, make_client):
    other = Brand.objects.create(key="other", name="Other", logo_key="planfront")
    Domain.objects.create(brand=other, host="other.test", primary=True)
    result = wizard_of(make_client("other.test"), store).up_to("sign")
    assert result.submit(accept_duplicate=0).json()["status"] == "success"


def test_the_number_of_people_checked_per_address_and_day_is_limited(again, monkeypatch):
    monkeypatch.setattr("planfront.enrollment.submission.duplicate_search._TOLD", 2)
    result = again()
    shown = [bool(result.data("get-review-summary")["notice"]["duplicate"]) for _ in range(3)]
    assert shown == [True, True, False]
    assert result.submit(accept_duplicate=0).json()["status"] == "success"
    assert PossibleDuplicate.objects.get().confirmed is False


def test_stored_match_keys_are_unreadable(sold):
    assert set(PersonKey.objects.values_list("kind", flat=True)) == {"number", "person", "account"}
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT index FROM enrollment_personkey"
            if connection.vendor != "sqlite"
            else 'SELECT "index" FROM enrollment_personkey'
        )
        kept = " ".join(row[0] for row in cursor.fetchall())
    # The whole birth date: a year alone is in one of some six hundred keys by chance.
    for secret in (SSN, "maren", "castillo", "04/17/1989", "1989-04-17", "19890417", "04171989"):
        assert secret not in kept.lower()


def test_applications_from_before_are_found_later(sold, again):
    again().submit()
    PersonKey.objects.all().delete()
    PossibleDuplicate.objects.all().delete()
    assert index_due_duplicates() == 2
    assert index_due_duplicates() == 0
    assert PossibleDuplicate.objects.count() == 1
    event = AuditEvent.objects.filter(action="application.duplicate_found").latest("at")
    assert sorted(event.meta["matched"]) == ["account", "number", "person"]


def test_the_question_is_asked_in_spanish(again):
    result = again()
    result.client.headers["Accept-Language"] = "es"
    assert result.submit(accept_duplicate=0).json()["message"].startswith("¿Ya solicitó Halden Dental PPO")


@pytest.mark.parametrize("has_it", [True, False])
def test_a_visitor_whose_number_is_a_members_is_asked_of_a_plan_that_they_have(wizard, store, has_it):
    """A plan from a group's roster, say: no application stands behind it."""
    born = {"first_name": "M.", "last_name": "C.", "birth_date": date(1989, 4, 17), "gender": 1}
    member = create_member(brand=store.brand, ssn=SSN, email="", **born)
    cover(member, plan_id=store.dental.pk if has_it else 99, first=date(2026, 1, 1))
    wizard.up_to("sign")
    assert is_duplicate(wizard.submit(accept_duplicate=0)) is has_it
    assert wizard.submit(accept_duplicate=1).json()["data"]["notices"] == []
    assert Policy.objects.filter(member=member).count() == 2

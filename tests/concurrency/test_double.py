"""The same click many times at once: one person, one account, one code, one quote, one signature that counts."""

import pytest
from django.db import connection

from planfront.billing.models import PaymentMethod
from planfront.enrollment.models import Application, ResumeCode, Section
from planfront.enrollment.signing.chain import check_all
from planfront.enrollment.tests.conftest import CONTACT, make_wizard, store, wizard  # noqa: F401
from planfront.messaging.models import OutboundEmail
from planfront.shopping.models import Quote
from tests.concurrency.test_submit import THREADS, at_once

pytestmark = [
    pytest.mark.pg,
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif(connection.vendor != "postgresql", reason="needs row locks"),
]
CHILD = {
    "first_name": "Iris",
    "last_name": "Castillo",
    "birthdate": "05/21/2017",
    "gender": "1",
    "ssn": "524440472",
    "relationship": "child",
}


def answers(jobs):
    return {(answer.status_code, answer.json()["status"]) for answer in at_once(jobs)}


def test_a_new_dependent_clicked_many_times_is_one_person(make_wizard):  # noqa: F811
    application = make_wizard("IC")
    application.answer_questions()
    listed = [{"primary_info": CHILD}]
    version = application.data("/get-dynamic-tabs")["version"]
    for call in ("save-dependent-info-to-temp", "save-dependent-info"):
        assert answers([lambda call=call: application.post(call, dependents=listed, version=version)] * THREADS) == {
            (200, "success")
        }
    result = application.data("get-dependents-existing-user-enrollment")["result"]
    assert [dependent["primary_info"]["first_name"] for dependent in result["dependents"]] == ["Iris"]
    assert result["set_aside"] == []


def test_billing_clicked_many_times_keeps_one_account(wizard):  # noqa: F811
    wizard.answer_questions()
    version = wizard.data("/get-dynamic-tabs")["version"]
    assert answers([lambda: wizard.billing(version=version)] * THREADS) == {(200, "success")}
    assert PaymentMethod.objects.count() == 1
    assert Application.objects.get().version == version + 1


def test_save_and_continue_later_clicked_many_times_mails_one_code(wizard):  # noqa: F811
    sent = {"email": CONTACT["email_address"], "tab": "contact_info"}
    assert answers([lambda: wizard.post("save-enrollment", **sent)] * THREADS) == {(200, "success")}
    assert ResumeCode.objects.count() == 1
    assert OutboundEmail.objects.filter(kind="resume_code").count() == 1


def test_signing_many_times_at_once_leaves_one_that_counts(wizard):  # noqa: F811
    wizard.up_to("billing")
    assert answers([wizard.sign] * 4) == {(200, "success")}
    assert check_all().faults == []
    assert wizard.tabs()["agreement_info"]["status"] == "done"
    assert wizard.submit().json()["status"] == "success"


def test_different_answers_at_once_are_never_mixed(wizard):  # noqa: F811
    people = [{"first_name": f"Maren{letter}", "last_name": f"Castillo{letter}"} for letter in "abcdefgh"]
    assert answers([lambda person=person: wizard.personal(**person) for person in people]) == {(200, "success")}
    saved = Section.objects.get(key="primary_info").answers
    assert {name: saved[name] for name in ("first_name", "last_name")} in people


def test_a_quote_begun_many_times_at_once_is_one(store, visitor):  # noqa: F811
    body = {"zip": "43215", "dob": "04/17/1989", "gender": "1", "tier": "IO", "eprocess": "applicant"}
    begun = at_once([lambda: visitor.post("add-filter-for-new-user", body)] * THREADS)
    assert len({answer.json()["data"]["temp_enrollment_id"] for answer in begun}) == 1
    assert Quote.objects.count() == 1


def test_of_two_submissions_for_one_person_the_later_is_asked(make_wizard):  # noqa: F811
    applications = [make_wizard().up_to("sign") for _ in range(4)]
    result = at_once([lambda each=each: each.submit(accept_duplicate=0) for each in applications])
    codes = sorted(answer.json().get("errorCode", "") for answer in result)
    assert codes == ["", *["duplicateEnrollment"] * 3]
    assert Application.objects.filter(submitted_at__isnull=False).count() == 1

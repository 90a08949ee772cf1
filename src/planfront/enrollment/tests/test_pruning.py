"""What was typed and never sent goes with its expired quote; what was signed or sent stays."""

from datetime import timedelta

import pytest

from planfront.audit.models import AuditEvent, HeldRow
from planfront.billing.models import PaymentMethod
from planfront.enrollment.application.pruning import prune_expired, prune_health_answers, prune_submitted
from planfront.enrollment.models import (
    Application,
    RequirementProfile,
    ResumeCode,
    Screenshot,
    Section,
    SignatureEvidence,
    SignerCheck,
)
from planfront.enrollment.signing.chain import check_all
from planfront.enrollment.tests.conftest import png
from planfront.enrollment.tests.test_health import GENERAL, questions, save
from planfront.kernel import clock
from planfront.kernel.security.ids import new_uuid
from planfront.shopping.models import CartLine, Quote

pytestmark = pytest.mark.django_db
assert questions  # a fixture


def expire(days):
    Quote.objects.update(expires_at=clock.now() - timedelta(days=days))


def test_a_quote_is_kept_for_thirty_days_after_its_end(wizard):
    wizard.up_to("billing")
    expire(29)
    assert prune_expired() == 0
    assert wizard.get("get-plan-cart").json()["errorCode"] == "enrollmentIdError"
    expire(31)
    assert prune_expired() == 1
    for model in (Quote, CartLine, Application, Section, PaymentMethod):
        assert not model.objects.exists(), model
    assert wizard.get("get-plan-cart").status_code == 404


def test_a_live_quote_stays(wizard):
    wizard.personal()
    assert prune_expired() == 0
    assert Application.objects.count() == 1


def test_a_signed_application_stays_and_its_neighbour_goes(wizard, make_wizard):
    wizard.up_to("sign")
    make_wizard().answer_questions()
    expire(31)
    assert prune_expired() == 1
    assert Application.objects.get().signatures.count() == 1
    assert SignatureEvidence.objects.count() == 1
    assert Quote.objects.get().public_id == wizard.id


def test_a_submitted_application_stays(wizard):
    wizard.up_to("sign").submit()
    expire(400)
    assert prune_expired() == 0
    assert wizard.get("get-receipt").status_code == 200


def test_a_live_code_keeps_the_application(wizard):
    wizard.personal()
    wizard.post("save-enrollment", tab="contact_info", email="maren@mailbox.example", data={})
    expire(31)
    assert prune_expired() == 0
    assert prune_expired(clock.now() + timedelta(days=31)) == 1


def later(days):
    return clock.now() + timedelta(days=days)


def pruned():
    events = AuditEvent.objects.filter(action__endswith=".pruned").order_by("action")
    return {event.action: event.meta["count"] for event in events}


def test_what_is_deleted_is_put_on_record_by_number(wizard):
    wizard.up_to("billing")
    expire(31)
    prune_expired()
    assert pruned() == {"application.pruned": 1, "quote.pruned": 1}


def test_a_held_application_stays(wizard):
    wizard.up_to("billing")
    expire(31)
    application = Application.objects.get()
    hold = new_uuid()
    for table, key in (
        ("enrollment.application", application.pk),
        ("shopping.quote", application.enrollment_id),
    ):
        HeldRow.objects.create(table=table, key=str(key), hold=hold)
    assert prune_expired() == 0
    assert Application.objects.exists()
    HeldRow.objects.all().delete()
    assert prune_expired() == 1


def test_what_was_only_needed_on_the_way_goes_after_the_submission(wizard):
    wizard.post("save-enrollment", tab="contact_info", email="maren@mailbox.example", data={})
    wizard.up_to("sign")
    assert wizard.post("save-screenshot", name="primary_info", image=png()).status_code == 200
    wizard.submit()
    Section.objects.filter(key="contact_info").update(draft_at=clock.now())
    section = Section.objects.get(key="contact_info")
    section.draft = {"city": "Dayton"}
    section.save()
    assert prune_submitted(later(89)) == 0
    assert prune_submitted(later(91)) == 4
    assert Section.objects.get(key="contact_info").draft == {}
    assert Section.objects.get(key="contact_info").answers["city"] == "Columbus"
    assert not ResumeCode.objects.exists()
    assert not SignerCheck.objects.exists()
    assert Screenshot.objects.count() == 1
    assert prune_submitted(later(2556)) == 1
    assert not Screenshot.objects.exists()
    assert check_all().faults == []
    assert wizard.get("get-receipt").status_code == 200


def test_health_answers_stay_only_in_what_was_signed(wizard, questions):
    RequirementProfile.objects.create(name="Health", tabs={"primary_health_info": True})
    assert save(wizard, q101=GENERAL).status_code == 200
    wizard.up_to("sign").submit()
    assert Application.objects.get().submitted_at
    assert prune_health_answers(later(364)) == 0
    assert prune_health_answers(later(366)) == 1
    assert Section.objects.get(key="primary_health_info").answers == {}
    assert "Asthma" in str(Application.objects.get().frozen)
    assert check_all().faults == []
    assert prune_health_answers(later(366)) == 0
    assert pruned()["health_answers.pruned"] == 1

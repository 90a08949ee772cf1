"""What is taken back, by visitors and by staff; and what is deleted when it is old."""

from datetime import timedelta

import pytest
from django.db import DatabaseError, transaction

from planfront.accounts.models import VisitorSession
from planfront.audit.models import AuditEvent
from planfront.audit.services import Origin
from planfront.kernel import clock
from planfront.leads.consents import revoke_consent, revoke_location
from planfront.leads.models import (
    AssistantQuestion,
    Consent,
    ConsentRevocation,
    ConsentText,
    Lead,
    LeadAnswer,
    LocationConsent,
    RepEnquiry,
)
from planfront.leads.pruning import prune_leads
from planfront.messaging.selectors import is_suppressed

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]
STAFF = Origin(kind="staff", user_id=7, ip="10.0.0.1")
PERSON = {"name": "Ana Ruiz", "phone": "6145550148", "email": "ana@example.com", "state": "OH"}
BOXES = [{"purpose": "phone", "version": 2}, {"purpose": "email", "version": 2}]


def enquire(client, **extra):
    return client.post("/api/v2/agent-registration-query", {**PERSON, **extra})


def chat(client, question, answer="Me", **extra):
    return client.post("assist/add", {"question_id": question.pk, "answer": answer, "device_id": "d1", **extra})


def location(client, allow, device="d1"):
    return client.get("get-lead-information", store_information=allow, device_id=device, web_url="/plans")


def revoke(contact, purpose="phone", how="phone"):
    return revoke_consent(contact=contact, purpose=purpose, how=how, origin=STAFF)


def test_staff_record_a_withdrawal_of_consent(visitor, questions, texts):
    chat(visitor, questions[0], consents=BOXES)
    lead = Lead.objects.get()
    (result,) = revoke(lead)
    assert (result.purpose, result.version, result.how, result.lead) == ("phone", 2, "phone", lead)
    assert revoke(lead) == []
    assert Consent.objects.count() == 2
    event = AuditEvent.objects.get(action="consent.revoked")
    assert (event.actor_id, event.subject_id, event.meta) == (7, str(lead.pk), {"purpose": "phone", "version": 2})


def test_agreeing_again_after_a_withdrawal_counts(visitor, questions, texts):
    for _twice in range(2):
        chat(visitor, questions[0], consents=BOXES)
    lead = Lead.objects.get()
    assert Consent.objects.filter(purpose="phone").count() == 1
    revoke(lead)
    chat(visitor, questions[0], consents=BOXES)
    assert Consent.objects.filter(purpose="phone").count() == 2
    assert Consent.objects.filter(purpose="email").count() == 1
    assert len(revoke(lead)) == 1
    assert ConsentRevocation.objects.count() == 2


def test_a_new_version_of_the_text_is_a_separate_consent(visitor, questions, texts):
    chat(visitor, questions[0], consents=BOXES[:1])
    ConsentText.objects.create(purpose="phone", version=3, text="{seller} may call me.")
    assert chat(visitor, questions[0], consents=BOXES[:1]).status_code == 422
    chat(visitor, questions[0], consents=[{"purpose": "phone", "version": 3}])
    assert list(Consent.objects.order_by("at").values_list("version", flat=True)) == [2, 3]
    assert revoke(Lead.objects.get())[0].version == 3


def test_a_withdrawal_counts_for_every_enquiry_of_the_person(visitor, stranger, texts, brand):
    enquire(visitor, consents=BOXES)
    RepEnquiry.objects.update(status="LOST")
    enquire(visitor, consents=BOXES)
    enquire(stranger, consents=BOXES, email="other@example.com")
    first = RepEnquiry.objects.order_by("created_at").first()
    result = revoke(first, "email", "letter")
    assert {item.enquiry.contact_hash for item in result} == {first.contact_hash}
    assert len(result) == 2
    assert is_suppressed(brand.pk, "Ana@example.com")
    assert not is_suppressed(brand.pk, "other@example.com")
    assert revoke(first, "email") == []


def test_a_withdrawal_stops_quotes_to_an_address_given_in_the_chat(visitor, brand, texts):
    question = AssistantQuestion.objects.create(position=1, question="Your email?", kind="email")
    chat(visitor, question, "ana@example.com")
    (result,) = revoke(Lead.objects.get(), "email")
    assert result.version == 0
    assert is_suppressed(brand.pk, "ana@example.com")


def test_refusing_after_allowing_is_recorded_separately(visitor):
    ConsentText.objects.create(purpose="location", version=4, text="{seller} may store it.")
    for answer in (1, 1, 0, 0):
        assert location(visitor, answer).status_code == 200
    rows = list(LocationConsent.objects.order_by("at"))
    assert [(row.allowed, row.version, row.how) for row in rows] == [(True, 4, "site"), (False, 4, "site")]
    assert rows[0].at < rows[1].at
    actions = AuditEvent.objects.filter(subject_type="location_consent").order_by("at").values_list("action", flat=True)
    assert list(actions) == ["location.allowed", "location.refused"]
    location(visitor, 1)
    assert LocationConsent.objects.count() == 3


def test_staff_withdraw_a_location_for_a_visitor(visitor):
    location(visitor, 1)
    row = LocationConsent.objects.get()
    result = revoke_location(row=row, how="other", origin=STAFF)
    assert (result.allowed, result.how, result.device_id) == (False, "other", "d1")
    assert revoke_location(row=row, how="other", origin=STAFF) is None
    assert visitor.get("check-lead-information", device_id="d1").json()["statusCode"] == 200


@pytest.mark.parametrize("model", [Consent, ConsentRevocation, LocationConsent])
def test_the_database_refuses_to_change_what_was_said(visitor, questions, texts, model):
    chat(visitor, questions[0], consents=BOXES)
    revoke(Lead.objects.get())
    location(visitor, 1)
    with pytest.raises(DatabaseError, match="append-only"), transaction.atomic():
        model.objects.update(version=9)
    VisitorSession.objects.all().delete()
    assert LocationConsent.objects.get().session is None
    Lead.objects.all().delete()
    assert not Consent.objects.exists()


def aged(days):
    return clock.now() + timedelta(days=days)


def test_old_leads_and_their_answers_are_deleted(visitor, questions):
    chat(visitor, questions[0])
    enquire(visitor)
    location(visitor, 0)
    assert prune_leads(aged(364)) == 0
    assert prune_leads(aged(366)) == 3
    for model in (Lead, LeadAnswer, RepEnquiry, LocationConsent):
        assert not model.objects.exists()
    pruned = AuditEvent.objects.get(action="lead.pruned")
    assert (pruned.actor_kind, pruned.meta) == ("system", {"count": 1})


def test_leads_that_staff_keep_or_work_on_are_not_deleted(visitor, stranger, questions):
    chat(visitor, questions[0])
    chat(stranger, questions[0])
    enquire(visitor)
    first = Lead.objects.order_by("created_at").first()
    Lead.objects.filter(pk=first.pk).update(held=True)
    Lead.objects.exclude(pk=first.pk).update(status="CONTACTED")
    RepEnquiry.objects.update(held=True, status="LOST")
    assert prune_leads(aged(9000)) == 0
    Lead.objects.update(held=False, status="LOST")
    assert prune_leads(aged(9000)) == 2


def test_proof_of_consent_is_kept_longer(visitor, questions, texts):
    chat(visitor, questions[0], consents=BOXES)
    enquire(visitor)
    revoke(RepEnquiry.objects.get())
    assert prune_leads(aged(1824)) == 0
    assert prune_leads(aged(1826)) == 2
    assert not Consent.objects.exists()
    assert not ConsentRevocation.objects.exists()


def test_a_young_withdrawal_keeps_an_old_lead(visitor, questions, texts):
    chat(visitor, questions[0], consents=BOXES)
    lead = Lead.objects.get()
    Lead.objects.update(updated_at=aged(-3000))
    revoke(lead)
    assert prune_leads() == 0
    assert prune_leads(aged(1826)) == 1


def test_retention_periods_are_settings(visitor, questions, settings):
    from dataclasses import replace

    settings.ENV = replace(settings.ENV, keep_leads=30)
    chat(visitor, questions[0])
    assert prune_leads(aged(31)) == 1

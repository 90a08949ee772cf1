"""What was typed and never sent goes with its expired quote; what was signed or sent stays."""

from datetime import timedelta

import pytest

from planfront.billing.models import PaymentMethod
from planfront.enrollment.models import Application, Section, SignatureEvidence
from planfront.enrollment.services.pruning import expired_prune
from planfront.kernel import clock
from planfront.shopping.models import CartLine, TempEnrollment

pytestmark = pytest.mark.django_db


def expire(days):
    TempEnrollment.objects.update(expires_at=clock.now() - timedelta(days=days))


def test_a_quote_is_kept_for_thirty_days_after_its_end(wizard):
    wizard.up_to("billing")
    expire(29)
    assert expired_prune() == 0
    assert wizard.get("get-plan-cart").json()["errorCode"] == "enrollmentIdError"
    expire(31)
    assert expired_prune() == 1
    for model in (TempEnrollment, CartLine, Application, Section, PaymentMethod):
        assert not model.objects.exists(), model
    assert wizard.get("get-plan-cart").status_code == 404


def test_a_live_quote_stays(wizard):
    wizard.personal()
    assert expired_prune() == 0
    assert Application.objects.count() == 1


def test_a_signed_application_stays_and_its_neighbour_goes(wizard, make_wizard):
    wizard.up_to("sign")
    make_wizard().up_to("contact")
    expire(31)
    assert expired_prune() == 1
    assert Application.objects.get().signatures.count() == 1
    assert SignatureEvidence.objects.count() == 1
    assert TempEnrollment.objects.get().public_id == wizard.id


def test_a_submitted_application_stays(wizard):
    wizard.up_to("sign").submit()
    expire(400)
    assert expired_prune() == 0
    assert wizard.get("get-receipt").status_code == 200


def test_a_live_code_keeps_the_application(wizard):
    wizard.personal()
    wizard.post("save-enrollment", tab="contact_info", email="maren@mailbox.example", data={})
    expire(31)
    assert expired_prune() == 0
    assert expired_prune(clock.now() + timedelta(days=31)) == 1

"""Erasing a person reaches what outside services hold, and what was kept of their answers."""

from datetime import timedelta

import pytest
from django_tasks_db.models import DBTaskResult

from planfront.accounts.models import User
from planfront.audit.models import AuditEvent
from planfront.audit.services import Origin
from planfront.billing import vault
from planfront.billing.charging import charge_card
from planfront.billing.models import CardAttempt, CardSetup, PaymentMethod, VaultRemoval
from planfront.enrollment.models import Application
from planfront.enrollment.tests.conftest import *  # noqa: F403 - the wizard and its store
from planfront.integrations.models import KeptAnswer
from planfront.kernel import clock
from planfront.kernel.jobs import tasks
from planfront.members.services import create_member
from planfront.privacy.services import open_request, request_approve
from planfront.shopping.models import Quote
from planfront.shopping.quoting.pruning import prune_quotes
from tests.services.test_page import HEALTH, PAGE, staff, text_of  # noqa: F401 - a fixture
from tests.services.test_stripe import AMOUNT, _stripe_running, card, shopper, stripe  # noqa: F401 - fixtures
from tests.services.test_vendors import email, phone

pytestmark = pytest.mark.django_db


def erase(brand, **anchors):
    """A request, and its approval by somebody else."""
    asks, approves = (User.objects.create_user(f"{name}@demo.test", role="staff") for name in ("asks", "approves"))
    row = open_request(
        brand_id=brand.pk,
        kind="erasure",
        how="phone",
        received_on=clock.real_today(),
        subject={"name": "Maren Castillo", "email": "maren@mailbox.example"},
        anchors={table.replace("__", "."): keys for table, keys in anchors.items()},
        origin=Origin("staff", user_id=asks.pk),
    )
    return request_approve(row=row, origin=Origin("staff", user_id=approves.pk))


@pytest.fixture
def erase_her(store, shopper):  # noqa: F811 - the fixture
    key = str(Application.objects.get(enrollment__public_id=shopper.id).pk)
    return lambda: erase(store.brand, enrollment__application=[key])


def deletions(stripe):  # noqa: F811 - the fixture
    return [path for method, path, _key in stripe.state("requests") if method == "DELETE"]


def run_due():
    DBTaskResult.objects.filter(status="READY").update(run_after=clock.now() - timedelta(seconds=1))
    return tasks.run_pending()


# The vault


def test_who_is_erased_is_deleted_from_the_vault_after_the_commit(card, stripe, erase_her):  # noqa: F811
    customer = card.card_customer
    erase_her()
    assert not PaymentMethod.objects.exists()
    assert not CardSetup.objects.exists()
    assert deletions(stripe) == []
    assert VaultRemoval.objects.get().customer == customer
    run_due()
    assert deletions(stripe) == [f"/v1/customers/{customer}"]
    assert not VaultRemoval.objects.exists()
    event = AuditEvent.objects.get(action="billing.vault_emptied")
    assert event.meta == {"gateway": "stripe"}
    assert customer not in repr(AuditEvent.objects.values().get(pk=event.pk)) + repr(DBTaskResult.objects.values())


def test_while_stripe_is_away_the_deletion_waits_and_is_made_once_it_is_back(card, stripe, erase_her, monkeypatch):  # noqa: F811
    customer = card.card_customer
    erase_her()
    stripe.be(away=True)
    for _try in range(7):
        run_due()
    assert DBTaskResult.objects.filter(status="FAILED").count() == 1
    row = VaultRemoval.objects.get()
    assert (row.problem, row.tries) == ("no_answer", 7)
    stripe.be()
    later = clock.now() + timedelta(hours=1)
    monkeypatch.setattr(clock, "now", lambda: later)
    assert vault.remove_due() == 1
    assert deletions(stripe) == [f"/v1/customers/{customer}"]
    assert vault.remove_due() == 0


def test_a_customer_who_is_gone_already_is_no_failure(card, stripe, erase_her):  # noqa: F811
    erase_her()
    removal = VaultRemoval.objects.get()
    stripe.be("half")
    run_due()  # it is deleted, and nobody hears of it
    assert VaultRemoval.objects.get().problem == "no_answer"
    stripe.be()
    assert vault.remove(removal) is True
    assert len(deletions(stripe)) == 1


def test_a_card_that_still_pays_stays_in_the_vault(card, shopper, stripe, store):  # noqa: F811
    member = create_member(
        brand=store.brand,
        first_name="Maren",
        last_name="Castillo",
        birth_date="1989-04-17",
        gender=1,
        email="maren@mailbox.example",
    )
    kept = Quote.objects.get(public_id=shopper.id)
    Quote.objects.filter(pk=kept.pk).update(member=member)
    PaymentMethod.objects.update(member_id=member.pk)
    names = [field.attname for field in Quote._meta.concrete_fields if field.attname not in {"id", "public_id"}]
    draft = Quote.objects.create(**{name: getattr(Quote.objects.get(pk=kept.pk), name) for name in names})
    PaymentMethod.objects.filter(pk=card.pk).update(enrollment=draft)
    vault.delete_cards_of([draft.pk])
    assert not VaultRemoval.objects.exists()  # the setup of the other enrollment names it
    vault.delete_cards_of([kept.pk])
    assert VaultRemoval.objects.get().customer == card.card_customer


def test_a_payment_that_is_not_decided_is_waited_for(card, stripe, erase_her):  # noqa: F811
    stripe.be("malformed")
    attempt = charge_card(payment_method=card, amount=AMOUNT, subject="bill:1")
    assert attempt.state == "unknown"
    erase_her()
    stripe.be()
    run_due()
    assert VaultRemoval.objects.get().problem == "under_way"
    assert deletions(stripe) == []
    CardAttempt.objects.update(state="done")
    assert vault.remove(VaultRemoval.objects.get()) is True


def test_a_payment_that_is_kept_names_no_card_any_more(card, stripe, erase_her):  # noqa: F811
    assert charge_card(payment_method=card, amount=AMOUNT, subject="bill:1").state == "done"
    erase_her()
    row = CardAttempt.objects.get()
    assert (row.amount, row.state, row.customer, row.token, row.payment_method) == (AMOUNT, "done", "", "", None)


def test_a_draft_that_goes_by_age_takes_its_card_along(card, shopper, stripe):  # noqa: F811
    Application.objects.all().delete()
    Quote.objects.update(expires_at=clock.now() - timedelta(days=4000))
    assert prune_quotes() == 1
    run_due()
    assert deletions(stripe) == [f"/v1/customers/{card.card_customer}"]


def test_the_operator_sees_whom_a_processor_still_has_and_what_to_do(
    staff,  # noqa: F811
    card,  # noqa: F811
    stripe,  # noqa: F811
    erase_her,
    settings,
):
    customer = card.card_customer
    erase_her()
    stripe.be("status 403")
    run_due()
    words = text_of(staff.get(PAGE))
    assert "1 person who was deleted here still has to be deleted from a card processor's vault." in words
    assert f"{customer} At Stripe, since" in words
    assert "The card processor refused (PermissionError). 1 try. Try again I've deleted them there" in words
    spanish = text_of(staff.get(PAGE, headers={"Accept-Language": "es"}))
    assert "1 persona eliminada aquí todavía debe eliminarse del procesador de tarjetas." in spanish
    assert "has cards at a card processor" not in text_of(staff.get(HEALTH))
    settings.ADAPTERS = {}
    key = str(VaultRemoval.objects.get().pk)
    words = text_of(staff.post(PAGE, {"removal": key}, follow=True))
    assert "Another card processor is in use; delete them there yourself. 2 tries." in words
    VaultRemoval.objects.update(asked_at=clock.now() - timedelta(days=1, minutes=1))
    assert "1 person who was deleted here still has cards at a card processor." in text_of(staff.get(HEALTH))
    assert "Marked as deleted." in text_of(staff.post(PAGE, {"removal": key, "by_hand": "1"}, follow=True))
    assert AuditEvent.objects.get(action="billing.vault_emptied_by_hand").subject_id == key
    assert not VaultRemoval.objects.exists()
    assert "This was already done." in text_of(staff.post(PAGE, {"removal": key}, follow=True))
    assert staff.post(PAGE, {"removal": "nonsense"}).status_code == 404
    assert "card processor's vault" not in text_of(staff.get(PAGE))


def test_the_operator_tries_again_when_the_processor_is_back(staff, card, stripe, erase_her):  # noqa: F811
    erase_her()
    stripe.be(away=True)
    run_due()
    stripe.be()
    key = str(VaultRemoval.objects.get().pk)
    assert "Deleted at the card processor." in text_of(staff.post(PAGE, {"removal": key}, follow=True))
    assert len(deletions(stripe)) == 1


# Kept answers


CONTACT_CHECKED = {"with_validation": "1", "email_address": "Maren@Mailbox.Example", "phone_number": "(614) 555-0193"}


def test_answers_about_numbers_addresses_and_mail_of_who_is_erased_go(vendors, wizard, visitor, store):
    vendors.be("well", streetAddress="88 N LINDENHALL AVE", secondaryAddress="")
    wizard.contact(**CONTACT_CHECKED)
    assert KeptAnswer.objects.count() == 3
    phone(visitor, "(614) 555-0150")
    email(visitor, "somebody.else@mailbox.example")
    assert KeptAnswer.objects.count() == 5
    key = str(Application.objects.get(enrollment__public_id=wizard.id).pk)
    outcome = erase(store.brand, enrollment__application=[key]).outcome
    assert outcome["integrations.keptanswer"] == [3, 0]
    assert KeptAnswer.objects.count() == 2


def test_an_answer_that_offered_the_address_they_took_goes_too(vendors, wizard, store):
    vendors.be("well", streetAddress="88 N LINDENHALL AVE", secondaryAddress="")
    wizard.contact(**CONTACT_CHECKED)
    taken = {"address1": "88 N Lindenhall Ave", "address2": "", "zip4": "1234"}
    wizard.contact(**{**CONTACT_CHECKED, **taken, "with_validation": ""})
    key = str(Application.objects.get(enrollment__public_id=wizard.id).pk)
    erase(store.brand, enrollment__application=[key])
    assert not KeptAnswer.objects.exists()


def test_answers_about_a_member_are_found_under_another_adapter_too(vendors, visitor, store, settings, brand):
    member = create_member(
        brand=brand,
        first_name="Maren",
        last_name="Castillo",
        birth_date="1989-04-17",
        gender=1,
        email="maren@mailbox.example",
        phone="6145550193",
    )
    phone(visitor)
    email(visitor, "MAREN@mailbox.example")
    settings.ADAPTERS = {}
    erase(brand, members__member=[str(member.pk)])
    assert not KeptAnswer.objects.exists()

"""Receipts and their mails: whoever reads them, in their language, and never silently late."""

import smtplib
from datetime import timedelta

import pytest
import time_machine

from planfront.accounts.models import User
from planfront.catalog.models import Plan, PlanFee
from planfront.enrollment.models import Application
from planfront.enrollment.tests.conftest import BILLING, SSN, Wizard, fill_cart, quote
from planfront.enrollment.tests.test_hand_over import latest_code, open_by_code, send
from planfront.kernel import clock, tasks
from planfront.messaging import smtp
from planfront.messaging.models import OutboundEmail, Status
from planfront.messaging.selectors import LATE, late_mails
from planfront.policies.models import Confirmation


@pytest.fixture
def spanish_names(store):
    Plan.objects.update(i18n={"es": {"name": "Halden Dental PPO en español"}})
    PlanFee.objects.update(i18n={"es": {"label": "Cuota de inscripción"}})


def finish(wizard):
    for name in ("personal", "contact", "billing", "sign"):
        assert getattr(wizard, name)().json()["status"] == "success"
    assert wizard.submit().json()["status"] == "success"
    return wizard


def names(wizard, language):
    wizard.client.headers["Accept-Language"] = language
    return [line["name"] for line in wizard.data("get-receipt")["lines"]]


@pytest.mark.usefixtures("spanish_names")
def test_a_receipt_speaks_its_readers_language_and_the_frozen_record_stays(wizard):
    wizard.client.headers["Accept-Language"] = "es"
    finish(wizard)
    before = Application.objects.get().frozen_sha256, Confirmation.objects.get().receipt
    spanish = ["Halden Dental PPO en español", "Cuota de inscripción: Halden Dental PPO en español"]
    assert names(wizard, "es")[:2] == spanish
    assert names(wizard, "en") == ["Halden Dental PPO", "Fee: Halden Dental PPO", "Association membership"]
    assert (Application.objects.get().frozen_sha256, Confirmation.objects.get().receipt) == before
    frozen = [line["name"] for line in Confirmation.objects.get().receipt["lines"]]
    assert frozen[:2] == spanish


def test_a_receipt_that_was_issued_without_names_in_each_language_keeps_its_own(wizard):
    finish(wizard)
    row = Confirmation.objects.get()
    row.receipt = {**row.receipt, "lines": [{**line, "words": {}} for line in row.receipt["lines"]]}
    row.save()
    assert names(wizard, "es")[1] == "Fee: Halden Dental PPO"


@pytest.mark.usefixtures("spanish_names")
def test_client_and_rep_are_told_each_in_their_language(store, rep, make_client):
    begun = Wizard(rep, quote(rep, eprocess="rep"))
    fill_cart(rep, begun.id, store.dental)
    begun.up_to("contact")
    User.objects.update(language="en")
    send(begun)
    client = make_client("shop.test")
    open_by_code(client, latest_code())
    theirs = Wizard(client, begun.id)
    client.headers["Accept-Language"] = "es"
    theirs.billing()
    theirs.sign()
    theirs.submit()
    mails = {one.kind: one for one in OutboundEmail.objects.filter(kind__startswith="receipt")}
    assert {kind: one.language for kind, one in mails.items()} == {"receipt_client": "es", "receipt_rep": "en"}
    assert "Cuota de inscripción" in mails["receipt_client"].text
    assert "Cuota" not in mails["receipt_rep"].text
    for mail in mails.values():
        for secret in (SSN, "512-34-5678", BILLING["account_number"], BILLING["account_number"].lstrip("0")):
            assert secret not in mail.text + mail.html + mail.subject
    assert theirs.data("get-receipt")["reader"] == "client"
    assert begun.data("get-receipt")["reader"] == "seller"


def test_the_applicant_reads_as_the_client(wizard):
    assert finish(wizard).data("get-receipt")["reader"] == "client"


def test_a_receipt_that_a_mail_server_refused_for_a_while_arrives_once_and_late_ones_are_found(
    wizard, settings, monkeypatch
):
    sent, settings.SMTP_URL = [], "smtp://mail.test:25"

    def deliver(mail, _url):
        if mail.kind == "signing_code":
            return
        if len(sent) < 2:
            sent.append("refused")
            raise smtplib.SMTPServerDisconnected
        sent.append(mail.kind)

    monkeypatch.setattr(smtp, "deliver", deliver)
    with time_machine.travel(clock.now(), tick=False) as traveller:
        finish(wizard)
        tasks.run_pending()
        mail = OutboundEmail.objects.get(kind="receipt_client")
        assert (mail.status, mail.attempts, mail.last_error) == (Status.QUEUED, 1, "SMTPServerDisconnected")
        traveller.shift(LATE + timedelta(seconds=1))
        assert list(late_mails(clock.now())) == [mail]
        tasks.run_pending()
        traveller.shift(timedelta(minutes=2))
        tasks.run_pending()
    mail.refresh_from_db()
    assert (mail.status, mail.attempts, sent) == (Status.SENT, 3, ["refused", "refused", "receipt_client"])
    assert not late_mails(clock.now()).exists()


def test_a_receipt_is_sent_within_its_ten_minutes_when_the_server_is_down_for_four(wizard, settings, monkeypatch):
    settings.SMTP_URL = "smtp://mail.test:25"
    begun, tried = clock.now(), []

    def deliver(mail, _url):
        tried.append(clock.now() - begun)
        if clock.now() < begun + timedelta(minutes=4):
            raise smtplib.SMTPServerDisconnected

    monkeypatch.setattr(smtp, "deliver", deliver)
    with time_machine.travel(begun, tick=False) as traveller:
        finish(wizard)
        for _minute in range(10):
            tasks.run_pending()
            traveller.shift(timedelta(minutes=1))
    assert OutboundEmail.objects.get(kind="receipt_client").status == Status.SENT
    assert tried[-1] < timedelta(minutes=10)

"""Receipts and their mails: whoever reads them, in their language, and never silently late."""

import smtplib
from datetime import date, timedelta

import pytest
import time_machine

from planfront.accounts.models import User
from planfront.catalog.models import Carrier, Plan, PlanFee, PlanOption
from planfront.coverage.models import Policy
from planfront.coverage.tests.states import put_all_in
from planfront.enrollment.models import Application
from planfront.enrollment.tests.conftest import BILLING, SSN, Wizard, fill_cart, quote
from planfront.enrollment.tests.test_dependents import SPOUSE, listed
from planfront.enrollment.tests.test_hand_over import latest_code, open_by_code, send
from planfront.kernel import clock
from planfront.kernel.jobs import tasks
from planfront.messaging import smtp
from planfront.messaging.models import OutboundEmail, Status
from planfront.messaging.selectors import LATE, late_mails
from planfront.rating.engine import cell
from planfront.sales import services as policies
from planfront.sales.models import Confirmation
from planfront.shopping.tests.factories import approve


@pytest.fixture
def spanish_names(store):
    now = clock.now()
    Plan.objects.update(i18n={"es": {"name": "Halden Dental PPO en español"}}, updated_at=now)
    PlanFee.objects.update(i18n={"es": {"label": "Cuota de inscripción"}}, updated_at=now)


def finish(wizard):
    assert wizard.up_to("sign").submit().json()["status"] == "success"
    return wizard


def names(wizard, language):
    wizard.client.headers["Accept-Language"] = language
    return [line["name"] for line in wizard.data("get-receipt")["lines"]]


@pytest.mark.both_databases
def test_a_number_that_another_confirmation_has_is_drawn_anew(make_wizard, monkeypatch):
    number = int(make_wizard().up_to("sign").submit().json()["data"]["confirmation_number"])
    drawn = []
    monkeypatch.setattr(policies, "draw_number", lambda taken: drawn.append(taken) or number + taken)
    second = make_wizard().up_to("sign").submit().json()
    assert (second["data"]["confirmation_number"], drawn) == (str(number + 1), [0, 1])
    assert (Confirmation.objects.count(), Policy.objects.count()) == (2, 2)
    assert Application.objects.latest("submitted_at").transitions.count() == 2


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
    begun.answer_questions()
    User.objects.update(language="en")
    send(begun)
    client = make_client("shop.test")
    open_by_code(client, latest_code())
    wizard = Wizard(client, begun.id)
    client.headers["Accept-Language"] = "es"
    wizard.billing()
    wizard.sign()
    wizard.submit()
    mails = {item.kind: item for item in OutboundEmail.objects.filter(kind__startswith="receipt")}
    assert {kind: row.language for kind, row in mails.items()} == {"receipt_client": "es", "receipt_rep": "en"}
    assert "Cuota de inscripción" in mails["receipt_client"].text
    assert "Cuota" not in mails["receipt_rep"].text
    for mail in mails.values():
        for secret in (SSN, "512-34-5678", BILLING["account_number"], BILLING["account_number"].lstrip("0")):
            assert secret not in mail.text + mail.html + mail.subject
    assert wizard.data("get-receipt")["reader"] == "client"
    assert begun.data("get-receipt")["reader"] == "seller"


CONTRACT_FACTS = [{"label": "Deductible", "value": "$50"}, {"label": "Cleanings", "value": "$0"}]


def test_everybody_who_is_covered_has_a_card_of_each_plan_in_force(make_wizard):
    Plan.objects.update(facts=CONTRACT_FACTS, i18n={"es": {"facts": [{"label": "Deducible", "value": "$50"}]}})
    Carrier.objects.update(phone="8005550171")
    wizard = make_wizard("IS")
    wizard.answer_questions()
    wizard.post("save-dependent-info", dependents=listed(SPOUSE))
    wizard.billing()
    wizard.sign()
    wizard.submit()
    Plan.objects.update(facts=[{"label": "Changed", "value": "since"}])
    receipt = wizard.data("get-receipt")
    assert [person["name"] for person in receipt["people"]] == ["Maren Lee Castillo", "Jonah Castillo"]
    (card,) = receipt["cards"]
    assert card["policy_number"] == receipt["lines"][0]["policy_number"]
    assert (card["carrier"], card["plan"], card["category"]) == ("Halden Dental", "Halden Dental PPO", "dental")
    assert (card["phone"], card["phone_label"]) == ("(800) 555-0171", "For dentists")
    assert (card["good_from"], card["facts"]) == (receipt["effective_date"], CONTRACT_FACTS)
    wizard.client.headers["Accept-Language"] = "es"
    (spanish,) = wizard.data("get-receipt")["cards"]
    assert spanish["facts"] == [{"label": "Deducible", "value": "$50"}]
    assert spanish["phone_label"] == "Para dentistas"


def test_a_plan_is_told_with_its_monthly_fees_in_the_price_as_in_the_cart(store, make_wizard):
    PlanFee.objects.create(plan=store.dental, code="admin_fee", kind="PCT", amount="3.00")
    wizard = finish(make_wizard())
    (in_cart, *_fees) = wizard.data("get-plan-cart")["result"]
    assert (in_cart["recurring"], in_cart["fees_text"]) == ("31.93", "Includes a 3% administrative fee of $0.93.")
    receipt = wizard.data("get-receipt")
    assert [(line["name"], line["price"], line["note"]) for line in receipt["lines"]] == [
        ("Halden Dental PPO", "31.93", "Includes a 3% administrative fee of $0.93."),
        ("Fee: Halden Dental PPO", "0.00", "Once, with the first month"),
        ("Association membership", "5.00", "The same however many plans you choose"),
    ]
    assert receipt["recurring_month_cost"] == "36.93"
    wizard.client.headers["Accept-Language"] = "es"
    assert wizard.data("get-receipt")["lines"][0]["note"] == "Incluye un cargo administrativo del 3% de $0.93."


def test_the_card_of_another_level_names_the_level_in_place_of_the_usual_facts(store, make_client):
    rate_levels(store.dental, {"1000": "83.40", "1500": "104.85"})
    visitor = make_client("shop.test")
    wizard = Wizard(visitor, quote(visitor))
    detail = visitor.get("get-plan-pricing-detail", enrollment_id=wizard.id, pid=store.dental.pk).json()["data"]
    (cheaper,) = [plan for plan in detail["plans"] if plan["option"]["code"] == "1000"]
    fill_cart(visitor, wizard.id, store.dental, cheaper["plan_pricing_id"])
    (card,) = finish(wizard).data("get-receipt")["cards"]
    assert card["facts"] == [
        {"label": "Your option", "value": "$1,000 a year"},
        {"label": "With it", "value": "Deductible $50 / $150"},
    ]
    visitor.headers["Accept-Language"] = "es"
    assert [fact["label"] for fact in wizard.data("get-receipt")["cards"][0]["facts"]] == ["Su opción", "Con ella"]


def rate_levels(plan, rates):
    """Let the plan be sold in levels of these codes; the last one is usual."""
    for place, code in enumerate(rates):
        label = f"${int(code):,} a year"
        usual = place == len(rates) - 1
        PlanOption.objects.create(
            plan=plan, code=code, label=label, detail="Deductible $50 / $150", sort_order=place, is_default=usual
        )
    approve(plan, [cell(rate, option=code) for code, rate in rates.items()], method="FLAT", since=date(2026, 2, 1))


@pytest.mark.parametrize("state", ["pending", "cancelled", "ended"])
def test_a_plan_that_is_not_in_force_has_no_card(wizard, state):
    finish(wizard)
    assert len(wizard.data("get-receipt")["cards"]) == 1
    put_all_in(state)
    assert wizard.data("get-receipt")["cards"] == []


def test_life_insurance_has_no_card(wizard):
    Plan.objects.update(category="term_life")
    assert finish(wizard).data("get-receipt")["cards"] == []


def test_a_receipt_says_what_happens_on_which_day(wizard):
    with time_machine.travel("2026-11-20 15:00:00+00:00", tick=False):
        steps = finish(wizard).data("get-receipt")["next_steps"]
    assert [(step["kind"], step["happens_on"], step["bound"]) for step in steps] == [
        ("sent", "11/20/2026", "today"),
        ("payment", "11/25/2026", "at the latest"),
        ("start", "12/01/2026", ""),
        ("monthly", "12/28/2026", ""),
    ]
    assert [step["title"] for step in steps] == [
        "Application sent",
        "First payment, $51.00",
        "You are covered",
        "Then $36.00 each month",
    ]


def test_what_happens_next_is_told_in_the_order_of_its_days(wizard):
    with time_machine.travel("2026-11-28 15:00:00+00:00", tick=False):
        steps = finish(wizard).data("get-receipt")["next_steps"]
    assert [(step["kind"], step["happens_on"]) for step in steps] == [
        ("sent", "11/28/2026"),
        ("start", "12/01/2026"),
        ("payment", "12/03/2026"),
        ("monthly", "12/28/2026"),
    ]


def test_a_receipt_from_before_cards_and_days_were_kept_is_still_told(wizard):
    finish(wizard)
    row = Confirmation.objects.get()
    payment = {name: row.receipt["payment"][name] for name in ("method", "bank_name", "last4", "bill_date")}
    lines = [{name: value for name, value in line.items() if name != "card"} for line in row.receipt["lines"]]
    row.receipt = {**row.receipt, "lines": lines, "payment": payment}
    del row.receipt["people"]
    row.save()
    receipt = wizard.data("get-receipt")
    assert (receipt["cards"], [person["name"] for person in receipt["people"]]) == ([], ["Maren Lee Castillo"])
    assert [next_step["kind"] for next_step in receipt["next_steps"]] == ["sent", "payment", "start"]


def test_the_way_home_from_a_receipt_is_that_of_the_process_and_the_referral(wizard):
    assert finish(wizard).data("get-receipt")["return_href"] == "/member-home"
    row = Confirmation.objects.get()
    row.receipt = {**row.receipt, "open_type": "agent", "referral": "a b&c"}
    row.save()
    assert wizard.data("get-receipt")["return_href"] == "/referrals?rid=a%20b%26c"


def test_the_applicant_reads_as_the_client(wizard):
    assert finish(wizard).data("get-receipt")["reader"] == "client"


def test_a_receipt_that_a_mail_server_refused_for_a_while_arrives_once_and_late_ones_are_found(
    wizard, settings, monkeypatch
):
    sent, settings.SMTP_URL = [], "smtp://mail.test:25"

    def deliver(mail, _url):
        if mail.kind in ("signing_code", "account_invitation"):
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
        assert list(late_mails(clock.now()).exclude(kind="account_invitation")) == [mail]
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

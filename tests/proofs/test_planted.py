"""Known numbers go through whole enrollments; afterwards everything that was said or kept is searched for them."""

import base64
import gzip
import io
import logging
import re
import tempfile
import zipfile
import zlib
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings as django_settings
from django.test import Client
from django_tasks_db.models import DBTaskResult

from planfront.accounts.models import Role, StaffBrand, User
from planfront.audit.services import SYSTEM, record
from planfront.backoffice.registry import PAGES
from planfront.billing.models import CardSetup, PaymentRule
from planfront.billing.tests.conftest import stripe  # noqa: F401 - a fixture
from planfront.billing.tests.stand_in import event
from planfront.enrollment.models import Application, HealthQuestion, RequirementProfile
from planfront.enrollment.tests.conftest import BILLING, CONTACT, PERSONAL, Wizard, png, quote
from planfront.enrollment.tests.test_cards import CARD
from planfront.enrollment.tests.test_health import GENERAL
from planfront.enrollment.tests.test_health import answers as health_answers
from planfront.kernel.jobs import tasks
from planfront.kernel.observing.metrics import exposition
from planfront.members.services import create_member
from planfront.messaging import smtp
from planfront.messaging.models import OutboundEmail
from planfront.parties.reps.services import create_agent
from planfront.shopping.models import Quote
from tests.proofs.searching import Logs, Search

pytestmark = [pytest.mark.django_db, pytest.mark.postgres_at_length]
NUMBERS = {
    "ssn": "512345678",
    "ssn of the spouse": "523443386",
    "ssn of the child": "524440472",
    "ssn of a beneficiary": "525440471",
    "ssn proposed": "531429876",
    "ssn typed elsewhere": "528113344",
    "ssn on record": "533118642",
    "account": "000123457710",
    "account that was wrong": "99887766554433",
    "card": "378282246310005",
    "card that was wrong": "4000056655665557",
    "security code": "0917",
    "security code that was wrong": "0628",
}
HEALTH = {"condition": "Zyphoriasis", "symptom": "Quellbreath", "medicine": "Mirtazelin"}
"""Answers that only the calls of the form may say."""
SPOUSE = {
    "first_name": "Jonah",
    "last_name": "Castillo",
    "birthdate": "09/02/1987",
    "gender": "0",
    "relationship": "spouse",
    "ssn": NUMBERS["ssn of the spouse"],
}
CHILD = {
    "first_name": "Iris",
    "last_name": "Castillo",
    "birthdate": "05/21/2013",
    "gender": "1",
    "relationship": "child",
    "ssn": NUMBERS["ssn of the child"],
}
HEIR = {**CHILD, "relationship": "child", "beneficiary_percentage": "100", "ssn": NUMBERS["ssn of a beneficiary"]}
SICK = {**GENERAL, "health_condition": HEALTH["condition"], "symptoms": HEALTH["symptom"]}
TAKEN = [{"medication": HEALTH["medicine"], "dosage": "5 mg", "medical_condition": HEALTH["condition"]}]
TYPED = ("card_number", "security_code", "expiration_month", "expiration_year")
OWN_HEALTH = re.compile(r"health|review|dependent|temp-info|proposal|hand-over|column=", re.IGNORECASE)


@pytest.fixture
def search():
    return Search({**NUMBERS, **HEALTH})


@pytest.fixture
def heard(search, monkeypatch, tmp_path):
    """Everything that is said meanwhile: responses with their headers, addresses, logs; files go to ``tmp_path``."""
    answered = Client.request

    def request(client, **environ):
        response: Any = answered(client, **environ)
        content = b"".join(response.streaming_content) if response.streaming else response.content
        if response.streaming:
            response.streaming_content = [content]
        address = f"{environ.get('PATH_INFO', '')}?{environ.get('QUERY_STRING', '')}"
        own = address.startswith("/api/") and OWN_HEALTH.search(address)
        search.look(f"response {address}", content, NUMBERS if own else None)
        search.look(f"header {address}", response.serialize_headers())
        search.look(f"address {address}", address)
        return response

    monkeypatch.setattr(Client, "request", request)
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    monkeypatch.setattr(django_settings, "MEDIA_ROOT", tmp_path / "media")
    monkeypatch.setattr(django_settings, "ACCESS_LOG", True)
    with Logs() as logs:
        yield logs
    assert any("planfront.access" in line for line in logs.lines)
    for line in logs.lines:
        search.look("log", line)
    search.look("metrics", exposition())


@pytest.fixture
def asking(shop):
    """Every tab is asked for, of dependents too."""
    HealthQuestion.objects.update(of_dependents=True)
    tabs = dict.fromkeys(("beneficiary_info", "primary_health_info", "dependent_info"), True)
    RequirementProfile.objects.create(name="Everything", tabs=tabs)
    create_agent(
        code="REP1",
        first_name="Wren",
        last_name="Alder",
        email="wren@shop.example",
        brands=[shop.brand],
        user=User.objects.create_user("rep@shop.example", "planfront-demo", role=Role.REP),
    )
    return shop


def fill_cart(wizard, shop):
    text = {"dep_dob": SPOUSE["birthdate"], "no_of_children": "1"}
    assert wizard.post("store-temp-dependent-info", **text).status_code == 200
    assert wizard.post("add-plan-to-cart", plan_id=shop.dental.pk).json()["status"] == "success"
    day = wizard.data("get-cart-effective-dates")["result"][0]
    assert wizard.post("cart-checkout", effective_date=day).status_code == 200


def right(answer):
    assert answer.status_code == 200, answer.content[:500]
    assert answer.json()["status"] == "success", answer.content[:500]


def mistakes(wizard):
    """Numbers where they are wrong, or where nobody asked for them."""
    wrong = {"card_number": NUMBERS["card that was wrong"], "security_code": NUMBERS["security code that was wrong"]}
    wizard.personal(first_name="1", ssn=NUMBERS["ssn"])
    wizard.personal(
        prior_coverage_flag="1", prior_carrier_name=NUMBERS["ssn typed elsewhere"], prior_effective_date="x"
    )
    for tab in ("primary_info", "contact_info", "billing_info", "review_info"):
        values = {
            "ssn": NUMBERS["ssn typed elsewhere"],
            "account_number": NUMBERS["account that was wrong"],
            **wrong,
            "city": "512-34-5678",
            "additional_notes": "my number is 528-11-3344",
            "middle_name": "528 11 3344",
        }
        wizard.post("save-draft", tab_name=tab, values=values)
        wizard.post("save-enrollment", email="a@mailbox.example", tab=tab, data=values)
    wizard.billing(account_number=NUMBERS["account that was wrong"], routing_number="123")
    wizard.post("save-billing-info", **{**CARD, **wrong, "expiration_year": "2020"})
    broken = (
        f'{{"enrollment_id": "{wizard.id}", "ssn": "{NUMBERS["ssn"]}", "security_code": "{NUMBERS["security code"]}'
    )
    for end in ("", f'", "card_number": "{NUMBERS["card"]}'):
        assert wizard.client.post("save-personal-info", broken + end).status_code == 422


def fill_in(wizard, pay):
    """Every step up to the signature, with the planted values."""
    mistakes(wizard)
    wizard.answer_questions(primary_info={"ssn": NUMBERS["ssn"]})
    heir = {name: value for name, value in HEIR.items() if name != "gender"}
    wizard.post("validate-single-beneficiary", **heir)
    right(wizard.post("save-beneficiary-info", beneficiaries=[heir]))
    text = health_answers(q101=SICK, taken=TAKEN, notes=f"Since 2015: {HEALTH['condition']}")
    right(wizard.post("save-primary-health-info", **text))
    people = [{"primary_info": SPOUSE, "health_info": text}, {"primary_info": CHILD, "health_info": text}]
    wizard.post("validate-single-dependent", **people[0])
    right(wizard.post("save-dependent-info-to-temp", dependents=people))
    wizard.post("save-dependent-info", dependents=people[:1])
    right(wizard.post("save-dependent-info", dependents=people, accept_price="1"))
    pay(wizard)


def sign_and_submit(wizard):
    right(wizard.sign(signature_kind="draw", signature=png(), typed_name=""))
    right(wizard.post("save-screenshot", name="health_info", image=png()))
    right(wizard.submit(additional_notes="Call after five."))
    wizard.submit()


def by_account(wizard):
    right(wizard.billing(account_number=NUMBERS["account"]))


def by_card(wizard):
    """With a token of the page, and with the card itself, whose brand knows a code of four digits."""
    card = {**CARD, "card_number": NUMBERS["card"], "security_code": NUMBERS["security code"]}
    right(wizard.post("card-token", **{name: card[name] for name in TYPED}))
    right(wizard.post("save-billing-info", **card))


def by_hosted_card(stripe):  # noqa: F811 - the fixture
    """A number is refused; the card goes from the browser to the gateway, and the gateway tells by webhook."""

    def pay(wizard):
        typed = {**CARD, "card_number": NUMBERS["card"], "security_code": NUMBERS["security code"]}
        assert wizard.post("save-billing-info", **typed).status_code == 422
        assert wizard.post("card-token", **{name: typed[name] for name in TYPED}).status_code == 422
        begun = wizard.post("begin-card-setup", back="/enrollment/billing-information").json()["data"]
        reference = CardSetup.objects.get().reference
        stripe.confirm(reference, NUMBERS["card"])
        body, signature = event(reference)
        answer = Client(HTTP_HOST="shop.test").post(
            "/webhooks/card/stripe", body, "application/json", headers={"Stripe-Signature": signature}
        )
        assert answer.status_code == 200
        holder = {name: value for name, value in CARD.items() if name not in TYPED}
        right(wizard.post("save-billing-info", **holder, card_token=begun["card_token"]))

    return pay


READ = (
    "/get-dynamic-tabs",
    "get-review-summary",
    "get-plan-cart",
    "get-receipt",
    "get-hand-over",
    "get-dependents-existing-user-enrollment",
    "get-beneficiaries-existing-user-enrollment",
    "get-health-questions-primary-health-info",
    "get-existing-primary-health-info",
    "get-existing-bank-info",
    "get-existing-card-info",
    "get-agreement-texts",
    "get-billing-text",
    "get-form-fields-personal-info",
    "get-form-fields-contact-info",
    "get-form-fields-beneficiary-info",
    "get-form-fields-billing-info",
    "get-form-fields-dependent-primary-info",
    "get-form-fields-agreement-info",
)
COLUMNS = (
    "filter_info",
    "primary_info",
    "contact_info",
    "benificiary_info",
    "health_info",
    "dependent_info",
    "payment_info",
    "review_info",
    "aggrement_info",
)


def read_everything(wizard):
    for path in READ:
        wizard.get(path)
    for column in COLUMNS:
        wizard.get("get-enrollment-temp-info", column=column)


def back_office(brand):
    """Every list with its export, every page of the rows that people made."""
    staff = User.objects.create_user("admin@shop.example", role="staff", is_staff=True, staff_role="admin")
    StaffBrand.objects.create(user=staff, brand_id=brand.pk)
    browser = Client(HTTP_HOST="shop.test", raise_request_exception=True)
    browser.force_login(staff)
    assert browser.get("/backoffice/").status_code == 200
    seen = 0
    for model, page in PAGES:
        base = f"/backoffice/{model._meta.app_label}/{model._meta.model_name}/"
        if page.brand_path is None or browser.get(base).status_code != 200:
            continue
        browser.get(f"{base}export.csv")
        for row in model._default_manager.all()[:2]:
            seen += browser.get(f"{base}{row.pk}/change/").status_code == 200
            browser.get(f"{base}{row.pk}/history/")
    for application in Application.objects.all():
        assert browser.get(f"/backoffice/sealed/{application.pk}/").status_code == 200
    assert seen > 5


def everything_kept(search, tmp_path):
    """Tables, mails as they go out, jobs, files."""
    tasks.run_pending()
    assert OutboundEmail.objects.filter(kind="receipt_client").exists()
    look_at_what_is_kept(search, tmp_path)


def look_at_what_is_kept(search, tmp_path):
    for mail in OutboundEmail.objects.select_related("brand"):
        search.look(f"mail {mail.kind}", smtp.message(mail).message().as_bytes())
        for part in (mail.subject, mail.text, mail.html):
            search.look(f"mail {mail.kind}", part)
    for job in DBTaskResult.objects.all():
        search.look("job", f"{job.args_kwargs} {job.traceback} {job.return_value} {job.status}")
    search.look_at_tables()
    search.look_at_files(tmp_path)


def test_no_number_leaves_an_enrollment_paid_by_account(asking, make_client, heard, search, tmp_path):
    client = make_client("shop.test")
    wizard = Wizard(client, quote(client, "IF"))
    fill_cart(wizard, asking)
    fill_in(wizard, by_account)
    read_everything(wizard)
    sign_and_submit(wizard)
    read_everything(wizard)
    everything_kept(search, tmp_path)
    for line in heard.lines:
        search.look("log", line)
    assert search.matches == []
    assert {"table", "mail", "job", "response", "header", "address", "log"} <= search.places


def test_no_number_leaves_an_enrollment_paid_by_card(asking, make_client, heard, search, tmp_path):
    PaymentRule.objects.create(brand_id=asking.brand.pk, method="cc", descriptor="PLANSHOP")
    client = make_client("shop.test")
    wizard = Wizard(client, quote(client, "IF"))
    fill_cart(wizard, asking)
    fill_in(wizard, by_card)
    read_everything(wizard)
    sign_and_submit(wizard)
    back_office(asking.brand)
    everything_kept(search, tmp_path)
    assert search.matches == []


def test_no_number_comes_here_from_a_card_in_the_gateways_fields(
    asking,
    make_client,
    heard,
    search,
    tmp_path,
    stripe,  # noqa: F811 - the fixture
):
    PaymentRule.objects.create(brand_id=asking.brand.pk, method="cc", descriptor="PLANSHOP")
    client = make_client("shop.test")
    wizard = Wizard(client, quote(client, "IF"))
    fill_cart(wizard, asking)
    fill_in(wizard, by_hosted_card(stripe))
    read_everything(wizard)
    sign_and_submit(wizard)
    back_office(asking.brand)
    everything_kept(search, tmp_path)
    for _method, path, body in stripe.seen:
        search.look(f"request to the gateway {path}", body)
    assert {"/v1/customers", "/v1/setup_intents"} <= {path for _method, path, _body in stripe.seen}
    assert search.matches == []


def test_no_number_leaves_a_hand_over(asking, make_client, heard, search, tmp_path):
    rep = make_client("shop.test")
    assert rep.sign_in("rep@shop.example").status_code == 200
    seller = Wizard(rep, quote(rep, "IF", eprocess="rep"))
    fill_cart(seller, asking)
    fill_in(seller, lambda _wizard: None)
    right(seller.post("send-to-client", email=CONTACT["email_address"]))
    mail = OutboundEmail.objects.get(kind="hand_over")
    code = re.search(r"^\s+([A-Z0-9]{10})$", mail.text, re.MULTILINE)[1]
    browser = make_client("shop.test")
    right(browser.post("continue-enrollment", {"code": code, "email": CONTACT["email_address"]}))
    client = Wizard(browser, seller.id)
    right(seller.personal(ssn=NUMBERS["ssn proposed"], first_name="Mary"))
    read_everything(seller)
    read_everything(client)
    (waiting,) = client.data("get-hand-over")["proposals"]
    right(client.post("answer-proposal", proposal_id=waiting["proposal_id"], answer="accept"))
    by_account(client)
    sign_and_submit(client)
    read_everything(seller)
    back_office(asking.brand)
    everything_kept(search, tmp_path)
    assert search.matches == []


def test_no_number_of_a_current_member_leaves(asking, make_client, heard, search, tmp_path):
    user = User.objects.create_user("member@shop.example", "planfront-demo", role=Role.MEMBER)
    member = create_member(
        brand=asking.brand,
        user=user,
        first_name="Maren",
        last_name="Castillo",
        birth_date="1989-04-17",
        gender=1,
        email="member@shop.example",
        phone="6145550177",
        address1="88 Lindenhall Ave",
        city="Columbus",
        state="OH",
        zip="43215",
        is_smoker=False,
        ssn=NUMBERS["ssn on record"],
    )
    client = make_client("shop.test")
    assert client.sign_in("member@shop.example").status_code == 200
    began = client.post("add-filter-for-member", {"user_id": member.pk, "tier": "IF"})
    wizard = Wizard(client, began.json()["data"]["temp_enrollment_id"])
    fill_cart(wizard, asking)
    fill_in(wizard, by_account)
    right(wizard.personal(ssn=""))
    read_everything(wizard)
    sign_and_submit(wizard)
    back_office(asking.brand)
    everything_kept(search, tmp_path)
    assert search.matches == []


@pytest.mark.parametrize("raised", [False, True])
def test_a_failure_of_ours_says_no_number(asking, make_client, heard, search, monkeypatch, raised):
    """Not even a bug that raises with the value in its text; as the API logs it, and as everything else does."""

    def broken(*_arguments, **named):
        try:
            int(NUMBERS["ssn"] + "x")
        except ValueError:
            raise RuntimeError(f"bug with {NUMBERS['account']} and {NUMBERS['ssn']} in {named}")  # noqa: B904

    client = make_client("shop.test")
    client.client.raise_request_exception = False
    wizard = Wizard(client, quote(client))
    monkeypatch.setattr("planfront.enrollment.application.store.write_answers", broken)
    monkeypatch.setattr(django_settings, "RAISE_API_FAULTS", raised)
    assert wizard.personal(ssn=NUMBERS["ssn"]).status_code == 500
    lines = [line for line in heard.lines if "RuntimeError" in line]
    assert lines
    for line in heard.lines:
        search.look("log", line)
    assert search.matches == []


# --- the search itself ----------------------------------------------------------------------------------------------


def packed(text):
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as zip_file:
        zip_file.writestr("word/document.xml", text)
    return archive.getvalue()


@pytest.mark.parametrize(
    "content",
    [
        "SSN 512-34-5678.",
        "512 34 5678",
        "512.34.5678",
        b'{"ssn":"512345678"}',
        memoryview(b"512345678"),
        "512345678".encode("utf-16"),
        base64.b64encode(b"the number is 512345678").decode(),
        gzip.compress(b"512345678"),
        packed("512345678"),
        {"a": ["512345678"]},
        b"%PDF-1.7\nstream\n" + zlib.compress(b"(512-34-5678) Tj") + b"endstream",
    ],
)
def test_the_search_finds_a_number_in_any_form(search, content):
    search.look("here", content)
    assert search.matches[0] == ("ssn", "here")


@pytest.mark.parametrize(
    "content",
    [
        '{"security_code": "0917"}',
        "/pay?security_code=0917&x=1",
        "cvv: 0917.",
        b"(0917)",
        {"a": ["0917"]},
        "0917".encode("utf-16"),
        base64.b64encode(b"the code is 0917").decode(),
        gzip.compress(b"0917"),
        packed("0917"),
    ],
)
def test_the_search_finds_a_code_that_stands_by_itself(search, content):
    search.look("here", content)
    assert search.matches[0] == ("security code", "here")


@pytest.mark.parametrize(
    "content",
    [
        "Ending 5678",
        "1512345678",
        "5123456789",
        "***-**-5678",
        "a512345678b",
        "10917",
        "09170",
        "12.0917",
        "6f3c0d0e-0917-4f57-9a55-0f6c1f5f7f00",
    ],
)
def test_the_search_knows_masks_and_other_numbers(search, content):
    search.look("here", content)
    assert search.matches == []


def test_the_search_finds_what_is_planted_anywhere(asking, make_client, heard, search, tmp_path):
    """Each place that is searched, with a number put there on purpose."""
    client = make_client("shop.test")
    wizard = Wizard(client, quote(client))
    right(wizard.personal())
    assert not search.matches
    client.get("search", q=NUMBERS["ssn"])
    logging.getLogger("planfront.somewhere").debug("saved %s", NUMBERS["account"])
    record("quote.changed", origin=SYSTEM, subject_type="enrollment", subject_id="1", meta={"note": "512-34-5678"})
    Application.objects.update(applicant=HEALTH["condition"])
    Quote.objects.update(referral=NUMBERS["card"])
    (tmp_path / "dump.gz").write_bytes(gzip.compress(NUMBERS["ssn of the child"].encode()))
    assert wizard.personal(first_name=NUMBERS["ssn of the spouse"]).status_code == 422
    search.look_at_tables()
    search.look_at_files(Path(tmp_path))
    for line in heard.lines:
        search.look("log", line)
    assert {
        ("ssn", "address /api/v1/search"),
        ("account", "log"),
        ("ssn", "table audit_auditevent.meta"),
        ("condition", "table enrollment_application.applicant"),
        ("card", "table shopping_quote.referral"),
        ("ssn of the child", "file dump.gz"),
    } <= places(search)


def places(search):
    return {(name, where.partition("?")[0]) for name, where in search.matches}


def test_the_search_finds_a_security_code_wherever_it_is_planted(asking, make_client, heard, search, tmp_path):
    client, code = make_client("shop.test"), NUMBERS["security code"]
    wizard = Wizard(client, quote(client))
    right(wizard.post("save-enrollment", email=CONTACT["email_address"], tab="contact_info"))
    look_at_what_is_kept(search, tmp_path)
    assert search.matches == []
    client.get("search", q=code)
    right(wizard.post("save-draft", tab_name="contact_info", values={"address2": code}))
    wizard.data("get-form-fields-contact-info")
    logging.getLogger("planfront.somewhere").debug("paid with %s", code)
    record("quote.changed", origin=SYSTEM, subject_type="enrollment", subject_id="1", meta={"note": code})
    Quote.objects.update(referral=f"cvv {code}")
    mail = OutboundEmail.objects.get()
    mail.text = f"Your code: {code}."
    mail.save()
    DBTaskResult.objects.update(args_kwargs={"args": [], "kwargs": {"security_code": code}})
    (tmp_path / "page.txt").write_text(code)
    look_at_what_is_kept(search, tmp_path)
    for line in heard.lines:
        search.look("log", line)
    assert {name for name, _where in search.matches} == {"security code"}
    assert {
        "address /api/v1/search",
        "response /api/v1/get-form-fields-contact-info",
        "log",
        "mail resume_code",
        "job",
        "table audit_auditevent.meta",
        "table shopping_quote.referral",
        "file page.txt",
    } <= {where for _name, where in places(search)}


assert PERSONAL["ssn"] == NUMBERS["ssn"]
assert BILLING["account_number"] == NUMBERS["account"]

"""Quotes by mail, through the API: preview, sending, the link that re-opens one, and the one that stops them."""

from __future__ import annotations

import base64
import io
import re
from datetime import date, timedelta

import pytest
import time_machine
from django.db import connection
from pypdf import PdfReader

from planfront.accounts.models import User
from planfront.audit.models import AuditEvent
from planfront.brands.services import save_settings
from planfront.catalog.models import PlanFee
from planfront.messaging import smtp
from planfront.messaging.models import OutboundEmail, Suppression
from planfront.parties.groups.models import Contribution
from planfront.parties.groups.services import create_group
from planfront.parties.reps.models import License
from planfront.parties.reps.services import create_agent
from planfront.rating.engine import cell
from planfront.rating.models import RateTable
from planfront.rating.services import approve_table, create_table
from planfront.shopping.models import CartLine, Quote, SentQuote
from planfront.shopping.quoting.pruning import prune_sent_quotes
from planfront.shopping.tests.factories import add, cart, dental, start

pytestmark = pytest.mark.django_db
TO = {"name": "Maren Castillo", "email": "maren@mailbox.example"}
ADDRESS = "210 Main Street, Columbus, OH 43215"


@pytest.fixture
def plan(brand):
    save_settings(brand=brand, values={"postal_address": ADDRESS})
    result = dental()
    PlanFee.objects.create(plan=result, code="enrollment_fee", label="Enrollment fee", amount="15", first_only=True)
    return result


def make_rep(brand, code="REP1001", email="rep@demo.test", name="Jordan"):
    user = User.objects.create_user(email, "planfront-demo", role="rep")
    return create_agent(
        code=code,
        brands=[brand],
        first_name=name,
        last_name="Lee",
        email=f"{name.lower()}@shop.example",
        phone="6145550148",
        user=user,
    )


@pytest.fixture
def agent(brand):
    result = make_rep(brand)
    License.objects.create(agent=result, state="TX", number="1234567", expires_on=date(2027, 5, 1))
    return result


@pytest.fixture
def rep(make_client, agent, plan):
    """A signed-in rep with a plan in a client's cart; ``rep.key`` is its enrollment."""
    client = make_client("shop.test")
    assert client.sign_in("rep@demo.test").status_code == 200
    return filled(client, plan)


def filled(client, plan):
    client.key = start(client)
    assert add(client, client.key, plan.pk).json()["status"] == "success"
    return client


def send(client, **changes):
    body = {"enrollment_id": client.key, "tab": "cart_info", **TO, **changes}
    return client.post("save-enrollment", body)


def preview(client, **changes):
    query = {"enrollment_id": client.key, "tab": "cart_info", "type": "preview", **TO, **changes}
    return client.get("get-quote-preview-content", **query)


def mail():
    return OutboundEmail.objects.get(kind="quote")


def token():
    match = re.search(r"http://shop\.test\S*/quote/([\w-]+)\n", mail().text)
    assert match
    return match[1]


def errors(answer):
    assert answer.status_code == 422, answer.content
    return {item["target_element"]: item["error_message"] for item in answer.json()["data"]}


def new_rates(plan, price):
    """The plan's table is replaced."""
    RateTable.objects.filter(plan=plan).update(eff_to=date(2026, 10, 31))
    rows = [cell(price, tier=tier) for tier in ("IO", "IS", "IC", "IF")]
    approve_table(table_id=create_table(plan_id=plan.pk, method="TIER", eff_from=date(2026, 11, 1), rows=rows).pk)


def test_a_rep_sends_a_quote(rep):
    answer = send(rep, message="Call me\nsoon").json()
    assert answer["message"] == "Quote Successfully Sent to maren@mailbox.example"
    assert answer["data"] == {"email": "maren@mailbox.example", "expires_on": "12/10/2026"}
    sent = mail()
    assert sent.subject == "Your quote from Jordan Lee at Shop: $41.85 a month"
    assert (sent.to, sent.reply_to) == ("maren@mailbox.example", "jordan@shop.example")
    wanted = (
        "Maren Castillo, your quote is $41.85 a month",
        "For you in 75201.",
        "12/01/2026",
        "$36.85",
        "$56.85",
        "Jordan Lee",
        "TX 1234567",
        "(614) 555-0148",
        "jordan@shop.example",
        ADDRESS,
        "/unsubscribe",
    )
    for shown in wanted:
        assert shown in sent.html, shown
        assert shown in sent.text, shown
    assert "Call me<br>soon" in sent.html
    assert "Call me\nsoon" in sent.text


def test_a_sent_quote_is_stored_frozen_and_sealed(rep, plan):
    send(rep)
    row = SentQuote.objects.get()
    line = row.frozen["lines"][0]
    assert (line["plan_id"], line["premium"]) == (plan.pk, "36.85")
    assert line["proof"] == CartLine.objects.get().proof
    assert (str(row.initial_month_cost), str(row.recurring_month_cost)) == ("56.85", "41.85")
    assert (row.sender_kind, row.sender_name, len(row.sha256), row.opened_at) == ("rep", "Jordan Lee", 64, None)
    with connection.cursor() as cursor:
        cursor.execute("SELECT * FROM shopping_sentquote")
        stored = str(cursor.fetchall())
    for secret in ("maren@", "Castillo", token(), "04/17/1989", "1989-04-17"):
        assert secret not in stored


def test_a_group_administrator_sends_too_and_an_applicant_saves_for_later(make_client, brand, plan, visitor):
    user = User.objects.create_user("group@demo.test", "planfront-demo", role="group")
    create_group(code="ACME01", brands=[brand], name="Acme", email="hr@acme.example", user=user)
    admin = make_client("shop.test")
    admin.sign_in("group@demo.test")
    filled(admin, plan)
    assert send(admin).json()["message"] == "Quote Successfully Sent to maren@mailbox.example"
    assert mail().subject.startswith("Your quote from Acme at Shop")
    filled(visitor, plan)
    later = send(visitor).json()
    assert later["message"] == "Information Saved!!! Check your email to continue"
    assert SentQuote.objects.count() == 1
    assert preview(visitor).status_code == 404


@pytest.mark.parametrize(
    ("field", "value", "message"),
    [
        ("name", "", "Field is required"),
        ("email", " ", "Field is required"),
        ("name", "M4ren", "Please enter valid name"),
        ("name", "Maren\nBcc: all@x.example", "Please enter valid name"),
        ("name", "<script>alert(1)</script>", "Please enter valid name"),
        ("name", "M" * 81, "Please enter valid name"),
        ("email", "maren", "Please enter valid email address"),
        ("email", "maren@mailbox.example\nBcc: all@x.example", "Please enter valid email address"),
        ("email", "a@b.example, c@d.example", "Please enter valid email address"),
        ("message", "x" * 1001, "This is too long."),
    ],
)
def test_a_wrong_field_is_named(rep, field, value, message):
    assert errors(send(rep, **{field: value})) == {field: message}
    assert errors(preview(rep, **{field: value})) == {field: message}
    assert not OutboundEmail.objects.exists()


def test_names_of_any_script_and_all_problems_at_once(rep):
    for name in ("José Nuñez", "Siobhán O'Neil", "Ana Smith-Jones", "Dr. Mary Ann Lee"):
        assert send(rep, name=name).status_code == 200
    assert errors(send(rep, name="", email="x")) == {
        "name": "Field is required",
        "email": "Please enter valid email address",
    }


def test_the_preview_is_the_mail_with_everything_typed_escaped(rep):
    answer = preview(rep, message="<img src=x onerror=alert(1)>\x07\u202e<script>").json()
    content = answer["data"]["content"]
    assert content.startswith("<div style=")
    assert content.endswith("</div>")
    assert "&lt;img src=x onerror=alert(1)&gt;&lt;script&gt;" in content
    for raw in ("<img", "<script", "<html", "<head", "\x07", "\u202e"):
        assert raw not in content
    assert "your quote is $41.85 a month" in content
    assert not OutboundEmail.objects.exists()
    send(rep, message="<script>alert(1)</script>")
    assert "<script" not in mail().html


def test_the_cart_says_whether_it_can_be_sent(rep, plan, visitor):
    assert cart(rep, rep.key)["can_quote"] is True
    filled(visitor, plan)
    assert cart(visitor, visitor.key)["can_quote"] is False


def test_quotes_are_off_where_they_are_switched_off(rep, brand, django_capture_on_commit_callbacks):
    def save(values):
        with django_capture_on_commit_callbacks(execute=True):
            save_settings(brand=brand, values=values)

    def code():
        assert cart(rep, rep.key)["can_quote"] is False
        assert preview(rep).json()["errorCode"] == "quotationError"
        return send(rep).json()["errorCode"]

    save({"postal_address": ADDRESS, "show-quotation": "no"})
    assert code() == "quotationError"
    save({"show-quotation": "yes", "postal_address": " "})
    assert code() == "quotationError"
    save({"postal_address": ADDRESS})
    brand.flags = {"landing_to_root": True, "hide_home_breadcrumb": True}
    brand.save()
    assert code() == "quotationError"
    assert not SentQuote.objects.exists()


def test_an_empty_cart_is_not_sent_and_a_double_click_sends_once(rep, plan):
    send(rep)
    send(rep)
    assert SentQuote.objects.count() == OutboundEmail.objects.count() == 1
    rep.post("remove-plan-from-cart", {"enrollment_id": rep.key, "plan_id": plan.pk})
    assert send(rep).json()["errorCode"] == preview(rep).json()["errorCode"] == "emptyCart"


def test_a_quote_has_todays_prices(rep, plan):
    new_rates(plan, "40.00")
    assert "$45.00" in preview(rep).json()["data"]["content"]
    send(rep)
    assert mail().subject.endswith("$45.00 a month")
    RateTable.objects.all().update(status="RETIRED")
    assert send(rep, name="Somebody Else").json()["status"] == "error"


def test_another_reps_cart_is_not_found(rep, brand, make_client):
    make_rep(brand, "REP1002", "other@demo.test", "Sam")
    other = make_client("shop.test")
    other.sign_in("other@demo.test")
    other.key = rep.key
    assert send(other).status_code == preview(other).status_code == 404


def test_the_number_of_quotes_per_sender_is_limited(rep, monkeypatch):
    monkeypatch.setattr("planfront.shopping.sent_quotes.services.HOURLY", 2)
    assert [send(rep, name=name).status_code for name in ("Aa", "Bb", "Cc")] == [200, 200, 429]


def test_the_link_gives_a_copy_at_todays_prices_and_marks_what_moved(rep, plan, visitor, stranger):
    send(rep)
    same = visitor.post("open-quote", {"token": token()}).json()["data"]
    assert (same["href"], same["moved"], same["sender_name"]) == ("/cart", False, "Jordan Lee")
    assert same["others"]["eprocess"] == "applicant"
    assert same["enrollment_id"] != rep.key
    assert cart(visitor, same["enrollment_id"])["recurring_month_cost"] == "41.85"
    new_rates(plan, "40.00")
    again = visitor.post("open-quote", {"token": token()}).json()["data"]
    assert again["enrollment_id"] == same["enrollment_id"]
    for result in (again, stranger.post("open-quote", {"token": token()}).json()["data"]):
        assert result["moved"] is True
        assert (result["reprice"]["old_total"], result["reprice"]["new_total"]) == ("41.85", "45.00")
        part = result["reprice"]["lines"][0]["parts"][0]
        assert (part["code"], part["old"], part["new"]) == ("premium", "36.85", "40.00")
    own = result["enrollment_id"]
    assert own != same["enrollment_id"]
    assert cart(stranger, own)["recurring_month_cost"] == "45.00"
    assert stranger.get("get-plan-cart", enrollment_id=same["enrollment_id"]).status_code == 404
    assert stranger.get("get-plan-cart", enrollment_id=rep.key).status_code == 404
    row = SentQuote.objects.get()
    assert row.frozen["lines"][0]["premium"] == "36.85"
    assert row.opened_at is not None
    assert rep.get("get-plan-cart", enrollment_id=own).status_code == 200


def test_a_plan_that_is_gone_is_marked(rep, plan, visitor):
    send(rep)
    plan.offers.all().delete()
    data = visitor.post("open-quote", {"token": token()}).json()["data"]
    line = data["reprice"]["lines"][0]
    assert (line["new"], bool(line["message"])) == (None, True)
    assert cart(visitor, data["enrollment_id"])["result"][0]["error"] is not None


def test_a_wrong_foreign_or_expired_link_is_not_found(rep, visitor, other_brand, make_client):
    send(rep)
    assert visitor.post("open-quote", {"token": "no-such-token"}).status_code == 404
    assert make_client("other.test").post("open-quote", {"token": token()}).status_code == 404
    assert make_client("other.test").post("unsubscribe-quotes", {"token": token()}).status_code == 404
    with time_machine.travel("2026-12-11T17:00:00Z"):
        visitor.start()
        assert visitor.post("open-quote", {"token": token()}).json()["errorCode"] == "quoteExpired"
        assert visitor.post("quote-document", {"token": token()}).status_code == 404
        assert visitor.post("unsubscribe-quotes", {"token": token()}).status_code == 200
    assert Quote.objects.count() == 1


def test_an_unsubscribed_address_gets_no_quote_of_any_rep(rep, plan, brand, visitor, make_client):
    send(rep)
    answer = visitor.post("unsubscribe-quotes", {"token": token()}).json()
    assert answer["data"] == {"email": "m…@mailbox.example"}
    assert visitor.post("unsubscribe-quotes", {"token": token()}).status_code == 200
    assert Suppression.objects.count() == 1
    make_rep(brand, "REP1002", "other@demo.test", "Sam")
    other = make_client("shop.test")
    other.sign_in("other@demo.test")
    filled(other, plan)
    for client in (rep, other):
        refused = errors(send(client, email="Maren@Mailbox.example"))
        assert refused == {"email": "This address asked not to receive quotes."}
    assert SentQuote.objects.count() == 1


def pdf(client, token):
    answer = client.post("quote-document", {"token": token})
    assert answer.status_code == 200, answer.content
    data = answer.json()["data"]
    return data["name"], base64.b64decode(data["content"])


def words(content):
    return " ".join(" ".join(page.extract_text() for page in PdfReader(io.BytesIO(content)).pages).split())


def test_the_link_gives_the_quote_as_a_pdf(rep, plan, visitor):
    send(rep, message="*Call* me")
    opened = visitor.post("open-quote", {"token": token()}).json()["data"]
    assert opened["has_document"] is True
    name, content = pdf(visitor, token())
    assert name == "shop-quote-2026-11-10.pdf"
    shown = words(content)
    wanted = (
        "Your quote: $41.85 a month",
        "Maren Castillo",
        "Jordan Lee",
        "You, ZIP 75201",
        "11/10/2026",
        "12/10/2026",
        "12/01/2026",
        plan.carrier.name,
        "$36.85",
        "Association membership",
        "$5.00",
        "Once, with the first month",
        "$15.00",
        "First Month Cost $56.85",
        "Recurring Cost $41.85",
        "Total Cost $56.85",
        "TX 1234567",
        "(614) 555-0148",
        ADDRESS,
        "This is a quote, not a policy.",
        "Page 1 of 1",
    )
    for quote in wanted:
        assert quote in shown, quote
    assert f"/quote/{token()}" in shown.replace(" ", "")
    for private in ("1989", "maren@mailbox.example", "*Call*", "unsubscribe"):
        assert private not in shown
    new_rates(plan, "40.00")
    assert pdf(visitor, token()) == (name, content)
    row = SentQuote.objects.get()
    assert (row.opened_at is not None, Quote.objects.count()) == (True, 2)


def test_the_pdf_goes_out_with_the_mail_and_is_sealed_before(rep, visitor):
    send(rep)
    sent = mail()
    attached = smtp.message(sent).attachments[0]
    assert (attached.filename, attached.mimetype) == ("shop-quote-2026-11-10.pdf", "application/pdf")
    assert attached.content == pdf(visitor, token())[1]
    assert len(attached.content) < 120_000
    with connection.cursor() as cursor:
        cursor.execute("SELECT document FROM messaging_outboundemail")
        assert "Castillo" not in str(cursor.fetchall())


def test_a_spanish_quote_has_a_spanish_pdf(rep, visitor):
    rep.headers = {"Accept-Language": "es"}
    send(rep)
    name, content = pdf(visitor, token())
    assert name == "shop-cotizacion-2026-11-10.pdf"
    assert PdfReader(io.BytesIO(content)).trailer["/Root"]["/Lang"] == "es-US"
    shown = words(content)
    for quote in ("Su cotización: $41.85 al mes", "Preparada para", "Costo total", "Página 1 de 1"):
        assert quote in shown, quote


def test_the_pdf_needs_a_link_that_works(rep, visitor, other_brand, make_client):
    send(rep)
    assert visitor.post("quote-document", {"token": "no-such-token"}).status_code == 404
    assert make_client("other.test").post("quote-document", {"token": token()}).status_code == 404
    result = token()
    OutboundEmail.objects.all().delete()
    assert visitor.post("quote-document", {"token": result}).status_code == 404
    assert visitor.post("open-quote", {"token": result}).json()["data"]["has_document"] is False
    with time_machine.travel("2026-12-11T17:00:00Z"):
        visitor.start()
        assert visitor.post("quote-document", {"token": result}).status_code == 404


def one_click(client, token, body="List-Unsubscribe=One-Click", host="shop.test"):
    kind = "application/x-www-form-urlencoded"
    return client.post(f"/quote/{token}/unsubscribe", body, content_type=kind, headers={"Host": host})


def test_a_mail_program_unsubscribes_with_one_click(rep, client, other_brand):
    send(rep)
    sent = mail()
    assert sent.unsubscribe == f"http://shop.test:8000/quote/{token()}/unsubscribe"
    for refused in (one_click(client, "no-such-token"), one_click(client, token(), host="other.test")):
        assert refused.status_code == 404
    assert one_click(client, token(), body="").status_code == 400
    assert not Suppression.objects.exists()
    for _ in range(2):
        answer = one_click(client, token())
        assert (answer.status_code, answer.content) == (200, b"Unsubscribed.\n")
        assert not answer.cookies
    assert Suppression.objects.count() == 1
    assert AuditEvent.objects.filter(action="quote.unsubscribed").count() == 1
    assert errors(send(rep, name="Again")) == {"email": "This address asked not to receive quotes."}


def test_following_the_link_alone_does_not_unsubscribe(rep, client):
    send(rep)
    answer = client.get(f"/quote/{token()}/unsubscribe", headers={"Host": "shop.test"})
    assert answer.status_code == 200
    assert b'<meta name="robots" content="noindex' in answer.content
    assert not Suppression.objects.exists()


def test_one_click_unsubscribe_headers_are_sent_over_tls_only(rep):
    send(rep)
    sent = mail()
    headers = smtp.message(sent).extra_headers
    assert headers["List-Unsubscribe"] == f"<{sent.unsubscribe}>"
    assert "List-Unsubscribe-Post" not in headers
    sent.unsubscribe = sent.unsubscribe.replace("http:", "https:")
    headers = smtp.message(sent).extra_headers
    assert headers["List-Unsubscribe"] == f"<{sent.unsubscribe}>"
    assert headers["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"


def test_long_expired_quotes_and_their_mails_are_deleted(rep, visitor):
    send(rep)
    opened = visitor.post("open-quote", {"token": token()}).json()["data"]
    expires = SentQuote.objects.get().expires_at
    assert prune_sent_quotes(expires + timedelta(days=59)) == 0
    other = OutboundEmail.objects.exclude(kind="quote").count()
    assert prune_sent_quotes(expires + timedelta(days=61)) == 1
    assert not SentQuote.objects.exists()
    assert OutboundEmail.objects.count() == other
    assert cart(visitor, opened["enrollment_id"])["recurring_month_cost"] == "41.85"


def test_a_quote_says_what_the_group_pays(rep, brand, plan, visitor):
    group = create_group(code="ACME01", name="Acme", brands=[brand], landing_url="acme", pay_periods=26)
    Contribution.objects.create(group=group, kind="percent", value=60)
    rep.key = start(rep, group_id=group.pk)
    add(rep, rep.key, plan.pk)
    assert send(rep).json()["status"] == "success"
    line = "Your share is $14.74 a month: $6.80 every two weeks. Acme pays $22.11."
    total = "Your share is $19.74 a month: $9.11 every two weeks. Acme pays $22.11."
    mail = OutboundEmail.objects.get()
    for text in (line, total):
        assert text in mail.text
        assert text in mail.html
    opened = visitor.post("open-quote", {"token": token()}).json()["data"]
    shown = words(pdf(visitor, token())[1])
    assert line in shown
    assert total in shown
    assert (opened["moved"], cart(visitor, opened["enrollment_id"])["share"]["employer"]) == (False, "22.11")

import smtplib
import socketserver
import ssl
import threading
import time
from datetime import timedelta
from email import message_from_bytes, policy
from typing import Any

import pytest
from django.db import connection, transaction
from django_tasks_db.models import DBTaskResult
from pydantic import ValidationError

from planfront.kernel import clock
from planfront.kernel.errors import TooManyRequests
from planfront.kernel.files.pdf import PdfFailed
from planfront.kernel.jobs.tasks import run_pending
from planfront.kernel.tests.test_outgoing import HANDSHAKE, drip, peer
from planfront.messaging import smtp
from planfront.messaging.models import OutboundEmail, Status
from planfront.messaging.services import queue_email, retry_email, suppress_email

pytestmark = pytest.mark.django_db
CODE = {"code": "A7C9DEFGH3", "link": "http://shop.test/continue-enrollment", "expires_on": "12/21/2026"}
RECEIPT = {
    "name": "Maria Santos",
    "confirmation_number": "4471902",
    "effective_date": "01/01/2027",
    "lines": [{"name": "Halden Dental PPO 1500", "price": "104.85"}, {"name": "<b>Vision</b>", "price": "1024.6"}],
    "initial_month_cost": "1144.45",
    "recurring_month_cost": "1129.45",
    "pending": [{"plan": "SteadyTerm 100", "text": "A decision takes 5 to 10 days."}],
}


def queue(brand, key="resume:1", kind="resume_code", context=None, **extra):
    return queue_email(brand=brand, kind=kind, to="maria@example.com", context=context or CODE, dedupe_key=key, **extra)


def test_a_mail_is_rendered_in_the_brand_s_look_and_sealed(brand):
    mail = queue(brand)
    assert mail.status == Status.QUEUED
    assert mail.subject == "Your Shop enrollment code"
    assert "A7C9DEFGH3" in mail.text
    assert "A7C9DEFGH3" in mail.html
    assert "oklch" not in mail.html
    assert "var(--" not in mail.html
    with connection.cursor() as cursor:
        cursor.execute("SELECT html, text, subject FROM messaging_outboundemail")
        assert "A7C9DEFGH3" not in str(cursor.fetchone())
    assert "A7C9DEFGH3" not in str(DBTaskResult.objects.get().args_kwargs)


def test_the_same_event_makes_one_mail(brand):
    first = queue(brand)
    again = queue(brand, context={**CODE, "code": "OTHER"})
    assert again.pk == first.pk
    assert "OTHER" not in again.text
    assert OutboundEmail.objects.count() == DBTaskResult.objects.count() == 1


def test_nothing_is_queued_when_the_cause_is_rolled_back(brand):
    def cause():
        with transaction.atomic():
            queue(brand)
            raise RuntimeError

    with pytest.raises(RuntimeError):
        cause()
    assert OutboundEmail.objects.count() == DBTaskResult.objects.count() == 0


def test_without_a_mail_server_the_mail_is_kept(brand, settings):
    settings.SMTP_URL = None
    mail = queue(brand)
    assert run_pending() == 1
    mail.refresh_from_db()
    assert (mail.status, mail.sent_at) == (Status.KEPT, None)
    assert "A7C9DEFGH3" in mail.text


def test_a_mail_is_rendered_in_spanish(brand):
    mail = queue(brand, language="es-MX")
    assert mail.language == "es"
    assert mail.subject == "Su código de inscripción de Shop"
    assert "Su solicitud está guardada" in mail.text


def test_a_receipt_adds_up_and_escapes(brand):
    mail = queue(brand, kind="receipt_client", context=RECEIPT)
    assert mail.subject == "Enrollment Receipt"
    for shown in ("$104.85", "$1,024.60", "$1,144.45", "$1,129.45", "#4471902", "01/01/2027", "SteadyTerm 100"):
        assert shown in mail.html
        assert shown in mail.text
    assert "&lt;b&gt;Vision" in mail.html
    assert "<b>Vision" in mail.text
    rep = {**RECEIPT, "name": "Jordan Lee", "client_name": "Maria Santos"}
    other = queue(brand, key="2", kind="receipt_rep", context=rep)
    assert "Maria Santos is enrolled, confirmation #4471902." in other.text


def test_a_quote_mail_escapes_its_message_and_shows_price_and_licence(brand):
    mail = queue(brand, kind="quote", context=quote_facts())
    assert mail.subject == "Your quote from Jordan Lee at Shop: $1,129.45 a month"
    assert "Maria Santos, your quote is $1,129.45 a month" in mail.html
    assert "Call me<br>&lt;b&gt;soon" in mail.html
    for shown in ("12 Main St", "http://shop.test/quote/t/unsubscribe", "TX 1234567", "(800) 555-0100", "3% fee."):
        assert shown in mail.html
        assert shown in mail.text


def quote_facts():
    facts = {key: value for key, value in RECEIPT.items() if key not in ("confirmation_number", "pending")}
    sender = {"name": "Jordan Lee", "phone": "(800) 555-0100", "email": "j@shop.example", "licence": "TX 1234567"}
    return {
        **facts,
        "first_year_total": "13568.40",
        "sender": sender,
        "message": "Call me\n<b>soon",
        "sent_on": "12/01/2026",
        "valid_until": "12/31/2026",
        "notes": ["3% fee."],
        "link": "http://shop.test/quote/t",
        "unsubscribe": "http://shop.test/quote/t/unsubscribe",
        "address": "12 Main St, Columbus, OH 43215",
    }


def test_a_quote_queued_before_its_address_unsubscribed_is_not_sent(brand, settings):
    settings.SMTP_URL = "smtp://127.0.0.1:1"
    mail = queue(brand, kind="quote", context=quote_facts(), reply_to="j@shop.example")
    assert smtp.message(mail).reply_to == ["j@shop.example"]
    suppress_email(brand_id=brand.pk, email="Maria@Example.com")
    suppress_email(brand_id=brand.pk, email="maria@example.com")
    assert run_pending() == 1
    mail.refresh_from_db()
    assert (mail.status, mail.last_error) == (Status.FAILED, "Unsubscribed")


def test_wrong_template_data_fails_when_queued(brand):
    with pytest.raises(ValidationError):
        queue(brand, context={**CODE, "ssn": "219099999"})
    with pytest.raises(KeyError):
        queue(brand, kind="nothing")


def test_an_address_gets_a_limited_number_of_codes(brand):
    for number in range(6):
        queue(brand, key=f"resume:{number}")
    with pytest.raises(TooManyRequests):
        queue(brand, key="resume:6")
    queue(brand, key="receipt", kind="receipt_client", context=RECEIPT)


class _Server(socketserver.ThreadingTCPServer):
    allow_reuse_address = True
    refuse = 0

    def __init__(self):
        super().__init__(("127.0.0.1", 0), _Session)
        self.mails = []


class _Session(socketserver.StreamRequestHandler):
    server: _Server

    def say(self, line):
        self.wfile.write(f"{line}\r\n".encode())

    def handle(self):
        if self.server.refuse > 0:
            self.server.refuse -= 1
            return self.say("421 busy")
        self.say("220 ready")
        while line := self.rfile.readline():
            verb = line[:4].upper()
            if verb == b"DATA":
                self.say("354 go on")
                body = b"".join(iter(self.rfile.readline, b".\r\n"))
                self.server.mails.append(message_from_bytes(body, policy=policy.default))
            self.say("221 bye" if verb == b"QUIT" else "250 ok")
            if verb == b"QUIT":
                return None
        return None


@pytest.fixture
def server(settings):
    with _Server() as running:
        thread = threading.Thread(target=running.serve_forever, daemon=True)
        thread.start()
        settings.SMTP_URL = f"smtp://127.0.0.1:{running.server_address[1]}"
        yield running
        running.shutdown()
        thread.join()


def due_now():
    DBTaskResult.objects.filter(status="READY").update(run_after=clock.now())


def test_a_mail_goes_out_once(brand, server):
    mail = queue(brand)
    run_pending()
    mail.refresh_from_db()
    assert mail.status == Status.SENT
    assert len(server.mails) == 1
    sent = server.mails[0]
    assert sent["To"] == "maria@example.com"
    assert sent["From"] == "Shop <no-reply@shop.test>"
    assert sent["Message-ID"] == f"<{mail.pk}@shop.test>"
    assert "A7C9DEFGH3" in sent.get_body(("plain",)).get_content()
    assert "A7C9DEFGH3" in sent.get_body(("html",)).get_content()
    from planfront.messaging.tasks import mail_send

    mail_send.run([str(mail.pk)], 0)
    assert len(server.mails) == 1


def test_a_busy_server_is_tried_again(brand, server):
    server.refuse = 1
    mail = queue(brand)
    run_pending()
    mail.refresh_from_db()
    assert (mail.status, mail.attempts, mail.last_error) == (Status.QUEUED, 1, "SMTPConnectError")
    due_now()
    run_pending()
    mail.refresh_from_db()
    assert (mail.status, mail.attempts, mail.last_error) == (Status.SENT, 2, "")
    assert len(server.mails) == 1


def test_a_quote_goes_out_with_its_pdf(brand, server):
    queue(brand, key="quote:1", kind="quote", context=quote_facts())
    run_pending()
    (attached,) = server.mails[0].iter_attachments()
    assert attached.get_content_type() == "application/pdf"
    assert attached.get_filename().startswith("shop-quote-")
    assert attached.get_content().startswith(b"%PDF-")


def test_a_quote_whose_pdf_fails_waits_and_does_not_go_without_it(brand, server, monkeypatch):
    def broken(**_):
        raise PdfFailed

    monkeypatch.setattr("planfront.messaging.documents.make_pdf", broken)
    mail = queue(brand, key="quote:1", kind="quote", context=quote_facts())
    run_pending()
    mail.refresh_from_db()
    assert (mail.status, mail.last_error) == (Status.QUEUED, "PdfFailed")
    assert server.mails == []


def test_a_dead_server_fails_in_the_end_and_the_operator_can_retry(brand, settings, server):
    alive, settings.SMTP_URL = settings.SMTP_URL, "smtp://127.0.0.1:1"
    mail = queue(brand)
    for _ in range(10):
        run_pending()
        due_now()
    mail.refresh_from_db()
    assert (mail.status, mail.attempts, mail.last_error) == (Status.FAILED, 8, "ConnectionRefusedError")
    settings.SMTP_URL = alive
    retry_email(mail=mail)
    run_pending()
    mail.refresh_from_db()
    assert mail.status == Status.SENT


def test_a_mail_in_another_worker_s_hands_is_left_alone_until_its_lease_ends(brand, server):
    from planfront.messaging.tasks import mail_send

    mail = queue(brand)
    OutboundEmail.objects.update(status=Status.SENDING, claimed_at=clock.now())
    mail_send.run([str(mail.pk)], 0)
    assert server.mails == []
    OutboundEmail.objects.update(claimed_at=clock.now() - timedelta(minutes=6))
    mail_send.run([str(mail.pk)], 0)
    assert len(server.mails) == 1


@pytest.mark.parametrize(("scheme", "first"), [("smtp", b"2"), ("smtps", HANDSHAKE)])
def test_a_dripping_mail_server_is_given_up_and_the_mail_waits(brand, settings, monkeypatch, scheme, first):
    from planfront.messaging.tasks import mail_send

    monkeypatch.setattr(smtp, "WHOLE", 0.5)
    mail = queue(brand)
    with peer(lambda connection: drip(connection, first)) as (port, _callers):
        settings.SMTP_URL = f"{scheme}://127.0.0.1:{port}"
        began = time.monotonic()
        mail_send.run([str(mail.pk)], 0)
        assert time.monotonic() - began < smtp.TIMEOUT
    mail.refresh_from_db()
    assert (mail.status, mail.last_error) == (Status.QUEUED, "TimeoutError")


def test_a_refused_recipient_is_final(brand, settings, monkeypatch):
    settings.SMTP_URL = "smtp://127.0.0.1:1"

    def refuse(mail, url):
        raise smtplib.SMTPRecipientsRefused({})

    monkeypatch.setattr(smtp, "deliver", refuse)
    mail = queue(brand)
    run_pending()
    mail.refresh_from_db()
    assert (mail.status, mail.attempts) == (Status.FAILED, 1)


@pytest.mark.parametrize("name", ['Bob\'s "Best" <Store>', "Tienda Ñandú", "Shop\r\nBcc: all@example.com"])
def test_a_brand_s_name_stays_a_name_in_the_headers(brand, name):
    brand.name, brand.email = name, "help@shop.example"
    brand.save()
    mail = queue(brand)
    assert "\n" not in mail.subject
    sent = message_from_bytes(smtp.message(mail).message().as_bytes(), policy=policy.default)
    (sender,) = sent["From"].addresses
    assert (sender.display_name, sender.addr_spec) == (" ".join(name.split()), "help@shop.example")
    assert sent["Bcc"] is None


def test_smtp_urls_are_parsed_or_refused():
    assert smtp.parse("smtp://u%40x:p%2Fw@mail.example:587?starttls=1") == smtp.Server(
        "mail.example", 587, "u@x", "p/w", ssl=False, starttls=True
    )
    assert smtp.parse("smtps://mail.example").port == 465
    assert smtp.parse("smtps://mail.example").starttls is False
    with pytest.raises(ValueError, match="SMTP_URL must look like"):
        smtp.parse("http://mail.example")


@pytest.mark.parametrize(
    ("url", "starttls"),
    [
        ("smtp://u:p@mail.example:587", True),
        ("smtp://mail.example?starttls=0", False),
        ("smtp://localhost", False),
        ("smtp://127.0.0.1:1025?starttls=1", True),
    ],
)
def test_mail_leaves_the_machine_by_tls_unless_the_url_says_otherwise(url, starttls):
    assert smtp.parse(url).starttls is starttls


def test_the_mail_server_s_certificate_is_checked():
    connection: Any = smtp.connection(smtp.parse("smtps://mail.example"))
    context = connection.ssl_context
    assert (context.verify_mode, context.check_hostname) == (ssl.CERT_REQUIRED, True)

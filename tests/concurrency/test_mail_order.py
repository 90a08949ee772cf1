"""Codes and sign-in links leave before the bulk mail that was queued before them."""

import threading
import time

import pytest
from django.db import connection, transaction
from django_tasks_db.models import DBTaskResult

from planfront.accounts.models import Purpose, User
from planfront.accounts.sign_in_by_mail.mail_requests import request_mail
from planfront.audit.services import SYSTEM
from planfront.kernel import clock
from planfront.kernel.jobs.tasks import MAIL
from planfront.kernel.jobs.worker import RetryingWorker
from planfront.messaging.models import OutboundEmail
from planfront.messaging.services import queue_email
from planfront.messaging.tasks import queue_sending
from tests.kills.store import MailServer

# PostgreSQL's worker shows by a lease that it lives, which others have to see; SQLite's tables can't all be emptied.
pytestmark = [
    pytest.mark.django_db(transaction=connection.vendor == "postgresql"),
    pytest.mark.both_databases,
]
BULK, SECONDS = 1000, 5


@pytest.fixture
def server(settings):
    server = MailServer()
    settings.SMTP_URL = server.url
    yield server
    server.shutdown()
    server.server_close()


@pytest.fixture
def letters(brand):
    """As many letters of a renewal as wait behind each other for minutes."""
    values = {"brand": brand, "kind": "letter", "subject": "Your renewal", "html": "<p>Hi</p>", "text": "Hi"}
    rows = [
        OutboundEmail(**values, to=f"m{number}@mailbox.example", dedupe_key=f"letter:{number}", created_at=clock.now())
        for number in range(BULK)
    ]
    with transaction.atomic():
        for row in OutboundEmail.objects.bulk_create(rows):
            queue_sending(row)
    assert DBTaskResult.objects.ready().count() == BULK


def work_until(server, count):
    """Run a worker until so many mails have left; return the seconds that took."""
    worker = RetryingWorker("w", [MAIL], interval=0.01)

    def watch():
        while sum(server.taken.values()) < count and time.monotonic() < began + 60:
            time.sleep(0.01)
        worker.running = False

    began = time.monotonic()
    threading.Thread(target=watch, daemon=True).start()
    worker.run()
    return time.monotonic() - began


def recipients(server):
    return [to for to, _subject, _number in server.taken]


def test_a_code_overtakes_a_thousand_letters(brand, server, letters):
    code = {"code": "123456"}
    queue_email(brand=brand, kind="signing_code", to="signer@mailbox.example", context=code, dedupe_key="code")
    assert work_until(server, 3) < SECONDS
    assert recipients(server)[0] == "signer@mailbox.example"
    assert len(recipients(server)) < 20


def test_a_sign_in_link_overtakes_them_with_the_job_that_writes_it(brand, server, letters):
    user = User.objects.create_user(email="rep@mailbox.example", password="a long enough one 1", role="member")
    request_mail(brand=brand, purpose=Purpose.LINK, email=user.email, origin=SYSTEM)
    assert work_until(server, 3) < SECONDS
    assert recipients(server)[0] == "rep@mailbox.example"


def test_a_code_that_the_server_put_off_still_goes_first(brand, server, letters, settings):
    url, settings.SMTP_URL = settings.SMTP_URL, "smtp://127.0.0.1:1"
    mail = queue_email(
        brand=brand, kind="signing_code", to="signer@mailbox.example", context={"code": "123456"}, dedupe_key="code"
    )
    worker = RetryingWorker("w", [MAIL], interval=0.01)
    with transaction.atomic():
        row = DBTaskResult.objects.ready().first()
        row.claim("w")
    worker.run_task(row)
    mail.refresh_from_db()
    assert mail.attempts == 1
    settings.SMTP_URL = url
    DBTaskResult.objects.filter(status="READY").update(run_after=clock.now())
    assert work_until(server, 2) < SECONDS
    assert recipients(server)[0] == "signer@mailbox.example"


def test_invitations_of_a_whole_group_wait_their_turn(brand, server):
    mail = queue_email(
        brand=brand, kind="account_invitation", to="m@mailbox.example", context={"link": "/x"}, dedupe_key="one"
    )
    assert DBTaskResult.objects.get().priority == 0
    work_until(server, 1)
    mail.refresh_from_db()
    assert mail.status == "SENT"

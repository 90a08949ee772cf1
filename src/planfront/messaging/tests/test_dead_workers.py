"""A worker that dies over a mail delays it by minutes, not past the ten that a receipt is promised in."""

from datetime import timedelta

import pytest
import time_machine
from django.core import mail
from django_tasks_db.models import DBTaskResult

from planfront.kernel import clock
from planfront.kernel.jobs import tasks
from planfront.messaging.models import OutboundEmail, Status
from planfront.messaging.services import queue_email
from planfront.messaging.tasks import LEASE, STALE, _claim

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("claimed", [False, True])
def test_a_mail_left_by_a_dead_worker_goes_out_once_within_five_minutes(brand, settings, monkeypatch, claimed):
    settings.SMTP_URL = "smtp://mail.test"
    monkeypatch.setattr("planfront.messaging.smtp.connection", lambda _server: mail.get_connection())
    with time_machine.travel(clock.now(), tick=False) as now:
        queue_email(
            brand=brand,
            kind="resume_code",
            to="maren@mailbox.example",
            dedupe_key="one",
            language="en",
            context={"code": "ABCDEFGHJK", "link": "https://shop.test/", "expires_on": "12/20/2026"},
        )
        DBTaskResult.objects.get().claim("dead-worker")
        now.shift(timedelta(seconds=2))
        assert not claimed or _claim(str(OutboundEmail.objects.get().pk))
        now.shift(timedelta(minutes=2))
        assert tasks.reap() == 0
        now.shift(timedelta(minutes=3))
        assert (tasks.reap(), tasks.run_pending()) == (1, 1)
    assert OutboundEmail.objects.get().status == Status.SENT
    assert len(mail.outbox) == 1
    assert LEASE < STALE

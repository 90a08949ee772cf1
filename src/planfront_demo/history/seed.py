"""Twelve weeks of shopping in the demo's stores, written once."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from datetime import datetime, time, timedelta

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from planfront.audit import day_figures
from planfront.audit.models import AuditEvent
from planfront.audit.services import SYSTEM, record
from planfront.brands.models import Brand
from planfront.kernel import clock
from planfront.kernel.database import locks
from planfront.kernel.jobs.duties import DUTIES
from planfront.messaging.models import OutboundEmail, Status
from planfront.messaging.tasks import mail_send
from planfront_demo.history.playing import Player
from planfront_demo.history.script import Act, write_script

PLAYED = "demo.history_played"
_DAWN, _POST = time(2, 30), timedelta(seconds=20)


def tell_nobody(_line: str) -> None:
    """Ignore a line of progress."""


def seed_history(*, tell: Callable[[str], None] = tell_nobody) -> bool:
    """Write what happened before, into the demo world; True when it did. Does nothing in production, without a demo
    world, and the second time. ``tell`` gets a line for each week."""
    if settings.PRODUCTION or not Brand.objects.exists():
        return False
    with transaction.atomic():
        locks.lock_name("demo.history")
        if AuditEvent.objects.filter(action=PLAYED).exists():
            return False
        _play(clock.now(), tell)
        record(PLAYED, origin=SYSTEM, subject_type="demo", subject_id="history")
    day_figures.refresh()
    return True


def _play(now: datetime, tell: Callable[[str], None]) -> None:
    script = write_script(clock.local(now).date(), now)
    player = Player(script)
    dawns = list(_month_starts(script.acts, now))
    week, first = 0, script.acts[0].at
    for act in script.acts:
        if (act.at - first) // timedelta(weeks=1) + 1 > week:
            week += 1
            tell(f"  Week {week} of shopping")
        while dawns and dawns[0] <= act.at:
            _begin_day(dawns.pop(0))
        player.play(act)
    for dawn in dawns:
        _begin_day(dawn)
    _send_mails(now)


def _month_starts(acts: Sequence[Act], now: datetime) -> Iterator[datetime]:
    """Yield the mornings on which coverage begins."""
    day = clock.local(acts[0].at).date() + timedelta(days=1)
    while (dawn := timezone.make_aware(datetime.combine(day, _DAWN))) <= now:
        if day.day == 1:
            yield dawn
        day += timedelta(days=1)


def _begin_day(dawn: datetime) -> None:
    with clock.played_at(dawn):
        for duty in DUTIES:
            if duty.of_the_day:
                duty.run()


def _send_mails(now: datetime) -> None:
    """Keep each mail, as the worker would have done without a mail server; its jobs find nothing left to do."""
    for key, written in OutboundEmail.objects.filter(status=Status.QUEUED).values_list("pk", "created_at"):
        with clock.played_at(min(written + _POST, now)):
            mail_send.function(str(key))

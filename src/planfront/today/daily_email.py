"""The daily email of what there is to do, for reps and group administrators, and how they turn it off."""

from __future__ import annotations

import logging
from dataclasses import replace
from datetime import date, timedelta
from typing import TYPE_CHECKING

from django.core.signing import BadSignature, Signer
from django.db import transaction
from django.db.models import Q
from django.utils import translation
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from planfront.accounts.selectors import user_by_id
from planfront.audit.services import Origin, record
from planfront.brands import selectors as brands
from planfront.kernel import clock
from planfront.kernel.errors import NotFound
from planfront.kernel.http import throttle
from planfront.kernel.http.networks import network_of
from planfront.messaging.services import queue_email
from planfront.parties.groups.selectors import administrator_accounts
from planfront.parties.reps.selectors import rep_accounts
from planfront.today.kinds import Desk, Reader, Show
from planfront.today.listing import Task, Today, at_nine, load_today
from planfront.today.models import DailyEmail
from planfront.today.readers import find_reader

if TYPE_CHECKING:
    from collections.abc import Sequence

    from planfront.accounts.models import User
    from planfront.brands.models import Brand

logger = logging.getLogger(__name__)
DESKS = {Desk.REP: "/agent-home", Desk.GROUP: "/group-home"}
"""Pages with the list of those who get the email."""
_MORNING = range(7, 12)
_AT_ONCE, _LISTED = 100, 5
# The machines of an email service turn it off for all its readers from few addresses.
_STOPS, _WINDOW = 1000, timedelta(minutes=15)
_signer = Signer(sep=".", salt="planfront.daily-email")
_PARTS = {
    Show.LEADS: gettext_lazy("Leads"),
    Show.QUOTES: gettext_lazy("Quotes"),
    Show.CLIENTS: gettext_lazy("Clients"),
    Show.PEOPLE: gettext_lazy("People"),
    Show.CHANGES: gettext_lazy("Changes"),
    Show.DATES: gettext_lazy("Dates"),
    Show.COVERAGE: gettext_lazy("Coverage"),
}


def send_due_emails() -> int:
    """Queue the emails of this morning, some readers at a time. Returns how many were queued. A duty; a morning without
    it is not made up for."""
    today = clock.today()
    if clock.local(clock.business_now()).hour not in _MORNING:
        return 0
    return sum(_send_safely(*due, today) for due in _list_due(today)[:_AT_ONCE])


def _list_due(today: date) -> Sequence[tuple[int, int]]:
    """Return brand and account of everyone whose list wasn't read today for an email."""
    over = DailyEmail.objects.filter(Q(off=True) | Q(day=today)).values_list("brand_id", "user_id")
    return sorted({*rep_accounts(), *administrator_accounts()}.difference(over))


def _send_safely(brand_id: int, user_id: int, today: date) -> bool:
    """Queue the email of a reader. A list that can't be read doesn't hold up the others."""
    queued = False
    try:
        brand, user = brands.by_id(brand_id), user_by_id(user_id)
        if brand is not None and user is not None:
            with transaction.atomic(), translation.override(user.language):
                queued = _send(brand, user, today)
    except Exception as error:  # noqa: BLE001 - one reader's list must not stop the others
        logger.error("a daily email failed: %s", type(error).__name__)  # noqa: TRY400 - texts may hold personal data
    _write(brand_id, user_id, day=today)
    return queued


def _send(brand: Brand, user: User, today: date) -> bool:
    reader = find_reader(brand.pk, user.role, user.pk)
    page = DESKS.get(Desk(user.role)) if user.role in DESKS else None
    if reader is None or page is None:
        return False
    work = load_today(_at_nine(reader), most=_LISTED)
    if not work.tasks:
        return False
    site = brands.site_url(brand.pk)
    queue_email(
        brand=brand,
        kind="daily_summary",
        to=user.email,
        context={
            "link": f"{site}{page}",
            "unsubscribe": f"{site}/daily-email/{link_token(brand.pk, user.pk)}/unsubscribe",
            "total": _show_count(work.total, more=bool(work.cut)),
            "counts": [
                f"{_PARTS[show]}: {_show_count(count, more=show in work.cut)}"
                for show, count in work.counts.items()
                if count
            ],
            "items": _list_items(work),
        },
        dedupe_key=f"daily-summary:{brand.pk}:{user.pk}:{today.isoformat()}",
        language=user.language,
    )
    return True


def _at_nine(reader: Reader) -> Reader:
    """Return the reader as of nine, when what was put off comes back: the email is there before."""
    ahead = max(at_nine(reader, reader.today) - reader.business_now, timedelta())
    return replace(reader, now=reader.now + ahead, business_now=reader.business_now + ahead)


def _show_count(count: int, *, more: bool) -> str:
    return f"{count}+" if more else str(count)


def _list_items(work: Today) -> list[str]:
    items = [_describe(task) for task in work.tasks]
    rest = work.total - len(items)
    return [*items, _("And %(count)s more") % {"count": _show_count(rest, more=bool(work.cut))}] if rest else items


def _describe(task: Task) -> str:
    return f"{task.item.label or task.kind.label}: {task.item.title}"


def gets_email(reader: Reader) -> bool:
    """Return whether the reader gets the daily email. Raises NotFound for a reader whose desk has none."""
    _require_desk(reader)
    return not DailyEmail.objects.filter(user_id=reader.user_id, brand_id=reader.brand_id, off=True).exists()


def switch_email(reader: Reader, *, on: bool, origin: Origin) -> None:
    """Turn the reader's daily email on or off. The same again changes nothing. Raises NotFound as ``gets_email``."""
    _require_desk(reader)
    _switch(reader.brand_id, reader.user_id, on=on, origin=origin)


def stop_by_link(*, brand_id: int, token: str, origin: Origin) -> None:
    """Turn off the email that has the link; its token is the authority, and only to this. Raises NotFound for a wrong
    token, TooManyRequests."""
    throttle.check("daily-email-stop", network_of(origin.ip), limit=_STOPS, window=_WINDOW)
    try:
        brand, _sep, user = _signer.unsign(token).partition("-")
    except BadSignature:
        raise NotFound from None
    if brand != str(brand_id) or user_by_id(int(user)) is None:
        raise NotFound
    _switch(brand_id, int(user), on=False, origin=origin)


@transaction.atomic
def _switch(brand_id: int, user_id: int, *, on: bool, origin: Origin) -> None:
    row = DailyEmail.objects.filter(user_id=user_id, brand_id=brand_id).first()
    if on == (row is None or not row.off):
        return
    _write(brand_id, user_id, off=not on)
    record("account.daily_email", origin=origin, subject_type="user", subject_id=user_id, meta={"on": on})


def _write(brand_id: int, user_id: int, **values: bool | date) -> None:
    DailyEmail.objects.update_or_create(user_id=user_id, brand_id=brand_id, defaults=values)


def _require_desk(reader: Reader) -> None:
    if reader.role not in DESKS:
        raise NotFound


def link_token(brand_id: int, user_id: int) -> str:
    """Return the token of the link that turns off the email of an account on a brand."""
    return _signer.sign(f"{brand_id}-{user_id}")

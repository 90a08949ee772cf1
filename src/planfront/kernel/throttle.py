"""Limit how often something secret may be tried."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db import transaction

from planfront.kernel import clock
from planfront.kernel.crypto import keyed_hash
from planfront.kernel.errors import TooManyRequests
from planfront.kernel.locks import lock_rows
from planfront.kernel.models import Throttle

LONGEST_WINDOW = timedelta(days=1)


def check(scope: str, subject: str, *, limit: int, window: timedelta) -> None:
    """Count one try of ``subject`` (an e-mail, a code, an address). Raises TooManyRequests past ``limit``.

    The count is kept in its own short transaction, so a refused or failed request still counts.
    """
    if window > LONGEST_WINDOW:
        raise ValueError("older tries are forgotten")
    key, now = keyed_hash(f"{scope}:{subject}", "throttle"), clock.now()
    with transaction.atomic():
        row = _locked(key, now)
        if now - row.since >= window:
            row.since, row.count = now, 0
        row.count += 1
        row.save(update_fields=["since", "count"])
        over = row.count > limit
        wait = row.since + window - now
    if over:
        raise TooManyRequests(retry_after=max(1, int(wait.total_seconds())))


def _locked(key: str, now: datetime) -> Throttle:
    """The key's row, locked; made again when it is cleared or pruned in between."""
    while True:
        Throttle.objects.get_or_create(key=key, defaults={"since": now})
        for row in lock_rows(Throttle.objects.filter(key=key)):
            return row


def prune(now: datetime | None = None) -> int:
    """Forget tries that no window reaches back to any more. Returns how many keys went."""
    deleted, _ = Throttle.objects.filter(since__lt=(now or clock.now()) - LONGEST_WINDOW).delete()
    return deleted


def clear(scope: str, subject: str) -> None:
    """Forget the tries after a success."""
    Throttle.objects.filter(key=keyed_hash(f"{scope}:{subject}", "throttle")).delete()

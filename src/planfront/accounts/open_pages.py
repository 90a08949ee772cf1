"""Pages of the back office that staff have open, for all processes alike.

The browser repeats that it shows the page. A row that wasn't repeated for ``KEPT`` counts no more.
"""

from __future__ import annotations

from datetime import timedelta

from planfront.accounts.models import OpenPage, User
from planfront.kernel import clock

KEPT = timedelta(seconds=90)
"""Longer than a minute: as seldom may a hidden tab of a browser speak."""
_RELOAD = timedelta(seconds=10)


def note_open(*, user: User, page: str, changing: bool) -> None:
    """Record that ``user`` has the page open. The time when they opened it stays."""
    now = clock.now()
    OpenPage.objects.filter(seen_at__lte=now - KEPT).delete()
    OpenPage.objects.bulk_create(
        [OpenPage(user=user, page=page, since=now, seen_at=now, changing=changing)],
        update_conflicts=True,
        unique_fields=["page", "user"],
        update_fields=["seen_at", "changing"],
    )


def note_left(*, user: User, page: str) -> None:
    """Record that they left the page. The row ends in a moment, so that a page that is loaded again keeps its time."""
    OpenPage.objects.filter(user=user, page=page).update(seen_at=clock.now() - KEPT + _RELOAD, changing=False)


def load_others(page: str, user: User) -> list[OpenPage]:
    """Return the other users who have the page open, first those who opened it first."""
    rows = OpenPage.objects.filter(page=page, seen_at__gt=clock.now() - KEPT).exclude(user=user)
    return list(rows.order_by("since", "pk"))

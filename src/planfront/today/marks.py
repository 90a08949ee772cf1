"""Saying that an item is done, or that it comes back later."""

from __future__ import annotations

from collections import defaultdict
from datetime import datetime, timedelta

from planfront.today.kinds import Reader
from planfront.today.models import WorkMark

KEPT = timedelta(days=120)


def load_marks(reader: Reader) -> dict[str, dict[str, WorkMark]]:
    """Return a reader's marks by kind and item."""
    rows = WorkMark.objects.filter(user_id=reader.user_id, brand_id=reader.brand_id, at__gte=reader.business_now - KEPT)
    marks: dict[str, dict[str, WorkMark]] = defaultdict(dict)
    for row in rows:
        marks[row.kind][row.item] = row
    return marks


def put_mark(reader: Reader, kind: str, item: str, href: str, until: datetime | None) -> None:
    """Mark an item as done, or as put off until a moment. The same again changes nothing. Old marks are forgotten."""
    own = WorkMark.objects.filter(user_id=reader.user_id, brand_id=reader.brand_id)
    own.filter(at__lt=reader.business_now - KEPT).delete()
    row = WorkMark(
        user_id=reader.user_id,
        brand_id=reader.brand_id,
        kind=kind,
        item=item,
        href=href,
        at=reader.business_now,
        until=until,
    )
    WorkMark.objects.bulk_create(
        [row],
        update_conflicts=True,
        unique_fields=["user", "brand_id", "kind", "item"],
        update_fields=["href", "at", "until"],
    )


def remove_mark(reader: Reader, kind: str, item: str) -> bool:
    """Take a mark back. Returns whether there was one."""
    own = WorkMark.objects.filter(user_id=reader.user_id, brand_id=reader.brand_id, kind=kind, item=item)
    deleted, _by_table = own.delete()
    return bool(deleted)

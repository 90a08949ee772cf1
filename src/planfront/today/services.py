"""Acts of a reader on an item: finishing it, putting it off, recording a call, or undoing that."""

from __future__ import annotations

from datetime import date, datetime, timedelta
from typing import TYPE_CHECKING, Literal

from django.db import transaction

from planfront.kernel.errors import FieldErrors, NotFound
from planfront.kernel.text import texts
from planfront.today.kinds import CallOutcome, Kind, Reader, find_kind
from planfront.today.listing import Task, at_nine, find_task, hides, tomorrow_at_nine
from planfront.today.marks import load_marks, put_mark, remove_mark

if TYPE_CHECKING:
    from planfront.audit.services import Origin

Mark = Literal["done", "later", "open"]
FURTHEST = timedelta(days=90)


@transaction.atomic
def mark_task(reader: Reader, key: str, mark: Mark, until: date | None, origin: Origin) -> None:
    """Finish an item, put it off until nine of a day (tomorrow without one), or take either back. The same again
    changes nothing. Raises NotFound for what isn't on the reader's list or can't be marked so, and FieldErrors for a
    day that is over or too far."""
    kind, item = _read_key(reader, key)
    if mark == "open":
        if remove_mark(reader, kind.key, item) and kind.undo_call is not None:
            kind.undo_call(reader, item, origin)
        return
    if not (kind.finish if mark == "done" else kind.snooze):
        raise NotFound
    later = moment_of_return(reader, until)
    task = _require(reader, kind, item)
    put_mark(reader, kind.key, item, task.item.href, None if mark == "done" else later)


def moment_of_return(reader: Reader, until: date | None) -> datetime:
    """Return nine of a day, tomorrow without one. Raises FieldErrors for a day that is over or too far."""
    if until is not None and not reader.today < until <= reader.today + FURTHEST:
        raise FieldErrors.single("until", texts.CHOICE)
    return at_nine(reader, until) if until else tomorrow_at_nine(reader)


@transaction.atomic
def log_call(reader: Reader, key: str, outcome: CallOutcome, origin: Origin) -> None:
    """Write down how a call about an item went, where there is a place for that, and take the item off the list: until
    tomorrow at nine when no one answered. The same again changes nothing. Raises NotFound."""
    kind, item = _read_key(reader, key)
    mark = load_marks(reader).get(kind.key, {}).get(item)
    if mark is not None and hides(mark, reader.business_now):
        return
    task = _require(reader, kind, item)
    if not task.item.phone:
        raise NotFound
    if kind.log_call is not None:
        kind.log_call(reader, item, outcome, origin)
    until = tomorrow_at_nine(reader) if outcome == CallOutcome.NO_ANSWER else None
    put_mark(reader, kind.key, item, task.item.href, until)


def _read_key(reader: Reader, key: str) -> tuple[Kind, str]:
    name, _colon, item = key.partition(":")
    kind = find_kind(reader.role, name)
    if kind is None or not item:
        raise NotFound
    return kind, item


def _require(reader: Reader, kind: Kind, item: str) -> Task:
    task = find_task(reader, kind, item)
    if task is None:
        raise NotFound
    return task

"""The register of kinds of work. Each room declares its kinds in its ``today.py``; the list, the counts and the daily
email are made of them.

A declaration says who has such work, how urgent it is among the others, how its items are read and what they look like.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import KW_ONLY, dataclass
from datetime import date, datetime
from decimal import Decimal
from enum import StrEnum
from functools import cache
from typing import TYPE_CHECKING

from django.utils.functional import Promise
from django.utils.module_loading import autodiscover_modules

if TYPE_CHECKING:
    from planfront.audit.services import Origin

Text = str | Promise


class Desk(StrEnum):
    """The role of the account whose list it is. The back office has the kinds of staff's work."""

    REP = "rep"
    GROUP = "group"
    MEMBER = "member"
    STAFF = "staff"


class Show(StrEnum):
    """The part of the list that a filter shows."""

    LEADS = "leads"
    QUOTES = "quotes"
    CLIENTS = "clients"
    PEOPLE = "people"
    CHANGES = "changes"
    DATES = "dates"
    COVERAGE = "coverage"


class Tone(StrEnum):
    LEAD = "lead"
    QUOTE = "quote"
    WARN = "warn"
    GOOD = "good"
    PLAIN = "plain"


class CallOutcome(StrEnum):
    TALKED = "talked"
    MESSAGE = "message"
    NO_ANSWER = "no_answer"


@dataclass(frozen=True, kw_only=True)
class Reader:
    """The person whose list it is. ``party_id``: the id of the rep, the group or the member. ``group_ids``: groups
    whose people a rep looks after. ``now``: the real instant; ``business_now`` and ``today``: the business day's."""

    role: str
    brand_id: int
    user_id: int
    party_id: int
    name: str
    now: datetime
    business_now: datetime
    today: date
    group_ids: tuple[int, ...] = ()


@dataclass(frozen=True)
class Link:
    """Someone of an item that is about several. ``text`` comes after the name."""

    name: str
    href: str
    text: str


@dataclass(frozen=True)
class Opened:
    """An enrollment that the button opens where it was left."""

    enrollment_id: str
    href: str
    enroll_type: str
    agent_id: int | None
    group_id: int | None
    platform_group_id: int | None


@dataclass(frozen=True, kw_only=True)
class Item:
    """A piece of work. ``id`` names it within its kind, so that one that is done stays done. ``title``: whom or what it
    is about, which leads to ``href``. ``need``: what it needs, in a line. ``since``: when it came up, ``due``: the last
    day for it. ``worth``: what it is worth a month. ``button`` is the address that the kind's verb leads to, "" for
    none; ``opens`` takes its place. ``label`` and ``verb`` replace those of the kind."""

    id: str
    title: str
    href: str = ""
    need: str = ""
    facts: Sequence[str] = ()
    since: datetime | None = None
    due: date | None = None
    worth: Decimal | None = None
    phone: str = ""
    button: str = ""
    opens: Opened | None = None
    people: Sequence[Link] = ()
    label: str = ""
    verb: Text = ""


Read = Callable[[Reader, int], Sequence[Item]]
"""Return the reader's items of a kind, the most urgent first: at most so many, in a constant number of queries."""


@dataclass(frozen=True)
class Kind:
    """A kind of work of a rep, a group administrator or a member (``role``). ``label``: its name. ``verb``: of the
    button. ``patience``: after so many days a waiting item is urgent. ``rank``: its place in the list.

    ``finish``: whether the reader says that one is done; otherwise it ends when its cause does. ``snooze``: whether it
    can come back later. ``real``: its moments are of real days, which a demo can't move. ``log_call`` writes the
    outcome of a call where the item has a place for it; ``undo_call`` takes that back.
    """

    label: Text
    icon: str
    verb: Text
    patience: int | None = None
    _: KW_ONLY
    key: str
    role: str
    rank: int
    show: Show
    tone: Tone
    read: Read
    finish: bool = True
    snooze: bool = True
    real: bool = False
    log_call: Callable[[Reader, str, CallOutcome, Origin], None] | None = None
    undo_call: Callable[[Reader, str, Origin], None] | None = None


_kinds: dict[tuple[str, str], Kind] = {}


def declare(*kinds: Kind) -> None:
    """Declare kinds of work. Raises ValueError for a key that its reader's list has already."""
    for kind in kinds:
        if (kind.role, kind.key) in _kinds:
            raise ValueError(f"There is a kind {kind.key} already.")
        _kinds[kind.role, kind.key] = kind


@cache
def load_declarations() -> None:
    """Load every room's declarations, when first asked for rather than when a process starts."""
    autodiscover_modules("today")


def kinds_of(role: str) -> list[Kind]:
    """Return the kinds of a reader's list, the most urgent first."""
    load_declarations()
    return sorted((kind for kind in _kinds.values() if kind.role == role), key=lambda kind: kind.rank)


def find_kind(role: str, key: str) -> Kind | None:
    load_declarations()
    return _kinds.get((role, key))

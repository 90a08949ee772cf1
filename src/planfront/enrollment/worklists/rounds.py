"""A group's round of enrollment as its administrator follows it: the window, who has enrolled in it, and who hasn't.

People answer by enrolling in their window of open enrollment, or as new hires in their own time. Whether somebody may
enroll, and until when, is ``eligibility.standing``'s to say.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta
from functools import cache
from typing import Generic, Literal, TypeVar

from django.db.models import Q

from planfront.coverage.group.standing import enrolls
from planfront.coverage.group_reads import find_last_enrollments, fingerprint_of_enrollments
from planfront.eligibility.standing import Standing, Worker, employee_standing
from planfront.enrollment.models import State as ApplicationState
from planfront.enrollment.steps.registry import BY_KEY
from planfront.kernel import clock
from planfront.kernel.memory.held import hold
from planfront.members.group_people import (
    Enrollee,
    Working,
    enrollees_of_group,
    fingerprint_of_working,
    working_of_group,
)
from planfront.messaging.selectors import find_unreachable
from planfront.parties.groups.selectors import terms_of_id
from planfront.parties.groups.terms import GroupTerms, Window
from planfront.shopping.worklists.enrollments import drafts_of_members

RoundState = Literal["open", "closed", "coming", "always"]
Person = TypeVar("Person", bound=Working)
_AHEAD = 5
_SHOWN_CLOSED = timedelta(days=31)
"""The time for which the end of a window is shown, unless the next one opens."""


@dataclass(frozen=True)
class Draft:
    """An enrollment that somebody began. ``step``: the last one they finished, "" while they choose plans."""

    step: str
    day: date


@dataclass(frozen=True)
class Awaited:
    """A person who can enroll and hasn't. ``until``: their last day to. ``starts``: the day of coverage that the window
    names. ``own``: whether the deadline is that of a new hire. ``bounced``: whether the last email to them didn't
    arrive."""

    person: Enrollee
    until: date
    starts: date | None
    own: bool
    draft: Draft | None = None
    bounced: bool = False

    @property
    def reminded_today(self) -> bool:
        return self.person.reminded_on == clock.today()

    @property
    def may_remind(self) -> bool:
        return bool(self.person.email) and not self.bounced and not self.reminded_today


@dataclass(frozen=True)
class Ahead:
    """A coming day of a group, or of one of its people."""

    day: date
    kind: Literal["opens", "closes", "starts", "last_day_to_enroll", "last_day_of_work"]
    name: str = ""
    member_id: int | None = None


@dataclass(frozen=True)
class Round:
    """``window``: the one that is open, just closed or comes next; None without one. ``awaited``: those who may still
    enroll, whoever began first. ``enrolled`` and ``missed``: how many of a window that is open or closed did, and of
    a closed one didn't. ``ahead``: the coming days, the next one first."""

    terms: GroupTerms
    state: RoundState
    window: Window | None
    awaited: Sequence[Awaited] = field(default_factory=tuple)
    enrolled: int = 0
    missed: int = 0
    ahead: Sequence[Ahead] = field(default_factory=tuple)

    @property
    def started(self) -> int:
        return sum(row.draft is not None for row in self.awaited)

    @property
    def remindable(self) -> list[Awaited]:
        return [row for row in self.awaited if row.may_remind]


def load_round(group_id: int, brand_id: int) -> Round:
    """Read a group's round in eight queries, however many people it has."""
    today, terms = clock.today(), terms_of_id(group_id)
    people, last = enrollees_of_group(brand_id, group_id), find_last_enrollments(group_id)
    sorted_out = _sort_out(terms, people, last, today)
    awaited = [Awaited(row.person, row.until, row.starts, row.own) for row in sorted_out.missing]
    ahead = _look_ahead(terms, people, awaited, today)
    facts = _with_facts(brand_id, group_id, awaited)
    state, window = _find_window(terms.windows, today)
    return Round(terms, state, window, facts, sorted_out.enrolled, sorted_out.missed, ahead)


def count_awaited(group_id: int, brand_id: int) -> tuple[int, date | None]:
    """Return how many people can enroll and haven't, and the nearest last day: as ``load_round`` has it, without who
    they are."""
    terms, today = terms_of_id(group_id), clock.today()

    def count() -> tuple[int, date | None]:
        people, last = working_of_group(brand_id, group_id), find_last_enrollments(group_id)
        missing = _sort_out(terms, people, last, today).missing
        return len(missing), min((row.until for row in missing), default=None)

    stamp = (terms, fingerprint_of_working(brand_id, group_id), fingerprint_of_enrollments(group_id))
    return hold(f"awaited:{brand_id}:{group_id}:{today}", stamp, count)


@dataclass(frozen=True)
class _Missing(Generic[Person]):
    person: Person
    until: date
    starts: date | None
    own: bool


@dataclass(frozen=True)
class _SortedOut(Generic[Person]):
    missing: Sequence[_Missing[Person]]
    enrolled: int
    missed: int


def _sort_out(terms: GroupTerms, people: Iterable[Person], last: Mapping[int, date], today: date) -> _SortedOut[Person]:
    """Tell those who can enroll and haven't from those who did. ``last``: see find_last_enrollments."""
    state, window = _find_window(terms.windows, today)
    own_time = cache(lambda class_id, hired_on: enrolls(terms, class_id, hired_on, today))
    stand = cache(lambda worker, day: employee_standing(terms, worker, day))
    opened = cache(lambda class_id: _opened(terms, class_id, today))
    missing: list[_Missing[Person]] = []
    enrolled = missed = 0
    for person in people:
        own = own_time(person.class_id, person.hired_on)
        worker = Worker(person.class_id, person.hours, person.hired_on, True, person.left_on)
        standing = stand(worker, today)
        if standing.refusal is None and own is not None and person.hired_on is not None:
            since, until, starts = person.hired_on, own[1], None
        elif standing.refusal is None and standing.until is not None:
            since, until, starts = opened(person.class_id), standing.until, standing.earliest
        elif state == "closed" and window is not None and _was_open_to(person, window, stand(worker, window.closes_on)):
            answered = last.get(person.id, date.min) >= window.opens_on
            enrolled, missed = enrolled + answered, missed + (not answered)
            continue
        else:
            continue
        if last.get(person.id, date.min) >= since:
            enrolled += 1
        else:
            missing.append(_Missing(person, until, starts, own is not None))
    return _SortedOut(missing, enrolled, missed)


def _look_ahead(terms: GroupTerms, people: Iterable[Enrollee], awaited: Iterable[Awaited], today: date) -> list[Ahead]:
    days = {
        *(Ahead(row.opens_on, "opens") for row in terms.windows),
        *(Ahead(row.closes_on, "closes") for row in terms.windows),
        *(Ahead(row.coverage_start, "starts") for row in terms.windows if row.coverage_start),
        *(Ahead(row.until, "last_day_to_enroll", row.person.name, row.person.id) for row in awaited if row.own),
        *(Ahead(row.left_on, "last_day_of_work", row.name, row.id) for row in people if row.left_on),
    }
    coming = (row for row in days if row.day >= today)
    return sorted(coming, key=lambda row: (row.day, row.kind, row.name))[:_AHEAD]


def _find_window(windows: Iterable[Window], today: date) -> tuple[RoundState, Window | None]:
    """Return the window that is open and closes first, else the one that closed lately or that opens next."""
    listed = list(windows)
    if now := [row for row in listed if row.is_open(today)]:
        return "open", min(now, key=lambda row: row.closes_on)
    coming = min((row for row in listed if row.opens_on > today), key=lambda row: row.opens_on, default=None)
    past = max((row for row in listed if row.closes_on < today), key=lambda row: row.closes_on, default=None)
    if past is not None and (coming is None or today - past.closes_on <= _SHOWN_CLOSED):
        return "closed", past
    return ("coming", coming) if coming is not None else ("always", None)


def _opened(terms: GroupTerms, class_id: int | None, today: date) -> date:
    windows = terms.windows_of(terms.class_of(class_id))
    return next(window.opens_on for window in windows if window.is_open(today))


def _was_open_to(person: Working, window: Window, standing: Standing) -> bool:
    """Return whether a window that has closed was open to somebody. ``standing``: of its last day."""
    hired = person.hired_on is None or person.hired_on <= window.closes_on
    return hired and standing.until == window.closes_on


def _with_facts(brand_id: int, group_id: int, awaited: Sequence[Awaited]) -> list[Awaited]:
    """Add what people began and whose email doesn't arrive; who began comes first, new hires come last."""
    drafts = _find_drafts(brand_id, group_id, [row.person.id for row in awaited])
    bounced = find_unreachable(brand_id, {row.person.email for row in awaited}) if awaited else set()
    rows = [
        Awaited(row.person, row.until, row.starts, row.own, drafts.get(row.person.id), row.person.email in bounced)
        for row in awaited
    ]
    return sorted(rows, key=lambda row: (row.bounced, row.own, row.draft is None))


def _find_drafts(brand_id: int, group_id: int, member_ids: Sequence[int]) -> dict[int, Draft]:
    """Return the latest enrollment that each of some people began and can continue. One query."""
    if not member_ids:
        return {}
    begun = Q(application=None) | Q(application__state=ApplicationState.DRAFT)
    rows = drafts_of_members(brand_id, group_id, member_ids, clock.now()).filter(begun)
    columns = ("member_id", "application__last_step", "updated_at")
    drafts: dict[int, Draft] = {}
    for member_id, key, moment in rows.order_by("updated_at").values_list(*columns):
        step = BY_KEY.get(key or "")
        drafts[member_id] = Draft(str(step.title()) if step else "", clock.local(moment).date())
    return drafts

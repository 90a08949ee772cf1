"""Events ahead of a rep's clients: what ends, who ages out, who hasn't answered an offer, what was reported, whose
birthday it is. The rep's list of work (coverage.today), the lanes and the list of clients are made of it.

A task is named by what it is about, so that one that was done stays done.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from decimal import Decimal
from enum import StrEnum
from typing import TYPE_CHECKING, Any

from django.db.models import Count, Exists, OuterRef, QuerySet
from django.utils.functional import cached_property

from planfront.coverage import rep_policies, wording
from planfront.coverage.client_search import Birthday, birthdays, clients_of, members_by_id
from planfront.coverage.plan_facts import find_following_plan
from planfront.coverage.rep_policies import RepScope
from planfront.members.selectors import list_dead

if TYPE_CHECKING:
    from planfront.coverage.models import Change, Policy, RenewalItem, ServicedPolicy
    from planfront.members.models import Member

REACH = timedelta(days=90)
_REPORTED_WITHIN = timedelta(days=7)
_POLICIES_EACH = 4


class TaskKind(StrEnum):
    """Kinds of tasks, the most urgent first."""

    ENDING = "ending"
    AGEING = "ageing"
    RENEWAL = "renewal"
    REPORTED = "reported"
    BIRTHDAY = "birthday"


@dataclass(frozen=True)
class Task:
    """``day``: when it happens. ``person``: whom it is about where that isn't the client. ``answer_by``: of a renewal;
    ``next_plan``: another plan that takes the place of ``plan`` then; ``after`` None: none does. ``title``: of a
    report, what happened. ``age``: of a birthday or a child that leaves."""

    key: str
    kind: TaskKind
    member: Member
    day: date
    person: str = ""
    plan: str = ""
    number: str = ""
    before: Decimal | None = None
    after: Decimal | None = None
    answer_by: date | None = None
    next_plan: str = ""
    title: str = ""
    age: int | None = None
    recorded: datetime | None = None

    @property
    def difference(self) -> Decimal | None:
        """A month's, with its sign; None where a price isn't known."""
        return self.after - self.before if self.before is not None and self.after is not None else None


class RepTaskList:
    """The policies and clients that a rep's tasks come from: all of the rep's, or those of some members."""

    def __init__(self, scope: RepScope, today: date, members: Collection[int] | None = None) -> None:
        self.scope, self.today, self.members = scope, today, members
        self.clients: QuerySet[Member] = clients_of(scope, today) if members is None else members_by_id(members)

    @property
    def policies(self) -> QuerySet[ServicedPolicy]:
        rows = rep_policies.serviced(self.scope, self.today)
        return rows.filter(member__isnull=False) if self.members is None else rows.filter(member__in=self.members)

    def in_force(self) -> QuerySet[ServicedPolicy]:
        return rep_policies.in_force(self.scope, self.today).filter(member__isnull=False)

    def _narrow(self, rows: QuerySet[Any]) -> QuerySet[Any]:
        if self.members is not None:
            rows = rows.filter(policy__member__in=self.members)
        return rows.filter(Exists(self.policies.filter(policy=OuterRef("policy"))))

    def ending(self, within: timedelta = REACH) -> QuerySet[ServicedPolicy]:
        living = self.policies.exclude(member__in=list_dead())
        return rep_policies.ending_policies(living, self.today, self.today + within)

    @cached_property
    def _endings(self) -> dict[date, int]:
        return count_days(self.ending(), "end_date")

    def count_endings(self, within: timedelta = REACH) -> dict[date, int]:
        """Count the policies that end on each day."""
        return {day: count for day, count in self._endings.items() if day <= self.today + within}

    @cached_property
    def _renewals(self) -> QuerySet[RenewalItem]:
        offers = rep_policies.open_renewals(self._narrow, self.today + timedelta(days=1), self.today + REACH)
        return offers.exclude(policy__member__in=list_dead())

    def renewals(self) -> QuerySet[RenewalItem]:
        return self._renewals.all()

    def unanswered(self) -> QuerySet[RenewalItem]:
        return self.renewals().filter(choice="", run__answer_by__gte=self.today)

    @cached_property
    def _leaving(self) -> list[rep_policies.LeavingChild]:
        return rep_policies.leaving_children(self._narrow, self.today, self.today + REACH)

    def leaving(self, within: timedelta = REACH) -> list[rep_policies.LeavingChild]:
        return [child for child in self._leaving if child.last_day <= self.today + within]

    def birthdays(self, within: timedelta, most: int) -> list[Birthday]:
        return birthdays(self.clients, self.today, self.today + within, most)

    def reported(self) -> QuerySet[Change]:
        return rep_policies.reported_changes(self._narrow, self.today - _REPORTED_WITHIN)

    def upcoming(self, most: int) -> list[Task]:
        """Return the first of each kind in the coming ninety days, the most urgent first: at most so many of each. In a
        constant number of queries."""
        endings = self.ending().select_related("policy__member")[:most]
        renewals = self.unanswered().select_related("run", "policy__member")[:most]
        return [
            *(ending_task(row.policy) for row in endings),
            *(ageing_task(child) for child in self.leaving()[:most]),
            *(renewal_task(item) for item in renewals),
            *reported_tasks(self.reported(), most),
            *(birthday_task(row) for row in self.birthdays(REACH, most)),
        ]


def count_days(rows: QuerySet[Any], column: str) -> dict[date, int]:
    """Count rows by the day in a column."""
    return dict(rows.order_by(column).values_list(column).annotate(Count("pk")))


def _owner(policy: Policy) -> Member:
    if policy.member is None:
        raise RuntimeError("only policies of members make tasks")
    return policy.member


def ending_task(policy: Policy) -> Task:
    last_day = policy.end_date or policy.effective_date
    return Task(
        key=f"ending:{policy.pk.hex}:{last_day}",
        kind=TaskKind.ENDING,
        member=_owner(policy),
        day=last_day,
        plan=policy.plan_name,
        number=policy.number,
        before=policy.monthly,
    )


def ageing_task(child: rep_policies.LeavingChild) -> Task:
    policy = child.person.policy
    return Task(
        key=f"ageing:{child.person.pk.hex}",
        kind=TaskKind.AGEING,
        member=_owner(policy),
        day=child.last_day,
        person=child.person.relative.first_name if child.person.relative else "",
        plan=policy.plan_name,
        number=policy.number,
        age=child.age,
    )


def renewal_task(item: RenewalItem) -> Task:
    return Task(
        key=f"renewal:{item.pk}",
        kind=TaskKind.RENEWAL,
        member=_owner(item.policy),
        day=item.first_day,
        plan=item.policy.plan_name,
        number=item.policy.number,
        before=item.before,
        after=item.after if item.plan_id is not None else None,
        answer_by=item.run.answer_by,
        next_plan=find_following_plan(item),
    )


def reported_tasks(changes: QuerySet[Change], most: int) -> list[Task]:
    """Make one task of what was changed together, with the sum of its prices where all are on record."""
    rows = changes.select_related("event", "policy__member")[: most * _POLICIES_EACH]
    return _group_reported(rows)[:most]


def _group_reported(changes: Iterable[Change]) -> list[Task]:
    orders: dict[Any, list[Change]] = {}
    for change in changes:
        orders.setdefault((change.policy.member_id, change.order), []).append(change)
    return [_reported_task(rows) for rows in orders.values()]


def _reported_task(rows: list[Change]) -> Task:
    first = rows[0]
    priced = all(row.before is not None and row.after is not None for row in rows)
    return Task(
        key=f"reported:{first.order.hex}",
        kind=TaskKind.REPORTED,
        member=_owner(first.policy),
        day=first.reported_on,
        plan=", ".join(sorted({row.policy.plan_name for row in rows})),
        number=first.policy.number,
        before=sum((row.before for row in rows if row.before is not None), Decimal(0)) if priced else None,
        after=sum((row.after for row in rows if row.after is not None), Decimal(0)) if priced else None,
        title=wording.event_name(first.event) if first.event else "",
        recorded=first.recorded,
    )


def birthday_task(row: Any) -> Task:
    return Task(
        key=f"birthday:{row.member.pk}:{row.day.year}",
        kind=TaskKind.BIRTHDAY,
        member=row.member,
        day=row.day,
        age=row.turns,
    )

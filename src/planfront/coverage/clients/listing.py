"""A page of a rep's clients, each with what is in force and what comes next, in a constant number of queries."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import date
from decimal import Decimal
from typing import TYPE_CHECKING, Any, Literal

from planfront.coverage.client_search import ClientSearch, client_page, find_clients, ids_with_birthday, load_clients
from planfront.coverage.clients.tasks import REACH, RepTaskList, Task
from planfront.coverage.rep_policies import RepScope, people_covered
from planfront.coverage.states import OVER
from planfront.kernel.money import ZERO

if TYPE_CHECKING:
    from django.db.models import QuerySet

    from planfront.coverage.models import Policy
    from planfront.kernel.http.paging import Cut
    from planfront.members.models import Member

Shown = Literal["", "renewal", "ending", "ageing", "birthday", "former"]
_TASKS_EACH = 6
_CHUNK = 2_000


@dataclass(frozen=True)
class Client:
    """``policies``: those in force or about to start. ``people``: how many they cover. ``ended_on``: the last day of
    the last policy of somebody who has none any more. ``next``: the most urgent thing of the next ninety days."""

    member: Member
    policies: list[Policy]
    people: int
    monthly: Decimal
    ended_on: date | None
    next: Task | None


def list_clients(scope: RepScope, show: Shown, search: ClientSearch, today: date) -> tuple[list[Client], Cut]:
    members, cut = client_page(scope, _narrow(scope, show, search, today), today)
    return _describe(scope, members, today), cut


def client_keys(scope: RepScope, show: Shown, search: ClientSearch, today: date) -> Iterator[int]:
    """Yield the keys of all clients that ``list_clients`` leafs through."""
    rows = find_clients(scope, _narrow(scope, show, search, today), today)
    yield from rows.values_list("pk", flat=True).iterator(chunk_size=_CHUNK)


def clients_by_key(scope: RepScope, keys: Iterable[int], today: date) -> list[Client]:
    return _describe(scope, load_clients(keys), today)


def _narrow(scope: RepScope, show: Shown, search: ClientSearch, today: date) -> ClientSearch:
    return replace(search, among=_choose(scope, show, today), former=show == "former")


def _choose(scope: RepScope, show: Shown, today: date) -> Collection[int] | QuerySet[Any] | None:
    """Ids of the members that a filter shows."""
    task_list = RepTaskList(scope, today)
    if show == "renewal":
        return task_list.renewals().order_by().values("policy__member_id")
    if show == "ending":
        return task_list.ending().order_by().values("member_id")
    if show == "ageing":
        return {child.person.policy.member_id for child in task_list.leaving() if child.person.policy.member_id}
    if show == "birthday":
        return ids_with_birthday(task_list.clients, today, today + REACH)
    return None


def _describe(scope: RepScope, members: list[Member], today: date) -> list[Client]:
    task_list = RepTaskList(scope, today, [member.pk for member in members])
    policies: dict[int | None, list[Policy]] = {}
    for row in task_list.policies.select_related("policy").order_by("policy__category", "policy__number"):
        policies.setdefault(row.member_id, []).append(row.policy)
    covered = people_covered([policy.pk for rows in policies.values() for policy in rows], today)
    nearest: dict[int, Task] = {}
    for task in task_list.upcoming(len(members) * _TASKS_EACH):
        nearest.setdefault(task.member.pk, task)
    clients = []
    for member in members:
        rows = policies.get(member.pk, [])
        running = [policy for policy in rows if policy.state_on(today) not in OVER]
        people: set[str] = set().union(*(covered.get(policy.pk, set()) for policy in running))
        last_days = [policy.end_date for policy in rows if policy.end_date and policy.end_date >= policy.effective_date]
        monthly = sum((policy.monthly or ZERO for policy in running), ZERO)
        ended_on = max(last_days, default=None) if not running else None
        clients.append(Client(member, running, len(people), monthly, ended_on, nearest.get(member.pk)))
    return clients

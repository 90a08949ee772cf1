"""Measurements with a bar: a rep's Today and book of 10,000 clients beside one of 100, My benefits in either, and a
group of 2,000 people beside one of 100."""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable, Iterator, Mapping
from datetime import date, timedelta
from decimal import Decimal
from functools import partial
from http import HTTPStatus
from typing import Any

from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from benchmarks.scratch import scratch_database, show
from planfront.accounts.models import User
from planfront.brands.models import Brand, Domain
from planfront.catalog.models import Carrier, Plan
from planfront.coverage.authors import SYSTEM, Author, By
from planfront.coverage.client_search import ClientSearch
from planfront.coverage.clients.listing import list_clients
from planfront.coverage.issuing import NewPolicy, Parties, issue_policies
from planfront.coverage.member_reads import read_coverage
from planfront.coverage.rep_policies import RepScope
from planfront.coverage.timeline import SELF, Covered, Place, Role, Terms
from planfront.kernel import clock
from planfront.kernel.memory import caches
from planfront.kernel.security.ids import new_uuid
from planfront.members.models import Member, Relative
from planfront.members.selectors import member_by_id
from planfront.parties.groups.models import Contribution, Group, GroupAdministrator, GroupClass
from planfront.parties.groups.services import create_group
from planfront.parties.reps.models import Agent
from planfront.sales.client_overview import load_overview
from planfront.today.kinds import Desk, Reader
from planfront.today.listing import load_today

FEW, MANY, CHUNK, TIMES = 100, 10_000, 1_000, 15
EMPLOYED = 2_000
RATIO = 1.5
HOST, PASSWORD = "people.bench.test", secrets.token_urlsafe(12)
_PAGE = ClientSearch()
_GROUP_PAGES: dict[str, dict[str, str]] = {
    "the first page of a group's people": {},
    "a later page of them": {"page": "4"},
    "those who leave": {"show": "leaving"},
    "somebody who is searched for": {"search": "00042"},
}


def main() -> int:
    """Run everything in a database of its own. 0 when every bar is kept."""
    with scratch_database():
        brand = Brand.objects.create(key="bench", name="Bench", logo_key="planfront", phone="8005550142")
        carrier = Carrier.objects.create(key="bench", name="Bench")
        plans = [Plan.objects.create(carrier=carrier, category=key, name=key) for key in ("dental", "vision")]
        few, many = (_fill_book(brand, plans, f"REP{size}", size) for size in (FEW, MANY))
        with connection.cursor() as cursor:
            cursor.execute("ANALYZE")
        kept = [*_compare(few, many), *_compare_groups(brand, plans)]
    return 0 if all(kept) else 1


def _fill_book(brand: Brand, plans: list[Plan], code: str, size: int) -> RepScope:
    """Clients with two plans each, every second one with a child; every fifth ends in the next ninety days."""
    agent = Agent.objects.create(code=code, first_name="Rep", last_name=code, email=f"{code.lower()}@bench.example")
    agent.brands.add(brand)
    _fill(brand, plans, size, {"agent": agent})
    return RepScope(brand.pk, agent.pk)


def _fill(brand: Brand, plans: list[Plan], size: int, whose: dict[str, Any]) -> None:
    first = clock.today().replace(day=1) - timedelta(days=200)
    for start in range(0, size, CHUNK):
        numbers = range(start, min(start + CHUNK, size))
        members = Member.objects.bulk_create(
            Member(
                brand=brand,
                **whose,
                first_name="Member",
                last_name=f"{number:05}",
                birth_date=date(1950 + number % 50, 1 + number % 12, 1 + number % 28),
                gender=1,
            )
            for number in numbers
        )
        children = Relative.objects.bulk_create(
            Relative(
                pk=new_uuid(),
                member=member,
                kind="dependent",
                relationship="child",
                last_name=member.last_name,
                birth_date=date(2010, 1 + member.pk % 12, 3),
            )
            for member in members[::2]
        )
        child_of = {child.member_id: child for child in children}
        issue_policies(
            [_policy(member, plan, child_of.get(member.pk), first) for member in members for plan in plans], SYSTEM
        )


def _policy(member: Member, plan: Plan, child: Relative | None, first: date) -> NewPolicy:
    people = [Covered(SELF, Role.SUBSCRIBER, member.birth_date, first)]
    if child is not None:
        people.append(Covered(str(child.pk), Role.CHILD, child.birth_date, first))
    price = Decimal("36.85") if child is None else Decimal("69.95")
    terms = Terms(plan.pk, "IC" if child else "IO", Place("TX", "75201"), tuple(people), first, premium=price)
    ends_on = clock.today() + timedelta(days=member.pk % 90) if member.pk % 5 == 0 else None
    parties = Parties(member.brand_id, member_id=member.pk, agent_id=member.agent_id, group_id=member.group_id)
    number = f"B-{member.pk}-{plan.pk}"
    return NewPolicy(number, parties, plan.name, plan.category, first, terms, ends_on=ends_on)


def _compare(few: RepScope, many: RepScope) -> Iterator[bool]:
    for what, read in (
        ("a rep's Today", _read_today),
        ("a page of clients", _read_clients),
        ("a client's page", _read_client),
        ("My benefits", _read_benefits),
    ):
        queries = [_count_queries(read, scope) for scope in (few, many)]
        small, large = _clock_both(partial(read, few), partial(read, many))
        print(f"{what}: {queries[0]} and {queries[1]} queries, {small * 1000:.1f} and {large * 1000:.1f} ms")
        yield queries[1] <= queries[0]
        yield show(f"{what}, {MANY:,} clients beside {FEW}", large / small, "times", RATIO)


def _count_queries(read: Callable[[RepScope], object], scope: RepScope) -> int:
    return _count_of_queries(partial(read, scope))


def _count_of_queries(read: Callable[[], object]) -> int:
    """The least of three times: now and then the store asks for the day."""
    counts = []
    for _ in range(3):
        with CaptureQueriesContext(connection) as queries:
            read()
        counts.append(len(queries))
    return min(counts)


def _read_today(scope: RepScope) -> object:
    return load_today(
        Reader(
            role=str(Desk.REP),
            brand_id=scope.brand_id,
            user_id=0,
            party_id=scope.agent_id,
            name="Rep",
            now=clock.now(),
            business_now=clock.business_now(),
            today=clock.today(),
        )
    )


def _read_clients(scope: RepScope) -> object:
    return list_clients(scope, "", _PAGE, clock.today())


def _read_client(scope: RepScope) -> object:
    member = member_by_id(scope.brand_id, _some_member(scope))
    return load_overview(scope, member) if member else None


def _read_benefits(scope: RepScope) -> object:
    member = member_by_id(scope.brand_id, _some_member(scope))
    return read_coverage(member, Author(By.MEMBER)) if member else None


def _some_member(scope: RepScope) -> int:
    return int(Member.objects.filter(agent=scope.agent_id).order_by("pk").values_list("pk", flat=True)[50])


def _compare_groups(brand: Brand, plans: list[Plan]) -> Iterator[bool]:
    """The whole call of a group's administrator."""
    Domain.objects.create(host=HOST, brand=brand)
    few, many = (_sign_in_to_group(brand, plans, size) for size in (FEW, EMPLOYED))
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")
    calls: dict[str, Callable[[Client], None]] = {"a group's Today": _read_group_today}
    calls |= {what: partial(_read_people, query=query) for what, query in _GROUP_PAGES.items()}
    for what, read in calls.items():
        reads = [partial(read, client) for client in (few, many)]
        counts = [_count_of_queries(read) for read in reads]
        small, large = _clock_both(*reads)
        print(f"{what}: {counts[0]} and {counts[1]} queries, {small * 1000:.1f} and {large * 1000:.1f} ms")
        yield counts[1] <= counts[0]
        yield show(f"{what}, {EMPLOYED:,} beside {FEW}", large / small, "times", RATIO)
    caches.clear_all()
    cold = min(_clock(partial(_read_cold_people, many)) for _ in range(TIMES))
    print(f"the first page of {EMPLOYED:,} people, not held: {cold * 1000:.1f} ms")


def _sign_in_to_group(brand: Brand, plans: list[Plan], size: int) -> Client:
    group = _fill_group(brand, plans, size)
    user = User.objects.create_user(f"{group.code.lower()}@bench.example", PASSWORD, role="group", name=group.name)
    GroupAdministrator.objects.create(group=group, user=user)
    client = Client(HTTP_HOST=HOST)
    for path, body in (("session", {}), ("session/sign-in", {"email": user.email, "password": PASSWORD})):
        answer = client.post(f"/api/v1/{path}", body, content_type="application/json")
        client.defaults["HTTP_AUTHORIZATION"] = f"Bearer {answer.json()['data']['token']}"
    return client


def _read_group_today(client: Client) -> None:
    if client.get("/api/v1/get-today").status_code != HTTPStatus.OK:
        raise RuntimeError("the bench has no Today")


def _read_people(client: Client, query: Mapping[str, str]) -> None:
    answer = client.get("/api/v1/get-group-people", query)
    if answer.status_code != HTTPStatus.OK or not answer.json()["data"]["result"]:
        raise RuntimeError("the bench has no people")


def _read_cold_people(client: Client) -> None:
    cache.clear()
    _read_people(client, {})


def _clock_both(small: Callable[[], object], large: Callable[[], object]) -> tuple[float, float]:
    """The best time of either, one after the other in turn, as others work on the machine."""
    times = [(_clock(small), _clock(large)) for _ in range(TIMES)]
    return min(first for first, _ in times), min(second for _, second in times)


def _clock(work: Callable[[], object]) -> float:
    """Seconds; of the processor where the database is in the process."""
    clocked = time.process_time if connection.vendor == "sqlite" else time.perf_counter
    began = clocked()
    work()
    return clocked() - began


def _fill_group(brand: Brand, plans: list[Plan], size: int) -> Group:
    """People with two plans each of which the group pays a part, every second one with a child; every fifth leaves."""
    group = create_group(code=f"GROUP{size}", name=f"Group {size}", brands=[brand], pay_periods=52)
    GroupClass.objects.create(group=group, name="Hourly", is_default=True, waiting_count=30)
    for plan in plans:
        Contribution.objects.create(group=group, plan_id=plan.pk, kind="percent", value=50)
    _fill(brand, plans, size, {"group": group, "hired_on": date(2020, 1, 6)})
    return group

"""Measurements with a bar: a rep's book of 10,000 clients beside one of 100, and My benefits in either."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import date, timedelta
from decimal import Decimal
from functools import partial

from django.core.cache import cache
from django.db import connection
from django.test.utils import CaptureQueriesContext

from planfront.book.authors import SYSTEM, Author, By
from planfront.book.issuing import NewPolicy, Parties, issue_policies
from planfront.book.rep_policies import RepScope
from planfront.book.timeline import SELF, Covered, Place, Role, Terms
from planfront.brands.models import Brand
from planfront.catalog.models import Carrier, Plan
from planfront.kernel import clock
from planfront.kernel.ids import new_uuid
from planfront.members.clients import ClientSearch
from planfront.members.models import Member, Relative
from planfront.members.selectors import member_by_id
from planfront.policies.clients.day import load_day
from planfront.policies.clients.listing import list_clients
from planfront.policies.clients.story import load_story
from planfront.policies.coverage.reads import read_coverage
from planfront.producers.models import Agent
from planfront.rating.bench import scratch_database, seconds, show

FEW, MANY, CHUNK, TIMES = 100, 10_000, 1_000, 15
RATIO = 1.5
_PAGE = ClientSearch()


def main() -> int:
    """Run everything in a database of its own. 0 when every bar is kept."""
    with scratch_database():
        brand = Brand.objects.create(key="bench", name="Bench", logo_key="planfront", phone="8005550142")
        carrier = Carrier.objects.create(key="bench", name="Bench")
        plans = [Plan.objects.create(carrier=carrier, category=key, name=key) for key in ("dental", "vision")]
        few, many = (_fill_book(brand, plans, f"REP{size}", size) for size in (FEW, MANY))
        with connection.cursor() as cursor:
            cursor.execute("ANALYZE")
        kept = [*_compare(few, many)]
        _show_cold(few, many)
    return 0 if all(kept) else 1


def _fill_book(brand: Brand, plans: list[Plan], code: str, size: int) -> RepScope:
    """Clients with two plans each, every second one with a child; every tenth ends in the next ninety days."""
    agent = Agent.objects.create(code=code, first_name="Rep", last_name=code, email=f"{code.lower()}@bench.example")
    agent.brands.add(brand)
    first = clock.today().replace(day=1) - timedelta(days=200)
    for start in range(0, size, CHUNK):
        numbers = range(start, min(start + CHUNK, size))
        members = Member.objects.bulk_create(
            Member(
                brand=brand,
                agent=agent,
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
    return RepScope(brand.pk, agent.pk)


def _policy(member: Member, plan: Plan, child: Relative | None, first: date) -> NewPolicy:
    people = [Covered(SELF, Role.SUBSCRIBER, member.birth_date, first)]
    if child is not None:
        people.append(Covered(str(child.pk), Role.CHILD, child.birth_date, first))
    price = Decimal("36.85") if child is None else Decimal("69.95")
    terms = Terms(plan.pk, "IC" if child else "IO", Place("TX", "75201"), tuple(people), first, premium=price)
    ends_on = clock.today() + timedelta(days=member.pk % 90) if member.pk % 10 == 0 else None
    parties = Parties(member.brand_id, member_id=member.pk, agent_id=member.agent_id)
    number = f"B-{member.pk}-{plan.pk}"
    return NewPolicy(number, parties, plan.name, plan.category, first, terms, ends_on=ends_on)


def _compare(few: RepScope, many: RepScope) -> Iterator[bool]:
    for what, read in (
        ("a page of clients", _read_clients),
        ("the day of a rep", _read_day),
        ("a client's page", _read_client),
        ("My benefits", _read_benefits),
    ):
        queries = [_count_queries(read, scope) for scope in (few, many)]
        small, large = (seconds(partial(read, scope), TIMES) for scope in (few, many))
        print(f"{what}: {queries[0]} and {queries[1]} queries, {small * 1000:.1f} and {large * 1000:.1f} ms")
        yield queries[1] <= queries[0]
        yield show(f"{what}, {MANY:,} clients beside {FEW}", large / small, "times", RATIO)


def _count_queries(read: Callable[[RepScope], object], scope: RepScope) -> int:
    with CaptureQueriesContext(connection) as queries:
        read(scope)
    return len(queries)


def _read_clients(scope: RepScope) -> object:
    return list_clients(scope, "", _PAGE, clock.today())


def _read_day(scope: RepScope) -> object:
    return load_day(scope, clock.today())


def _show_cold(few: RepScope, many: RepScope) -> None:
    """The day of a rep the first time in a minute; without a bar, since sums over the whole book grow with it."""
    small, large = (seconds(partial(_read_cold, scope), 5) for scope in (few, many))
    print(
        f"the day of a rep, not held: {small * 1000:.1f} ms with {FEW} clients, {large * 1000:.1f} ms with {MANY:,},"
        f" {large / small:.2f} times"
    )


def _read_cold(scope: RepScope) -> object:
    cache.clear()
    return _read_day(scope)


def _read_client(scope: RepScope) -> object:
    member = member_by_id(scope.brand_id, _some_member(scope))
    return load_story(scope, member) if member else None


def _read_benefits(scope: RepScope) -> object:
    member = member_by_id(scope.brand_id, _some_member(scope))
    return read_coverage(member, Author(By.MEMBER)) if member else None


def _some_member(scope: RepScope) -> int:
    return int(Member.objects.filter(agent=scope.agent_id).order_by("pk").values_list("pk", flat=True)[50])

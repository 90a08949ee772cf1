"""Measurements with a bar among 100,000 policies: a renewal run with its figures, pages of large books and groups, and
children who age out among a million people."""

from __future__ import annotations

import resource
import time
from collections.abc import Collection, Iterator
from datetime import date, timedelta
from decimal import Decimal
from itertools import repeat
from uuid import UUID

from django.conf import settings
from django.db import connection
from django.test.utils import CaptureQueriesContext

from benchmarks.scratch import scratch_database, seconds, show
from planfront.brands.models import Brand
from planfront.catalog.models import Carrier, Plan
from planfront.coverage.age_limits import drop_due, find_ageing_out
from planfront.coverage.authors import SYSTEM
from planfront.coverage.client_search import ClientSearch
from planfront.coverage.clients.listing import list_clients
from planfront.coverage.group.people import read_people
from planfront.coverage.group.schemas import PeopleQuery
from planfront.coverage.issuing import NewPolicy, Parties, issue_policies
from planfront.coverage.models import CoveredPerson, Policy, RenewalItem, RenewalRun, Version
from planfront.coverage.renewal import reads, runs, working
from planfront.coverage.renewal.runs import NewRun
from planfront.coverage.rep_policies import RepScope
from planfront.coverage.timeline import SELF, Covered, Place, Role, Terms, tier_of
from planfront.kernel import clock
from planfront.kernel.security.ids import new_uuid
from planfront.members.models import Member, Relative
from planfront.parties.groups.selectors import GROUPS
from planfront.parties.groups.services import create_group
from planfront.parties.reps.models import Agent
from planfront.parties.reps.services import create_agent
from planfront.rating import engine
from planfront.rating.services import approve_table, create_table

POLICIES, CHUNK = 100_000, 1_000
A_SECOND, CHILDREN_A_SECOND, MIB = 300, 100, 300
TIERS = {"IO": "36.85", "IS": "71.75", "IC": "69.95", "IF": "104.85"}
CLIENTS, EMPLOYEES, FEW = 10_000, 2_000, 100
"""How many people the large book and the large group have, and the small ones beside them."""
PEOPLE, DUE = 1_000_000, 300
"""How many children are covered, and how many of them reach the age limit at once."""
TIMES = 2.0
"""How many times dearer a page of many may be than one of few, and a day among a million people than among 150,000."""
PLACES = tuple(Place("TX", f"75{number:03}") for number in range(0, 400, 8))


def main() -> int:
    """Run everything in a database of its own. 0 when every bar is kept."""
    with scratch_database():
        first_day = clock.today() + timedelta(days=60)
        plans = _plans(first_day)
        _fill(plans, first_day - timedelta(days=300))
        kept = [*_renewal(plans, first_day), *_pages(), *_ageing_out()]
    return 0 if all(kept) else 1


def _plans(first_day: date) -> list[Plan]:
    """One priced by tier, one by age; both get other rates for the new year."""
    carrier = Carrier.objects.create(key="bench", name="Bench")
    by_tier, by_age = (Plan.objects.create(carrier=carrier, category="dental", name=name) for name in ("Tier", "Age"))
    for since, factor in ((date(2020, 1, 1), Decimal(1)), (first_day, Decimal("1.03"))):
        rates = [engine.cell(Decimal(rate) * factor, tier=tier) for tier, rate in TIERS.items()]
        _approve(by_tier, rates, "TIER", since)
        ages = [engine.cell((10 + age) * factor, age_lo=age, age_hi=age) for age in range(121)]
        _approve(by_age, ages, "MEMBER", since)
    return [by_tier, by_age]


def _approve(plan: Plan, rows: list[engine.RateCell], method: str, since: date) -> None:
    approve_table(table_id=create_table(plan_id=plan.pk, method=method, eff_from=since, rows=rows).pk)


def _fill(plans: list[Plan], first: date) -> None:
    """Every second policy covers a family of four."""
    brand = Brand.objects.create(key="bench", name="Bench", logo_key="planfront", phone="8005550142")
    parties = _parties(brand)
    began = time.perf_counter()
    for start in range(0, POLICIES, CHUNK):
        members = Member.objects.bulk_create(
            Member(
                brand=brand,
                first_name="Member",
                last_name=f"{number}",
                birth_date=_born(number),
                gender=1,
                **next(parties, {}),
            )
            for number in range(start, start + CHUNK)
        )
        families = _families(members[::2])
        issue_policies([_policy(brand, plans, member, families, first) for member in members], SYSTEM)
    print(f"{POLICIES:,} policies were issued at {POLICIES / (time.perf_counter() - began):,.0f} a second")


def _parties(brand: Brand) -> Iterator[dict[str, int]]:
    """Yield the reps and groups of the first members: first the large book, then the small one, and so the groups."""
    for code, size in (("MANY", CLIENTS), ("FEW", FEW)):
        agent = create_agent(code=code, last_name=code, brands=[brand])
        yield from repeat({"agent_id": agent.pk}, size)
    for code, size in (("MANY", EMPLOYEES), ("FEW", FEW)):
        group = create_group(code=code, name=code, brands=[brand])
        yield from repeat({"group_id": group.pk}, size)


def _born(number: int) -> date:
    return date(1960 + number % 40, 1 + number % 12, 1 + number % 28)


def _families(members: list[Member]) -> dict[int, list[Relative]]:
    rows = [
        Relative(
            pk=new_uuid(),
            member=member,
            kind="dependent",
            relationship=relationship,
            last_name="Bench",
            birth_date=born,
        )
        for member in members
        for relationship, born in (
            ("spouse", member.birth_date),
            ("child", date(2012, 5, 1)),
            ("child", date(2014, 8, 1)),
        )
    ]
    Relative.objects.bulk_create(rows)
    families: dict[int, list[Relative]] = {}
    for row in rows:
        families.setdefault(row.member_id, []).append(row)
    return families


def _policy(
    brand: Brand, plans: list[Plan], member: Member, families: dict[int, list[Relative]], first: date
) -> NewPolicy:
    people = [Covered(SELF, Role.SUBSCRIBER, member.birth_date, first)]
    for relative in families.get(member.pk, []):
        role = Role.SPOUSE if relative.relationship == "spouse" else Role.CHILD
        people.append(Covered(str(relative.pk), role, relative.birth_date, first))
    plan, tier = plans[member.pk % 2], tier_of(people)
    terms = Terms(plan.pk, tier, PLACES[member.pk % len(PLACES)], tuple(people), first, premium=Decimal(TIERS[tier]))
    parties = Parties(brand.pk, member_id=member.pk, agent_id=member.agent_id, group_id=member.group_id)
    return NewPolicy(f"B-{member.pk}", parties, plan.name, "dental", first, terms)


def _renewal(plans: list[Plan], first_day: date) -> Iterator[bool]:
    today = clock.today()
    new = NewRun(first_day, today, today + timedelta(days=1), tuple(plan.pk for plan in plans))
    run = runs.create_run(new, by=None)
    RenewalRun.objects.filter(pk=run.pk).update(state="previewing", basis=working.basis_of(run))
    yield _a_second("a renewal is previewed", run)
    runs.agree_run(run_id=run.pk, by=None)
    RenewalRun.objects.filter(pk=run.pk).update(state="writing")
    yield _a_second("a renewal is written", run)
    yield show("peak memory", resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024, "MiB", MIB)
    written = run.items.filter(state="written").count()
    rows = Version.objects.filter(effective=first_day).count()
    print(f"{written:,} written, {rows:,} versions of the new year {'ok' if written == rows == POLICIES else 'MISSED'}")
    yield written == rows == POLICIES
    yield _figures(run)


def _a_second(what: str, run: RenewalRun) -> bool:
    began = time.perf_counter()
    working.work_on(run.pk)
    return show(what, POLICIES / (time.perf_counter() - began), "policies/s", A_SECOND, at_most=False)


def _figures(run: RenewalRun) -> bool:
    """Queries of the run's page; its counts and the worst policies."""
    with CaptureQueriesContext(connection) as queries:
        began = time.perf_counter()
        summary, worst = reads.summarize(run), reads.list_worst(run)
        took = time.perf_counter() - began
    print(f"figures of a run of {summary.total:,}: {len(queries)} queries, {took * 1000:,.0f} ms, {len(worst)} worst")
    return summary.total == RenewalItem.objects.count() == Policy.objects.count()


def _pages() -> Iterator[bool]:
    brand = Brand.objects.get(key="bench")
    many, few = (_seconds_of_clients(brand, code) for code in ("MANY", "FEW"))
    yield show(f"a page of {CLIENTS:,} clients, beside one of {FEW}", many / few, "x", TIMES)
    many, few = (_seconds_of_people(brand, code) for code in ("MANY", "FEW"))
    yield show(f"a page of a group of {EMPLOYEES:,}, beside one of {FEW}", many / few, "x", TIMES)


def _seconds_of_clients(brand: Brand, code: str) -> float:
    scope = RepScope(brand.pk, Agent.objects.get(code=code).pk, ())
    return seconds(lambda: list_clients(scope, "", ClientSearch(), clock.today()))


def _seconds_of_people(brand: Brand, code: str) -> float:
    (group,) = map(GROUPS.facts, GROUPS.rows(brand.pk).filter(code=code))
    return seconds(lambda: read_people(group, brand.pk, PeopleQuery(), clock.today(), SYSTEM))


def _ageing_out() -> Iterator[bool]:
    today = clock.today()
    due = today + timedelta(days=30)
    children = CoveredPerson.objects.filter(role=Role.CHILD.value)
    ages_out = list(children.order_by("pk").values_list("pk", flat=True)[:DUE])
    children.filter(pk__in=ages_out).update(birth_date=due.replace(year=due.year - settings.ENV.child_age, day=1))
    among = children.count()
    before = seconds(lambda: find_ageing_out(today))
    _add_children(PEOPLE - among, ages_out)
    yield show(
        f"a day's ageing out among {PEOPLE:,}, beside {among:,}",
        seconds(lambda: find_ageing_out(today)) / before,
        "x",
        TIMES,
    )
    began = time.perf_counter()
    dropped = drop_due()
    yield show(
        "children age out", dropped / (time.perf_counter() - began), "children/s", CHILDREN_A_SECOND, at_most=False
    )
    yield dropped == DUE


def _add_children(count: int, leaving: Collection[UUID]) -> None:
    """More children, too young to age out, of policies that nobody leaves: only they are in no version."""
    policies = list(Policy.objects.exclude(people__in=leaving).values_list("pk", "effective_date"))
    for start in range(0, count, 10 * CHUNK):
        CoveredPerson.objects.bulk_create(
            CoveredPerson(
                policy_id=policies[number % len(policies)][0],
                key=str(new_uuid()),
                role=Role.CHILD.value,
                birth_date=date(2008 + number % 16, 1 + number % 12, 1 + number % 28),
                original_date=policies[number % len(policies)][1],
                effective_date=policies[number % len(policies)][1],
            )
            for number in range(start, min(start + 10 * CHUNK, count))
        )

"""Measurements with a bar: a renewal run of 100,000 policies, previewed and written by one process, and its figures."""

from __future__ import annotations

import resource
import time
from collections.abc import Iterator
from datetime import date, timedelta
from decimal import Decimal

from django.db import connection
from django.test.utils import CaptureQueriesContext

from benchmarks.scratch import scratch_database, show
from planfront.brands.models import Brand
from planfront.catalog.models import Carrier, Plan
from planfront.coverage.authors import SYSTEM
from planfront.coverage.issuing import NewPolicy, Parties, issue_policies
from planfront.coverage.models import Policy, RenewalItem, RenewalRun, Version
from planfront.coverage.renewal import reads, runs, working
from planfront.coverage.renewal.runs import NewRun
from planfront.coverage.timeline import SELF, Covered, Place, Role, Terms, tier_of
from planfront.kernel import clock
from planfront.kernel.security.ids import new_uuid
from planfront.members.models import Member, Relative
from planfront.rating import engine
from planfront.rating.services import approve_table, create_table

POLICIES, CHUNK = 100_000, 1_000
A_SECOND, MIB = 300, 300
TIERS = {"IO": "36.85", "IS": "71.75", "IC": "69.95", "IF": "104.85"}
PLACES = tuple(Place("TX", f"75{number:03}") for number in range(0, 400, 8))


def main() -> int:
    """Run everything in a database of its own. 0 when every bar is kept."""
    with scratch_database():
        first_day = clock.today() + timedelta(days=60)
        plans = _plans(first_day)
        _fill(plans, first_day - timedelta(days=300))
        kept = [*_renewal(plans, first_day)]
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
    began = time.perf_counter()
    for start in range(0, POLICIES, CHUNK):
        members = Member.objects.bulk_create(
            Member(brand=brand, first_name="Member", last_name=f"{number}", birth_date=_born(number), gender=1)
            for number in range(start, start + CHUNK)
        )
        families = _families(members[::2])
        issue_policies([_policy(brand, plans, member, families, first) for member in members], SYSTEM)
    print(f"{POLICIES:,} policies were issued at {POLICIES / (time.perf_counter() - began):,.0f} a second")


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
    return NewPolicy(f"B-{member.pk}", Parties(brand.pk, member_id=member.pk), plan.name, "dental", first, terms)


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

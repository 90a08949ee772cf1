"""Additions to the demo world for the measurements: plans at brands of their own, and shoppers priced on them."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from decimal import Decimal
from typing import Any

from django.db import connection

from planfront.brands.models import Brand, Domain
from planfront.catalog.models import Plan, PlanOffer, PlanRule
from planfront.kernel import clock
from planfront.rating import engine
from planfront.rating.importers.bulk import COLUMNS, insert_rows
from planfront.rating.models import RateTable, TableStatus
from planfront.shopping.models import Quote

SINCE = date(2026, 1, 1)
STATES = ("CA", "FL", "IL", "NY", "TX")
PATTERN = 1002
"""The plan of the demo world whose texts the plans have."""
_KIDS = ((1, 1), (2, 2), (3, None))


def host_of(plans: int) -> str:
    """Return the host where so many plans are sold."""
    return f"bench-{plans}.localhost"


def add_brand(key: str) -> Brand:
    """A brand that sells nothing yet, at ``<key>.localhost``."""
    brand = Brand.objects.create(key=key, name=key.title(), logo_key="planfront", phone="8005550142")
    Domain.objects.create(host=f"{key}.localhost", brand=brand)
    return brand


def offer_plans(count: int, plan_ids: list[int]) -> Brand:
    """A brand that sells the first ``count`` of our plans and none of the demo world's. ``plan_ids``: ours that are
    there, to which the missing ones are added."""
    plan_ids += _add_plans(len(plan_ids), count)
    brand = add_brand(f"bench-{count}")
    sold = set(plan_ids[:count])
    offers = (
        PlanOffer(plan_id=plan_id, brand=brand, eff_from=SINCE, allowed=plan_id in sold)
        for plan_id in (*plan_ids[:count], *Plan.objects.exclude(pk__in=plan_ids).values_list("pk", flat=True))
    )
    PlanOffer.objects.bulk_create(offers, batch_size=1_000)
    analyze()
    return brand


def sell_more_plans(brand_key: str, count: int) -> None:
    """A brand sells so many of our plans beside its own."""
    brand = Brand.objects.get(key=brand_key)
    plan_ids = _add_plans(0, count)
    PlanOffer.objects.bulk_create(PlanOffer(plan_id=plan_id, brand=brand, eff_from=SINCE) for plan_id in plan_ids)


def add_brands(count: int, plan_ids: Sequence[int]) -> None:
    """More brands, each with an offer of its own for every plan; none for a count below 1."""
    first = Brand.objects.count()
    brands = Brand.objects.bulk_create(
        Brand(key=f"more-{number}", name=f"More {number}", logo_key="planfront", phone="8005550142")
        for number in range(first, first + count)
    )
    offers = (PlanOffer(plan_id=plan_id, brand=brand, eff_from=SINCE) for brand in brands for plan_id in plan_ids)
    PlanOffer.objects.bulk_create(offers, batch_size=1_000)
    analyze()


def lift_statement_timeout() -> None:
    """Let what this process itself writes take its time, on a busy machine too. What is measured keeps the limit."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SET statement_timeout = 0")


def analyze() -> None:
    """Do what the database's own upkeep would."""
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")


def _add_plans(first: int, end: int) -> list[int]:
    """Plans for adults with approved tables, one in three rated member by member. They are new after all others."""
    pattern: dict[str, Any] = Plan.objects.filter(pk=PATTERN).values(
        *("carrier_id", "category", "short_text", "facts", "badges", "benefits", "example", "description", "i18n")
    )[0]
    plans = Plan.objects.bulk_create(Plan(name=f"Plan {number}", **pattern) for number in range(first, end))
    PlanRule.objects.bulk_create(PlanRule(plan=plan, min_age=18, max_age=99) for plan in plans)
    for number, plan in enumerate(plans, first):
        _add_table(plan, Decimal(10 + number % 90), by_member=number % 3 == 0)
    return [plan.pk for plan in plans]


def _add_table(plan: Plan, rate: Decimal, *, by_member: bool) -> None:
    """Written at once, without the checks of an approval: three thousand of them."""
    cells = (member_cells if by_member else _tier_cells)(rate)
    table = RateTable.objects.create(
        plan=plan,
        version=1,
        status=TableStatus.APPROVED,
        digest="bench",
        method="MEMBER" if by_member else "TIER",
        eff_from=SINCE,
        area_scheme="state",
        max_children_rated=3,
        row_count=len(cells),
    )
    insert_rows([_values(table.pk, cell) for cell in cells])


def member_cells(rate: Decimal) -> list[engine.RateCell]:
    """A rate for every age, state and answer about tobacco."""
    return [
        engine.cell(rate + age, age_lo=age, age_hi=age, area=state, tobacco=tobacco)
        for state in STATES
        for age in range(65)
        for tobacco in (False, True)
    ]


def _tier_cells(rate: Decimal) -> list[engine.RateCell]:
    """The family columns of a public file, by state."""
    kids = [(tier, low, high) for tier in ("IC", "IF") for low, high in _KIDS]
    columns: list[tuple[str, int | None, int | None]] = [("IO", None, None), ("IS", None, None), *kids]
    return [
        engine.cell(rate + number, tier=tier, kids_lo=low, kids_hi=high, area=state)
        for state in STATES
        for number, (tier, low, high) in enumerate(columns)
    ]


def _values(table_id: int, cell: engine.RateCell) -> tuple[object, ...]:
    """A cell as values of bulk.COLUMNS; keys that are texts are empty where the cell has none."""
    texts = {name: getattr(cell, name) or "" for name in ("role", "tier", "area", "sex", "option")}
    values = {**cell._asdict(), **texts, "rate": str(cell.rate)}
    return (table_id, *(values[name] for name in COLUMNS[1:]))


def make_families(public_ids: Sequence[str]) -> None:
    """Shoppers become families of five in Texas, of different ages."""
    for number, public_id in enumerate(public_ids):
        Quote.objects.filter(public_id=public_id).update(
            zip="75201",
            state="TX",
            county_fips="",
            county_name="",
            dob=date(1980 + number % 9, 3, 9),
            tier="IF",
            tobacco=False,
            spouse_dob=date(1986, 7, 1 + number % 28),
            spouse_covered=True,
            children=3,
            income=Decimal(48_000),
            hours=40,
            updated_at=clock.now(),
        )

"""Measurements with a bar: the store's listing of 30, 300 and 3,000 plans against the same rows as plain JSON, and the
memory that their rates take."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import date, timedelta
from decimal import Decimal

from django.conf import settings
from django.core.serializers.json import DjangoJSONEncoder
from django.db import connection
from django.test.utils import CaptureQueriesContext

from planfront.brands.models import Brand
from planfront.catalog.models import Carrier, Plan, PlanOffer, PlanRule
from planfront.kernel import caches, clock
from planfront.rating import engine, selectors
from planfront.rating.bench import FAMILY, STATES, member_cells, scratch_database, seconds, show
from planfront.rating.importers.bulk import COLUMNS, insert_rows
from planfront.rating.models import RateTable, TableStatus
from planfront.shopping.models import Quote
from planfront.shopping.pricing.listing import filtered_plans

SIZES = (30, 300, 3_000)
LISTING_RATIO = 5.0
PLACES = 51  # states and the District of Columbia
BARRED = 300  # the bar is for catalogs from this size: below it a request's six queries outweigh the pricing
START = date(2026, 1, 1)


def main() -> int:
    """Run everything in a database of its own. 0 when every bar is kept."""
    with scratch_database():
        kept = list(_listings())
    return 0 if all(kept) else 1


def _listings() -> Iterator[bool]:
    """The store's listing for one shopper at each size, against the same plan rows as JSON."""
    enrollment = make_shopper()
    counts: list[int] = []
    plan_ids: list[int] = []
    for size in SIZES:
        plan_ids += add_plans(len(plan_ids), size)
        yield _listing(enrollment, plan_ids)
        filtered_plans(enrollment, [])  # what is held for seconds is held anew
        with CaptureQueriesContext(connection) as queries:
            filtered_plans(enrollment, [])
        counts.append(len(queries))
    caches.clear_all()
    filtered_plans(enrollment, [])
    held = selectors.held_bytes() * PLACES / 2**20
    yield show(f"rates of {SIZES[-1]:,} plans in {PLACES} states", held, "MiB", settings.RATES_HELD_MIB)
    same = len(set(counts)) == 1
    print(f"queries of a listing of {', '.join(map(str, SIZES))} plans: {counts} {'ok' if same else 'MISSED'}")
    yield same


def _listing(enrollment: Quote, plan_ids: list[int]) -> bool:
    def as_json() -> str:
        return json.dumps(list(Plan.objects.filter(pk__in=plan_ids).values()), cls=DjangoJSONEncoder)

    def priced() -> bytes:
        items = filtered_plans(enrollment, [])
        if items.count(b'"plan_price":"') != len(plan_ids):
            raise RuntimeError("a plan of the bench has no price")
        return items

    def priced_cold() -> bytes:
        caches.clear_all()
        return priced()

    cold = seconds(priced_cold, 1)
    plain, warm = seconds(as_json), seconds(priced)
    print(
        f"{len(plan_ids)} plans: rows as JSON {plain * 1000:.1f} ms, priced listing {warm * 1000:.1f} ms, "
        f"with empty caches {cold * 1000:.1f} ms"
    )
    if len(plan_ids) < BARRED:
        return True
    return show(f"priced listing of {len(plan_ids)} plans against plain rows", warm / plain, "x", LISTING_RATIO)


def _tier_cells(rate: Decimal) -> list[engine.RateCell]:
    """The family columns of a public file, by state."""
    kids = [(tier, low, high) for tier in ("IC", "IF") for low, high in ((1, 1), (2, 2), (3, None))]
    columns: list[tuple[str, int | None, int | None]] = [("IO", None, None), ("IS", None, None), *kids]
    return [
        engine.cell(rate + number, tier=tier, kids_lo=low, kids_hi=high, area=state)
        for state in STATES
        for number, (tier, low, high) in enumerate(columns)
    ]


def make_shopper() -> Quote:
    """A family of five in Texas."""
    now = clock.now()
    brand = Brand.objects.create(key="bench", name="Bench", logo_key="planfront", phone="8005550142")
    return Quote.objects.create(
        brand=brand,
        zip="75201",
        state="TX",
        dob=FAMILY.dob or START,
        gender=1,
        tier="IF",
        tobacco=False,
        spouse_dob=FAMILY.spouse_dob,
        children=3,
        income=Decimal(48000),
        hours=40,
        created_at=now,
        updated_at=now,
        expires_at=now + timedelta(days=30),
    )


def add_plans(first: int, end: int) -> list[int]:
    """More plans with rules and approved tables, one in three member-rated."""
    carrier, _ = Carrier.objects.get_or_create(key="bench", defaults={"name": "Bench"})
    facts = [{"label": "Deductible", "value": "$50 / $150"}] * 3
    plans = Plan.objects.bulk_create(
        Plan(carrier=carrier, category="dental", name=f"Plan {number}", short_text="x" * 120, facts=facts)
        for number in range(first, end)
    )
    PlanOffer.objects.bulk_create(PlanOffer(plan=plan, eff_from=START) for plan in plans)
    PlanRule.objects.bulk_create(PlanRule(plan=plan, min_age=18, max_age=99) for plan in plans)
    for number, plan in enumerate(plans):
        _table(plan, Decimal(10 + number % 90), by_member=number % 3 == 0)
    caches.clear_all()
    return [plan.pk for plan in plans]


def _table(plan: Plan, rate: Decimal, *, by_member: bool) -> None:
    """Written at once, without the checks of an approval: three thousand of them."""
    cells = (member_cells if by_member else _tier_cells)(rate)
    table = RateTable.objects.create(
        plan=plan,
        version=1,
        status=TableStatus.APPROVED,
        digest="bench",
        method="MEMBER" if by_member else "TIER",
        eff_from=START,
        area_scheme="state",
        max_children_rated=3,
        row_count=len(cells),
    )
    insert_rows([_values(table.pk, cell) for cell in cells])


def _values(table_id: int, cell: engine.RateCell) -> tuple[object, ...]:
    """A cell as values of bulk.COLUMNS; keys that are texts are empty where the cell has none."""
    texts = {name: getattr(cell, name) or "" for name in ("role", "tier", "area", "sex", "option")}
    values = {**cell._asdict(), **texts, "rate": str(cell.rate)}
    return (table_id, *(values[name] for name in COLUMNS[1:]))

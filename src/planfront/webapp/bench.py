"""Measurements with a bar: the front page beside the plainest answer; page and listing at 2,000 brands beside 4."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from datetime import date

from django.conf import settings
from django.test import Client

from planfront.brands.models import Brand, Domain
from planfront.catalog.models import PlanOffer
from planfront.kernel import caches
from planfront.rating.bench import scratch_database, show
from planfront.shopping.bench import add_plans, make_shopper
from planfront.shopping.models import Quote
from planfront.shopping.pricing.listing import filtered_plans

PLANS, FEW, MANY = 60, 4, 2_000
HOME_MS, GROWTH = 1.5, 1.2
ROUNDS, TRIES = 15, 20
HOST = "bench.test"
SINCE = date(2026, 1, 1)


def main() -> int:
    """Run everything in a database of its own. 0 when every bar is kept."""
    settings.ALLOWED_HOSTS = ["*"]
    with scratch_database():
        kept = list(_pages())
    return 0 if all(kept) else 1


def _pages() -> Iterator[bool]:
    shopper = make_shopper()
    Domain.objects.create(host=HOST, brand=shopper.brand)
    plan_ids = add_plans(0, PLANS)
    client = Client(HTTP_HOST=HOST)
    _add_brands(FEW - 1, plan_ids)
    few = _measure(client, shopper)
    home, plainest = few["home"], few["healthz"]
    print(f"front page {home:.2f} ms of processor time, /healthz {plainest:.2f} ms: {home / plainest:.1f} x")
    yield show("front page", home, "ms", HOME_MS)
    _add_brands(MANY - FEW, plan_ids)
    many = _measure(client, shopper)
    machine = many["healthz"] / few["healthz"]  # what a busy machine adds to both
    for name in ("home", "listing"):
        print(f"{name}: {few[name]:.2f} ms at {FEW} brands, {many[name]:.2f} ms at {MANY:,}")
        yield show(f"{name} at {MANY:,} brands against {FEW}", many[name] / few[name] / machine, "x", GROWTH)


def _measure(client: Client, shopper: Quote) -> dict[str, float]:
    """Least processor time of each, in milliseconds: batches in turn, so that a busy machine slows all alike."""

    def read(path: str) -> Callable[[], object]:
        return lambda: client.get(path, headers={"Accept-Encoding": "gzip"})

    work: dict[str, Callable[[], object]] = {
        "home": read("/"),
        "healthz": read("/healthz"),
        "listing": lambda: filtered_plans(shopper, []),
    }
    taken: dict[str, list[float]] = {name: [] for name in work}
    for _round in range(ROUNDS):
        for name, call in work.items():
            began = time.thread_time()
            for _try in range(TRIES):
                call()
            taken[name].append((time.thread_time() - began) / TRIES * 1000)
    return {name: min(times) for name, times in taken.items()}


def _add_brands(count: int, plan_ids: list[int]) -> None:
    """More brands, each with an offer of its own for every plan."""
    first = Brand.objects.count()
    brands = Brand.objects.bulk_create(
        Brand(key=f"bench-{number}", name=f"Bench {number}", logo_key="planfront", phone="8005550142")
        for number in range(first, first + count)
    )
    offers = (PlanOffer(plan_id=plan_id, brand=brand, eff_from=SINCE) for brand in brands for plan_id in plan_ids)
    PlanOffer.objects.bulk_create(offers, batch_size=5_000)
    caches.clear_all()

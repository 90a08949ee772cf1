"""Measurements with a bar: the dashboard of 100,000 enrollments, their list as CSV and the search of 50,000 members,
against plain Django that reads the same rows."""

from __future__ import annotations

import csv
import random
import time
from collections.abc import Iterable, Iterator
from datetime import date, datetime, timedelta
from decimal import Decimal
from functools import partial
from io import StringIO
from typing import Any

from django.conf import settings
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from benchmarks.scratch import scratch_database, seconds, show
from benchmarks.search import measure_search
from planfront.accounts.models import User, VisitorSession
from planfront.audit import day_figures
from planfront.backoffice.dashboard.figures import FIGURES, Dashboard
from planfront.backoffice.dashboard.query import DashboardQuery
from planfront.brands.models import Brand, Domain
from planfront.catalog.models import Carrier, Plan
from planfront.coverage.models import Policy
from planfront.enrollment.models import Application, Section, State
from planfront.enrollment.steps.registry import STEPS
from planfront.kernel import clock
from planfront.kernel.days.period import Period
from planfront.kernel.security.fields import Sealed
from planfront.kernel.security.ids import public_token
from planfront.parties.reps.models import Agent
from planfront.sales.models import Confirmation, Sale
from planfront.shopping.models import CartLine, Quote, Stage

ENROLLED, DRAFTS, QUOTES, VISITS = 100_000, 20_000, 60_000, 200_000
DAYS, PLANS, REPS, CHUNK, RUNS = 365, 60, 400, 5_000, 3
BOARD_RATIO, CSV_RATIO = 3.0, 3.5
SEALED: Any = Sealed("v1." + "x" * 800)
COLUMNS = (
    "enrollment__confirmation__number",
    "applicant",
    "state",
    "enrollment__brand__name",
    "enrollment__agent__code",
    "enrollment__group__code",
    "updated_at",
    "submitted_at",
)
HOST = "backoffice.bench.test"
CATEGORIES = ("dental", "vision", "term_life")
STEP_KEYS = tuple(step.key for step in STEPS[:4])


def main() -> int:
    """Run everything in a database of its own. 0 when every bar is kept."""
    settings.ALLOWED_HOSTS = ["*"]
    with scratch_database():
        _Scene()
        kept = [*_dashboards(), _export(), *measure_search(HOST)]
    return 0 if all(kept) else 1


def _dashboards() -> Iterator[bool]:
    """Every figure of some days, against one plain reading of the rows that they are made of."""
    today, brands = clock.today(), list(Brand.objects.values_list("pk", "name"))
    began = time.perf_counter()
    day_figures.refresh()
    print(f"every day counted for the first time: {time.perf_counter() - began:.1f} s")
    counts = []
    for days in (30, DAYS):
        period = Period(today - timedelta(days=days - 1), today)
        query = DashboardQuery(period, "", None, brands, None, 7)
        with CaptureQueriesContext(connection) as queries:
            _board(query)
        counts.append(len(queries))
        board, plain = seconds(partial(_board, query), RUNS), seconds(partial(_rows, period), RUNS)
        what = f"dashboard of {days} days ({board * 1000:,.0f} ms; its rows, plainly read, {plain * 1000:,.0f} ms)"
        yield show(what, board / plain, "x", BOARD_RATIO)
    same = len(set(counts)) == 1
    print(f"queries of 30 and {DAYS} days: {counts} {'ok' if same else 'MISSED'}")
    yield same


def _board(query: DashboardQuery) -> None:
    board = Dashboard(query)
    board.numbers()
    for key in FIGURES:
        board.figure(key)


def _rows(period: Period) -> None:
    """Sales, started applications and visits of the period and of the period before it, row by row."""
    span = (period.before().start, period.end)
    sold = {"confirmation__created_at__range": span}
    list(
        Sale.objects.filter(**sold).values_list("plan_id", "category", "policy__awaits_decision", "monthly").order_by()
    )
    list(Quote.objects.filter(created_at__range=span).values_list("brand_id", "checked_out_at").order_by())
    list(Application.objects.filter(enrollment__created_at__range=span).values_list("state").order_by())
    list(VisitorSession.objects.filter(created_at__range=span).values_list("brand_id").order_by())


def _export() -> bool:
    """The list of all enrollments as staff get it, against the csv module and a plain query."""
    user = User.objects.create_superuser("staff@bench.example", None)
    client = Client(HTTP_HOST=HOST)
    client.force_login(user)
    address = reverse("admin:enrollment_application_export")

    def exported() -> int:
        answer: Any = client.get(address)
        return sum(part.count(b"\n") for part in answer.streaming_content)

    def plain() -> None:
        writer = csv.writer(StringIO())
        writer.writerows(Application.objects.order_by("-updated_at").values_list(*COLUMNS).iterator(chunk_size=2_000))

    if (lines := exported()) != ENROLLED + DRAFTS + 1:
        raise RuntimeError(f"{lines} lines")
    took, bare = seconds(exported, RUNS), seconds(plain, RUNS)
    return show(f"{lines:,} lines of CSV ({took:.1f} s; plainly {bare:.1f} s)", took / bare, "x", CSV_RATIO)


class _Scene:
    """A year of an operator with three brands, spread evenly over its days."""

    def __init__(self) -> None:
        self.now, self.chance = clock.now(), random.Random(7)  # noqa: S311 - the same rows in every run
        self.brands = [Brand.objects.create(key=f"b{n}", name=f"Brand {n}", logo_key="planfront") for n in range(3)]
        Domain.objects.create(host=HOST, brand=self.brands[0])
        carriers = [Carrier.objects.create(key=f"c{n}", name=f"Carrier {n}") for n in range(6)]
        self.plans = [
            Plan.objects.create(
                name=f"Plan {n}", carrier=carriers[n % 6], category=("dental", "vision", "term_life")[n % 3]
            )
            for n in range(PLANS)
        ]
        self.reps = _save(Agent(code=f"R{n}", first_name="Rep", last_name=str(n)) for n in range(REPS))
        self._visits()
        self._quotes()
        self._drafts()
        self._enrolled()
        with connection.cursor() as cursor:
            cursor.execute("ANALYZE")

    def _at(self, number: int, of: int) -> datetime:
        return self.now - timedelta(seconds=60 + number * (DAYS * 86_400 - 120) // of)

    def _visits(self) -> None:
        for numbers in _chunks(VISITS):
            _save(
                VisitorSession(
                    brand_id=self.brands[n % 3].pk,
                    secret_hash=str(n),
                    bound=True,
                    created_at=self._at(n, VISITS),
                    seen_at=self.now,
                    expires_at=self.now,
                )
                for n in numbers
            )

    def _quote(self, at: datetime, n: int, **more: Any) -> Quote:
        return Quote(
            brand=self.brands[n % 3],
            agent=self.reps[n * 7 % REPS] if n % 4 else None,
            zip="75201",
            state="TX",
            dob=date(1990, 1, 1),
            gender=1,
            tier="IO",
            public_id=public_token(),
            created_at=at,
            updated_at=at,
            expires_at=self.now + timedelta(days=30),
            **more,
        )

    def _line(self, quote: Quote, plan: Plan) -> CartLine:
        return CartLine(
            enrollment=quote,
            plan=plan,
            plan_pricing_id="x",
            premium=self._price(),
            added_at=quote.created_at,
            priced_at=quote.created_at,
            proof={"steps": ["x" * 40] * 8},
        )

    def _price(self) -> Decimal:
        return Decimal(self.chance.randrange(500, 9_000)) / 100

    def _quotes(self) -> None:
        for numbers in _chunks(QUOTES):
            result = _save(self._quote(self._at(n, QUOTES), n) for n in numbers)
            _save(self._line(row, self.plans[n % PLANS]) for n, row in enumerate(result) if n % 2)

    def _drafts(self) -> None:
        for numbers in _chunks(DRAFTS):
            quotes = _save(
                self._quote(self._at(n, DRAFTS), n, listed=True, checked_out_at=self._at(n, DRAFTS)) for n in numbers
            )
            _save(self._line(row, self.plans[n % PLANS]) for n, row in enumerate(quotes))
            result = _save(
                Application(
                    enrollment=row,
                    applicant=f"Name {n}",
                    created_at=row.created_at,
                    updated_at=row.created_at,
                    last_step=STEP_KEYS[n % 5 - 1] if n % 5 else None,
                )
                for n, row in enumerate(quotes)
            )
            _save(
                Section(application=row, key=key, answers=SEALED, saved_at=row.created_at)
                for n, row in enumerate(result)
                for key in STEP_KEYS[: n % 5]
            )

    def _enrolled(self) -> None:
        for numbers in _chunks(ENROLLED):
            quotes = _save(
                self._quote(
                    self._at(n, ENROLLED),
                    n,
                    listed=True,
                    checked_out_at=self._at(n, ENROLLED),
                    status="submitted",
                    stage=Stage.ACTIVE,
                )
                for n in numbers
            )
            _save(self._line(row, self.plans[(n + m) % PLANS]) for n, row in enumerate(quotes) for m in (0, 1))
            result = _save(
                Application(
                    enrollment=row,
                    applicant=f"Name {n}",
                    state=State.ACTIVE,
                    frozen=SEALED,
                    created_at=row.created_at,
                    updated_at=row.created_at,
                    submitted_at=row.created_at,
                )
                for n, row in enumerate(quotes)
            )
            _save(
                Section(application=row, key=key, answers=SEALED, saved_at=row.created_at)
                for row in result[::5]
                for key in STEP_KEYS
            )
            sold = _save(
                Confirmation(
                    number=10_000_000 + numbers.start + n,
                    brand_id=row.brand_id,
                    enrollment=row,
                    receipt=SEALED,
                    created_at=row.created_at,
                )
                for n, row in enumerate(quotes)
            )
            pairs = [(row, self._policy(row, n, part)) for n, row in enumerate(sold) for part in (0, 1)]
            _save(policy for _row, policy in pairs)
            _save(_sale(row, policy) for row, policy in pairs)

    def _policy(self, sold: Confirmation, n: int, part: int) -> Policy:
        plan = self.plans[(n + part) % PLANS]
        day = sold.created_at.date()
        return Policy(
            number=f"P{sold.number}{part}",
            brand_id=sold.brand_id,
            plan_id=plan.pk,
            plan_name=plan.name,
            category=plan.category,
            monthly=self._price(),
            effective_date=day,
            awaits_decision=n % 4 == 2,
            end_date=day - timedelta(days=1) if n % 4 == 3 else None,
            created_at=sold.created_at,
        )


def _sale(sold: Confirmation, policy: Policy) -> Sale:
    return Sale(
        policy=policy,
        confirmation=sold,
        plan_id=policy.plan_id,
        category=policy.category,
        plan_pricing_id="x",
        monthly=policy.monthly or 0,
        proof={"steps": ["x" * 40] * 8},
    )


def _chunks(count: int) -> Iterator[range]:
    return (range(first, min(first + CHUNK, count)) for first in range(0, count, CHUNK))


def _save(rows: Iterable[Any]) -> list[Any]:
    result = list(rows)
    if result:
        type(result[0])._default_manager.bulk_create(result, batch_size=CHUNK)
    return result

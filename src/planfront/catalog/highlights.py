"""Numbers that lists of plans are filtered by, from the costs of each plan, read once for each edition of them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from decimal import Decimal
from typing import Literal, NamedTuple

from planfront.catalog.models import PlanBenefit, PlanCostShare
from planfront.catalog.schemas import Highlights, dollars
from planfront.catalog.snapshot import Catalog, PlanView
from planfront.kernel.memory import caches
from planfront.kernel.memory.memo import Memo

_WHOLE = 10_000


class Limits(NamedTuple):
    """Amounts of a PlanCostShare."""

    deductible_individual: Decimal | None
    annual_maximum: Decimal | None


class Covered(NamedTuple):
    """Columns of a PlanBenefit that is covered."""

    service: str
    audience: str
    waiting_months: int | None
    copay_in: Decimal | None
    allowance_in: Decimal | None
    copay_out: Decimal | None
    coinsurance_out: int | None
    allowance_out: Decimal | None

    @property
    def pays_outside(self) -> bool:
        """Return whether the plan pays anything outside of its networks; a share of 100 % is the member's alone."""
        shares = self.coinsurance_out is not None and self.coinsurance_out < _WHOLE
        return shares or self.copay_out is not None or self.allowance_out is not None


Costs = tuple[Mapping[int, Mapping[str, Limits]], Mapping[int, list[Covered]]]
"""The limits of plans by option, and what they cover."""

_costs = Memo(2)
caches.CLEAR_CACHE.connect(_costs.clear, key=__name__)


def plan_costs(catalog: Catalog, texts: tuple[int, ...]) -> Costs:
    """The costs of all plans, held for an edition of the catalog's plans and ``texts``. Two queries, the first time."""
    return _costs.get((catalog.edition.plans, texts), _read_costs)


def _read_costs() -> Costs:
    limits: dict[int, dict[str, Limits]] = defaultdict(dict)
    for plan_id, option, *amounts in PlanCostShare.objects.values_list("plan_id", "option", *Limits._fields):
        limits[plan_id][option] = Limits._make(amounts)
    covered: dict[int, list[Covered]] = defaultdict(list)
    rows = PlanBenefit.objects.filter(covered=True).values_list("plan_id", *Covered._fields)
    for plan_id, *values in rows.order_by("plan_id", "position", "id"):
        covered[plan_id].append(Covered._make(values))
    return limits, covered


def highlights(view: PlanView, costs: Costs) -> Highlights | None:
    """Return the highlights of the plan's default option; None for a plan whose costs are words only."""
    limits, rows = costs[0].get(view.id, {}), costs[1].get(view.id, [])
    if not limits and not rows:
        return None
    own = limits.get(view.default_option.code or "", limits.get(""))
    return Highlights(
        deductible=dollars(own.deductible_individual) if own else None,
        annual_maximum=dollars(own.annual_maximum) if own else None,
        limits_stated=bool(own),
        waiting_months=_longest_waits(rows),
        copays={row.service: str(dollars(row.copay_in)) for row in rows if row.copay_in is not None},
        allowances={row.service: str(dollars(row.allowance_in)) for row in rows if row.allowance_in is not None},
        orthodontia=_orthodontia(rows),
        any_provider=any(row.pays_outside for row in rows),
    )


def _longest_waits(rows: Iterable[Covered]) -> dict[str, int]:
    waits: dict[str, int] = {}
    for row in rows:
        if row.waiting_months is not None:
            waits[row.service] = max(row.waiting_months, waits.get(row.service, 0))
    return waits


def _orthodontia(rows: Iterable[Covered]) -> Literal["", "child", "everyone"]:
    audiences = {row.audience for row in rows if row.service == "ortho"}
    if not audiences:
        return ""
    return "child" if audiences == {"child"} else "everyone"

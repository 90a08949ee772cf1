"""The whole catalog in memory: every active plan with its terms, compiled once and shared between requests.

One query asks for the stamp (row count and newest ``updated_at`` of every catalog table); as long as it stays the same
the compiled catalog is used again. Heavy texts are not in here; ``selectors.plan_texts`` reads them for one plan.
"""

from __future__ import annotations

import logging
import time
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from threading import Lock
from typing import Any, NamedTuple

from django.core.exceptions import ValidationError
from django.db import connection
from django.db.models import Model

from planfront.catalog import categories, models, shapes
from planfront.catalog.terms import AgeLimit, Blackout, Offer, Place, Rider, Switch, Terms, TierTerm
from planfront.kernel import caches
from planfront.kernel.malformed import MALFORMED

logger = logging.getLogger(__name__)
_UNSOUND: tuple[type[Exception], ...] = (ValidationError, *MALFORMED)

# The code is the one rating proofs use.
PREMIER_FEE = ("admin_fee", "PCT", Decimal(3))


class Option(NamedTuple):
    """A priced level of a plan; ``code`` None stands for a plan without levels."""

    code: str | None
    label: str = ""
    detail: str = ""
    amount: Decimal | None = None
    is_default: bool = True
    i18n: Mapping[str, Any] = {}


class FeeTerm(NamedTuple):
    """A fee of a plan; ``label`` is shown with it."""

    code: str
    label: str
    kind: str
    amount: Decimal
    first_only: bool
    per_member: bool
    i18n: Mapping[str, Any]


class SetRef(NamedTuple):
    """A questionnaire of a plan: which answers (``version``) are current."""

    id: int
    kind: str
    version: int


@dataclass(frozen=True, slots=True)
class PlanView:
    """A plan as listings and carts need it."""

    id: int
    name: str
    category: str
    carrier_id: int
    carrier_name: str
    logo: str
    short_text: str
    code: str
    is_premier: bool
    is_membership: bool
    is_insurance: bool
    is_disability: bool
    listed: bool
    sort_order: int
    facts: tuple[Mapping[str, str], ...]
    badges: tuple[str, ...]
    coverages: frozenset[str]
    requirements: tuple[str, ...]
    home_group: str
    i18n: Mapping[str, Mapping[str, Any]]
    rate_is_estimate: bool
    terms: Terms
    options: tuple[Option, ...]
    fees: tuple[FeeTerm, ...]
    question_sets: tuple[SetRef, ...] = ()
    riders: tuple[Rider, ...] = ()
    carrier_phone: str = ""

    @property
    def default_option(self) -> Option:
        return next((option for option in self.options if option.is_default), self.options[0])


@dataclass(frozen=True)
class Catalog:
    """All active plans by id, in listing order, and their terms by id."""

    plans: Mapping[int, PlanView] = field(default_factory=dict)
    terms: Mapping[int, Terms] = field(default_factory=dict)


_TABLES: tuple[type[Model], ...] = (
    models.Carrier,
    models.Plan,
    models.PlanOption,
    models.PlanOffer,
    models.PlanRule,
    models.PlanTier,
    models.PlanServiceArea,
    models.PlanFee,
    models.PlanSwitch,
    models.PlanBlackout,
    models.PlanQuestionSet,
    models.PlanRider,
)
_lock = Lock()
_held: tuple[Any, float, Catalog] | None = None
# A row that is saved earlier but committed later than another leaves the stamp as it is; this bounds how long.
_MOST_SECONDS = 60.0


def _clear() -> None:
    global _held
    _held = None


caches.CLEAR_CACHE.connect(_clear, key=__name__)


def _stamp_sql() -> str:
    quote = connection.ops.quote_name
    parts = [
        f"SELECT {place}, COUNT(*), MAX(updated_at), 0 FROM {quote(table._meta.db_table)}"  # noqa: S608 - own table names
        for place, table in enumerate(_TABLES)
    ]
    links = quote(models.PlanQuestionSet.plans.through._meta.db_table)
    parts.append(f"SELECT {len(parts)}, COUNT(*), NULL, COALESCE(MAX(id), 0) FROM {links}")  # noqa: S608
    return " UNION ALL ".join(parts)


def stamp() -> tuple[Any, ...]:
    """Changes whenever a catalog row is added, changed or removed. One query."""
    with connection.cursor() as cursor:
        cursor.execute(_stamp_sql())
        return tuple(sorted(cursor.fetchall()))


def load() -> Catalog:
    """The catalog as it is now: one query, or a handful when something changed since."""
    global _held
    now, moment, held = stamp(), time.monotonic(), _held
    if held is not None and held[0] == now and moment - held[1] < _MOST_SECONDS:
        return held[2]
    with _lock:
        catalog = _compile()
        _held = (now, moment, catalog)
    return catalog


def _by_plan(table: type[Model], *order: str) -> dict[int, list[Any]]:
    grouped: dict[int, list[Any]] = defaultdict(list)
    for row in table._default_manager.order_by(*order, "pk"):
        grouped[row.plan_id].append(row)  # type: ignore[attr-defined]
    return grouped


def _compile() -> Catalog:
    rows = (
        models.Plan.objects.filter(active=True)
        .select_related("carrier")
        .defer("description", "benefits", "example")
        .order_by("sort_order", "id")
    )
    parts = {
        "offers": _by_plan(models.PlanOffer),
        "rules": _by_plan(models.PlanRule),
        "tiers": _by_plan(models.PlanTier),
        "places": _by_plan(models.PlanServiceArea),
        "switches": _by_plan(models.PlanSwitch, "priority"),
        "blackouts": _by_plan(models.PlanBlackout, "starts"),
        "options": _by_plan(models.PlanOption, "sort_order"),
        "fees": _by_plan(models.PlanFee),
        "riders": _riders(),
    }
    sets = _question_sets()
    views = (_sound_view(row, {name: part[row.pk] for name, part in parts.items()}, sets) for row in rows)
    plans = {view.id: view for view in views if view is not None}
    return Catalog(plans, {key: plan.terms for key, plan in plans.items()})


def _sound_view(row: models.Plan, parts: dict[str, list[Any]], sets: dict[int, tuple[SetRef, ...]]) -> PlanView | None:
    """The plan's view; None for a plan whose columns are malformed, which then isn't sold: never a dead catalog."""
    try:
        _check(row, parts)
        return _view(row, parts, sets)
    except _UNSOUND:
        logger.exception("plan %s is left out of the catalog: its data is malformed", row.pk)
        return None


def _check(row: models.Plan, parts: dict[str, list[Any]]) -> None:
    """Raise ValidationError or ValueError for what pages rely on and no database checks."""
    categories.Category(row.category)
    shapes.check_facts(row.facts)
    for texts in (row.badges, row.coverages, row.requirements, *(offer.states for offer in parts["offers"])):
        shapes.check_texts(texts)
    for part in (row, *(part for name in ("options", "fees", "blackouts", "riders") for part in parts[name])):
        shapes.check_i18n(part.i18n)


def _question_sets() -> dict[int, tuple[SetRef, ...]]:
    linked: dict[int, list[SetRef]] = defaultdict(list)
    links = models.PlanQuestionSet.plans.through.objects.filter(
        planquestionset__active=True, planquestionset__version__gt=0
    )
    columns = ("plan_id", "planquestionset_id", "planquestionset__kind", "planquestionset__version")
    for plan_id, *ref in links.order_by("planquestionset_id").values_list(*columns):
        linked[plan_id].append(SetRef(*ref))
    return {plan_id: tuple(refs) for plan_id, refs in linked.items()}


def _riders() -> dict[int, list[Any]]:
    grouped: dict[int, list[Any]] = defaultdict(list)
    for row in models.PlanRider.objects.filter(active=True).select_related("question_set"):
        asked = row.question_set
        asks = (asked.pk, asked.version) if asked and asked.active and asked.version else None
        ages = AgeLimit(row.min_age, row.max_age)
        rider = Rider(row.code, row.label, row.text, row.component, row.rider_plan_id, asks, ages, row.i18n)
        grouped[row.plan_id].append(rider)
    return grouped


def _view(row: models.Plan, parts: dict[str, list[Any]], sets: dict[int, tuple[SetRef, ...]]) -> PlanView:
    return PlanView(
        id=row.pk,
        name=row.name,
        category=row.category,
        carrier_id=row.carrier_id,
        carrier_name=row.carrier.name,
        logo=row.shown_logo,
        short_text=row.short_text,
        code=row.code,
        is_premier=row.is_premier,
        is_membership=row.is_membership,
        is_insurance=row.is_insurance,
        is_disability=row.is_disability,
        listed=row.listed,
        sort_order=row.sort_order,
        facts=tuple(row.facts),
        badges=tuple(row.badges),
        coverages=frozenset(row.coverages),
        requirements=tuple(row.requirements),
        home_group=row.home_group,
        i18n=row.i18n,
        rate_is_estimate=row.rate_is_estimate,
        terms=_terms(row, parts),
        options=_options(parts["options"]),
        fees=_fees(row, parts["fees"]),
        question_sets=sets.get(row.pk, ()),
        riders=tuple(parts["riders"]),
        carrier_phone=row.carrier.phone,
    )


def _options(rows: list[models.PlanOption]) -> tuple[Option, ...]:
    if not rows:
        return (Option(None),)
    chosen = next((row for row in rows if row.is_default), rows[0])
    return tuple(Option(row.code, row.label, row.detail, row.amount, row is chosen, row.i18n) for row in rows)


def _fees(row: models.Plan, rows: list[models.PlanFee]) -> tuple[FeeTerm, ...]:
    """The plan's own fees; a premier plan carries the administrative fee unless a row words it otherwise."""
    fees = [
        FeeTerm(fee.code, fee.label, fee.kind, fee.amount, fee.first_only, fee.per_member, fee.i18n) for fee in rows
    ]
    code, kind, amount = PREMIER_FEE
    if row.is_premier and all(fee.code != code for fee in fees):
        fees.insert(0, FeeTerm(code, "", kind, amount, first_only=False, per_member=False, i18n={}))
    return tuple(fees)


def _terms(row: models.Plan, parts: dict[str, list[Any]]) -> Terms:
    rules = {rule.role: rule for rule in parts["rules"]}
    own = rules.get("SELF") or models.PlanRule()
    limited = [rule for rule in rules.values() if rule.min_age is not None or rule.max_age is not None]
    return Terms(
        plan_id=row.pk,
        offers=tuple(_offer(offer) for offer in parts["offers"]),
        ages={rule.role: AgeLimit(rule.min_age, rule.max_age) for rule in limited},
        min_income=own.min_income,
        needs_income=own.needs_income,
        min_hours=own.min_hours,
        needs_tobacco=own.needs_tobacco,
        needs_questions=own.needs_questions,
        needs_spouse_dob=own.needs_spouse_dob,
        needs_children=own.needs_children,
        tiers={tier.tier: TierTerm(tier.min_children, tier.max_children) for tier in parts["tiers"]},
        places=tuple(Place(area.state, area.county_fips, area.zip) for area in parts["places"]),
        switches=tuple(Switch(switch.attr, switch.op, switch.value, switch.to_plan_id) for switch in parts["switches"]),
        blackouts=tuple(
            Blackout(window.kind, window.state, window.starts, window.ends, window.message, window.i18n)
            for window in parts["blackouts"]
        ),
        effective_kind=row.effective_kind,
        cutoff_day=row.cutoff_day,
        lead_days=row.lead_days,
        gi_limit=own.gi_limit,
        max_salary_multiple=own.max_salary_multiple,
    )


def _offer(row: models.PlanOffer) -> Offer:
    return Offer(
        row.brand_id,
        row.portal_id,
        row.group_id,
        frozenset(row.states),
        row.allowed,
        row.eff_from,
        row.eff_to,
        row.featured,
        row.featured_rank,
    )

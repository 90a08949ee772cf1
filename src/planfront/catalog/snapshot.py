"""Catalogs in memory: every active plan with its terms, and the offers of one brand, compiled once for each edition.

Plans are compiled for all brands at once, offers by brand: an edit of one brand's leaves the others' catalogs alone.
Heavy texts are not in here; ``selectors.plan_texts`` reads them for one plan.
"""

from __future__ import annotations

import logging
import time
from collections import OrderedDict, defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from decimal import Decimal
from threading import Lock, RLock, Thread
from typing import Any, NamedTuple

from django.conf import settings
from django.core.exceptions import ValidationError
from django.db import connection, connections
from django.db.models import Model, Q

from planfront.catalog import categories, models, revision, shapes
from planfront.catalog.revision import EVERYBODY, NO_EDITION, Edition
from planfront.catalog.terms import AgeLimit, Blackout, Offer, PartMonth, Place, Rider, Switch, Terms, TierTerm
from planfront.kernel.malformed import MALFORMED
from planfront.kernel.memory import caches
from planfront.kernel.memory.memo import Memo

logger = logging.getLogger(__name__)
_UNSOUND: tuple[type[Exception], ...] = (ValidationError, *MALFORMED)


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


PREMIER_FEE = FeeTerm("admin_fee", "", "PCT", Decimal(3), first_only=False, per_member=False, i18n={})
"""Premier plans: 3% of the premium. The code is the one that proofs of prices have."""


class SetRef(NamedTuple):
    """A questionnaire of a plan: which answers (``version``) are current."""

    id: int
    kind: str
    version: int


ITIN_ACCEPTED = "itin_accepted"
"""The requirement of a plan that takes people with an ITIN."""


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
    part_month: PartMonth = PartMonth.WHOLE

    @property
    def default_option(self) -> Option:
        for option in self.options:
            if option.is_default:
                return option
        return self.options[0]


_STORES_KEPT = 256


@dataclass(frozen=True)
class Catalog:
    """All active plans by id, in listing order, and their terms by id, with the offers that speak of one brand.

    Without a brand the plans have no offers: nothing is sold there.
    """

    plans: Mapping[int, PlanView] = field(default_factory=dict)
    terms: Mapping[int, Terms] = field(default_factory=dict)
    brand_id: int = EVERYBODY
    edition: Edition = NO_EDITION
    memo: Memo = field(default_factory=lambda: Memo(_STORES_KEPT), repr=False, compare=False)
    """Results for the brand's stores (portals, groups) by day."""


_OLD_SECONDS = 0.75
"""The time for which requests may go on with a catalog that is known to be old while the new one is made. With the
time that a request takes to know it (``revision``), changes are seen within a second."""


@dataclass
class _Entry:
    """A brand's catalog in memory. ``noticed``: the time when it was first seen to be old."""

    catalog: Catalog
    noticed: float | None = None
    building: bool = False


class _CatalogCache:
    """Catalogs by brand, made once for each edition; at most ``CATALOG_BRANDS_HELD`` of them.

    A request that finds its catalog out of date has the next one made by a thread, and is served the old one, for
    ``_OLD_SECONDS`` at most. Within a transaction an old one is never used, and a new one is kept apart: the
    transaction may be rolled back.
    """

    def __init__(self) -> None:
        self.lock, self.making = Lock(), RLock()
        self.entries: OrderedDict[int, _Entry] = OrderedDict()
        self.unsettled, self.plans, self.shared_offers = Memo(4), Memo(2), Memo(2)

    def get(self, brand_id: int, edition: Edition) -> Catalog:
        within = connection.in_atomic_block
        ready = self._find_current(brand_id, edition, old=not within)
        return ready or self._make_catalog(brand_id, edition, settled=not within)

    def _find_current(self, brand_id: int, edition: Edition, *, old: bool) -> Catalog | None:
        with self.lock:
            entry = self.entries.get(brand_id)
            if entry is None:
                return None
            if _same_plans(entry.catalog.edition, edition):
                self.entries.move_to_end(brand_id)
                return entry.catalog
            if not old:
                return None
            time_now = time.monotonic()
            entry.noticed = entry.noticed or time_now
            if time_now - entry.noticed > _OLD_SECONDS:
                return None
            if not entry.building:
                entry.building = True
                Thread(target=self._make_in_background, args=[brand_id], daemon=True, name="catalog").start()
            return entry.catalog

    def _make_in_background(self, brand_id: int) -> None:
        try:
            self._make_catalog(brand_id, revision.read(brand_id), settled=True)
        except Exception:
            logger.exception("the catalog of brand %s can't be made", brand_id)
        finally:
            with self.lock:
                if entry := self.entries.get(brand_id):
                    entry.building = False
            connections.close_all()

    def _make_catalog(self, brand_id: int, edition: Edition, *, settled: bool) -> Catalog:
        with self.making:
            if ready := self._find_current(brand_id, edition, old=False):  # another thread has made it meanwhile
                return ready
            key = (brand_id, edition.plans, edition.offers)
            catalog = self.unsettled.get(key, lambda: self._compile(brand_id, edition))
            if settled:
                self._store(brand_id, catalog)
            return catalog

    def _store(self, brand_id: int, catalog: Catalog) -> None:
        with self.lock:
            self.entries[brand_id] = _Entry(catalog)
            self.entries.move_to_end(brand_id)
            while len(self.entries) > settings.CATALOG_BRANDS_HELD:
                self.entries.popitem(last=False)

    def _compile(self, brand_id: int, edition: Edition) -> Catalog:
        plans = self.plans.get(edition.plans, _compile_plans)
        if brand_id == EVERYBODY:
            return Catalog(plans, _terms_of(plans), edition=edition)
        shared = self.shared_offers.get(edition.shared_offers, lambda: _read_offers(None))
        plans = _with_offers(plans, shared, _read_offers(brand_id))
        return Catalog(plans, _terms_of(plans), brand_id, edition)

    def clear(self) -> None:
        with self.making, self.lock:
            self.entries.clear()
            for memo in (self.unsettled, self.plans, self.shared_offers):
                memo.clear()


def _same_plans(left: Edition, right: Edition) -> bool:
    return (left.plans, left.offers) == (right.plans, right.offers)


_cache = _CatalogCache()
caches.CLEAR_CACHE.connect(_cache.clear, key=__name__)


def load(brand_id: int | None = None) -> Catalog:
    """Return a brand's catalog, or all plans without offers. One query, the first time in a request; a handful after a
    change. Within a transaction it is the newest."""
    owner = brand_id or EVERYBODY
    return _cache.get(owner, revision.read(owner))


def _terms_of(plans: Mapping[int, PlanView]) -> dict[int, Terms]:
    return {key: plan.terms for key, plan in plans.items()}


def _read_offers(brand_id: int | None) -> dict[int, tuple[Offer | None, ...]]:
    """Offers by plan that name the brand, or (None) no brand at all, in order of their ids."""
    grouped: dict[int, list[Any]] = defaultdict(list)
    rows_of = Q(brand=None) if brand_id is None else Q(brand=brand_id)
    for plan_id, *columns in models.PlanOffer.objects.filter(rows_of).order_by("pk").values_list(*_OFFER):
        grouped[plan_id].append(columns)
    return {plan_id: offers for plan_id, rows in grouped.items() if (offers := _sound_offers(plan_id, rows))}


_OFFER = (
    "plan_id",
    "brand_id",
    "portal_id",
    "group_id",
    "states",
    "allowed",
    "eff_from",
    "eff_to",
    "featured",
    "featured_rank",
)


def _sound_offers(plan_id: int, rows: list[Any]) -> tuple[Offer | None, ...]:
    """A plan's offers; (None,) where one is malformed."""
    try:
        for row in rows:
            shapes.check_texts(row[3])
    except _UNSOUND:
        logger.exception("plan %s is left out of the catalog: its offers are malformed", plan_id)
        return (None,)
    return tuple(Offer._make((*row[:3], frozenset(row[3]), *row[4:])) for row in rows)


def _with_offers(plans: Mapping[int, PlanView], *offers: Mapping[int, tuple[Offer | None, ...]]) -> dict[int, PlanView]:
    """Plans with the offers that a brand goes by. One whose offers are malformed isn't sold."""
    result = dict(plans)
    for plan_id in set().union(*offers):
        if (view := plans.get(plan_id)) is None:
            continue
        own = [offer for by_plan in offers for offer in by_plan.get(plan_id, ())]
        sound = tuple(offer for offer in own if offer is not None)
        if len(sound) < len(own):
            del result[plan_id]
        else:
            result[plan_id] = replace(view, terms=replace(view.terms, offers=sound))
    return result


def _by_plan(table: type[Model], *order: str) -> dict[int, list[Any]]:
    grouped: dict[int, list[Any]] = defaultdict(list)
    for row in table._default_manager.order_by(*order, "pk"):
        grouped[row.plan_id].append(row)  # type: ignore[attr-defined]
    return grouped


def _compile_plans() -> dict[int, PlanView]:
    rows = (
        models.Plan.objects.filter(active=True)
        .select_related("carrier")
        .defer("description", "benefits", "example")
        .order_by("sort_order", "id")
    )
    parts = {
        "rules": _by_plan(models.PlanRule),
        "tiers": _by_plan(models.PlanTier),
        "places": _by_plan(models.PlanServiceArea),
        "switches": _by_plan(models.PlanSwitch, "priority"),
        "blackouts": _by_plan(models.PlanBlackout, "starts"),
        "options": _by_plan(models.PlanOption, "sort_order"),
        "fees": _by_plan(models.PlanFee),
        "riders": _read_riders(),
    }
    sets = _question_sets()
    views = (_sound_view(row, {name: part[row.pk] for name, part in parts.items()}, sets) for row in rows)
    return {view.id: view for view in views if view is not None}


def _sound_view(row: models.Plan, parts: dict[str, list[Any]], sets: dict[int, tuple[SetRef, ...]]) -> PlanView | None:
    """Return the plan's view. None for a plan with malformed columns: it isn't sold, and the others still are."""
    try:
        _check_columns(row, parts)
        return _make_view(row, parts, sets)
    except _UNSOUND:
        logger.exception("plan %s is left out of the catalog: its data is malformed", row.pk)
        return None


def _check_columns(row: models.Plan, parts: dict[str, list[Any]]) -> None:
    """Raise ValidationError or ValueError for what pages rely on and no database checks."""
    categories.Category(row.category)
    shapes.check_facts(row.facts)
    for texts in (row.badges, row.coverages, row.requirements):
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


def _read_riders() -> dict[int, list[Any]]:
    grouped: dict[int, list[Any]] = defaultdict(list)
    for row in models.PlanRider.objects.filter(active=True).select_related("question_set"):
        question_set = row.question_set
        asks = (
            (question_set.pk, question_set.version)
            if question_set and question_set.active and question_set.version
            else None
        )
        ages = AgeLimit(row.min_age, row.max_age)
        rider = Rider(row.code, row.label, row.text, row.component, row.rider_plan_id, asks, ages, row.i18n)
        grouped[row.plan_id].append(rider)
    return grouped


def _make_view(row: models.Plan, parts: dict[str, list[Any]], sets: dict[int, tuple[SetRef, ...]]) -> PlanView:
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
        part_month=PartMonth(row.part_month),
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
    if row.is_premier and all(fee.code != PREMIER_FEE.code for fee in fees):
        fees.insert(0, PREMIER_FEE)
    return tuple(fees)


def _terms(row: models.Plan, parts: dict[str, list[Any]]) -> Terms:
    rules = {rule.role: rule for rule in parts["rules"]}
    own = rules.get("SELF") or models.PlanRule()
    limited = [rule for rule in rules.values() if rule.min_age is not None or rule.max_age is not None]
    return Terms(
        plan_id=row.pk,
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
        max_dependent_age=(rules.get("CHILD") or own).max_dependent_age or own.max_dependent_age,
    )

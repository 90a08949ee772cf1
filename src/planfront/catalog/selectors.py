"""Reading the catalog. Other rooms use these functions and the frozen views, not the tables."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from django.db.models import BigIntegerField, Q, TextField

from planfront.catalog import revision, richtext, snapshot
from planfront.catalog.categories import ORDER, Category
from planfront.catalog.models import (
    Carrier,
    Plan,
    PlanBenefit,
    PlanCostShare,
    PlanDocument,
    PlanOffer,
    PlanServiceArea,
)
from planfront.catalog.networks import Network, plan_networks
from planfront.catalog.snapshot import ITIN_ACCEPTED, Catalog, PlanView
from planfront.catalog.terms import PartMonth
from planfront.catalog.wording import language, pick
from planfront.kernel import clock
from planfront.kernel.database.prepared import Param, Prepared
from planfront.kernel.errors import NotFound
from planfront.kernel.memory import caches
from planfront.kernel.memory.memo import Memo

HOME_GROUPS = ("low_deductible", "high_annual_maximum", "bundled", "vision")


@dataclass(frozen=True)
class Store:
    """The store that offers are matched against: a brand's, and within it a portal's or a group's."""

    brand_id: int
    portal_id: int | None = None
    group_id: int | None = None


@dataclass(frozen=True)
class FeaturedPlan:
    """A card of the home page."""

    plan_id: int
    plan_name: str
    plan_logo: str
    plan_short_text: str
    category: str
    carrier_name: str
    home_group: str


@dataclass(frozen=True)
class PlanTexts:
    """The texts of one plan in the active language, with its documents, networks and costs. ``description`` is safe
    (richtext)."""

    view: PlanView
    description: dict[str, str]
    benefits: dict[str, Any]
    example: dict[str, Any]
    documents: tuple[PlanDocument, ...]
    networks: tuple[Network, ...]
    form_no: str
    carrier: Carrier
    costs: tuple[PlanCostShare, ...]
    services: tuple[PlanBenefit, ...]
    service_names: dict[str, str]

    def name_of(self, service: PlanBenefit) -> str:
        """Return the name of the service in the benefits table of the active language."""
        return self.service_names.get(service.name, service.name)


@dataclass(frozen=True)
class PlanCosts:
    """A plan's costs as numbers."""

    shares: tuple[PlanCostShare, ...]
    services: tuple[PlanBenefit, ...]

    def of(self, option: str) -> PlanCostShare | None:
        """The limits of an option: its own, else those of every option."""
        by_option = {row.option: row for row in self.shares}
        return by_option.get(option, by_option.get(""))


def costs_of(plan_ids: Collection[int]) -> dict[int, PlanCosts]:
    """The costs of plans; two queries. A plan without any has empty ones."""
    shares: dict[int, list[PlanCostShare]] = defaultdict(list)
    services: dict[int, list[PlanBenefit]] = defaultdict(list)
    for share in PlanCostShare.objects.filter(plan_id__in=plan_ids):
        shares[share.plan_id].append(share)
    for service in PlanBenefit.objects.filter(plan_id__in=plan_ids):
        services[service.plan_id].append(service)
    return {plan_id: PlanCosts(tuple(shares[plan_id]), tuple(services[plan_id])) for plan_id in plan_ids}


def is_offered(view: PlanView, store: Store, on: date) -> bool:
    """Return whether the store has the plan in any state on that day (portal, group and brand offers)."""
    fitting = [
        offer
        for offer in view.terms.offers
        if offer.fits(store.brand_id, store.portal_id, store.group_id, on) and (offer.allowed or not offer.states)
    ]
    top = max((offer.weight for offer in fitting if not offer.allowed), default=-1)
    return any(offer.allowed and offer.weight > top for offer in fitting)


def store_plans(store: Store, on: date | None = None) -> Sequence[PlanView]:
    """The listed plans of a store, by category and then in catalog order. Worked out once for each edition and day."""
    day, plans = on or clock.today(), catalog(store.brand_id)
    return plans.memo.get(("plans", store, day), lambda: _store_plans(plans, store, day))


def _store_plans(plans: Catalog, store: Store, on: date) -> tuple[PlanView, ...]:
    views = [view for view in plans.plans.values() if view.listed and is_offered(view, store, on)]
    return tuple(sorted(views, key=lambda view: (ORDER.get(view.category, 99), view.sort_order, view.id)))


def menu_categories(
    brand_id: int, portal_id: int | None = None, group_id: int | None = None, agent_id: int | None = None
) -> list[str]:
    """Keys of the categories that have plans in the store, in menu order. Memberships make no menu entry."""
    del agent_id  # a rep sells what the brand, portal and group offer
    plans = store_plans(Store(brand_id, portal_id, group_id))
    return list(dict.fromkeys(view.category for view in plans if not view.is_membership))


def category_label(key: str) -> str:
    return str(Category(key).label)


FEATURED_AT_HOME = 4
"""As many featured plans as the home page shows and prices."""


def featured_plans(
    brand_id: int, portal_id: int | None = None, group_id: int | None = None, limit: int = 12
) -> list[FeaturedPlan]:
    """The store's featured plans by rank. An offer that names the portal or group ranks before a general one."""
    store, day, plans = Store(brand_id, portal_id, group_id), clock.today(), catalog(brand_id)
    views = plans.memo.get(("featured", store, day), lambda: _featured_views(store, day))
    return [_featured_card(view, language()) for view in views[:limit]]


def _featured_views(store: Store, day: date) -> list[PlanView]:
    ranked = []
    for view in store_plans(store, day):
        fitting = (offer for offer in view.terms.offers if offer.featured and offer.allowed)
        offers = [offer for offer in fitting if offer.fits(store.brand_id, store.portal_id, store.group_id, day)]
        if offers:
            best = min((-offer.weight, offer.featured_rank) for offer in offers)
            ranked.append((best, view))
    ranked.sort(key=lambda item: (item[0], item[1].sort_order, item[1].id))
    return [view for _, view in ranked]


def _featured_card(view: PlanView, lang: str) -> FeaturedPlan:
    return FeaturedPlan(
        plan_id=view.id,
        plan_name=pick(view.i18n, "name", view.name, lang),
        plan_logo=view.logo,
        plan_short_text=pick(view.i18n, "short_text", view.short_text, lang),
        category=view.category,
        carrier_name=view.carrier_name,
        home_group=view.home_group,
    )


def plan_view(plan_id: int, store: Store) -> PlanView:
    """One active plan that the brand offers through any of its portals or groups. Raises NotFound."""
    view = catalog(store.brand_id).plans.get(plan_id)
    if view is None or not view.terms.offers:
        raise NotFound
    return view


def is_sold_at(plan_id: int, store: Store) -> bool:
    """Return whether the plan is active and the brand offers it through any of its portals or groups."""
    try:
        plan_view(plan_id, store)
    except NotFound:
        return False
    return True


def catalog(brand_id: int | None = None) -> Catalog:
    """Return all active plans and their terms, with the offers for a brand. Without a brand they have none: for names
    and texts, not for sales."""
    return snapshot.load(brand_id)


def part_month_of(plan_id: int, plans: Catalog | None = None) -> PartMonth:
    """Return a plan's rule for parts of months, of one that isn't on sale any more, too. ``plans``: read before."""
    view = (plans or catalog()).plans.get(plan_id)
    if view is not None:
        return view.part_month
    stored = Plan.objects.filter(pk=plan_id).values_list("part_month", flat=True).first()
    return PartMonth(stored or PartMonth.WHOLE)


def carriers_of(plan_ids: Iterable[int]) -> dict[int, int]:
    """Return the ids of plans' carriers by plan, of plans that aren't on sale any more, too."""
    return dict(Plan.objects.filter(pk__in=list(plan_ids)).values_list("pk", "carrier_id"))


def plan_texts(plan_id: int, store: Store) -> PlanTexts:
    """The plan with its long texts, documents, networks and costs in the active language, held for each edition of the
    catalog. Shared: don't change it. Raises NotFound."""
    view = plan_view(plan_id, store)
    return _texts.get(texts_key(plan_id, store), lambda: _plan_texts(view, store))


_TEXTS_HELD = 256
_texts = Memo(_TEXTS_HELD)
caches.CLEAR_CACHE.connect(_texts.clear, key=f"{__name__}.texts")


def texts_key(plan_id: int, store: Store) -> tuple[object, ...]:
    """Return a key of all that the texts of a plan depend on."""
    edition = revision.read(store.brand_id)
    return edition.plans, edition.texts, plan_id, store.brand_id, language()


_PLAN = Param("plan", BigIntegerField())
_ROW = Prepared(lambda: Plan.objects.select_related("carrier").filter(pk=_PLAN))
_COSTS = Prepared(lambda: PlanCostShare.objects.filter(plan_id=_PLAN))
_BENEFITS = Prepared(lambda: PlanBenefit.objects.filter(plan_id=_PLAN))
_DOCUMENTS = Prepared(
    lambda: PlanDocument.objects.filter(Q(language="en") | Q(language=Param("language", TextField())), plan_id=_PLAN)
)


def _plan_texts(view: PlanView, store: Store) -> PlanTexts:
    plan_id, lang = view.id, language()
    row = _ROW.row(plan=plan_id)
    if row is None:
        raise NotFound
    return PlanTexts(
        view,
        description(row.description, row.i18n, lang),
        pick(row.i18n, "benefits", row.benefits, lang),
        pick(row.i18n, "example", row.example, lang),
        _documents(plan_id, lang),
        tuple(plan_networks(plan_id, store.brand_id)),
        row.form_no,
        row.carrier,
        tuple(_COSTS.rows(plan=plan_id)),
        tuple(_BENEFITS.rows(plan=plan_id)),
        _translated_names(row.benefits, pick(row.i18n, "benefits", row.benefits, lang)),
    )


def _translated_names(english: Mapping[str, Any], own: Mapping[str, Any]) -> dict[str, str]:
    """The lines of a benefits table by their English names. Empty when the translation has other lines."""
    lines, translated = english.get("rows") or [], own.get("rows") or []
    if len(lines) != len(translated):
        return {}
    return {line["name"]: words["name"] for line, words in zip(lines, translated, strict=True)}


def description(texts: Mapping[str, Any], i18n: Mapping[str, Any], lang: str) -> dict[str, str]:
    """Every text of DESCRIPTION_KEYS in a language, English where it isn't translated; safe to show."""
    own: dict[str, Any] = pick(i18n, "description", {}, lang)
    flat = (i18n.get(lang) or {}) if lang != "en" else {}
    result = {key: str(own.get(key) or flat.get(key) or texts.get(key) or "") for key in Plan.DESCRIPTION_KEYS}
    return {key: richtext.clean_key(key, text) for key, text in result.items()}


def documents_of(plan_ids: Iterable[int]) -> dict[int, tuple[PlanDocument, ...]]:
    """Documents of plans that are in the catalog, in the active language, by plan."""
    lang = language()
    ids = set(plan_ids) & set(catalog().plans)
    result: dict[int, list[PlanDocument]] = {}
    for row in PlanDocument.objects.filter(plan_id__in=ids, language__in=["en", lang]):
        result.setdefault(row.plan_id, []).append(row)
    return {plan_id: _in_language(rows, lang) for plan_id, rows in result.items()}


def _documents(plan_id: int, lang: str) -> tuple[PlanDocument, ...]:
    """The plan's documents in the language; an English one only where its kind has none in the language."""
    return _in_language(_DOCUMENTS.rows(plan=plan_id, language=lang), lang)


def _in_language(rows: list[PlanDocument], lang: str) -> tuple[PlanDocument, ...]:
    own = {row.kind for row in rows if row.language == lang}
    return tuple(row for row in rows if (row.language == lang or row.kind not in own) and row.href)


def document(document_id: int, store: Store) -> PlanDocument:
    """A document of a plan that the brand offers. Raises NotFound."""
    plan_document = PlanDocument.objects.filter(pk=document_id).first()
    if plan_document is None:
        raise NotFound
    plan_view(plan_document.plan_id, store)
    return plan_document


def related_plans(plan_id: int, store: Store, limit: int = 4) -> list[PlanView]:
    """Plans the operator tied to this one, then others of its category."""
    view, day = plan_view(plan_id, store), clock.today()
    tied = list(
        Plan.related.through.objects.filter(from_plan_id=plan_id).order_by("id").values_list("to_plan_id", flat=True)
    )
    plans = catalog(store.brand_id).plans
    same = [other.id for other in store_plans(store, day) if other.category == view.category]
    order = dict.fromkeys([*tied, *same])
    result = [plans[key] for key in order if key in plans and key != plan_id]
    return [other for other in result if other.listed and is_offered(other, store, day)][:limit]


def plan_ids_by_hios() -> dict[str, int]:
    """Plan id by HIOS plan id, for rate imports."""
    return dict(Plan.objects.exclude(hios_plan_id="").values_list("hios_plan_id", "id"))


def plan_ids_by_name() -> dict[str, int]:
    """Plan id by name in capitals, of names that one plan alone has."""
    ids: dict[str, list[int]] = {}
    for name, plan_id in Plan.objects.values_list("name", "id"):
        ids.setdefault(" ".join(name.upper().split()), []).append(plan_id)
    return {name: plans[0] for name, plans in ids.items() if len(plans) == 1}


def offered_states(brand_ids: Collection[int], on: date) -> frozenset[str] | None:
    """Return the states in which these brands offer plans on a day; None for every state. Two queries."""
    served: dict[int, set[str]] = {}
    for plan_id, state in PlanServiceArea.objects.order_by().values_list("plan_id", "state").distinct():
        served.setdefault(plan_id, set()).add(state)
    offers = PlanOffer.objects.filter(
        Q(brand=None) | Q(brand__in=brand_ids),
        Q(eff_to=None) | Q(eff_to__gte=on),
        plan__active=True,
        allowed=True,
        eff_from__lte=on,
    )
    result: set[str] = set()
    for plan_id, states in offers.order_by().values_list("plan_id", "states"):
        places = served.get(plan_id)
        if not states and places is None:
            return None
        result |= set(states) & places if states and places is not None else set(states) or places or set()
    return frozenset(result)


def all_plan_ids() -> list[int]:
    """Every plan there is, also inactive ones."""
    return list(Plan.objects.values_list("id", flat=True))


def plans_of_same_carriers(plan_ids: Iterable[int]) -> dict[int, str]:
    """Names of all active plans of the carriers that have one of these plans."""
    carriers_of = Plan.objects.filter(pk__in=list(plan_ids)).values("carrier")
    return dict(Plan.objects.filter(carrier__in=carriers_of, active=True).values_list("id", "name"))


def plan_times() -> dict[int, datetime]:
    """Return the time of each active plan's last change."""
    return dict(Plan.objects.filter(active=True).values_list("id", "updated_at"))


def plan_names(plan_ids: Iterable[int]) -> dict[int, str]:
    """Names of plans, also of inactive ones."""
    return dict(Plan.objects.filter(pk__in=list(plan_ids)).values_list("id", "name"))


def plans_without_itin(plan_ids: Iterable[int]) -> set[int]:
    """Return those of the plans, also of inactive ones, that take nobody with an ITIN."""
    plans = Plan.objects.filter(pk__in=list(plan_ids), is_membership=False).values_list("id", "requirements")
    return {plan_id for plan_id, needed in plans if ITIN_ACCEPTED not in needed}


def carriers() -> Sequence[Carrier]:
    return list(Carrier.objects.filter(active=True))


@dataclass(frozen=True)
class HomeGroup:
    """A section of the alternative landing page with the plans it names."""

    key: str
    plans: tuple[FeaturedPlan, ...]


def home_groups(
    brand_id: int, portal_id: int | None = None, group_id: int | None = None, limit: int = 3
) -> list[HomeGroup]:
    """Low Deductible, High Annual Maximum, Bundled and Vision, each with up to ``limit`` plans; empty ones left out."""
    lang = language()
    result: dict[str, list[FeaturedPlan]] = {key: [] for key in HOME_GROUPS}
    for view in store_plans(Store(brand_id, portal_id, group_id)):
        if view.home_group in result and len(result[view.home_group]) < limit:
            result[view.home_group].append(_featured_card(view, lang))
    return [HomeGroup(key, tuple(plans)) for key, plans in result.items() if plans]

"""A plan as a store shows it: its row in the list with what is typed, for a chosen shopper, at the engine's price."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from urllib.parse import urlencode

from django.http import HttpRequest

from planfront.backoffice.brand_editor.sample import sample_quote
from planfront.brands import preview, themes
from planfront.brands import selectors as brands
from planfront.brands.models import Brand
from planfront.catalog.drafts import draft_of
from planfront.catalog.models import Plan, PlanOffer
from planfront.catalog.selectors import Store, catalog, is_offered
from planfront.eligibility import texts as refusal_texts
from planfront.kernel import clock
from planfront.kernel.errors import AppError
from planfront.kernel.money import display
from planfront.kernel.text.parse import show_date
from planfront.rating.models import RateTable, TableStatus
from planfront.shopping.models import Quote
from planfront.shopping.pricing.pricer import make_pricer

_FEW = 6
"""States that are named; of more only the number is said."""
TIERS = (("IO", "One person"), ("IS", "With a spouse"), ("IC", "With children"), ("IF", "Family"))
_MADE_UP = {"zip": "43215", "dob": "04/17/1989", "tier": "IO"}
FRAMES = (
    ("At 1280, English", "en", 1280, 900),
    ("At 390, English", "en", 390, 844),
    ("At 390, Español", "es", 390, 844),
)


@dataclass(frozen=True)
class Asked:
    """The store and the sample shopper for whom a plan is shown."""

    brand: Brand | None
    zip: str
    dob: str
    tier: str

    @property
    def shopper(self) -> dict[str, str]:
        family = {"spouse_dob": self.dob, "no_of_children": "1"}
        family_fields = {"IS": ("spouse_dob",), "IC": ("no_of_children",), "IF": ("spouse_dob", "no_of_children")}
        more = {name: family[name] for name in family_fields.get(self.tier, ())}
        return {"zip": self.zip, "dob": self.dob, "tier": self.tier, **more}


def list_stores() -> list[Brand]:
    return list(Brand.objects.filter(active=True).order_by("pk"))


def read_asked(typed: Mapping[str, str], all_stores: list[Brand]) -> Asked:
    chosen = next((brand for brand in all_stores if str(brand.pk) == typed.get("shop_store")), None)
    shopper = {name: (typed.get(f"shop_{name}") or made_up).strip() for name, made_up in _MADE_UP.items()}
    return Asked(chosen or (all_stores[0] if all_stores else None), **shopper)


@dataclass(frozen=True)
class Shown:
    """Addresses of FRAMES, in their order. Without any, ``why`` gives the reason."""

    why: str = ""
    origin: str = ""
    urls: tuple[str, ...] = ()
    enrollment_id: str = ""


def show_row(request: HttpRequest, plan: Plan, sample: Asked) -> Shown:
    """Return addresses of the store's own list with the plan as typed. Nothing is saved."""
    brand = sample.brand
    if brand is None:
        return Shown("No store is open.")
    saved_plan = catalog(brand.pk).plans.get(plan.pk)
    if saved_plan is None:
        return Shown("It isn't on sale yet, so no store's list has it. Put it on sale and save to see its row.")
    if not saved_plan.listed or saved_plan.is_membership:
        return Shown("It isn't listed. Shoppers reach it from another plan.")
    if not is_offered(
        saved_plan, Store(brand.pk, brands.setting_id(brand.pk, "default_portal_id"), None), clock.today()
    ):
        return Shown(f"{brand.name} doesn't sell it. To sell it there, add an offer on the Offers tab.")
    try:
        session, enrollment_id = sample_quote(brand, sample.shopper)
    except AppError as error:
        return Shown(f"{brand.name} can't quote this shopper: {_error_text(error)}")
    origin = brands.site_url(brand.pk)
    token = preview.issue(
        preview.Preview(
            brand_id=brand.pk,
            origin=f"{request.scheme}://{request.get_host()}",
            values=themes.values_of(brand),
            session=session,
            enrollment_id=enrollment_id,
            plan=draft_of(plan),
        )
    )
    return Shown("", origin, tuple(_url(origin, plan, lang, token) for _title, lang, *_size in FRAMES), enrollment_id)


def _url(origin: str, plan: Plan, lang: str, token: str) -> str:
    query = {"type": plan.category, "row": plan.pk, "language": lang, preview.PARAMETER: token}
    return f"{origin}/plans?{urlencode(query)}"


def _error_text(error: AppError) -> str:
    errors = getattr(error, "errors", None) or []
    texts = [str(getattr(item, "error_message", "") or getattr(item, "message", "")) for item in errors]
    return " ".join(text for text in texts if text) or str(error.message)


@dataclass(frozen=True)
class Rates:
    """A table of the band: since or from when, what the chosen shopper pays by it. ``state``: now, agreed, waiting."""

    state: str
    when: str
    price: str
    note: str
    table_id: int


def load_rates(plan: Plan, sample: Asked) -> list[Rates]:
    """Return the rates of a plan: in force, approved for later, waiting for approval."""
    today = clock.today()
    tables = RateTable.objects.filter(plan=plan, status__in=[TableStatus.APPROVED, TableStatus.DRAFT])
    rows = [row for row in tables.order_by("eff_from", "version") if row.eff_to is None or row.eff_to >= today]
    quote = _start_sample_quote(sample) if any(row.status == TableStatus.APPROVED for row in rows) else None
    return [_rates_of(row, plan, quote, today) for row in rows]


def _start_sample_quote(sample: Asked) -> Quote | None:
    if sample.brand is None:
        return None
    try:
        _session, enrollment_id = sample_quote(sample.brand, sample.shopper)
    except AppError:
        return None
    return Quote.objects.get(public_id=enrollment_id)


def _rates_of(row: RateTable, plan: Plan, quote: Quote | None, today: date) -> Rates:
    if row.status == TableStatus.DRAFT:
        return Rates("waiting", f"From {show_date(row.eff_from)}, not approved yet", "–", "", row.pk)
    price, note = _price_on(plan, quote, max(today, row.eff_from)) if quote is not None else ("–", "")
    if row.eff_from > today:
        return Rates("agreed", f"From {show_date(row.eff_from)}, approved", price, note, row.pk)
    until = f" to {show_date(row.eff_to)}" if row.eff_to else ""
    return Rates("now", f"Since {show_date(row.eff_from)}{until}", price, note, row.pk)


def _price_on(plan: Plan, quote: Quote, on: date) -> tuple[str, str]:
    pricer = make_pricer(quote, [plan.pk], on=on)
    view = pricer.catalog.plans.get(plan.pk)
    if view is None:
        return "–", "Not on sale."
    offered = pricer.offer(view)
    if offered.priced is not None:
        return f"{display(offered.priced.recurring)} a month", offered.option.label
    return "–", refusal_texts.message(offered.refusal) if offered.refusal else ""


@dataclass(frozen=True)
class Buyers:
    """Offers on the same terms, in words: to whom, in which stores, where and from when."""

    who: str
    stores: str
    terms: str
    allowed: bool


def load_buyers(plan: Plan) -> list[Buyers]:
    """Return the audiences that may, and may not, buy a plan. Stores, groups and portals with the same terms are one
    row."""
    offers = plan.offers.select_related("brand", "portal", "group").order_by("brand_id", "portal_id", "group_id", "pk")
    stores_by_audience: dict[tuple[str, str, bool], list[str]] = {}
    for offer in offers:
        store = offer.brand.name if offer.brand else "Every store"
        stores_by_audience.setdefault((_audience_text(offer), _terms_text(offer), offer.allowed), []).append(store)
    audiences_by_stores: dict[tuple[tuple[str, ...], str, bool], list[str]] = {}
    for (audience, terms, allowed), stores in stores_by_audience.items():
        audiences_by_stores.setdefault((tuple(dict.fromkeys(stores)), terms, allowed), []).append(audience)
    return [
        Buyers(", ".join(audiences), ", ".join(stores), terms, allowed)
        for (stores, terms, allowed), audiences in audiences_by_stores.items()
    ]


def _audience_text(offer: PlanOffer) -> str:
    return ", ".join(str(part.name) for part in (offer.portal, offer.group) if part) or "Everyone"


def _terms_text(offer: PlanOffer) -> str:
    states = offer.states or []
    where = "every state" if not states else ", ".join(states) if len(states) <= _FEW else f"{len(states)} states"
    until = f" to {show_date(offer.eff_to)}" if offer.eff_to else " on"
    return f"In {where}, from {show_date(offer.eff_from)}{until}"


def say_ages(plan: Plan) -> str:
    """Return the ages of applicants in words: ``Ages 18 to 99.``"""
    rule = plan.rules.filter(role="SELF").first()
    if rule is None or (rule.min_age is None and rule.max_age is None):
        return "At any age."
    if rule.max_age is None:
        return f"From age {rule.min_age}."
    return f"Up to age {rule.max_age}." if rule.min_age is None else f"Ages {rule.min_age} to {rule.max_age}."

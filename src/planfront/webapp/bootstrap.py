"""The data block of the index page. Never a token, never anything about the visitor."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict
from typing import TYPE_CHECKING, Any, cast

from django.conf import settings
from pydantic_core import to_jsonable_python

from planfront.art import pictures
from planfront.brands import legal, marketing, own_pictures, recipes, videos
from planfront.brands import selectors as brands
from planfront.catalog import selectors as catalog
from planfront.catalog.items import category_labels
from planfront.catalog.networks import brand_networks
from planfront.catalog.schemas import FeaturedPlanItem, PlanDetail, plan_detail
from planfront.catalog.selectors import FeaturedPlan
from planfront.catalog.snapshot import PlanView
from planfront.catalog.wording import language
from planfront.kernel.text.parse import show_phone
from planfront.leads import selectors as leads
from planfront.leads.schemas import ConsentWords
from planfront.parties.landing import LandingInfo, landing_facts, taglines
from planfront.parties.reps.selectors import AgentFacts
from planfront.shopping.home.schemas import HomePerson
from planfront.shopping.pricing.from_prices import price_from
from planfront.webapp.page_data import (
    APPS,
    AppLink,
    BrandBlock,
    CardsBlock,
    Flags,
    HomeGroup,
    HowTo,
    JudgedPlan,
    Judgement,
    LandingBlock,
    Language,
    LegalLink,
    MarketingByLanguage,
    NetworkLink,
    OwnPictureBlock,
    PageData,
    PersonBlock,
    RecipeBlock,
    SiteLinks,
    VoiceByLanguage,
)
from planfront.webapp.routes import Landing

if TYPE_CHECKING:
    from planfront.brands.models import Brand

# Characters that could end the script element or start a comment inside it.
_ESCAPES = {"<": "\\u003c", ">": "\\u003e", "&": "\\u0026", "\u2028": "\\u2028", "\u2029": "\\u2029"}


def brand_block(brand: Brand) -> BrandBlock:
    hero = brands.picture(brand, "hero_image", "hero.svg")
    logo = brands.picture(brand, "logo", "logo.svg")
    # An operator's own logo has no small one that the store knows of.
    compact = "logo-compact.svg" if logo == brands.art_path(brand, "logo.svg") else ""
    return {
        "key": brand.key,
        "name": brand.name,
        "tagline": brand.tagline,
        "phone": brand.phone,
        "phone_display": show_phone(brand.phone),
        "email": brand.email,
        "support_hours": brand.support_hours,
        "logo": {"src": logo, "alt": brand.name},
        "cart_logo": brands.picture(brand, "cart_logo", compact),
        "footer_logo": brands.picture(brand, "footer_logo", ""),
        "hero": hero,
        "hero_alt": words_of(brand, hero),
        "empty_icon": brands.picture(brand, "empty_state_icon", ""),
        "ios_icon": brands.picture(brand, "ios_app_icon", ""),
        "android_icon": brands.picture(brand, "android_app_icon", ""),
        "favicon": brands.picture(brand, "favicon", "favicon.svg"),
    }


def words_of(brand: Brand, address: str) -> VoiceByLanguage:
    """Return a picture's description by language; empty for a picture that only decorates."""
    return cast(VoiceByLanguage, own_pictures.words_of(brand.pk, address))


def landing_block(brand: Brand, landing: Landing | None) -> LandingBlock | None:
    if landing is None:
        return None
    facts = LandingInfo(**landing_facts(landing))
    return {
        "type": "agent" if isinstance(landing, AgentFacts) else "group",
        "id": landing.id,
        "code": landing.code,
        "display_name": facts.display_name,
        "display_phone": facts.display_phone,
        "display_email": facts.display_email,
        "tagline": cast(VoiceByLanguage, taglines(landing)),
        "image": facts.image,
        "image_link": facts.image_link,
        "banner_image": facts.banner_image,
        "banner_alt": words_of(brand, facts.banner_image),
        "logo": facts.logo,
        "about": landing.bio if isinstance(landing, AgentFacts) else landing.about,
    }


def _home_groups(brand_id: int, portal_id: int | None, group_id: int | None) -> list[HomeGroup]:
    """Return the marketing sections with ids and names only; their cards aren't in the first paint."""
    return [
        {
            "key": home_group.key,
            "plans": [{"plan_id": plan.plan_id, "plan_name": plan.plan_name} for plan in home_group.plans],
        }
        for home_group in catalog.home_groups(brand_id, portal_id, group_id)
    ]


def _site_link(brand: Brand, key: str) -> str:
    """Return an address of the operator's own; "" unless it is https, since the page would run a script address."""
    link = brands.setting(brand.pk, key).strip()
    return link if link.startswith("https://") else ""


def links_block(brand: Brand) -> SiteLinks:
    return {
        "feedback": _site_link(brand, "feedback_link"),
        "register": _site_link(brand, "register_link"),
        "logo": _site_link(brand, "open_link"),
        "ios_app": _site_link(brand, "ios_app_link"),
        "android_app": _site_link(brand, "android_app_link"),
    }


def apps_block(brand: Brand) -> list[AppLink]:
    """Return the operator's other applications (settings ``app_<key>_link``), where the setting ``site_flag`` is
    "false"."""
    if brands.setting(brand.pk, "site_flag").strip().lower() != "false":
        return []
    result = ((key, brands.setting(brand.pk, f"app_{key}_link").strip()) for key in APPS)
    return [{"key": key, "href": link} for key, link in result if _own_or_https(link)]


def _own_or_https(link: str) -> bool:
    return link.startswith("https://") or (link.startswith("/") and not link.startswith(("//", "/\\")))


def _flags(brand: Brand) -> Flags:
    return {
        "hide_home_breadcrumb": brand.flag("hide_home_breadcrumb"),
        "landing_to_root": brand.flag("landing_to_root"),
        "dental_vision_only": brand.flag("dental_vision_only"),
        "memberships": brand.flag("memberships"),
        "main_store": brand.flag("main_store"),
        "kit": settings.KIT,
    }


def _featured(plan: FeaturedPlan) -> FeaturedPlanItem:
    return FeaturedPlanItem(
        plan_id=plan.plan_id,
        plan_name=plan.plan_name,
        plan_logo=plan.plan_logo,
        plan_short_text=plan.plan_short_text,
        category=plan.category,
        carrier_name=plan.carrier_name,
    )


def _judgement(pick: str, against: str) -> Judgement:
    return {"pick": pick, "against": against}


def _recipe(brand: Brand, featured: list[FeaturedPlan], person: HomePerson | None) -> RecipeBlock:
    recipe = recipes.read(brand.recipe)
    priced = featured[: catalog.FEATURED_AT_HOME] if recipe.from_place else []
    prices = price_from(brand.pk, [plan.plan_id for plan in priced], recipe.from_place) if priced else {}
    return {
        "hero": recipe.hero,
        "sections": list(recipe.sections),
        "line": cast(VoiceByLanguage, recipe.voice("line")),
        "lead": {"en": marketing.lead(brand, "en"), "es": marketing.lead(brand, "es")},
        "short": {"en": marketing.short_lead(brand, "en"), "es": marketing.short_lead(brand, "es")},
        "ask": cast(VoiceByLanguage, recipe.voice("ask")),
        "from_place": recipe.from_place,
        "from_prices": [{"plan_id": plan_id, "price": str(price)} for plan_id, price in prices.items()],
        "featured_count": int(recipe.featured_count),
        "judged": [
            cast(
                JudgedPlan,
                {"plan_id": plan_id, **{language: _judgement(*halves) for language, halves in by_language.items()}},
            )
            for plan_id, by_language in recipe.judgements().items()
        ],
        "has_person": bool(recipe.person),
        "person": cast("PersonBlock | None", person and person.model_dump()),
    }


def _own_pictures(brand: Brand) -> dict[str, OwnPictureBlock]:
    pictures = own_pictures.category_pictures(brand.pk)
    return {key: {"src": own.src, "alt": cast(VoiceByLanguage, own.alt)} for key, own in pictures.items()}


def _consents(brand: Brand) -> list[ConsentWords]:
    return [ConsentWords.model_construct(**asdict(words)) for words in leads.consent_texts(brand.name).values()]


def _plan(brand: Brand, plan: PlanView | None) -> PlanDetail | None:
    """Return the answer of get-plan-detail, on a plan's own page."""
    if plan is None:
        return None
    texts = catalog.plan_texts(plan.id, catalog.Store(brand.pk))
    return plan_detail(texts, category_labels())


def build_page_data(
    brand: Brand,
    landing: Landing | None,
    plan: PlanView | None = None,
    cards: CardsBlock | None = None,
    person: HomePerson | None = None,
) -> PageData:
    """Return the data for the first paint. ``consents`` and ``plan`` are in ``language``; ``person`` is for the home
    page."""
    group_id = landing.id if landing is not None and not isinstance(landing, AgentFacts) else None
    group_id = group_id or brands.setting_id(brand.pk, "default_group_id")
    portal_id = brands.setting_id(brand.pk, "default_portal_id")
    featured = catalog.featured_plans(brand.pk, portal_id, group_id)
    # What follows a column's choices is as its table says: a cast says so to the type checker.
    return {
        "brand": brand_block(brand),
        "landing": landing_block(brand, landing),
        "flags": _flags(brand),
        "menu": catalog.menu_categories(brand.pk, portal_id, group_id),
        "featured": [_featured(plan) for plan in featured],
        "home_groups": _home_groups(brand.pk, portal_id, group_id),
        "recipe": _recipe(brand, featured, person),
        "marketing": cast(MarketingByLanguage, marketing.marketing_blocks(brand)),
        "providers": [cast(NetworkLink, asdict(network)) for network in brand_networks(brand.pk)],
        "language": cast(Language, language()),
        "consents": _consents(brand),
        "plan": _plan(brand, plan),
        "cards": cards,
        "links": links_block(brand),
        "legal": cast(list[LegalLink], legal.legal_links(brand)),
        "apps": apps_block(brand),
        "videos": cast(list[HowTo], videos.list_videos(brand.pk)),
        "static_art": "/static/art/",
        "art": pictures.address(),
        "pictures": _own_pictures(brand),
        "languages": [cast(Language, code) for code, _name in settings.LANGUAGES],
        "api": "/api/v1",
    }


def to_script(data: Mapping[str, Any]) -> str:
    """Return JSON that is safe inside a script element."""
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"), default=to_jsonable_python)
    for character, escape in _ESCAPES.items():
        text = text.replace(character, escape)
    return text

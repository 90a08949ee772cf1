"""The data block of the index page. Never a token, never anything about the visitor."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from django.conf import settings

from planfront.brands import legal, marketing, videos
from planfront.brands import selectors as brands
from planfront.catalog import selectors as catalog
from planfront.catalog.api import category_labels
from planfront.catalog.networks import brand_networks
from planfront.catalog.schemas import plan_detail
from planfront.catalog.snapshot import PlanView
from planfront.catalog.wording import language
from planfront.kernel.parse import show_phone
from planfront.leads import selectors as leads
from planfront.producers.schemas import AgentLanding
from planfront.producers.selectors import AgentFacts
from planfront.sponsors.schemas import GroupLanding
from planfront.webapp.routes import Landing

if TYPE_CHECKING:
    from planfront.brands.models import Brand

FLAGS = ("hide_home_breadcrumb", "landing_to_root", "dental_vision_only", "memberships", "main_store")
# Characters that could end the script element or start a comment inside it.
_ESCAPES = {"<": "\\u003c", ">": "\\u003e", "&": "\\u0026", "\u2028": "\\u2028", "\u2029": "\\u2029"}


def brand_block(brand: Brand) -> dict[str, Any]:
    return {
        "key": brand.key,
        "name": brand.name,
        "tagline": brand.tagline,
        "phone": brand.phone,
        "phone_display": show_phone(brand.phone),
        "email": brand.email,
        "support_hours": brand.support_hours,
        "logo": {"src": brands.picture(brand, "logo", "logo.svg"), "alt": brand.name},
        "cart_logo": brands.picture(brand, "cart_logo", ""),
        "footer_logo": brands.picture(brand, "footer_logo", ""),
        "hero": brands.picture(brand, "hero_image", "hero.svg"),
        "empty_icon": brands.picture(brand, "empty_state_icon", ""),
        "ios_icon": brands.picture(brand, "ios_app_icon", ""),
        "android_icon": brands.picture(brand, "android_app_icon", ""),
        "favicon": brands.picture(brand, "favicon", "favicon.svg"),
    }


_SHOWN = ("display_name", "display_phone", "display_email", "tagline", "image", "image_link", "banner_image", "logo")


def landing_block(landing: Landing | None) -> dict[str, Any] | None:
    if landing is None:
        return None
    if isinstance(landing, AgentFacts):
        agent = AgentLanding.of(landing).model_dump()
        facts, kind, about = agent, "agent", landing.bio
    else:
        facts, kind, about = GroupLanding.of(landing).model_dump(), "group", landing.about
    return {
        "type": kind,
        "id": landing.id,
        "code": landing.code,
        **{name: facts[name] for name in _SHOWN},
        "about": about,
    }


def _home_groups(brand_id: int, portal_id: int | None, group_id: int | None) -> list[dict[str, Any]]:
    """The marketing sections with ids and names only; their cards aren't in the first paint."""
    return [
        {
            "key": home_group.key,
            "plans": [{"plan_id": plan.plan_id, "plan_name": plan.plan_name} for plan in home_group.plans],
        }
        for home_group in catalog.home_groups(brand_id, portal_id, group_id)
    ]


# Key in the page -> site-dynamic setting.
_LINKS = {
    "feedback": "feedback_link",
    "register": "register_link",
    "logo": "open_link",
    "ios_app": "ios_app_link",
    "android_app": "android_app_link",
}


def links_block(brand: Brand) -> dict[str, str]:
    """The operator's own addresses. One that isn't https is left out: the page would run it as a script."""
    result = {name: brands.setting(brand.pk, key).strip() for name, key in _LINKS.items()}
    return {name: link if link.startswith("https://") else "" for name, link in result.items()}


APPS = (
    "admin",
    "message_center",
    "file_management",
    "rep_dashboard",
    "member_dashboard",
    "group_dashboard",
    "ticket_management",
    "sso",
    "rep_registration",
    "member_registration",
    "group_registration",
)


def apps_block(brand: Brand) -> list[dict[str, str]]:
    """The operator's other applications (settings ``app_<key>_link``), where the setting ``site_flag`` is "false"."""
    if brands.setting(brand.pk, "site_flag").strip().lower() != "false":
        return []
    result = ((key, brands.setting(brand.pk, f"app_{key}_link").strip()) for key in APPS)
    return [{"key": key, "href": link} for key, link in result if _own_or_https(link)]


def _own_or_https(link: str) -> bool:
    return link.startswith("https://") or (link.startswith("/") and not link.startswith(("//", "/\\")))


def _consents(brand: Brand) -> list[dict[str, Any]]:
    return [asdict(words) for words in leads.consent_texts(brand.name).values()]


def _plan(brand: Brand, plan: PlanView | None) -> dict[str, Any] | None:
    """The answer of get-plan-detail, on a plan's own page."""
    if plan is None:
        return None
    texts = catalog.plan_texts(plan.id, catalog.Store(brand.pk))
    return plan_detail(texts, category_labels()).model_dump(mode="json")


def block(brand: Brand, landing: Landing | None, plan: PlanView | None = None) -> dict[str, Any]:
    """Everything the first paint needs. ``consents`` and ``plan`` are in ``language``."""
    group_id = landing.id if landing is not None and not isinstance(landing, AgentFacts) else None
    group_id = group_id or brands.setting_id(brand.pk, "default_group_id")
    portal_id = brands.setting_id(brand.pk, "default_portal_id")
    return {
        "brand": brand_block(brand),
        "landing": landing_block(landing),
        "flags": {**{name: brand.flag(name) for name in FLAGS}, "kit": settings.KIT},
        "menu": catalog.menu_categories(brand.pk, portal_id, group_id),
        "featured": [asdict(plan) for plan in catalog.featured_plans(brand.pk, portal_id, group_id)],
        "home_groups": _home_groups(brand.pk, portal_id, group_id),
        "marketing": marketing.marketing_blocks(brand),
        "providers": [asdict(network) for network in brand_networks(brand.pk)],
        "language": language(),
        "consents": _consents(brand),
        "plan": _plan(brand, plan),
        "links": links_block(brand),
        "legal": legal.legal_links(brand),
        "apps": apps_block(brand),
        "videos": videos.list_videos(brand.pk),
        "static_art": "/static/art/",
        "languages": [code for code, _name in settings.LANGUAGES],
        "api": "/api/v1",
    }


def to_script(data: dict[str, Any]) -> str:
    """JSON that is safe inside a script element."""
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"), default=str)
    for character, escape in _ESCAPES.items():
        text = text.replace(character, escape)
    return text

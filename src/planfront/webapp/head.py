"""The head of a page, for search engines and for people with whom the page is shared. It says nothing about the
visitor."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from django.utils.html import strip_tags
from django.utils.text import Truncator
from django.utils.translation import gettext as _

from planfront.brands import marketing
from planfront.brands import selectors as brands
from planfront.catalog import selectors as catalog
from planfront.catalog.snapshot import PlanView
from planfront.catalog.wording import language, pick
from planfront.kernel.text.parse import show_phone
from planfront.parties.landing import tagline_of
from planfront.parties.reps.selectors import AgentFacts
from planfront.webapp.routes import HOME, Landing, Target

if TYPE_CHECKING:
    from planfront.brands.models import Brand

SWITCH = "search_engines"
_LOCALES = {"en": "en_US", "es": "es_US"}
_PUBLIC = frozenset({HOME, "plans", "plan", "provider-list"})
_LONGEST = 200


@dataclass(frozen=True)
class Head:
    """The head of a page. ``canonical`` is "" on pages that search engines shall leave out.

    ``url`` is the target of a shared link; "" for the page's own address with its query. ``data`` describes the page to
    search engines (schema.org); empty when there is nothing to describe.
    """

    title: str
    description: str
    url: str
    canonical: str
    image: str
    image_alt: str
    locale: str
    indexed: bool
    data: Mapping[str, Any] = field(default_factory=dict)


def is_indexed(brand_id: int) -> bool:
    """Return True when search engines may list the brand: unless its setting ``search_engines`` is "off"."""
    return brands.setting(brand_id, SWITCH).strip().lower() != "off"


def default_store(brand_id: int) -> catalog.Store:
    """Return the store of a visit that names no rep, group or portal."""
    ids = (brands.setting_id(brand_id, key) for key in ("default_portal_id", "default_group_id"))
    return catalog.Store(brand_id, *ids)


def slug(name: str) -> str:
    """Return a plan's name as the last part of its address; the browser makes the same one."""
    plain = re.sub("[\u0300-\u036f]", "", unicodedata.normalize("NFKD", name)).lower()
    return re.sub(r"^-|-$", "", re.sub(r"[^a-z0-9]+", "-", plain)) or "plan"


def plan_path(plan: PlanView) -> str:
    """Return the address of a plan, the same in every language: its name is the English one."""
    return f"/plan/{plan.id}/{slug(plan.name)}"


def category_path(category: str) -> str:
    return f"/plans?type={category}"


def head(brand: Brand, target: Target, category: str = "") -> Head:
    """Return the head of a page. ``category`` is the listing's only category; anything but a category of the brand
    counts as none."""
    site, landing = brands.site_url(brand.pk), target.landing
    store = default_store(brand.pk)
    if target.page != "plans" or category not in catalog.menu_categories(*_args(store)):
        category = ""
    public = target.page in _PUBLIC
    indexed = public and is_indexed(brand.pk) and _is_listed(target.plan, store)
    path = _path(target, category)
    own = f"/{landing.landing_url}" if landing is not None else ""
    front = target.page == HOME and landing is not None
    return Head(
        title=_title(brand, target, category),
        description=_description(brand, target, category),
        url=site + (own + path if path != "/" else own or "/") if public else "",
        canonical=(site + (own if front else path)) if indexed else "",
        image=_image(brand, landing, site),
        image_alt=landing.name if landing is not None else brand.name,
        locale=_LOCALES.get(language(), "en_US"),
        indexed=indexed,
        data=_data(brand, target, category, site) if indexed and landing is None else {},
    )


def _args(store: catalog.Store) -> tuple[int, int | None, int | None]:
    return store.brand_id, store.portal_id, store.group_id


def _is_listed(plan: PlanView | None, store: catalog.Store) -> bool:
    """Return True for a plan that search engines may list. A plan of only some portals or groups isn't for them."""
    return plan is None or any(plan.id == store_plan.id for store_plan in catalog.store_plans(store))


def _path(target: Target, category: str) -> str:
    if target.plan is not None:
        return plan_path(target.plan)
    if category:
        return category_path(category)
    return "/" if target.page in {HOME, ""} else f"/{target.page}"


def _name(plan: PlanView) -> str:
    return pick(plan.i18n, "name", plan.name, language())


def _heading(target: Target, category: str) -> str:
    """Return the subject of the page; "" where brand and landing page say it all."""
    if not target.found:
        return _("Page not found")
    if target.plan is not None:
        return _name(target.plan)
    if category:
        return catalog.category_label(category)
    headings = {
        "plans": _("Plans"),
        "compare": _("Compare plans"),
        "plan-fit": _("Which plan fits me"),
        "provider-list": _("Need a Dentist?"),
        "cart": _("Your cart"),
        "sign-in": "" if target.step else _("Sign in"),
        "quote": _("Your quote"),
        "referrals": _("Find your plan"),
        "verify": _("Check a signed application"),
        "help": _("Help"),
    }
    return headings.get(target.page, "")


def _title(brand: Brand, target: Target, category: str) -> str:
    owner = target.landing.name if target.landing is not None else ""
    heading = marketing.heading(brand, language()) if target.view == HOME else _heading(target, category)
    before = [part for part in (heading, owner) if part and part != brand.name]
    if before or target.page == HOME or not brand.tagline:
        return " – ".join((*before, brand.name))
    return f"{brand.name} – {brand.tagline}"


def _description(brand: Brand, target: Target, category: str) -> str:
    words = {"brand": brand.name}
    if target.plan is not None and (text := pick(target.plan.i18n, "short_text", target.plan.short_text, language())):
        return text
    if category:
        words["category"] = catalog.category_label(category)
        return _("%(category)s at %(brand)s: see what each plan pays, compare prices and enroll online.") % words
    if target.page == "quote":
        return _("A personalized quote from %(brand)s, with today's prices.") % words
    if target.page == "referrals":
        return _("Tell us where you live and who is covered, and see the plans of %(brand)s with prices.") % words
    if target.page == "provider-list":
        return _("Find dentists and eye doctors who take the plans of %(brand)s.") % words
    if target.landing is not None and (text := _about(target.landing)):
        return text
    if brand.flag("dental_vision_only"):
        return _("Compare dental and vision plans at %(brand)s and enroll online.") % words
    return _("Compare dental, vision, life and other supplemental plans at %(brand)s and enroll online.") % words


def _about(landing: Landing) -> str:
    text = landing.bio if isinstance(landing, AgentFacts) else landing.about
    plain = " ".join(strip_tags(tagline_of(landing) or text).split())
    return Truncator(plain).chars(_LONGEST)


def _image(brand: Brand, landing: Landing | None, site: str) -> str:
    """Return the picture for sharing. It is made of pixels, since no service that shows one draws SVG."""
    path = landing.banner_image if landing is not None else ""
    picture = path if path.endswith((".png", ".jpg")) else brands.picture(brand, "share_image", "share.png")
    return site + picture if picture.startswith("/") else picture


def _data(brand: Brand, target: Target, category: str, site: str) -> dict[str, Any]:
    if target.page == HOME:
        text = {
            "name": brand.name,
            "url": f"{site}/",
            "logo": site + brands.picture(brand, "touch_icon", "touch-icon.png"),
        }
        if brand.phone:
            text["telephone"] = show_phone(brand.phone)
        return {"@context": "https://schema.org", "@type": "Organization", **text}
    steps = [(brand.name, "/")]
    if section := (target.plan.category if target.plan is not None else category):
        steps.append((catalog.category_label(section), category_path(section)))
    if target.plan is not None:
        steps.append((_name(target.plan), plan_path(target.plan)))
    if len(steps) == 1:
        return {}
    items = [
        {"@type": "ListItem", "position": place, "name": name, "item": site + path}
        for place, (name, path) in enumerate(steps, 1)
    ]
    return {"@context": "https://schema.org", "@type": "BreadcrumbList", "itemListElement": items}

"""The part of a page that the server draws before the scripts run: header, heading, first picture.

It shows a first-time visitor what the store then draws in the same place, with the class names of its style sheets (a
name, a dash and the sheet's name). Controls that need the scripts aren't drawn, their room is left free. Each of these
pages exists twice, as a template and in React: one journey, ``frontend/e2e/first-view.spec.ts``, compares them all.
"""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext as _

from planfront.art import pictures
from planfront.brands import marketing, own_pictures, recipes
from planfront.brands import selectors as brands
from planfront.catalog import selectors as catalog
from planfront.catalog.wording import language
from planfront.kernel import money
from planfront.kernel.text.parse import safe_link
from planfront.parties.landing import tagline_of
from planfront.parties.reps.selectors import AgentFacts
from planfront.webapp.routes import HOME, LANDING, Landing, Target

if TYPE_CHECKING:
    from planfront.brands.models import Brand
    from planfront.webapp.page_data import PageData

DRAWN = frozenset({HOME, LANDING, "plans", "plan", "cart", "sign-in"})
_IN_BAR = 4


@dataclass(frozen=True)
class Crumb:
    label: str
    href: str = ""


def _trail(brand: Brand, start: str, *after: Crumb) -> list[Crumb]:
    before = [] if brand.flag("hide_home_breadcrumb") else [Crumb(_("Home"), start or "/")]
    crumbs = [*before, *after]
    return crumbs if len(crumbs) > 1 else []


def _plans(brand: Brand, start: str, category: str) -> dict[str, Any]:
    heading = catalog.category_label(category) if category else _("Plans")
    return {"heading": heading, "category": category, "crumbs": _trail(brand, start, Crumb(_("Plans")))}


def _lowest(data: PageData, category: str = "") -> str:
    """The lowest from-price of the featured plans, or of those of one category; "" without any."""
    named = {plan.plan_id for plan in data["featured"] if category in ("", plan.category)}
    prices = [Decimal(row["price"]) for row in data["recipe"]["from_prices"] if row["plan_id"] in named]
    return money.display(min(prices)) if prices else ""


def _home(brand: Brand, data: PageData) -> dict[str, Any]:
    recipe = recipes.read(brand.recipe)
    lead = data["featured"][0].category if data["featured"] else ""
    texts = marketing.marketing_blocks(brand).get(language(), {})
    person = data["recipe"]["person"]
    shows_picture = recipe.hero == "editorial" and not person
    picture = brands.picture(brand, "hero_image", "hero.svg") if shows_picture else ""
    return {
        "heading": marketing.heading(brand, language()),
        "hero": recipe.hero,
        "hero_template": f"webapp/first/hero/{recipe.hero}.html",
        "line": recipe.voice("line").get(language(), ""),
        "lead": marketing.lead(brand, language()),
        "short": marketing.short_lead(brand, language()),
        "proof": [line["title"] for line in texts.get("proof", [])],
        "picture": picture,
        "picture_alt": own_pictures.words_of(brand.pk, picture).get(language(), ""),
        "person": person and {**person, "tagline": dict(person["tagline"]).get(language(), "")},
        "tab": catalog.category_label(lead) if lead else "",
        "lowest": _lowest(data),
        "lowest_vision": _lowest(data, "vision"),
        "lowest_dental": _lowest(data, "dental"),
    }


def _landing(landing: Landing, alt: str) -> dict[str, Any]:
    words = landing.name.split()
    return {
        "heading": landing.name,
        "initials": "".join(word[0] for word in [*words[:1], *words[1:][-1:]]).upper(),
        "who": _("Your benefits rep") if isinstance(landing, AgentFacts) else _("Your employer's plans"),
        "lead": tagline_of(landing)
        or _("Compare plans side by side, see your price to the cent, and enroll in about ten minutes."),
        "picture": landing.banner_image,
        "picture_alt": alt,
        "portrait": landing.image,
        "drawn": landing.image.startswith(pictures.address()),
        "portrait_link": safe_link(landing.image_link),
    }


def _page(brand: Brand, target: Target, start: str, category: str, data: PageData) -> dict[str, Any]:
    to_plans = Crumb(_("Plans"), f"{start}/plans")
    if target.view == HOME:
        return _home(brand, data)
    if target.view == LANDING and target.landing is not None:
        return _landing(
            target.landing, own_pictures.words_of(brand.pk, target.landing.banner_image).get(language(), "")
        )
    if target.view == "plans":
        return _plans(brand, start, category)
    if target.view == "cart":
        return {
            "heading": _("Your cart"),
            "crumbs": _trail(brand, start, to_plans, Crumb(_("Cart"))),
            "empty_icon": data["brand"]["empty_icon"],
            "empty_art": f"{pictures.address()}empty/cart.svg",
        }
    if target.view == "sign-in":
        return {"heading": _("Sign in")}
    return {"crumbs": _trail(brand, start, to_plans, Crumb(_("Plan Details")))}


def first_view_context(brand: Brand, target: Target, category: str, data: PageData) -> dict[str, Any]:
    """Context of ``webapp/first/<view>.html``; empty for pages that the store draws alone, or at another address.
    ``data`` is the bootstrap block, ``category`` what a listing is narrowed to."""
    to_root = target.landing is not None and brand.flag("landing_to_root")
    elsewhere = target.view == "sign-in" and target.step
    if target.view not in DRAWN or to_root or elsewhere:
        return {}
    menu = data["menu"]
    category = category if category in menu else ""
    start = f"/{target.landing.landing_url}" if target.landing is not None else ""
    landing = data["landing"]
    return {
        "template": f"webapp/first/{target.view}.html",
        "start": start,
        "logo": (landing and landing["logo"]) or data["brand"]["logo"]["src"],
        "compact": "" if landing and landing["logo"] else data["brand"]["cart_logo"],
        "phone_digits": "".join(
            sign for sign in (landing and landing["display_phone"]) or brand.phone if sign.isdigit()
        ),
        "logo_href": data["links"]["logo"] or start or "/",
        "menu": [(key, catalog.category_label(key)) for key in (menu if len(menu) == _IN_BAR + 1 else menu[:_IN_BAR])],
        "current": category,
        **_page(brand, target, start, category, data),
        "plan": data["plan"],
    }

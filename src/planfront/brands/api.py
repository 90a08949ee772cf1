"""Calls about the brand that a page shows."""

from __future__ import annotations

import base64
import binascii
from typing import Annotated, cast
from urllib.parse import urlsplit

from django.http import HttpRequest
from django.utils.translation import gettext as _
from ninja import Router
from pydantic import BaseModel, Field

from planfront.brands import selectors
from planfront.brands.models import Brand
from planfront.kernel.errors import NotFound
from planfront.kernel.http.envelope import Answer, nothing_there, ok, responses
from planfront.kernel.text.parse import safe_link

router = Router(tags=["branding"])
bootstrap = Router(tags=["bootstrap"])
Encoded = Annotated[str, Field(max_length=400)]

REVIEW_TABS = (
    "primary_info",
    "contact_info",
    "employer_info",
    "beneficiary_info",
    "primary_health_info",
    "dependent_info",
    "billing_info",
    "agreement_info",
    "review_info",
)


class ThemeItem(BaseModel):
    key: str
    value: str


class Ticket(BaseModel):
    ticket: str


class Elevate(BaseModel):
    portal_id: int


class DomainSite(BaseModel):
    """``gid`` is the group whose plans the site shows; absent when statusCode is 204."""

    gid: int | None = None


def brand_of(request: HttpRequest) -> Brand:
    return cast(Brand, request.brand)  # type: ignore[attr-defined]


def decode_domain(text: str) -> str:
    """Host name inside the base64 of a host, host:port or URL; "" when it can't be read."""
    padded = text.strip().replace("-", "+").replace("_", "/")
    try:
        plain = base64.b64decode(padded + "=" * (-len(padded) % 4), validate=True).decode()
        return (urlsplit(plain if "//" in plain else f"//{plain}").hostname or "").rstrip(".")
    except (binascii.Error, ValueError):
        return ""


def _own_domain(request: HttpRequest, site_domain: str) -> bool:
    brand = selectors.brand_for_host(decode_domain(site_domain))
    return brand is not None and brand.pk == brand_of(request).pk


def theme_items(brand: Brand) -> dict[str, str]:
    """Site-dynamic values: the brand's own, then the operator's overrides."""
    items = {
        "site_name": brand.name,
        "tagline": brand.tagline,
        "display_phone": brand.phone,
        "display_email": brand.email,
        "support_hours": brand.support_hours,
        "theme_css": selectors.brand_look(brand).url,
        "logo": selectors.art_path(brand, "logo.svg"),
        "cart_logo": selectors.art_path(brand, "logo-compact.svg"),
        "footer_logo": selectors.art_path(brand, "logo-on-dark.svg"),
        "favicon": selectors.art_path(brand, "favicon.svg"),
        "hero_image": selectors.art_path(brand, "hero.svg"),
        "banner_image": selectors.art_path(brand, "banner.svg"),
        "empty_state_icon": "/static/art/illustration/empty.svg",
        "thank_you_image": "/static/art/illustration/receipt.svg",
        **{f"review_{tab}_image": f"/static/art/review/{tab}.svg" for tab in REVIEW_TABS},
    }
    own = {**selectors.site_settings(brand.pk), **brand.shown_pictures}
    # A page runs an address that isn't one as a script.
    return {**items, **{key: safe_link(text) if key.endswith("_link") else text for key, text in own.items()}}


@router.get(
    "/get-external-site-dynamic-information",
    response=responses(list[ThemeItem]),
    operation_id="get_external_site_dynamic_information",
)
def get_external_site_dynamic_information(request: HttpRequest, site_domain: Encoded) -> Answer:
    """Site-dynamic values (images, links, contacts) of this brand; ``site_domain`` is the base64 of its host."""
    if not _own_domain(request, site_domain):
        raise NotFound
    return ok([ThemeItem(key=key, value=value) for key, value in theme_items(brand_of(request)).items()])


@router.get("/get-ticket-link", response=responses(Ticket), operation_id="get_ticket_link")
def get_ticket_link(request: HttpRequest) -> Answer:
    """The address for support requests: the operator's ticket site, or an email to the brand."""
    brand = brand_of(request)
    link = safe_link(selectors.setting(brand.pk, "ticket_link")) or (f"mailto:{brand.email}" if brand.email else "")
    if not link:
        raise NotFound
    return ok(Ticket(ticket=link))


@router.get("/get-elevate-info", response=responses(Elevate), operation_id="get_elevate_info")
def get_elevate_info(request: HttpRequest) -> Answer:
    """The portal of visitors who come from the membership site."""
    portal_id = selectors.setting_id(brand_of(request).pk, "elevate_portal_id")
    if portal_id is None:
        raise NotFound
    return ok(Elevate(portal_id=portal_id))


@bootstrap.get(
    "/get-domainSite-infromation", response=responses(DomainSite), operation_id="get_domain_site_infromation"
)
def get_domain_site_infromation(request: HttpRequest, site_domain: Encoded) -> Answer:
    """The group whose plans a host shows without portal and group. statusCode 204 when there is none."""
    gid = selectors.setting_id(brand_of(request).pk, "default_group_id")
    if gid is None or not _own_domain(request, site_domain):
        return nothing_there(_("This site is not configured."))
    return ok(DomainSite(gid=gid))

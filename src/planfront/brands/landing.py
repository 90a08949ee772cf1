"""What the landing pages of reps and groups have in common."""

from __future__ import annotations

from typing import Any, Protocol

from django.utils.translation import get_language
from pydantic import BaseModel

from planfront.kernel.text.parse import safe_link, show_phone


class HasTagline(Protocol):
    """Whoever has a line below their name. An empty Spanish one is said in English."""

    @property
    def tagline(self) -> str: ...
    @property
    def tagline_es(self) -> str: ...


class Party(HasTagline, Protocol):
    """A rep or a group as the public sees one. Phone is ten digits."""

    @property
    def name(self) -> str: ...
    @property
    def logo(self) -> str: ...
    @property
    def phone(self) -> str: ...
    @property
    def email(self) -> str: ...
    @property
    def image(self) -> str: ...
    @property
    def image_link(self) -> str: ...
    @property
    def banner_image(self) -> str: ...
    @property
    def landing_url(self) -> str: ...


class LandingInfo(BaseModel):
    """Header and banner of a landing page. ``display_phone`` is formatted."""

    logo: str
    display_phone: str
    display_email: str
    tagline: str
    display_about_name: str
    display_name: str
    image: str
    image_link: str
    banner_image: str
    landing_url: str


def taglines(party: HasTagline) -> dict[str, str]:
    """By language."""
    return {"en": party.tagline, "es": party.tagline_es or party.tagline}


def tagline_of(party: HasTagline) -> str:
    """In the active language."""
    return taglines(party).get((get_language() or "en")[:2], party.tagline)


def landing_facts(party: Party) -> dict[str, Any]:
    """The fields of ``LandingInfo``."""
    return {
        "logo": party.logo,
        "display_phone": show_phone(party.phone),
        "display_email": party.email,
        "tagline": tagline_of(party),
        "display_about_name": party.name,
        "display_name": party.name,
        "image": party.image,
        "image_link": safe_link(party.image_link),
        "banner_image": party.banner_image,
        "landing_url": party.landing_url,
    }

"""The landing pages of reps and groups, as far as they have the same parts."""

from __future__ import annotations

from typing import Any

from django.utils.translation import get_language
from pydantic import BaseModel, Field

from planfront.kernel.text.parse import safe_link, show_phone
from planfront.parties.party import PartyFacts


class LandingInfo(BaseModel):
    """Header and banner of a landing page. ``display_phone`` is formatted."""

    logo: str
    display_phone: str = Field(description="Phone as it is shown; empty when hidden.", examples=["(614) 555-0148"])
    display_email: str = Field(
        description="Email address as it is shown; empty when hidden.", examples=["jordan.lee@planfront.example"]
    )
    tagline: str
    display_about_name: str = Field(description="Name of the About link.", examples=["About Jordan"])
    display_name: str
    image: str
    image_link: str = Field(
        description="Address that a press on the picture opens.", examples=["https://planfront.example"]
    )
    banner_image: str = Field(description="Picture of the page's banner.", examples=[""])
    landing_url: str


def taglines(party: PartyFacts) -> dict[str, str]:
    """Return the line below a party's name by language. An empty Spanish one is said in English."""
    return {"en": party.tagline, "es": party.tagline_es or party.tagline}


def tagline_of(party: PartyFacts) -> str:
    """Return the line below a party's name in the active language."""
    return taglines(party).get((get_language() or "en")[:2], party.tagline)


def landing_facts(party: PartyFacts) -> dict[str, Any]:
    """Return the fields of ``LandingInfo``."""
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

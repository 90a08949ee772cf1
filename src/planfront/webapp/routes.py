"""Which page of the store a path means: a known route, a rep's or group's landing page, or nothing."""

from __future__ import annotations

from dataclasses import dataclass

from django.conf import settings

from planfront.brands.paths import KIT, RESERVED, STORE
from planfront.producers import selectors as producers
from planfront.producers.selectors import AgentFacts
from planfront.sponsors import selectors as sponsors
from planfront.sponsors.selectors import GroupFacts

Landing = AgentFacts | GroupFacts


@dataclass(frozen=True)
class Target:
    """``found`` False is the 404 page, which still shows the brand (and the landing page's owner)."""

    found: bool
    landing: Landing | None = None


def _known(segment: str) -> bool:
    return segment in STORE or (segment == KIT and settings.KIT)


def landing_of(brand_id: int, segment: str) -> Landing | None:
    """The rep or group whose landing URL this is."""
    if segment in RESERVED or len(segment) > 60:
        return None
    return producers.agent_by_landing(brand_id, segment) or sponsors.group_by_landing(brand_id, segment)


def resolve(brand_id: int, path: str) -> Target:
    """What ``path`` (no leading slash) means on a brand."""
    segments = [part for part in path.split("/") if part]
    if not segments or _known(segments[0]):
        return Target(True)
    landing = landing_of(brand_id, segments[0])
    if landing is None:
        return Target(False)
    return Target(len(segments) == 1 or _known(segments[1]), landing)

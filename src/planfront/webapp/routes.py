"""The page that a path means: a known route, a rep's or group's landing page, or none."""

from __future__ import annotations

from dataclasses import dataclass

from django.conf import settings

from planfront.brands.paths import KIT, RESERVED
from planfront.catalog import selectors as catalog
from planfront.catalog.snapshot import PlanView
from planfront.kernel.errors import NotFound
from planfront.parties.groups.selectors import GroupFacts
from planfront.parties.reps.selectors import AgentFacts
from planfront.parties.selectors import party_by_landing

Landing = AgentFacts | GroupFacts
HOME = "home"
LANDING = "landing"
# How many parts may follow the first one of each page's path, at least and at most.
_DEPTHS = {
    HOME: (0, 0),
    "agent-home": (0, 0),
    "group-home": (0, 4),
    "member-home": (0, 0),
    "enrollments": (0, 0),
    "quotes": (0, 0),
    "leads": (0, 1),
    "book-of-business": (0, 3),
    "coverage": (0, 3),
    "agent-select-member": (0, 0),
    "group-select-member": (0, 0),
    "plans": (0, 0),
    "plan": (1, 2),
    "provider-list": (0, 0),
    "compare": (0, 0),
    "plan-fit": (0, 0),
    "cart": (0, 0),
    "referrals": (0, 0),
    "quote": (0, 3),
    "PlanQuestionView": (0, 0),
    "enrollment": (0, 9),
    "continue-enrollment": (0, 0),
    "direct-continue": (1, 2),
    "confirmation": (0, 0),
    "landing-config-error": (1, 1),
    "sign-in": (0, 1),
    "account": (0, 0),
    "verify": (0, 0),
    "daily-email": (2, 2),
    "help": (0, 0),
}
_PLAN_DIGITS = 9


@dataclass(frozen=True)
class Target:
    """``found`` False is the 404 page, which still shows the brand (and the landing page's owner).

    ``page`` is the first part of the page's path, "home" for the front page, "" when not found. ``bare`` is the
    address of a host or of a landing page with nothing after it. ``step`` is the part after ``page``.
    """

    found: bool
    landing: Landing | None = None
    page: str = ""
    plan: PlanView | None = None
    bare: bool = False
    step: str = ""

    @property
    def view(self) -> str:
        """Return the view of the page: ``page``, or "landing" for the front page of a rep or group; /{landing url}/home
        is the brand's."""
        return LANDING if self.bare and self.landing is not None else self.page


def landing_of(brand_id: int, segment: str) -> Landing | None:
    """Return the rep or group with this landing URL."""
    if segment in RESERVED or len(segment) > 60:
        return None
    return party_by_landing(brand_id, segment)


def _plan(brand_id: int, text: str) -> PlanView | None:
    if not (text.isascii() and text.isdigit() and len(text) <= _PLAN_DIGITS):
        return None
    try:
        return catalog.plan_view(int(text), catalog.Store(brand_id))
    except NotFound:
        return None


def _page(brand_id: int, segments: list[str], landing: Landing | None) -> Target:
    """Return the page at ``segments``, from which the landing page's own is removed."""
    page = segments[0] if segments else HOME
    if page == KIT and settings.KIT:
        return Target(True, landing, page)
    least, most = _DEPTHS.get(page, (1, 0))
    if not least <= max(len(segments) - 1, 0) <= most:
        return Target(False, landing)
    plan = _plan(brand_id, segments[1]) if page == "plan" else None
    if page == "plan" and plan is None:
        return Target(False, landing)
    return Target(True, landing, page, plan, bare=not segments, step="".join(segments[1:2]))


def resolve(brand_id: int, path: str) -> Target:
    """Return the page that ``path`` (no leading slash) means on a brand."""
    segments = [part for part in path.split("/") if part]
    if not segments or segments[0] in RESERVED:
        return _page(brand_id, segments, None)
    landing = landing_of(brand_id, segments[0])
    if landing is None:
        return Target(False)
    return _page(brand_id, segments[1:], landing)

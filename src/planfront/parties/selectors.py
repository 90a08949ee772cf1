"""Reading parties of either kind."""

from __future__ import annotations

from datetime import datetime

from planfront.parties.groups import selectors as groups
from planfront.parties.groups.selectors import GroupFacts
from planfront.parties.reps import selectors as reps
from planfront.parties.reps.selectors import AgentFacts


def party_by_landing(brand_id: int, landing_url: str) -> AgentFacts | GroupFacts | None:
    """Find the rep or group whose landing page this is."""
    return reps.agent_by_landing(brand_id, landing_url) or groups.GROUPS.by_landing(brand_id, landing_url)


def landing_pages(brand_id: int) -> dict[str, datetime]:
    """Return the landing pages of the brand's reps and groups, and when each changed."""
    return reps.AGENTS.landing_pages(brand_id) | groups.GROUPS.landing_pages(brand_id)

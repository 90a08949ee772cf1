"""Reading reps. Upper rooms get ``AgentFacts``; every look-up is inside one brand and sees active reps only."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime

from django.db.models import QuerySet

from planfront.producers.models import Agent, License, Referral


@dataclass(frozen=True)
class AgentFacts:
    """A rep as other rooms and the public see one. Phone is ten digits; images are paths or ""."""

    id: int
    code: str
    first_name: str
    middle_name: str
    last_name: str
    email: str
    phone: str
    landing_url: str
    tagline: str
    bio: str
    image: str
    image_link: str
    banner_image: str
    logo: str
    user_id: int | None

    @property
    def name(self) -> str:
        return " ".join(filter(None, (self.first_name, self.middle_name, self.last_name)))


def facts(row: Agent) -> AgentFacts:
    return AgentFacts(
        id=row.pk,
        code=row.code,
        first_name=row.first_name,
        middle_name=row.middle_name,
        last_name=row.last_name,
        email=row.email,
        phone=row.phone,
        landing_url=row.landing_url or "",
        tagline=row.tagline,
        bio=row.bio,
        image=row.image,
        image_link=row.image_link,
        banner_image=row.banner_image,
        logo=row.logo,
        user_id=row.user_id,
    )


def agents(brand_id: int) -> QuerySet[Agent]:
    return Agent.objects.filter(brands=brand_id, active=True)


def _one(rows: QuerySet[Agent]) -> AgentFacts | None:
    row = rows.first()
    return facts(row) if row else None


def agent_by_id(brand_id: int, agent_id: int) -> AgentFacts | None:
    return _one(agents(brand_id).filter(pk=agent_id))


def agent_by_code(brand_id: int, code: str) -> AgentFacts | None:
    """By Rep Access Code; case and surrounding blanks don't matter."""
    return _one(agents(brand_id).filter(code=code.strip().upper()))


def agent_by_landing(brand_id: int, landing_url: str) -> AgentFacts | None:
    return _one(agents(brand_id).filter(landing_url=landing_url.lower()))


def landing_pages(brand_id: int) -> dict[str, datetime]:
    """The landing pages of the brand's reps in order, and when each changed."""
    rows = agents(brand_id).exclude(landing_url=None).exclude(landing_url="")
    found = rows.order_by("landing_url").values_list("landing_url", "updated_at")
    return {str(url): changed for url, changed in found}


def agent_of_user(brand_id: int, user_id: int | None) -> AgentFacts | None:
    """The rep who signs in with this account."""
    return _one(agents(brand_id).filter(user_id=user_id)) if user_id else None


def agent_by_referral(brand_id: int, code: str) -> AgentFacts | None:
    """The rep a referral link credits."""
    row = Referral.objects.filter(code=code, brand_id=brand_id, active=True).first()
    return agent_by_id(brand_id, row.agent_id) if row else None


def referral_codes(agent_id: int, brand_id: int) -> list[str]:
    rows = Referral.objects.filter(agent_id=agent_id, brand_id=brand_id, active=True)
    return list(rows.order_by("id").values_list("code", flat=True))


def licensed_states(agent_id: int) -> list[str]:
    return list(License.objects.filter(agent_id=agent_id).order_by("state").values_list("state", flat=True))


def licence_number(agent_id: int, state: str, on: date) -> str:
    """A rep's licence in a state, as it is named in mail: state and number. "" without one in force."""
    row = License.objects.filter(agent_id=agent_id, state=state).first()
    in_force = row is not None and (row.expires_on is None or row.expires_on >= on)
    return f"{row.state} {row.number}" if row is not None and in_force else ""


def licences_in_force(agent_id: int, on: date) -> frozenset[str] | None:
    """States in which a rep may sell insurance on a day; None for a rep without any licence on record. One query."""
    rows = list(License.objects.filter(agent_id=agent_id).values_list("state", "expires_on"))
    return frozenset(state for state, ends in rows if ends is None or ends >= on) if rows else None

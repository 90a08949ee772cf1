"""Wire forms of reps and groups, as visitors see them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any
from uuid import UUID

from pydantic import BaseModel, Field

from planfront.parties.groups.selectors import GroupFacts
from planfront.parties.landing import LandingInfo, landing_facts
from planfront.parties.reps.assigning import NotAssigned, Seller
from planfront.parties.reps.selectors import AgentFacts


class RepValidation(BaseModel):
    """A rep found by access code."""

    agent_id: int
    first_name: str
    last_name: str
    agent_code: str
    email: str
    phone: str
    landing_url: str

    @classmethod
    def build(cls, agent: AgentFacts) -> RepValidation:
        return cls(
            agent_id=agent.id,
            first_name=agent.first_name,
            last_name=agent.last_name,
            agent_code=agent.code,
            email=agent.email,
            phone=agent.phone,
            landing_url=agent.landing_url,
        )


class AgentLanding(LandingInfo):
    """Header, banner and About popup of a rep's landing page. ``display_phone`` is formatted."""

    agent_id: int
    agent_code: str
    agent_bio: str

    @classmethod
    def build(cls, agent: AgentFacts) -> AgentLanding:
        return cls(agent_id=agent.id, agent_code=agent.code, agent_bio=agent.bio, **landing_facts(agent))


class AgentAbout(BaseModel):
    agent_bio: str


class PortraitOut(BaseModel):
    portrait_code: str
    photographed: bool = Field(description="True if a photograph of the rep is shown in its place.")

    @classmethod
    def build(cls, agent: AgentFacts) -> PortraitOut:
        return cls(portrait_code=agent.portrait, photographed=agent.photographed)


class PortraitIn(BaseModel):
    portrait_code: str = Field(max_length=120)


class AgentInfo(BaseModel):
    """Empty when statusCode is 204."""

    agent_id: int | None = None
    agent_fname: str = Field("", description="Rep's first name.", examples=["Jordan"])
    agent_mname: str = Field("", description="Rep's middle name.", examples=[""])
    agent_lname: str = Field("", description="Rep's last name.", examples=["Lee"])
    agent_code: str = ""
    agent_email: str = Field("", description="Rep's email address.", examples=["jordan.lee@planfront.example"])
    agent_phone: str = Field("", description="Rep's phone, ten digits.", examples=["6145550148"])
    landing_url: str = ""

    @classmethod
    def build(cls, agent: AgentFacts) -> AgentInfo:
        return cls(
            agent_id=agent.id,
            agent_fname=agent.first_name,
            agent_mname=agent.middle_name,
            agent_lname=agent.last_name,
            agent_code=agent.code,
            agent_email=agent.email,
            agent_phone=agent.phone,
            landing_url=agent.landing_url,
        )


class ReferralInfo(BaseModel):
    """The rep who referred the visitor. Empty when statusCode is 204."""

    referral_id: str = ""
    referred_by: str = Field("", description="Name of who referred the visitor.", examples=["Jordan Lee"])
    agent_id: int | None = None
    agent_code: str = ""


class GroupValidation(BaseModel):
    """A group found by enrollment code."""

    group_id: int
    name: str
    code: str
    landing_url: str

    @classmethod
    def build(cls, group: GroupFacts) -> GroupValidation:
        return cls(group_id=group.id, name=group.name, code=group.code, landing_url=group.landing_url)


class GroupLanding(LandingInfo):
    """Header, banner and About popup of a group's landing page. ``display_phone`` is formatted."""

    group_id: int
    group_code: str
    gweb_aboutus: str

    @classmethod
    def build(cls, group: GroupFacts) -> GroupLanding:
        return cls(group_id=group.id, group_code=group.code, gweb_aboutus=group.about, **landing_facts(group))


class GroupAbout(BaseModel):
    gweb_aboutus: str


class GroupInfo(BaseModel):
    """Empty when statusCode is 204."""

    gid: int | None = None
    gname: str = ""
    gcode: str = ""
    landing_url: str = ""
    requires_enroller_code: bool = Field(False, description="True if the group asks for an enroller code.")

    @classmethod
    def build(cls, group: GroupFacts) -> GroupInfo:
        return cls(
            gid=group.id,
            gname=group.name,
            gcode=group.code,
            landing_url=group.landing_url,
            requires_enroller_code=group.requires_enroller_code,
        )


class RepChoice(BaseModel):
    agent_id: int
    name: str


class RepChoices(BaseModel):
    """Reps who may take at least one of the leads or quotes."""

    result: list[RepChoice]

    @classmethod
    def build(cls, sellers: Iterable[Seller]) -> RepChoices:
        return cls(result=[RepChoice(agent_id=seller.id, name=seller.name) for seller in sellers])


class StayedItem(BaseModel):
    """A lead or quote that stays with its rep."""

    id: UUID = Field(description="Lead's or quote's id.", examples=["6f3c0d0e-5f0a-4f57-9a55-0f6c1f5f7f00"])
    name: str
    reason: str = Field(description="The reason in words.", examples=["Sam Lee isn't licensed in Ohio."])


class AssignedItems(BaseModel):
    """The number of leads or quotes that the rep has now, and the others."""

    assigned: int = Field(description="Number of items assigned.", examples=[2])
    not_assigned: list[StayedItem] = Field(description="Those that weren't, each with the reason.")

    @classmethod
    def build(cls, asked: int, refused: list[NotAssigned[Any]]) -> AssignedItems:
        items = [StayedItem(id=item.client.row.pk, name=item.client.name, reason=item.reason) for item in refused]
        return cls(assigned=asked - len(items), not_assigned=items)

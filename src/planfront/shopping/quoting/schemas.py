"""Wire models of starting, changing and reading a quote."""

from __future__ import annotations

from typing import Annotated, Any
from uuid import UUID

from pydantic import BaseModel, Field

from planfront.kernel.http.schema import Id, OptionalId, Token
from planfront.parties.groups.schemas import Platform
from planfront.shopping.cart.schemas import LineChange
from planfront.shopping.quote.schemas import Basics, County, Entry, Word


class NewUserFilter(Basics):
    eprocess: Word = ""
    agent_id: OptionalId = None
    group_id: OptionalId = None
    platform_group_id: OptionalId = None
    type: Word = ""
    open_type: Word = ""
    referral: Word = Field("", description="A referral link's code.", examples=["spring-fair"])
    is_smoker: Entry = ""
    annual_incode: Entry = ""
    working_hours: Entry = ""


class ExistingUserFilter(BaseModel):
    """``county`` only where the record has none and it matters; ``platform_group_id`` in place of the record's own."""

    user_id: Id
    tier: Entry = ""
    eprocess: Word = ""
    group_id: OptionalId = None
    agent_id: OptionalId = None
    platform_group_id: OptionalId = None
    policy_id: Entry = ""
    open_type: Word = ""
    county: County = ""


class MemberFilter(BaseModel):
    user_id: OptionalId = None
    tier: Entry = ""
    open_type: Word = ""
    county: County = ""


class FilterChange(Basics):
    """Only the non-empty fields change anything."""

    is_smoker: Entry = ""
    eprocess: Word = ""
    agent_id: OptionalId = None
    group_id: OptionalId = None
    platform_group_id: OptionalId = None
    annual_incode: Entry = ""
    annual_income: Entry = Field("", description="Annual income in dollars.", examples=["52000"])
    working_hours: Entry = ""
    spouse_dob: Entry = ""
    no_of_children: Entry = ""
    effective_date: Entry = ""
    user_id: OptionalId = None
    plan_id: OptionalId = None
    open_type: Word = ""


class PortalChange(BaseModel):
    enrollment_id: Token
    group_id: OptionalId = None
    platform_group_id: OptionalId = None
    direct: bool = Field(
        False, description="True if a rep takes someone new out of the group again; without a group_id."
    )


class DependentInfo(BaseModel):
    enrollment_id: Token
    plan_id: OptionalId = None
    dep_dob: Entry = Field("", description="Spouse's birth date, mm/dd/yyyy.", examples=["06/02/1990"])
    no_of_children: Entry = ""


class FilterMade(BaseModel):
    temp_enrollment_id: str
    portal_id: int | None = None


class FilterChanged(BaseModel):
    temp_enrollment_id: str
    version: int
    changed: list[str]
    cart_lines: list[LineChange]


class QuoteRenewed(FilterMade):
    """``cart_lines``: plans whose price moved since the expired quote was priced."""

    count: int
    cart_lines: list[LineChange]


class TempDependents(BaseModel):
    spouse_dob: str
    no_of_children: int | None


class TempInfo(BaseModel):
    """``result`` has the shape of the asked column; ``filter_info`` gives the whole profile."""

    result: Any


class UserInfo(BaseModel):
    user_id: int
    first_name: str
    last_name: str


class PartiesQuery(BaseModel):
    enrollment_id: Annotated[str, Field(max_length=64)] = ""
    group_id: OptionalId = None


class PartyInfo(BaseModel):
    id: int
    name: str
    code: str


class Parties(BaseModel):
    client_name: str = Field(
        "",
        description="Name of the person whom a rep or group administrator shops for, as the application, the record, "
        "the lead or the last sent quote has it. Empty while it isn't known, and for shoppers.",
        examples=["Clara Nguyen"],
    )
    client_first_name: str = Field("", description="What sentences call that person.", examples=["Clara"])
    client_email: str = Field("", description="Address of that person, where it is known.", examples=["c@example.com"])
    lead_id: UUID | None = Field(None, description="The lead that the quote was started for, for its seller.")
    user_info: UserInfo | None = Field(None, description="The member of the enrollment.")
    group_info: PartyInfo | None = None
    group_note: str = Field(
        "",
        description="Until when people of the group may enroll, and when coverage starts.",
        examples=["Enroll by 12/31/2026."],
    )
    agent_info: PartyInfo | None = Field(None, description="The rep of the enrollment.")
    platform: Platform | None = Field(None, description="The portal that prices.")
    platforms: list[Platform] = []


class EnrollmentParties(BaseModel):
    enrollment_type: str = Field(description="Way the enrollment began, such as new-member.", examples=["new-member"])
    result: Parties

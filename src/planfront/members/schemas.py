"""Wire forms of members and reference lists."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from types import SimpleNamespace
from typing import Any, Literal

from django.utils.translation import gettext_lazy
from pydantic import BaseModel, Field

from planfront.kernel.files.handed_out import BIRTH_DATE, EMAIL, GROUP, NAME, PLANS, FileKind, Need, columns_of
from planfront.kernel.http.envelope import FieldErrorAnswer
from planfront.kernel.http.paging import Page
from planfront.kernel.http.schema import Id, OptionalId, PageAnswer, PageNumber, PageSize, Short
from planfront.kernel.text.parse import full_name, show_date, show_phone
from planfront.members.listing import PER_PAGE, Wanted
from planfront.members.models import Gender
from planfront.members.person_facts import address_line
from planfront.members.reference import GENDERS, Choice
from planfront.members.selectors import CoverageFacts, MemberFacts, PersonOnRecord


class ReferenceChoice(BaseModel):
    value: str
    name: str
    needs_text: bool = Field(False, description="True if a free-text field follows.")
    refused: bool = Field(False, description="True if the choice can't be enrolled.")
    is_person: bool = Field(True, description="False for a beneficiary that is a trust or an estate.")

    @classmethod
    def build(cls, choice: Choice) -> ReferenceChoice:
        return cls(
            value=choice.value,
            name=choice.name,
            needs_text=choice.flag("needs_text"),
            refused=choice.flag("refused"),
            is_person=choice.is_person,
        )


class GroupRef(BaseModel):
    group_id: int | None
    group_name: str


class PlanRef(BaseModel):
    plan: int
    plan_name: str
    plan_status: str = Field(description="ACTIVE, or another state of the policy.", examples=["active"])

    @classmethod
    def build(cls, cover: CoverageFacts) -> PlanRef:
        return cls(plan=cover.plan_id, plan_name=cover.plan_name, plan_status=cover.status)


class MemberRow(BaseModel):
    """A row of the current-members list. ``ssn`` reads "Ending 4821"."""

    user_id: int
    name: str
    dob: str
    policy_id: str
    email: str
    ssn: str
    group_info: GroupRef
    plan_info: list[PlanRef] = Field(description="The member's plans.")

    @classmethod
    def build(cls, member: MemberFacts) -> MemberRow:
        return cls(
            user_id=member.id,
            name=member.name,
            dob=show_date(member.birth_date),
            policy_id=member.policy_id,
            email=member.email,
            ssn=member.ssn_shown,
            group_info=GroupRef(group_id=member.group_id, group_name=member.group_name),
            plan_info=[PlanRef.build(cover) for cover in member.coverages],
        )


class MemberRows(PageAnswer[MemberRow]):
    """``result`` is one page, or everyone when no page was asked for."""

    @classmethod
    def build(cls, result: Page[MemberFacts]) -> MemberRows:
        return cls.cut_to(result.cut, map(MemberRow.build, result.rows))


MEMBERS = FileKind(
    "members",
    gettext_lazy("Members"),
    gettext_lazy("One line per member of a group, or of a rep's clients."),
    Need.DAILY,
    columns_of(NAME, BIRTH_DATE, EMAIL, GROUP, gettext_lazy("Policy"), PLANS),
    readers=gettext_lazy("Reps and group administrators, at their desks"),
    calls=(
        "export_agent_members",
        "export_group_users",
    ),
)


def member_line(member: MemberFacts) -> list[Any]:
    """Return the cells of a member; a file has no part of the Social Security number."""
    plans = ", ".join(cover.plan_name for cover in member.coverages if cover.status == "ACTIVE")
    return [member.name, member.birth_date, member.email, member.group_name, member.policy_id, plans]


class MemberQuery(BaseModel):
    """Without ``page`` the whole list. A page after the last one gives the last one.

    ``search``: words that must all be in the name, the email or the group's name, or be the
    birth date (mm/dd/yyyy) or the last four digits of the social security number. ``sort``: "-" turns it round.
    """

    page: PageNumber | None = None
    per_page: PageSize = PER_PAGE
    search: Short = ""
    sort: Literal["name", "-name", "dob", "-dob", "group", "-group", "email", "-email"] = "name"

    def wanted(self, group_id: int | None = None) -> Wanted:
        return Wanted(self.page, self.per_page, self.search, self.sort, group_id)


class AgentMembersQuery(MemberQuery):
    """``group_id`` leaves only that group's members."""

    agent_id: Id
    group_id: OptionalId = None


class GroupMembersQuery(MemberQuery):
    group_id: Id


class MemberInfo(MemberRow):
    """A member for the member home page and new enrollments."""

    first_name: str
    middle_name: str
    last_name: str
    suffix: str
    gender: str
    phone: str
    state: str
    zip: str
    agent_id: int | None
    platform_group_id: int | None

    @classmethod
    def build(cls, member: MemberFacts) -> MemberInfo:
        row = MemberRow.build(member).model_dump()
        return cls(
            **row,
            first_name=member.first_name,
            middle_name=member.middle_name,
            last_name=member.last_name,
            suffix=member.suffix,
            gender=str(member.gender),
            phone=member.phone,
            state=member.state,
            zip=member.zip,
            agent_id=member.agent_id,
            platform_group_id=member.portal_id,
        )


Fact = Literal["name", "birth_date", "home_address", "mailing_address", "phone", "email"]


class LaterFact(BaseModel):
    """A fact that becomes a different one. ``text``: the fact from that day on."""

    fact: Fact = Field(description="The fact that becomes different.", examples=["home_address"])
    day: str
    text: str


class MemberDetails(BaseModel):
    """The facts of a member today, and from which day they become different. ``ssn`` reads "Ending 4821"."""

    member_id: int
    name: str
    birth_date: str
    gender: str = Field(description="The gender on record, in words.", examples=["Female"])
    ssn: str
    home_address: str = Field(
        description="The whole address in one line; empty where none is on record.",
        examples=["88 Lindenhall Ave, Unit 3B, Columbus, OH 43215"],
    )
    mailing_address: str = Field(
        description="The whole address in one line; empty where letters go home.",
        examples=["PO Box 12, Columbus, OH 43215"],
    )
    phone: str
    email: str
    later: list[LaterFact] = Field(description="Planned changes, the next day first.")

    @classmethod
    def build(cls, member: MemberFacts, person: PersonOnRecord) -> MemberDetails:
        later = [
            LaterFact(fact=fact, day=show_date(day), text=after[fact])
            for day, before, after in ((day, _shown(old), _shown(new)) for day, old, new in person.later)
            for fact in after
            if before[fact] != after[fact]
        ]
        gender = str(GENDERS.get(Gender(person.facts["gender"]), ""))
        return cls(member_id=member.id, gender=gender, ssn=member.ssn_shown, later=later, **_shown(person.facts))


def _shown(facts: Mapping[str, Any]) -> dict[Fact, str]:
    return {
        "name": full_name(SimpleNamespace(**facts)),
        "birth_date": show_date(date.fromisoformat(facts["birth_date"])),
        "home_address": address_line(facts),
        "mailing_address": address_line(facts, "mailing_"),
        "phone": show_phone(facts["phone"]),
        "email": facts["email"],
    }


class Dob(BaseModel):
    """The date as mm/dd/yyyy and the age today."""

    dob: str
    age: int


class DobErrors(BaseModel):
    dob: list[str]


class DobErrorAnswer(FieldErrorAnswer):
    """The field-error answer, with the messages under ``errors.dob`` as well."""

    errors: DobErrors = Field(description="The same messages by field, as the contract has them.")

"""Wire forms of shares of a price, of an employer's facts, and of portals."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Literal

from pydantic import BaseModel, Field

from planfront.kernel.money import as_text
from planfront.parties.groups import wording
from planfront.parties.groups.deductions import Deduction
from planfront.parties.groups.selectors import GroupFacts, PortalFacts
from planfront.parties.groups.shares import Share


class FromPay(BaseModel):
    """A deduction from the person's pay: ``amount`` a month, ``each`` every pay, ``first`` the first time, with the
    one-time fees. ``label`` and ``note`` stand beside ``amount``; ``line`` and ``employer_line`` are its short form,
    ``text`` the whole; ``before`` says that nothing is taken yet."""

    amount: str = Field(description="What a month's pay gives, in dollars.", examples=["13.28"])
    each: str = Field(description="What every pay gives, in dollars.", examples=["6.13"])
    first: str = Field(description="What the first pay gives, one-time fees included, in dollars.", examples=["21.13"])
    label: str
    note: str
    line: str = Field(description="What every pay gives, in words.", examples=["$6.13 every two weeks from your pay"])
    employer_line: str = Field(description="What the group pays, in words.", examples=["Acme pays $19.92 a month"])
    text: str
    before: str = Field(
        description="That nothing is taken yet.",
        examples=["Nothing is taken from your pay until you sign and submit your enrollment."],
    )

    @classmethod
    def build(cls, deduction: Deduction) -> FromPay:
        return cls(
            amount=as_text(deduction.monthly),
            each=as_text(deduction.each),
            first=as_text(deduction.first),
            label=deduction.label,
            note=deduction.note,
            line=deduction.line,
            employer_line=deduction.employer,
            text=deduction.text,
            before=deduction.before,
        )


class PriceShare(BaseModel):
    """The shares of a monthly price: ``employer`` and ``own`` add up to it. Money is text such as "13.28".

    ``pay_periods``: how often a year wages are paid (52, 26, 24, 12), null when no one said so; then the amounts of a
    pay period are null, too. ``pay_period`` says it in words, ``short`` says who pays in a line, ``text`` says it all.
    ``from_pay``: of a cart or receipt whose group is billed, what is taken from pay.
    """

    group_name: str
    employer: str
    own: str
    pay_periods: int | None = Field(
        None, description="Pay periods a year: 52, 26, 24 or 12; null when no one said so.", examples=[26]
    )
    employer_per_pay: str | None = Field(
        None, description="Amount the group pays in a pay period, in dollars.", examples=["9.19"]
    )
    own_per_pay: str | None = Field(
        None, description="Amount the person pays in a pay period, in dollars.", examples=["6.13"]
    )
    pay_period: str = ""
    client: str = Field(
        "", description="Of whom the words speak to a rep or group administrator; else empty.", examples=["Luis"]
    )
    short: str = Field(
        "",
        description="Split of the cost, in a line.",
        examples=["Your share: $6.13 every two weeks. Acme pays $19.92 a month."],
    )
    text: str
    from_pay: FromPay | None = Field(
        None, description="What is taken from pay where the group is billed; null where it isn't."
    )

    @classmethod
    def build(
        cls, group_name: str, share: Share | None, *, client: str = "", deduction: Deduction | None = None
    ) -> PriceShare | None:
        """Return the shares in the active language."""
        if share is None:
            return None
        return cls(
            group_name=group_name,
            employer=as_text(share.employer),
            own=as_text(share.own),
            pay_periods=share.periods,
            employer_per_pay=None if share.employer_per_pay is None else as_text(share.employer_per_pay),
            own_per_pay=None if share.own_per_pay is None else as_text(share.own_per_pay),
            pay_period=wording.pay_period(share.periods),
            client=client,
            short=wording.short_text(group_name, share, client),
            text=wording.share_text(group_name, share, client),
            from_pay=FromPay.build(deduction) if deduction else None,
        )


class GroupGeneral(BaseModel):
    group_name: str = ""
    group_phone: str = Field("", description="Group's phone, ten digits.", examples=["6145550100"])


class GroupAddress(BaseModel):
    address1: str = ""
    city: str = ""
    state: str = ""
    zip: str = ""


class GroupDefaults(BaseModel):
    """The first answers of the employer's form; empty texts without a group. ``group_phone`` is ten digits."""

    general_info: GroupGeneral = Field(description="Name and phone of the employer.")
    address_information: GroupAddress = Field(description="Address of the employer.")

    @classmethod
    def build(cls, group: GroupFacts | None) -> GroupDefaults:
        if group is None:
            return cls(general_info=GroupGeneral(), address_information=GroupAddress())
        address = GroupAddress(address1=group.address1, city=group.city, state=group.state, zip=group.zip)
        return cls(
            general_info=GroupGeneral(group_name=group.name, group_phone=group.phone), address_information=address
        )


class GroupChoice(BaseModel):
    """``platforms``: ids of the enrollment portals that the group uses."""

    gid: int
    gname: str
    gcode: str
    platforms: list[int]

    @classmethod
    def build(cls, group: GroupFacts, platforms: list[int]) -> GroupChoice:
        return cls(gid=group.id, gname=group.name, gcode=group.code, platforms=platforms)


class Platform(BaseModel):
    platform_group_id: int
    platform_name: str = Field(description="Portal's name.", examples=["Individual & Family"])
    platform_code: str = Field(description="Portal's short name.", examples=["individual"])
    groups_only: bool = Field(description="True if the portal is chosen together with a group.")

    @classmethod
    def build(cls, portal: PortalFacts) -> Platform:
        return cls(
            platform_group_id=portal.id,
            platform_name=portal.name,
            platform_code=portal.code,
            groups_only=portal.groups_only,
        )


class Administrator(BaseModel):
    """An administrator of a group."""

    administrator_id: int
    name: str
    email: str
    receives_mail: bool
    since: datetime = Field(description="Day the administration began.", examples=["2026-11-22T14:00:00Z"])
    state: Literal["active", "invited", "closed"] = Field(
        description="active, invited (no password chosen yet) or closed."
    )
    current: bool


LONGEST_NAME = 120


class AdministratorInvitation(BaseModel):
    email: Annotated[str, Field(max_length=254)]
    name: Annotated[str, Field(max_length=LONGEST_NAME)]
    language: Literal["en", "es"] = "en"
    receives_mail: bool = False


class AdministratorKey(BaseModel):
    administrator_id: int


class AdministratorMail(AdministratorKey):
    receives_mail: bool

"""Wire models of the home page's figures. Amounts have two decimals; a section without data is null."""

from __future__ import annotations

from typing import Annotated

from pydantic import BaseModel, Field, StringConstraints

Names = Annotated[str, StringConstraints(max_length=80)]
Place = Annotated[str, StringConstraints(max_length=2)]


class SectionsAsk(BaseModel):
    """``place``: the state that prices are for, "" for none: then only the person has an answer."""

    sections: Names = Field(
        description="Names joined by commas: statement, talk, desk, passbook, board, person.",
        examples=["desk,passbook"],
    )
    place: Place = ""


class OrderLine(BaseModel):
    """A plan of the order; ``note`` names monthly fees that its amount holds."""

    plan_id: int
    plan_name: str
    amount: str
    note: str


class SampleOrder(BaseModel):
    """The prices of featured plans for a family of four: a month, and once with the first."""

    lines: list[OrderLine]
    membership: str
    once: str
    monthly: str
    first_month: str


class DeskPrice(BaseModel):
    """The price of one service at the provider, as the first care of the year. ``waiting_months``: before the plan
    pays."""

    code: str
    name: str
    plan_name: str
    fee: str
    own: str
    deductible: str
    waiting_months: int | None


class BookEntry(BaseModel):
    """A plan's payment for one kind of care in the year. ``month`` of the plan's year; 0 for care all year long."""

    code: str
    name: str
    plan_name: str
    fee: str
    paid: str = Field(description="Amount the plan pays for it.", examples=["600.00"])
    month: int


class BookPlan(BaseModel):
    plan_id: int
    plan_name: str
    price: str


class Passbook(BaseModel):
    """A year of one adult: what is paid in, what plans pay out."""

    plans: list[BookPlan]
    premiums: str = Field(description="The plans' prices over twelve months.", examples=["567.48"])
    membership: str
    membership_year: str
    once: str
    paid_in: str = Field(description="All that is paid in the year.", examples=["642.48"])
    entries: list[BookEntry] = Field(description="Amounts the plans pay, by kind of care.")
    paid_out: str = Field(description="All that the plans pay.", examples=["1380.00"])
    kept: str = Field(
        description="What was paid out beyond what was paid in; negative when it was less.", examples=["737.52"]
    )


class Candid(BaseModel):
    """Facts that an honest agency tells before a client signs. Months of waiting are null where the plan has none."""

    plan_name: str
    basic_months: int | None = Field(
        description="Months before fillings are paid; null where the plan doesn't say.", examples=[3]
    )
    major_months: int | None = Field(
        description="Months before crowns are paid; null where the plan doesn't say.", examples=[6]
    )
    orthodontia_months: int | None = Field(
        description="Months before braces are paid; null where the plan doesn't cover them.", examples=[12]
    )
    membership: str
    lowest: str = Field(description="The lowest monthly price of the featured plans.", examples=["9.95"])
    lowest_year: str = Field(
        description="Twelve months of the lowest price, with the membership and one-time fees.", examples=["119.40"]
    )


class BoardMembership(BaseModel):
    plan_id: int
    plan_name: str
    price: str


class TextByLanguage(BaseModel):
    en: str = Field(description="In English.", examples=["Plain answers about dental plans."])
    es: str = Field(description="In Spanish, in English where it isn't translated.", examples=["Respuestas claras."])


class HomePerson(BaseModel):
    """A rep whom the home page shows. ``image`` is a photograph, or a portrait that is ``drawn``."""

    name: str
    tagline: TextByLanguage = Field(description="Line below the name, by language.")
    phone: str
    image: str
    drawn: bool = Field(description="True if the picture is a drawn portrait, not a photograph.", examples=[True])


class HomeSections(BaseModel):
    """Only the sections that were asked for."""

    place: str
    statement: SampleOrder | None = Field(
        description="A family's order of featured plans; null where it wasn't asked for or has no data."
    )
    desk: list[DeskPrice] | None = Field(description="Prices of services with the featured plans; null as above.")
    passbook: Passbook | None = Field(description="A year, in and out; null as above.")
    talk: Candid | None = Field(description="What is said before someone signs; null as above.")
    board: list[BoardMembership] | None = Field(description="The brand's memberships; null as above.")
    person: HomePerson | None

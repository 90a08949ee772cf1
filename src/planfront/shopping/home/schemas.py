"""What the home page's sections say in figures. Amounts have two decimals; a section without data is null."""

from __future__ import annotations

from typing import Annotated

from pydantic import BaseModel, StringConstraints

Names = Annotated[str, StringConstraints(max_length=80)]
Place = Annotated[str, StringConstraints(max_length=2)]


class SectionsAsk(BaseModel):
    """``sections``: names joined by commas. ``place``: the state that prices are for, "" for none: then
    only the person has an answer."""

    sections: Names
    place: Place = ""


class OrderLine(BaseModel):
    """A plan of the order; ``note`` names monthly fees that its amount holds."""

    plan_id: int
    plan_name: str
    amount: str
    note: str


class SampleOrder(BaseModel):
    """What a family of four pays for featured plans: a month, and once with the first."""

    lines: list[OrderLine]
    membership: str
    once: str
    monthly: str
    first_month: str


class DeskPrice(BaseModel):
    """What one service costs at the desk, as the first care of the year. ``waiting_months``: before the plan pays."""

    code: str
    name: str
    plan_name: str
    fee: str
    own: str
    deductible: str
    waiting_months: int | None


class BookEntry(BaseModel):
    """What a plan pays for one kind of care in the year; ``month`` of the plan's year, 0 for care all year long."""

    code: str
    name: str
    plan_name: str
    fee: str
    paid: str
    month: int


class BookPlan(BaseModel):
    plan_id: int
    plan_name: str
    price: str


class Passbook(BaseModel):
    """A year of one adult: what is paid in, what plans pay out. ``kept`` is negative when more was paid in."""

    plans: list[BookPlan]
    premiums: str
    membership: str
    membership_year: str
    once: str
    paid_in: str
    entries: list[BookEntry]
    paid_out: str
    kept: str


class Candid(BaseModel):
    """What an honest agency says before somebody signs. Months of waiting are null where the plan has none to say.
    ``lowest``: the lowest price a month; ``lowest_year``: twelve of it with the membership and one-time fees."""

    plan_name: str
    basic_months: int | None
    major_months: int | None
    orthodontia_months: int | None
    membership: str
    lowest: str
    lowest_year: str


class BoardMembership(BaseModel):
    plan_id: int
    plan_name: str
    price: str


class TextByLanguage(BaseModel):
    en: str
    es: str


class HomePerson(BaseModel):
    """A rep whom the home page shows. ``image`` is a photograph, or a portrait that is ``drawn``."""

    name: str
    tagline: TextByLanguage
    phone: str
    image: str
    drawn: bool


class HomeSections(BaseModel):
    """Only the sections that were asked for."""

    place: str
    statement: SampleOrder | None
    desk: list[DeskPrice] | None
    passbook: Passbook | None
    talk: Candid | None
    board: list[BoardMembership] | None
    person: HomePerson | None

"""Dependents on the wire, and the change of the tier that their list fits."""

from __future__ import annotations

from typing import Annotated

from pydantic import BaseModel, Field

from planfront.enrollment.forms.body import Entry, Flag, Ticks, takes
from planfront.enrollment.forms.schemas import ByEnrollment, StepBody
from planfront.enrollment.steps.dependent.form import FORM as DEPENDENT_FORM
from planfront.enrollment.steps.health.schemas import HealthInfo


@takes(DEPENDENT_FORM)
class DependentPerson(BaseModel):
    """``relationship`` may be left out: the tier decides. An empty ``ssn`` of a known ``dependent_id`` is unchanged.
    ``ssn_later`` 1: a newborn has no number yet, where the plans allow that. ``employed`` is kept for older callers."""

    confirmed: Ticks = Field(
        "",
        description="Questions about the person that were answered with yes, a list or a text with commas. A call that "
        "lacks one is refused with the question, at the field it is about, `.confirmed.` and its code.",
        examples=["other_name"],
    )
    employed: Entry = Field("0", description="Always `0` (the contract's).", examples=["0"])


class DependentIn(BaseModel):
    """``health_info`` where health questions are asked; left out, what was stored stays."""

    primary_info: DependentPerson
    health_info: HealthInfo | None = None


class SingleDependentBody(ByEnrollment, DependentIn):
    pass


class DependentsBody(StepBody):
    """The whole list in its order. ``spouse_choice``: yes or no, where the form asks for it. ``stamp``: that of the
    list as it was read; 409 when it changed since."""

    dependents: Annotated[list[DependentIn], Field(max_length=30)] = []
    spouse_choice: Entry = ""
    forget: list[Entry] = Field([], max_length=30, description="Ids of people who were set aside and don't come back.")
    stamp: Entry = ""
    accept_price: Flag = ""


class DependentOut(BaseModel):
    dependent_id: str
    primary_info: DependentPerson
    health_info: HealthInfo | None = None
    health_values: dict[str, str] = Field({}, description="Answers about their health, by the names of the form.")


class DependentRules(BaseModel):
    """``spouse_birthdate`` and ``children``: what the quote says of the people to list, so that no one is asked again;
    "" and null where it says nothing."""

    tier: str
    premier: bool = Field(description="True if a life insurer's plan is in the cart.")
    min: int = Field(description="Least number.", examples=[1])
    max: int
    ask_spouse: bool = Field(description="True if the question about a spouse is asked.", examples=[True])
    heading: str = Field(description="Heading.", examples=["Dependents"])
    spouse_birthdate: str = Field(
        "",
        description="The spouse's birth date as the quote has it, mm/dd/yyyy; empty where unknown.",
        examples=["07/02/1988"],
    )
    children: int | None = None


class ClosestPlan(BaseModel):
    plan_id: int
    plan_name: str


class Switched(BaseModel):
    """A change of the tier that undo-tier-change takes back. ``left``: how many plans left the cart with it."""

    from_tier: str
    from_name: str
    to_tier: str
    to_name: str
    left: int


class TierLine(BaseModel):
    """A plan's, or the membership's (plan_id 0), monthly amount. ``new`` null: not sold in that tier, and why; it
    leaves the cart."""

    plan_id: int
    plan_name: str
    old: str
    new: str | None
    message: str
    closest: ClosestPlan | None = Field(description="The plan of its category that comes closest to it.")


class TierOffer(BaseModel):
    """The tier that the list of dependents fits, with what each month and the first payment cost before and after.
    ``covered``: who would be covered beside the member. ``signed``: a signature that would have to be given again."""

    from_tier: str
    from_name: str
    to_tier: str
    to_name: str
    covered: list[str]
    lines: list[TierLine]
    old_total: str
    new_total: str
    old_first: str = Field(description="First charge before the change.", examples=["177.26"])
    new_first: str = Field(description="First charge after the change.", examples=["136.86"])
    signed: bool = Field(description="True if a signature would have to be given again.")


class TierOffered(BaseModel):
    result: TierOffer | None


class TierBody(ByEnrollment):
    """``tier`` and ``accepted_total`` as get-tier-change has them in ``to_tier`` and ``new_total``."""

    tier: Entry = ""
    accepted_total: Entry = ""


class Dependents(BaseModel):
    dependents: list[DependentOut]
    set_aside: list[DependentOut] = Field(description="Removed dependents, who can be taken back by their id.")
    spouse_choice: str
    first_track: bool = Field(description="True if people were staged before.")
    rules: DependentRules = Field(description="Number and kind of people the tier takes.")
    switched: Switched | None = Field(None, description="The change of the tier that can be taken back.")
    stamp: str = "new"


class DependentsResult(BaseModel):
    result: Dependents


class DependentStaged(BaseModel):
    version: int
    result: Dependents


class DependentChecked(BaseModel):
    dependent_id: str
    relationship: str

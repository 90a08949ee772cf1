"""Schemas of the calls about coverage in force. Amounts are text such as "37.51", "" where none is on record; days are
mm/dd/yyyy, "" for none."""

from __future__ import annotations

from typing import Annotated, Literal
from uuid import UUID

from pydantic import BaseModel, Field

from planfront.catalog.schemas import Document
from planfront.eligibility.joining import PersonQuestion
from planfront.kernel.http.schema import DateText, Id
from planfront.kernel.text.parse import SuffixText

PolicyState = Literal["pending", "accepted", "active", "ended", "cancelled"]
PersonRole = Literal["subscriber", "spouse", "partner", "child"]


class EarlierStay(BaseModel):
    """Days on which the policy covered a person before they left and came back."""

    since: str
    until: str


class CoveredBy(BaseModel):
    """A person of a policy. ``id`` is the same in every policy of a member. ``until``: the last day, "" without end.
    ``since`` and ``until`` are those of one stay; ``earlier``: the stays before it."""

    id: str
    name: str
    first_name: str
    role: PersonRole
    birth_date: str
    since: str
    until: str
    first_ever: str = Field(
        default="",
        description="The first day ever of the coverage; empty where it is the first day of this stay.",
        examples=["01/01/2026"],
    )
    earlier: list[EarlierStay] = Field(
        default=[], description="Stays before this one, the first at the front.", examples=[[]]
    )


class PolicySummary(BaseModel):
    """``state_text``: the state in few words. ``amount``: the face amount, "" where there is none."""

    number: str
    plan_id: int
    plan: str
    category: str
    carrier: str
    logo: str
    state: PolicyState
    state_text: str
    chain: list[str] = Field(
        description="Sentences about the policy before and the one that takes its place.",
        examples=[["Continues as policy PF4402817-01-S from 04/01/2027."]],
    )
    starts_on: str
    ends_on: str
    monthly: str
    amount: str
    has_riders: bool = Field(description="True if the plan has riders that can be added or dropped.", examples=[True])
    tier_text: str = Field(
        description='People covered, such as "Member + spouse"; empty for a plan without tiers.',
        examples=["You and your spouse"],
    )
    people: list[CoveredBy]
    joins_later: list[CoveredBy] = Field(description="People whom it covers from a later day on.")
    documents: list[Document]


class FamilyPerson(BaseModel):
    """A person whom a policy of the member covers, or covered."""

    id: str
    name: str
    first_name: str
    role: PersonRole
    birth_date: str
    age: int


class ChangeRow(BaseModel):
    """A change of a policy. ``by``: who did it, in words. ``may_withdraw``: the reader may take it back."""

    id: str
    order_id: str
    policy_number: str
    plan: str
    kind: str
    title: str
    effective: str
    recorded: str
    by: str
    before: str
    after: str
    may_withdraw: bool
    withdrawn_on: str = Field(
        description='The day on which it was taken back, mm/dd/yyyy; "" while it counts.', examples=[""]
    )


class ChangePage(BaseModel):
    """A page of what happened to a member's policies, newest first. ``result``: rows that were changed together and
    read alike are one entry, and never on two pages."""

    result: list[ChangeRow]
    total: int = Field(description="Number of entries on all pages.", examples=[23])
    page: int
    pages: int = Field(description="Number of pages.", examples=[3])


class DesignatedPerson(BaseModel):
    """``relationship``: in words. ``share``: per cent."""

    name: str
    relationship: str
    relationship_key: str = Field(description="The relationship, as lists of choices name it.", examples=["spouse"])
    share: str
    trustee: str = Field(
        description='The adult who receives the share of a person under 18; "" for an adult.', examples=["Rosa Santos"]
    )
    needs_trustee: bool = Field(description="True: the person is under 18, and no adult is named to receive the share.")


class Beneficiary(BaseModel):
    """``relationship``: one of get-beneficiary-relationships. ``share``: whole per cent."""

    name: str = Field(default="", max_length=120)
    relationship: str = Field(max_length=40)
    share: int = Field(ge=1, le=100)
    minor: bool = Field(default=False, description="True: the person is under 18 and needs a trustee.")
    trustee: str = Field(
        default="", max_length=120, description="The adult who receives the share of a person under 18."
    )


class NewDesignation(BaseModel):
    """The beneficiaries of a policy from today on; their shares add up to 100."""

    member_id: int | None = None
    policy_number: str = Field(max_length=40)
    people: list[Beneficiary] = Field(min_length=1, max_length=10)


class Designation(BaseModel):
    """The beneficiaries of one policy since a day. Without people and a day no one is named, though the plan pays at
    death."""

    policy_number: str
    plan: str
    since: str
    people: list[DesignatedPerson]
    divorced_on: str = Field(
        description='The day of a divorce after which a spouse is still named, mm/dd/yyyy; "" for none.',
        examples=["03/10/2027"],
    )
    divorce_note: str = Field(
        description='The store\'s own words about beneficiaries after a divorce; "" unless it has any.', examples=[""]
    )


class KeptDesignation(BaseModel):
    """Beneficiaries who stay after a divorce."""

    member_id: int | None = None
    policy_number: str


Effect = Literal["same", "better", "worse", "other"]


class FactChange(BaseModel):
    """A fact of a plan and of the one that takes its place, "" where a plan doesn't say it. ``effect``: how the new one
    compares for the member; other: it differs, and its words decide nothing."""

    label: str
    before: str
    after: str
    effect: Effect = Field(description="Effect of the new plan on the member.", examples=["worse"])


class HeldPlan(BaseModel):
    """The effect of a held change on one policy. ``new_plan``: the plan that takes its place, "" for none.
    ``never_begins``: it is canceled, as its last day would come before its first one; ``begun_on``: that first day,
    where it has begun. ``riders_added``, ``riders_dropped``: their names."""

    policy_number: str
    plan: str
    new_plan: str = ""
    riders_added: list[str] = []
    riders_dropped: list[str] = []
    never_begins: bool = False
    begun_on: str = ""
    effective: str
    before: str
    after: str
    difference: str


class HeldRow(BaseModel):
    """A change that someone has to agree to, a reported death, or a correction. ``waits_for``: the name of the group,
    or of the store whose team it is. ``reason``: why it was declined."""

    id: str
    about: Literal["change", "death", "correction"] = Field(description="The reported change.", examples=["change"])
    state: Literal["waiting", "declined", "recorded"]
    title: str
    waits_for: str
    asked_on: str
    reason: str
    plans: list[HeldPlan]


class FeeRow(BaseModel):
    """A fee beside premiums. ``note``: when it is charged. ``starts_on`` and ``ends_on``: the days on which a month's
    is owed, "" without an end; the day from which one is charged ``once``."""

    policy_number: str
    name: str
    note: str
    amount: str
    once: bool = Field(description="True if it is charged once, with the first month.", examples=[False])
    payer: str = Field(description="Payer: member or group.", examples=["member"])
    starts_on: str
    ends_on: str


class MonthTotal(BaseModel):
    """The cost of a month, fees included, on a ``day``: today, or the first day of what is yet to begin."""

    day: str
    fees: list[FeeRow] = Field(description="Fees beside the plans' prices that the month is charged with.")
    total: str = Field(description="Cost of a month; empty where a price is not on record.", examples=["51.80"])
    first: str = Field(
        description="Cost of the first month, where something is charged with it once; else empty.", examples=["66.80"]
    )


class MemberCoverage(BaseModel):
    """A member's coverage: running policies first. ``changes``: the first page of them, newest first (see
    get-coverage-changes). ``held``: what waits for someone to agree, and what was declined lately."""

    member_id: int
    name: str
    first_name: str
    day: str
    people: list[FamilyPerson]
    policies: list[PolicySummary]
    month: MonthTotal | None = Field(description="Cost of the plans together, with fees; null without any.")
    designations: list[Designation] = Field(description="People who receive the benefit of each policy at death.")
    changes: list[ChangeRow]
    changes_pages: int = Field(description="Number of pages of changes.", examples=[3])
    held: list[HeldRow]


class VersionRow(BaseModel):
    """The terms in force from a day on. ``until``: the last day, "" without end. ``title``: the cause in few words."""

    id: str
    change_id: str = Field(
        description="The change that the version comes of.", examples=["6d0f6c1e-9a55-4f57-8c1d-0f6c1f5f7f00"]
    )
    effective: str
    until: str
    recorded: str
    title: str
    plan: str
    monthly: str
    tier: str
    people: list[CoveredBy]


class PolicyStory(BaseModel):
    """A policy through time, as it is known now or was known at the end of ``known``."""

    policy: PolicySummary = Field(description="The policy as it is today.")
    day: str
    known: str
    as_of: VersionRow | None = Field(description="What was in force on the day that was asked for; null for nothing.")
    versions: list[VersionRow] = Field(description="What holds since when, by day.")
    fees: list[FeeRow] = Field(description="Fees beside its price, by day.")
    changes: list[ChangeRow]


class EventChoice(BaseModel):
    """A life event that the reader may report. ``happened``: what its day is called."""

    key: str
    name: str
    happened: str
    opens: list[str] = Field(
        description=(
            "Things the event lets change: add_person, drop_person, plan, rider, amount, address, "
            "name, tobacco, gender, work, beneficiary, end."
        ),
        examples=[["add_person"]],
    )
    paper: str = Field(description="The paper that is asked for, or empty.", examples=["Birth certificate"])
    paper_may_follow: bool = Field(description="True if the paper may come later.", examples=[True])


class NewPerson(BaseModel):
    first_name: str = Field(max_length=60)
    last_name: str = Field(max_length=60)
    suffix: SuffixText = ""
    birth_date: DateText
    gender: int | None = Field(default=None, ge=0, le=2)
    role: Literal["spouse", "partner", "child"]
    ssn: str = Field(default="", max_length=11)


class DeathReport(BaseModel):
    """The report of a death. ``person_id``: of the family, "self" for the member. ``note``: how to reach the family,
    and the papers that there are."""

    member_id: int | None = None
    person_id: str = Field(max_length=40)
    died_on: DateText = Field(description="The day of the death, as mm/dd/yyyy.", examples=["06/10/2027"])
    note: str = Field(default="", max_length=300)


class Correction(BaseModel):
    """A fact that staff put right. ``text``: what it should be: of ``ssn`` the last four digits, of ``birth_date`` a
    date, of ``gender`` 0, 1 or 2."""

    fact: Literal["name", "birth_date", "ssn", "gender", "home_address"] = Field(
        description="The fact that is wrong on record.", examples=["name"]
    )
    text: str = Field(max_length=200, description="What it should be.", examples=["Maren Castillo"])
    note: str = Field(default="", max_length=300)


class MailingAddress(BaseModel):
    """Where letters go: home, to the ``mailing_`` address, or "" as they do."""

    mailing: Literal["", "home", "other"] = Field(
        default="", description="Where letters go from then on: home, another address, or as before.", examples=["home"]
    )
    mailing_address1: str = Field(default="", max_length=80)
    mailing_address2: str = Field(default="", max_length=80)
    mailing_city: str = Field(default="", max_length=60)
    mailing_state: str = Field(default="", max_length=2)
    mailing_zip: str = Field(default="", max_length=5)


class ContactChange(MailingAddress):
    """The member's other phone, or other place for letters. What is empty stays."""

    phone: str = Field(default="", max_length=20, description="The new phone number.", examples=["(614) 555-0148"])


class ChangeOrder(MailingAddress):
    """A change that the caller wants. ``event`` and ``happened_on`` name the life event; without one the caller needs
    the right to change without (staff), or the kind needs none (end).

    ``policies``: numbers; empty: every policy of the member that could take the change, for a preview. ``effective``:
    one of the days that the preview offers by policy, {} for the first of each. ``person`` of add_person,
    ``person_id`` of drop_person; ``last_day`` of end; ``reason`` (a reason's key) of end, cancel and reinstate;
    ``amount`` of amount. Of place the whole address, with ``county`` (a FIPS code) where a ZIP code's county matters;
    with ``person_id`` only this person of the family moves. ``mailing``: letters go home from then on, or to the
    ``mailing_`` address; "" where they go stays as it is.

    ``plans`` of plan, and where the event opens it beside a change of people or place: by policy the id of the plan
    that takes its place. ``riders``, in the same way: by policy the codes of all riders that it has from then on.
    """

    member_id: int | None = None
    kind: Literal[
        "add_person", "drop_person", "plan", "riders", "amount", "place", "facts", "end", "cancel", "reinstate"
    ]
    event: str = Field(default="", max_length=40)
    happened_on: DateText = ""
    policies: list[str] = Field(default=[], max_length=50)
    effective: dict[str, str] = {}
    person: NewPerson | None = None
    confirmed: list[PersonQuestion] = Field(
        default=[],
        max_length=5,
        description="Questions about the new person that were answered with yes. A call that lacks one is refused "
        "with the question, at the field it is about, `.confirmed.` and its code.",
        examples=[["other_name"]],
    )
    person_id: str = Field(default="", max_length=40)
    last_day: DateText = ""
    reason: str = Field(default="", max_length=40)
    amount: str = Field(default="", max_length=14)
    address1: str = Field(default="", max_length=80)
    address2: str = Field(default="", max_length=80)
    city: str = Field(default="", max_length=60)
    zip: str = Field(default="", max_length=5)
    state: str = Field(default="", max_length=2)
    county: str = Field(default="", max_length=5)
    tobacco: Literal["", "yes", "no"] = Field(
        default="", description="Of facts: whether the member uses tobacco.", examples=["no"]
    )
    gender: int | None = Field(
        default=None, ge=0, le=2, description="Of facts: 0 male, 1 female, 2 others.", examples=[1]
    )
    weekly_hours: str = Field(
        default="", max_length=10, description="Of facts: usual working hours a week.", examples=["32"]
    )
    annual_salary: str = Field(
        default="", max_length=14, description="Of facts: dollars a year before tax.", examples=["52,000"]
    )
    plans: dict[str, Id] = Field(default={}, max_length=50)
    riders: dict[str, list[Annotated[str, Field(max_length=40)]]] = Field(default={}, max_length=50)


class ConfirmedOrder(ChangeOrder):
    """``digest`` is the preview's: what has changed since is refused with what differs, and nothing is written."""

    digest: str = Field(max_length=64)


class DayChoice(BaseModel):
    """A day on which a change may take effect, with the reason in words."""

    day: str
    reason: str


class PreviewRow(BaseModel):
    """The effect of a change on one policy, or in ``problem`` why it can't be made. ``difference`` is after less
    before, with its sign, such as "+33.70".

    ``new_plan``: the plan that takes its place, "" for none; ``facts`` and the amounts of insurance are of both then.
    ``riders_added``, ``riders_dropped``: their names. ``never_begins``: see HeldPlan.
    """

    policy_number: str
    plan: str
    category: str
    possible: bool
    problem: str
    days: list[DayChoice] = Field(description="Days on which the change may take effect, the usual one first.")
    effective: str
    before: str
    after: str
    difference: str
    people_before: int
    people_after: int = Field(description="Number of people covered afterwards.", examples=[2])
    tier_before: str = Field(description="People covered before, in words.", examples=["You"])
    tier_after: str = Field(description="People covered afterwards, in words.", examples=["You and your children"])
    joins: str = Field(description="First name of the person who is added, or empty.", examples=["Mateo"])
    never_begins: bool
    begun_on: str
    past: list[str] = Field(
        description="Who owes how much for months that have begun, in sentences.",
        examples=[["Dental PPO: you owe 2 months × $37.93 = $75.86."]],
    )
    new_plan: str
    facts: list[FactChange]
    amount_before: str = Field(description="Amount of insurance before; empty for none.", examples=["50000.00"])
    amount_after: str = Field(description="Amount of insurance afterwards; empty for none.", examples=["100000.00"])
    riders_added: list[str]
    riders_dropped: list[str]


class PlanChoice(BaseModel):
    """A plan that can take a policy's place, with what it costs a month, or in ``problem`` why not. ``difference``: to
    what the policy costs after the change without another plan, else before it. ``amount``: of insurance."""

    plan_id: int
    plan: str
    carrier: str
    logo: str
    monthly: str
    difference: str
    amount: str
    problem: str
    facts: list[FactChange]


class RiderChoice(BaseModel):
    """A rider of the chosen plan. ``held``: the policy has it. ``difference``: what it adds a month, or what dropping
    it saves, with its sign; ``problem``: why it can't come or go."""

    code: str
    name: str
    text: str
    held: bool
    chosen: bool = Field(description="True if the policy would have it after the change.")
    difference: str
    problem: str


class PolicyChoices(BaseModel):
    """The choices for one policy. ``monthly``: what it costs after the change with the plan it has, "" where that can't
    be, which ``problem`` says."""

    policy_number: str
    plan_id: int
    plan: str
    monthly: str
    problem: str
    plans: list[PlanChoice]
    riders: list[RiderChoice]


class ChangeChoices(BaseModel):
    """The choices for each policy that has any."""

    rows: list[PolicyChoices]


class Window(BaseModel):
    """The days in which an event may be reported, and whether today is among them."""

    first_day: str
    last_day: str
    today: str = Field(description="The business day, mm/dd/yyyy.", examples=["03/17/2027"])
    is_open: bool


class Preview(BaseModel):
    """Before and after of a change by policy, and a month's sums of what can be changed. ``digest`` names all of it:
    sending the order needs it. ``asks``: it reaches back so far that the store's team has to agree to it."""

    digest: str
    possible: bool
    person_alone: bool = Field(
        default=False, description="True if only the record of a person changes, and no policy.", examples=[False]
    )
    asks: bool
    window: Window | None = Field(description="In which days the event may be reported; null without an event.")
    rows: list[PreviewRow]
    before: str
    after: str
    difference: str
    consequences: list[str] = Field(description="Consequences, in sentences.")


class ChangeDone(BaseModel):
    """``order_id`` names all that was changed together; it can be taken back until the end of the day. ``waits_for``:
    the name of the group, or of the store whose team it is, that has to agree first, "" where it is made."""

    order_id: str
    waits_for: str
    coverage: MemberCoverage = Field(description="The member's coverage now.")


class WithdrawOrder(BaseModel):
    member_id: int | None = None
    order_id: UUID

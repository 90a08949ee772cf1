"""What the calls about coverage in force say and take. Amounts are text such as "37.51", "" where none is on record;
days are mm/dd/yyyy, "" for none."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, Field

from planfront.catalog.schemas import Document

PolicyState = Literal["pending", "accepted", "active", "ended", "cancelled"]
PersonRole = Literal["subscriber", "spouse", "partner", "child"]


class CoveredBy(BaseModel):
    """A person of a policy. ``id`` is the same in every policy of a member. ``until``: the last day, "" without end."""

    id: str
    name: str
    first_name: str
    role: PersonRole
    birth_date: str
    since: str
    until: str


class PolicySummary(BaseModel):
    """``note``: level, amount or riders in words. ``state_text``: the state as a sentence of few words."""

    number: str
    plan_id: int
    plan: str
    note: str
    category: str
    carrier: str
    logo: str
    state: PolicyState
    state_text: str
    starts_on: str
    ends_on: str
    monthly: str
    paid_by: str
    people: list[CoveredBy]
    documents: list[Document]


class FamilyPerson(BaseModel):
    """Somebody whom a policy of the member covers, or covered."""

    id: str
    name: str
    first_name: str
    role: PersonRole
    birth_date: str
    age: int


class CardFact(BaseModel):
    label: str
    value: str


class InsuranceCard(BaseModel):
    """A card to show: one for each person and plan that issues cards. ``member_id`` is what the front desk asks for."""

    policy_number: str
    person_id: str
    name: str
    plan: str
    note: str
    category: str
    carrier: str
    logo: str
    member_id: str
    good_from: str
    good_until: str
    phone: str
    phone_label: str
    facts: list[CardFact]


class ChangeRow(BaseModel):
    """Something that happened to a policy. ``by``: who did it, in words. ``may_withdraw``: the reader may take it
    back."""

    id: str
    policy_number: str
    plan: str
    kind: str
    title: str
    text: str
    effective: str
    recorded: str
    by: str
    before: str
    after: str
    may_withdraw: bool


class NextPayment(BaseModel):
    """What the policies in force come to on the next day of payment; ``rows`` by policy."""

    amount: str
    text: str
    rows: list[PaymentRow]


class PaymentRow(BaseModel):
    policy_number: str
    plan: str
    amount: str


class DesignatedPerson(BaseModel):
    name: str
    relationship: str
    share: str


class Designation(BaseModel):
    """Who receives a benefit at death, of one policy, since a day."""

    policy_number: str
    plan: str
    since: str
    people: list[DesignatedPerson]


class Benefits(BaseModel):
    """What a member has: running policies first. ``changes``: the last ones, newest first."""

    member_id: int
    name: str
    first_name: str
    day: str
    people: list[FamilyPerson]
    policies: list[PolicySummary]
    cards: list[InsuranceCard]
    payment: NextPayment | None
    designations: list[Designation]
    changes: list[ChangeRow]


class VersionRow(BaseModel):
    """What is in force from a day on. ``until``: the last day, "" without end. ``title``: the cause in few words."""

    id: str
    change_id: str
    effective: str
    until: str
    recorded: str
    in_force: bool
    title: str
    plan: str
    monthly: str
    tier: str
    people: list[CoveredBy]


class PolicyStory(BaseModel):
    """A policy through time, as it is known now or was known at ``known``. ``as_of`` is the version of the day that was
    asked for, None where nothing was in force."""

    policy: PolicySummary
    day: str
    known: str
    as_of: VersionRow | None
    versions: list[VersionRow]
    changes: list[ChangeRow]


class EventChoice(BaseModel):
    """A life event that the reader may report. ``happened``: what its day is called. ``opens``: what it lets change:
    add_person, drop_person, plan, amount, address, name, beneficiary, end."""

    key: str
    name: str
    happened: str
    text: str
    opens: list[str]
    paper: str
    paper_may_follow: bool


class NewPerson(BaseModel):
    first_name: str = Field(max_length=60)
    last_name: str = Field(max_length=60)
    birth_date: str = Field(max_length=10)
    gender: int | None = None
    role: Literal["spouse", "partner", "child"]
    ssn: str = Field(default="", max_length=11)


class ChangeOrder(BaseModel):
    """What somebody wants to change. ``event`` and ``happened_on`` name the life event; without one the caller needs
    the right to change without (staff), or the kind needs none (end).

    ``policies``: numbers; empty: every policy of the member that could take the change, for a preview. ``effective``:
    one of the days that the preview offers by policy, {} for the first of each. ``person`` of add_person,
    ``person_id`` of drop_person; ``last_day`` of end; ``reason`` (a reason's key) of end, cancel and reinstate;
    ``plan_id`` of plan; ``amount`` of amount; ``zip``, ``state`` and ``county`` of place.
    """

    member_id: int | None = None
    kind: Literal["add_person", "drop_person", "plan", "amount", "place", "end", "cancel", "reinstate"]
    event: str = Field(default="", max_length=40)
    happened_on: str = Field(default="", max_length=10)
    policies: list[str] = Field(default=[], max_length=50)
    effective: dict[str, str] = {}
    person: NewPerson | None = None
    person_id: str = Field(default="", max_length=40)
    last_day: str = Field(default="", max_length=10)
    reason: str = Field(default="", max_length=40)
    plan_id: int | None = None
    amount: str = Field(default="", max_length=14)
    zip: str = Field(default="", max_length=5)
    state: str = Field(default="", max_length=2)
    county: str = Field(default="", max_length=60)
    note: str = Field(default="", max_length=300)


class ConfirmedOrder(ChangeOrder):
    """``digest`` is the preview's: what has changed since is refused with what differs, and nothing is written."""

    digest: str = Field(max_length=64)


class DayChoice(BaseModel):
    """A day on which a change may take effect, with the reason in words."""

    day: str
    reason: str


class PreviewRow(BaseModel):
    """What a change does to one policy, or in ``problem`` why it can't. ``difference`` is after less before, with its
    sign, such as "+33.70". ``now``: what it would cost today as things stand."""

    policy_number: str
    plan: str
    category: str
    possible: bool
    problem: str
    days: list[DayChoice]
    effective: str
    before: str
    after: str
    difference: str
    people_before: list[CoveredBy]
    people_after: list[CoveredBy]
    tier_before: str
    tier_after: str
    explanation: list[str]


class Window(BaseModel):
    """The days in which an event may be reported, and whether today is among them."""

    first_day: str
    last_day: str
    today: str
    is_open: bool
    text: str


class NearestWay(BaseModel):
    """What is possible instead of something that is refused."""

    day: str
    title: str
    text: str


class Preview(BaseModel):
    """Before and after of a change by policy, and a month's sums of what the member has. ``consequences``: sentences.
    ``needs_approval``: the change waits for somebody else before it is written; the text says for whom."""

    digest: str
    possible: bool
    window: Window | None
    rows: list[PreviewRow]
    before: str
    after: str
    difference: str
    next_bill: list[str]
    consequences: list[str]
    ways: list[NearestWay]
    needs_approval: str


class ChangeDone(BaseModel):
    """``change_ids``: one for each policy. ``waiting``: what it waits for, "" when it is written."""

    change_ids: list[str]
    title: str
    waiting: str
    withdraw_until: str
    benefits: Benefits


class WithdrawOrder(BaseModel):
    change_id: str = Field(max_length=40)


NextPayment.model_rebuild()

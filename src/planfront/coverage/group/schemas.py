"""Schemas of the calls of a group's administrator. Amounts are text such as "37.51", "" where none is on record; days
are mm/dd/yyyy, "" for none."""

from __future__ import annotations

from typing import Literal
from uuid import UUID

from pydantic import BaseModel, Field

from planfront.coverage.group.amounts import Amounts
from planfront.coverage.schemas import HeldPlan
from planfront.coverage.wording import money_text
from planfront.kernel.http.schema import Code, DateText, Id, OptionalId, PageAnswer, PageNumber, PageSize, Short
from planfront.kernel.text.parse import SuffixText

Show = Literal["", "in_force", "joining", "leaving", "left", "waiting"]


class PeopleQuery(BaseModel):
    """``day``: as of which day, today where none is named. ``show`` leaves those of one count, ``class_id`` those of a
    class. ``search``: see get-group-users."""

    day: Code = ""
    show: Show = ""
    search: Short = ""
    class_id: OptionalId = Field(None, description="Id of a class; null for any.")
    page: PageNumber = 1
    per_page: PageSize = 20


class PeopleFileQuery(PeopleQuery):
    """The same people, all of them."""

    members: str = Field(
        "", max_length=2_000, pattern=r"^[0-9]*(?:,[0-9]+)*$", description="Only these of them.", examples=["12,15"]
    )


class MonthSplit(BaseModel):
    """A month's premium with its fees, and who pays how much of it."""

    premium: str
    employer: str
    own: str
    each_pay: str = Field(
        description="What is taken from a pay, in words; empty where nothing is.", examples=["$4.25 each week"]
    )

    @classmethod
    def build(cls, amounts: Amounts) -> MonthSplit:
        if not amounts.known:
            return cls(premium="", employer="", own="", each_pay="")
        texts = (money_text(amount) for amount in (amounts.premium, amounts.employer, amounts.own))
        premium, employer, own = texts
        return cls(premium=premium, employer=employer, own=own, each_pay=amounts.each)


class GroupPlan(BaseModel):
    """A plan of someone on the day. ``people``: first names of those it covers. ``starts_on`` and ``ends_on``: of one
    that begins later or has a last day."""

    policy_number: str
    plan: str
    category: str
    tier: str
    people: list[str]
    starts_on: str
    ends_on: str
    chain: list[str] = Field(
        description="Sentences about the policy before and the one that takes its place.",
        examples=[["Continues as policy PF4402817-01-S from 04/01/2027."]],
    )
    split: MonthSplit


class GroupFee(BaseModel):
    """A monthly fee of someone beside the premiums of their plans."""

    name: str
    split: MonthSplit


class Mark(BaseModel):
    """A coming event in few words with its day: someone joins, leaves, changes, waits or left, or the plans end."""

    kind: Literal["joins", "leaves", "changes", "waits", "left", "ends"]
    text: str


class GroupPersonRow(BaseModel):
    """A person of the group. ``enroll_by``: until when someone without a plan may enroll as newly hired, and
    ``covered_from``: from which day on they can be covered."""

    member_id: int
    name: str
    class_name: str = Field(
        description="Class of the group's people that someone is in, or empty.", examples=["Hourly"]
    )
    hired_on: str
    left_on: str = Field(
        description="Last day of work, past or to come; empty for people who stay.", examples=["03/31/2027"]
    )
    plans: list[GroupPlan]
    fees: list[GroupFee] = Field(description="Monthly fees beside the premiums of what is in force.")
    marks: list[Mark]
    covered_from: str
    enroll_by: str
    split: MonthSplit
    undo: str = Field(description="Order of the leaving that the reader reported today, or empty.", examples=[""])


class PeopleCounts(BaseModel):
    everybody: int = Field(description="Number of people in the group.", examples=[6])
    in_force: int = Field(description="Number of people with a plan in force on the day.", examples=[4])
    joining: int = Field(description="Number of people who join after the day, or have yet to enroll.", examples=[1])
    leaving: int = Field(description="Number of people with a plan in force that ends.", examples=[1])
    left: int
    waiting: int


class ClassShare(BaseModel):
    """A class of the group's people: how many they are, how many of them have a plan, and what the group pays for
    them."""

    name: str
    everybody: int = Field(description="Number of people in the class who haven't left.", examples=[8])
    people: int
    pay_period: str
    split: MonthSplit


class GroupPeople(PageAnswer[GroupPersonRow]):
    """``counts``, ``total_split`` and ``classes`` are of the whole group, whoever was searched for. ``group_name``: who
    pays."""

    group_name: str
    day: str
    counts: PeopleCounts
    total_split: MonthSplit = Field(description="Split of the cost a month of everything in force.")
    classes: list[ClassShare] = Field(description="Classes of the group that have people.")


class GroupEvent(BaseModel):
    """Something that happened to someone of the group. ``text``: in few words."""

    day: str
    member_id: int
    name: str
    text: str = Field(description="Event in few words.", examples=["Enrolled in Dental PPO 1500"])


class NewSharesQuery(BaseModel):
    day: Code = Field(default="", description="First day of a month to come, the next one where none is named.")
    page: PageNumber = 1
    per_page: PageSize = 20


class NewShareRow(BaseModel):
    """A policy whose shares would be other ones."""

    name: str = Field(description="Name of the person.", examples=["Walter Nguyen"])
    policy_number: str
    plan: str
    before: MonthSplit = Field(description="A month of that day as it is agreed.")
    after: MonthSplit = Field(description="A month of that day by the group's present contributions and classes.")


class NewShares(PageAnswer[NewShareRow]):
    """The policies that the group's present contributions and classes would change from ``day`` on."""

    day: str
    days: list[str] = Field(description="Days that can be chosen.", examples=[["01/01/2027", "02/01/2027"]])
    people: int = Field(description="Number of people on these policies.", examples=[3])
    before: MonthSplit = Field(description="A month of all these policies as it is agreed.")
    after: MonthSplit = Field(description="A month of all these policies afterwards.")
    digest: str = Field(description="Names all of it: writing needs it.", examples=["5f1c…"])


class ConfirmedShares(BaseModel):
    """``digest`` is the preview's: what has moved since is refused, and nothing is written."""

    day: DateText = ""
    digest: str = Field(max_length=64)


class SharesStarted(BaseModel):
    """The worker writes the policies; get-new-shares-progress counts them."""

    day: str
    policies: int = Field(description="Number of policies to be written.", examples=[3])
    order: str = Field(description="Names what was started.", examples=["6f3c0d0e-5f0a-4f57-9a55-0f6c1f5f7f00"])


class SharesProgress(BaseModel):
    """Policies of what apply-new-shares started; the rest waits for the worker."""

    written: int = Field(description="Number of policies that have their new shares.", examples=[2])
    left: int = Field(
        description="Number of policies that weren't written, as something about them has changed.", examples=[0]
    )


class LeavingEvent(BaseModel):
    """A life event for which someone leaves. ``happened``: what its day is called."""

    key: str
    name: str
    happened: str


class LeavingReason(BaseModel):
    key: str
    name: str


class LeavingChoices(BaseModel):
    """The events by which someone may leave, the usual one first, and the reasons."""

    events: list[LeavingEvent] = Field(description="What may be said to have happened.")
    reasons: list[LeavingReason]


class LeavingOrder(BaseModel):
    """A leaving: all plans of the group that go on end by the rule of the event. ``reason``: a reason's key; the
    event's own where none is named."""

    member_id: Id
    event: str = Field(default="", max_length=40)
    happened_on: DateText = ""
    reason: str = Field(default="", max_length=40)


class ConfirmedLeaving(LeavingOrder):
    """``digest`` is the preview's: what has changed since is refused with what differs, and nothing is written."""

    digest: str = Field(max_length=64)


class LeavingRow(BaseModel):
    """A plan and its last day with the rule's reason, or in ``problem`` why it can't end. ``before``: what it costs
    until then. ``never_begins``: its last day would come before its first one, so it is canceled; ``begun_on``: that
    first day, where it has begun."""

    policy_number: str
    plan: str
    possible: bool
    problem: str
    last_day: str
    reason: str
    never_begins: bool
    begun_on: str
    falls_away: str = Field(
        description="What was to change after the last day, in words.",
        examples=["What was to change on 05/01/2027 falls away."],
    )
    people_before: int
    past: list[str] = Field(
        description="Who owes how much for months that have begun, in sentences.",
        examples=[["Dental PPO: we owe Acme 2 months × $18.43 = $36.86."]],
    )
    before: MonthSplit


class LeavingPreview(BaseModel):
    """The plans that end and their days, with a month's amounts before and after. ``digest`` names all of it: reporting
    needs it. ``last_day``: of work, "" where the event doesn't end it. ``asks``: that the store's team has to agree
    first, in words, "" where it is made at once."""

    digest: str
    possible: bool
    asks: str
    name: str
    group_name: str
    last_day: str
    rows: list[LeavingRow]
    dues: str = Field(
        description="What becomes of the association's dues, in words; empty without any.",
        examples=["The association membership, $5.00 a month, ends on 03/31/2027 with the last of the plans."],
    )
    before: MonthSplit
    after: MonthSplit


class LeavingDone(BaseModel):
    """``order_id`` names what ended together; whoever reported it takes it back with withdraw-change until the end of
    the day. ``waits_for``: the store whose team has to agree first, "" where it is made; then it is taken
    back as long as it waits."""

    order_id: str
    waits_for: str


class GroupClassChoice(BaseModel):
    """A class of the group's people."""

    id: int
    name: str
    usual: bool = Field(description="True if it is the class of people who are in none.", examples=[True])


class NewGroupPerson(BaseModel):
    """A person who joins. ``language``: of the invitation."""

    first_name: str = Field(default="", max_length=60)
    last_name: str = Field(default="", max_length=60)
    suffix: SuffixText = ""
    birth_date: DateText = ""
    gender: int | None = Field(default=None, ge=0, le=2)
    email: str = Field(default="", max_length=200)
    hired_on: DateText = ""
    class_id: OptionalId = Field(None, description="A class of the group's people; empty for the usual one.")
    language: Literal["en", "es"] = "en"


class AddedPerson(BaseModel):
    """``covered_from`` and ``enroll_by``: see GroupPersonRow; empty where the class may not enroll."""

    member_id: int
    name: str
    came_back: bool = Field(description="True if the person left the group before; the earlier record is kept.")
    covered_from: str
    enroll_by: str


class Dependent(BaseModel):
    """A person of the family. ``plans``: names of those that cover them."""

    name: str
    relationship: str
    age: int
    plans: list[str]


class LaterWork(BaseModel):
    """Class, pay and hours that hold from a coming day on; "" for what stays."""

    day: str
    class_name: str = Field(description="Name of the class.")
    annual_salary: str = Field(description="Dollars a year; empty where it stays.", examples=["58000.00"])
    weekly_hours: str = Field(description="Hours a week.")


class GroupPerson(BaseModel):
    """A person of the group with everything their administrator sees. ``days``: those from which on class, pay and
    hours can be other ones. ``undo``: the change of them that the reader made today, or empty."""

    person: GroupPersonRow
    first_name: str
    last_name: str
    birth_date: str
    age: int
    ssn: str
    email: str
    phone: str
    address: str = Field(description="The home address in one line.", examples=["88 Orchard Rd, Akron, OH 44303"])
    employee_number: str = Field(description="The group's own number of the person.", examples=["CF-1043"])
    signs_in: bool = Field(description="True if a password was chosen: the email is theirs to change.", examples=[True])
    class_id: int | None = Field(description="The person's class; null for none.", examples=[3])
    classes: list[GroupClassChoice] = Field(description="Classes of the group.")
    annual_salary: str = Field(description="Dollars a year; empty where it isn't on record.", examples=["51200.00"])
    weekly_hours: str = Field(description="Hours a week.")
    pay_period: str = Field(description="Pay period of the person, in words.", examples=["each week"])
    days: list[str] = Field(description="First days that the rules allow.")
    later: list[LaterWork] = Field(description="Planned changes of class, pay and hours, the next one first.")
    undo: str = Field(description='Id of the change that can be undone; "" without one.')
    dependents: list[Dependent] = Field(description="The family on record.")
    activity: list[GroupEvent] = Field(description="The latest changes, the newest first.")


class WorkOrder(BaseModel):
    """Another class, pay or hours from ``day`` on; what is empty stays."""

    member_id: Id
    class_id: OptionalId = Field(None, description="A class of the group; empty where it stays.")
    annual_salary: str = Field(description="Pay a year.", default="", max_length=20)
    weekly_hours: str = Field(description="Hours a week.", default="", max_length=10)
    day: DateText = ""


class ConfirmedWork(WorkOrder):
    """``digest`` is the preview's: what has moved since is refused, and nothing is written."""

    digest: str = Field(max_length=64)


class WorkRow(BaseModel):
    """A policy, and who pays how much of it before and after. ``problem``: why its price can't follow."""

    policy_number: str
    plan: str
    problem: str
    before: MonthSplit
    after: MonthSplit


class WorkPreview(BaseModel):
    """The effect of a change of class, pay and hours: a month's amounts of everything that is in force on its day,
    and in
    ``notes`` what else it means. ``digest`` names all of it: saving needs it."""

    digest: str
    day: str
    class_name: str = Field(description="Name of the class.")
    before: MonthSplit
    after: MonthSplit
    rows: list[WorkRow]
    notes: list[str] = Field(
        description="Further consequences, in sentences.", examples=[["Hugo is paid twice a month."]]
    )


class WorkDone(BaseModel):
    """``order_id``: whoever saved it takes it back with withdraw-change until the end of the day."""

    order_id: str
    person: GroupPerson


AT_ONCE = 100


class ClassMove(BaseModel):
    """People who move to a class of the group from ``day`` on, the first of the days that can be chosen where none is
    named."""

    member_ids: list[Id] = Field(
        min_length=1, max_length=AT_ONCE, description="Ids of the people who move.", examples=[[12, 15]]
    )
    class_id: Id = Field(description="Id of the class that they move to.", examples=[3])
    day: DateText = ""


class ConfirmedClassMove(ClassMove):
    """``digest`` is the preview's: what has moved since is refused, and nothing is written."""

    digest: str = Field(max_length=64)


class ClassMoveRow(BaseModel):
    """A person, and who pays how much a month before and after. ``class_name``: of today."""

    member_id: int
    name: str
    class_name: str = Field(description="Class that the person is in.", examples=["Hourly"])
    problem: str = Field(
        description="Why the person can't move, and stays as they are; empty where they move.",
        examples=["Already in Salaried."],
    )
    before: MonthSplit
    after: MonthSplit
    notes: list[str] = Field(
        description="Further consequences of the move, in sentences.", examples=[["Hugo is paid twice a month."]]
    )


class ClassMovePreview(BaseModel):
    """The effect of a move on each person, by name, and the sums of them all. ``people``: how many move."""

    digest: str
    day: str
    days: list[str] = Field(description="First days that the rules allow.")
    class_name: str = Field(description="Name of the class.")
    people: int = Field(description="Number of people who move.", examples=[2])
    before: MonthSplit
    after: MonthSplit
    rows: list[ClassMoveRow]


class PersonMove(BaseModel):
    """A person who moved. ``order_id``: takes the move back with withdraw-change until the end of the day."""

    member_id: Id
    order_id: UUID


class ClassMoveDone(BaseModel):
    """The people who moved, in the form that undo-class-move takes back."""

    moves: list[PersonMove] = Field(max_length=AT_ONCE, description="Everyone who moved.")


class ClassMoveUndone(BaseModel):
    """``undone``: how many are in their class as before. ``stuck``: names of the others."""

    undone: int = Field(description="Number of moves that were taken back.", examples=[2])
    stuck: list[str] = Field(description="Names of people whose move couldn't be taken back.")


class PersonFix(BaseModel):
    """Facts of a person that were wrong, or are new from today on; what is empty stays."""

    member_id: Id
    first_name: str = Field(default="", max_length=60)
    last_name: str = Field(default="", max_length=60)
    email: str = Field(default="", max_length=200)
    phone: str = Field(default="", max_length=20)
    hired_on: DateText = ""
    employee_number: str = Field(description="Number that the employer's payroll uses.", default="", max_length=40)
    ssn: str = Field(
        description="Social Security number; answers have its last four digits alone.",
        default="",
        max_length=11,
        examples=["219-09-1234"],
    )


class BirthDateFix(BaseModel):
    """A birth date that was wrong on record."""

    member_id: Id
    birth_date: DateText = ""


class ConfirmedBirthDate(BirthDateFix):
    """``digest`` is the preview's: what has moved since is refused, and nothing is written."""

    digest: str = Field(max_length=64)


class BirthDatePreview(BaseModel):
    """The effect of another birth date: a month's amounts of the group's policies, and in ``notes`` who owes how much
    for months that have begun. ``digest`` names all of it: saving needs it."""

    digest: str
    birth_date: str
    asks: str = Field(
        description="Why the store's team has to agree first; empty where it is saved at once.",
        examples=["Planfront checks corrections of birth dates for people with coverage. Nothing changes before that."],
    )
    before: MonthSplit
    after: MonthSplit
    rows: list[WorkRow]
    notes: list[str] = Field(
        description="Who owes how much for past months.", examples=[["Dental: Acme owes 2 months × $3.10 = $6.20."]]
    )


class BirthDateDone(BaseModel):
    """``order_id`` names what was saved, or what waits. ``waits_for``: the store whose team has to agree first, ""
    where it is saved; either is taken back with withdraw-change."""

    order_id: str
    waits_for: str
    person: GroupPerson


class Approval(BaseModel):
    """A change that waits for the group, as its member saw it. ``happened_on``: the day of the life event. ``before``
    and ``after``: who pays how much of its plans. ``asks``: that the store's team has to agree, too, and ``problem``:
    why it can't be agreed to any more; both "" where that is not so, and in lists, which don't work it out, nor
    ``past``."""

    id: str
    member_id: int
    name: str
    title: str
    asked_on: str
    happened_on: str
    plans: list[HeldPlan]
    before: MonthSplit
    after: MonthSplit
    past: list[str] = Field(
        description="Who owes how much for months that have begun, in sentences.",
        examples=[["Dental PPO: Acme owes 2 months × $16.55 = $33.10."]],
    )
    asks: str
    problem: str


class Approvals(PageAnswer[Approval]):
    """The oldest first."""


class Decision(BaseModel):
    """``reason``: why it is declined; the member reads it."""

    id: UUID
    agree: bool = Field(description="True if it may be made.", examples=[True])
    reason: str = Field(default="", max_length=300)


class DecidedApproval(BaseModel):
    """``waits_for``: the store whose team has to agree, too, "" where it is decided."""

    state: Literal["waiting", "agreed", "declined"]
    waits_for: str


class TeamRequest(BaseModel):
    """A change that the group asked the store's team for, or agreed to itself and passed on. ``state``: what became of
    it. ``may_withdraw``: the group reported it, and it still waits."""

    id: str
    member_id: int
    name: str
    title: str
    state: Literal["waiting", "agreed", "declined"]
    asked_on: str
    happened_on: str
    decided_on: str = Field(description="Day of the decision; empty while it waits.", examples=["03/17/2027"])
    reason: str
    plans: list[HeldPlan]
    before: MonthSplit
    after: MonthSplit
    may_withdraw: bool


class TeamRequests(PageAnswer[TeamRequest]):
    """Requests that wait, then those decided in the last thirty days."""

    team: str = Field(description="Name of the store, whose team decides.", examples=["Planfront"])

"""Shapes of the calls about a rep's own leads."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import TYPE_CHECKING, Annotated, Any, Literal
from uuid import UUID

from django.utils.translation import gettext_lazy
from pydantic import BaseModel, Field

from planfront.kernel import clock
from planfront.kernel.files.handed_out import EMAIL, LAST_CHANGE, NAME, PHONE, STATUS, FileKind, columns_of
from planfront.kernel.files.handed_out import Need as FileNeed
from planfront.kernel.http.paging import Page, Search
from planfront.kernel.http.schema import DateText, Id, Line, PageAnswer, PageQuery, Short
from planfront.kernel.money import Money
from planfront.kernel.text.parse import show_date
from planfront.leads.calling import Call
from planfront.leads.inbox import NOTE_MAX
from planfront.leads.models import LeadNote
from planfront.leads.person import Granted, LeadFacts, Need, Relation
from planfront.leads.quoting import missing_answers
from planfront.parties.reps.assigning import MOST_AT_ONCE
from planfront.shopping.quote.schemas import Basics

if TYPE_CHECKING:
    from planfront.leads.adding import Added
    from planfront.leads.page import Event, Filled, LeadPage

Language = Literal["en", "es"]
Status = Literal["NEW", "CONTACTED", "QUOTED", "WON", "LOST"]
Reason = Literal["no_reply", "price", "elsewhere", "not_interested", "not_eligible", "wrong_contact", "other"]
Outcome = Literal["talked", "message", "no_answer"]
Answer = Literal["zip", "dob", "gender", "tier"]


class LeadsQuery(PageQuery):
    """``search``: words that must all begin words of what was answered. ``sort``: by the last change, "-changed" newest
    first."""

    search: Short = ""
    status: Status | Literal[""] = ""
    sort: Literal["changed", "-changed"] = "-changed"

    def wanted(self) -> Search:
        return Search(self.status, self.search, self.sort == "-changed", self.page, self.per_page)


class LeadCall(BaseModel):
    """``state``: ok, late (outside 8 am to 9 pm where they live), refused (no consent for calls) or none (no
    number)."""

    state: Literal["ok", "late", "refused", "none"] = Field(description="Whether calling is allowed.", examples=["ok"])
    local_time: str = Field(description="Time of day where they live; empty if unknown.", examples=["9:43 AM"])

    @classmethod
    def build(cls, call: Call) -> LeadCall:
        return cls(state=call.state.value, local_time=call.local_time)


class LeadItem(BaseModel):
    """A lead as a person. ``title``: the name, or the phone number or address where there is no name. ``phone`` and
    ``email`` are "" where they aren't known."""

    lead_id: UUID
    title: str = Field(description="Their name, or how else to call them.", examples=["Renata Solis"])
    name: str = Field(description="Their name, or empty.", examples=["Renata Solis"])
    age: int | None = Field(description="Age in years, where it is known.", examples=[34])
    place: str = Field(description="City, state and ZIP code, or empty.", examples=["Columbus, OH 43215"])
    city: str = Field(description="City, or empty.", examples=["Columbus"])
    need: str = Field(description="The person's needs, in one line.", examples=["Dental or vision"])
    phone: str
    email: str
    status: Status = Field(description="NEW, CONTACTED, QUOTED, WON or LOST.")
    reason: Reason | Literal[""] = Field(description="Reason a lead is lost, or empty.", examples=[""])
    finished: bool = Field(description="True if the chat came to its end, or a rep added it by hand.", examples=[True])
    began_at: datetime = Field(
        description="Time the chat began, or the lead was added.", examples=["2026-11-30T14:21:00Z"]
    )
    changed_on: str
    follow_up_on: str = Field(description="Day to follow up, mm/dd/yyyy, or empty.", examples=["12/04/2026"])
    call: LeadCall = Field(description="Whether the person may be called now, and the local time there.")
    missing: list[Answer] = Field(description="Answers that a quote still needs.", examples=[["dob", "gender"]])
    added_by: str = Field(description="Name of the rep who added it by hand; empty for a chat.", examples=[""])

    @classmethod
    def build(cls, facts: LeadFacts) -> LeadItem:
        return cls(**_item(facts))


def _item(facts: LeadFacts) -> dict[str, Any]:
    lead = facts.lead
    return {
        "lead_id": lead.pk,
        "title": facts.title,
        "name": facts.name,
        "age": facts.age,
        "place": facts.place,
        "city": facts.city,
        "need": facts.need,
        "phone": facts.phone,
        "email": facts.email,
        "status": lead.status,
        "reason": lead.lost_reason,
        "finished": lead.completed_at is not None,
        "began_at": lead.created_at,
        "changed_on": clock.show_day(lead.updated_at),
        "follow_up_on": show_date(lead.follow_up_on) if lead.follow_up_on else "",
        "call": LeadCall.build(facts.call),
        "missing": missing_answers(facts),
        "added_by": lead.added_by,
    }


class Leads(PageAnswer[LeadItem]):
    """A page of leads."""

    @classmethod
    def build(cls, result: Page[LeadFacts]) -> Leads:
        return cls.cut_to(result.cut, map(LeadItem.build, result.rows))


_STATUSES = {
    "NEW": gettext_lazy("New"),
    "CONTACTED": gettext_lazy("Contacted"),
    "QUOTED": gettext_lazy("Quoted"),
    "WON": gettext_lazy("Won"),
    "LOST": gettext_lazy("Lost"),
}


LEADS = FileKind(
    "leads",
    gettext_lazy("Leads of a rep"),
    gettext_lazy("One line per person whose lead the rep has."),
    FileNeed.DAILY,
    columns_of(
        NAME,
        gettext_lazy("Age"),
        gettext_lazy("Place"),
        PHONE,
        EMAIL,
        gettext_lazy("Needs"),
        STATUS,
        gettext_lazy("Began"),
        LAST_CHANGE,
        gettext_lazy("Follow up"),
    ),
    readers=gettext_lazy("The rep who has them, at the rep's desk"),
    calls=("export_leads",),
)


def lead_line(facts: LeadFacts) -> list[Any]:
    """Return the cells of a lead."""
    lead = facts.lead
    return [
        facts.name,
        facts.age,
        facts.place,
        facts.phone,
        facts.email,
        facts.need,
        str(_STATUSES[lead.status]),
        clock.local(lead.created_at).date(),
        clock.local(lead.updated_at).date(),
        lead.follow_up_on,
    ]


class LeadNeed(BaseModel):
    """An answer. ``fact``: covered, wanted, or "" for a question of the brand's own."""

    fact: str = Field(description="The fact that the question asks for.", examples=["covered"])
    question: str
    answer: str

    @classmethod
    def build(cls, need: Need) -> LeadNeed:
        return cls(fact=need.fact, question=need.question, answer=need.answer)


class LeadRelation(BaseModel):
    """Someone to be covered. ``born`` only where it was typed; ``count`` of children."""

    kind: Literal["self", "spouse", "children"] = Field(description="Who it is.", examples=["spouse"])
    age: int | None = Field(description="Age in years, where it is known.", examples=[36])
    born: str = Field(description="Birth date, mm/dd/yyyy, or empty.", examples=["06/02/1990"])
    count: int

    @classmethod
    def build(cls, person: Relation) -> LeadRelation:
        kind: Any = person.kind
        return cls(kind=kind, age=person.age, born=show_date(person.born) if person.born else "", count=person.count)


class LeadConsent(BaseModel):
    """The consent to calls and texts (``phone``) or email. ``at`` is when it was agreed to, ``ended_at`` when it
    was taken back."""

    purpose: Literal["phone", "email"] = Field(description="phone or email.", examples=["phone"])
    given: bool = Field(description="True if it holds now.", examples=[True])
    at: datetime | None
    page: str = Field(description="The page it was given on.", examples=["https://shop.example/plans"])
    text: str = Field(description="Text of the consent, as it was shown.", examples=["I agree that ..."])
    ended_at: datetime | None = Field(description="Time it was taken back.")
    told: bool = Field(description="True if the rep who added the lead wrote it down.", examples=[False])

    @classmethod
    def build(cls, granted: Granted) -> LeadConsent:
        purpose: Any = granted.purpose
        return cls(
            purpose=purpose,
            given=granted.given,
            at=granted.at,
            page=granted.page,
            text=granted.text,
            ended_at=granted.ended,
            told=granted.told,
        )


class LeadNoted(BaseModel):
    author: str = Field(description="Author.", examples=["Jordan Lee"])
    at: datetime
    text: str
    outcome: Outcome | Literal[""] = Field(description="Outcome of a call, or empty.", examples=["talked"])

    @classmethod
    def build(cls, note: LeadNote) -> LeadNoted:
        outcome: Any = note.outcome
        return cls(author=note.author, at=note.at, text=note.text, outcome=outcome)


class FilledLine(BaseModel):
    label: str = Field(description="Plan or fee.", examples=["Halden Dental PPO 1500"])
    monthly: Money


class LeadStatement(BaseModel):
    """A cart of plans. ``of``: the rep's open quote, or the visit that filled a cart automatically."""

    of: Literal["quote", "visit"] = Field(description="Owner of the cart.", examples=["visit"])
    tier: str = Field(description="People covered.", examples=["IF"])
    lines: list[FilledLine]
    monthly: Money
    first_month: Money

    @classmethod
    def build(cls, filled: Filled) -> LeadStatement:
        cart = filled.cart
        lines = [FilledLine(label=line.plan_name, monthly=line.price) for line in filled.lines]
        return cls(of=filled.of, tier=filled.tier, lines=lines, monthly=cart.monthly, first_month=cart.first_month)


class LeadEvent(BaseModel):
    """Something that happened, newest first. ``detail``: the answers of a price, the plans of a quote, or the name of
    the rep who added the lead."""

    kind: Literal["chat", "added", "finished", "priced", "filled", "started", "sent", "opened", "enrolled"] = Field(
        description="Kind of event.", examples=["sent"]
    )
    at: datetime
    detail: str = Field(description="More about what happened.")

    @classmethod
    def build(cls, event: Event) -> LeadEvent:
        kind: Any = event.kind
        return cls(kind=kind, at=event.at, detail=event.detail)


class LeadRef(BaseModel):
    lead_id: UUID
    title: str = Field(description="Their name, or how else to call them.", examples=["Renata Solis"])


class LeadClient(BaseModel):
    """A client of the rep who may be the same person."""

    member_id: int
    name: str


class LeadWithdrawal(BaseModel):
    """The last time a person took back consent to calls and texts (``phone``) or email, on any of their leads."""

    purpose: Literal["phone", "email"] = Field(description="phone or email.", examples=["phone"])
    on: str = Field(description="Day, mm/dd/yyyy.", examples=["11/02/2026"])


def _withdrawals(moments: dict[str, datetime]) -> list[LeadWithdrawal]:
    purposes: Iterable[Any] = moments
    return [LeadWithdrawal(purpose=purpose, on=clock.show_day(moments[purpose])) for purpose in purposes]


class LeadDetail(LeadItem):
    """A lead's own page. ``words``: what they need in their own words. ``mine`` is false for one that another rep has:
    it is only read. ``has_quote``: the rep has a quote open for it."""

    words: str = Field(description="Their own words, or empty.", examples=["We'd like to keep Dr. Osei."])
    needs: list[LeadNeed] = Field(description="What the person asked for, in questions and answers.")
    household: list[LeadRelation] = Field(description="People to be covered.")
    language: str = Field(description="Language they chatted in, or speak.", examples=["en"])
    consents: list[LeadConsent] = Field(description="Consent to each channel.")
    withdrawn: list[LeadWithdrawal] = Field(description="Consents the person once took back.")
    notes: list[LeadNoted]
    events: list[LeadEvent] = Field(description="Events, newest first.")
    statement: LeadStatement | None = Field(description="The prepared quote's lines and total; null without one.")
    has_quote: bool = Field(description="True if a quote was begun from it.")
    page: str = Field(description="Page the chat began on; empty for one that a rep added.", examples=["/plans"])
    mine: bool = Field(description="True if the reader may work on it.")
    rep_name: str = Field(description="The rep who has it, or empty.", examples=["Jordan Lee"])
    client: LeadClient | None = Field(description="The client on record who may be the same person; null without one.")
    following: LeadRef | None = Field(description="The next lead that needs something.")

    @classmethod
    def build_page(cls, page: LeadPage) -> LeadDetail:
        facts = page.facts
        assigned = facts.lead.assigned
        return cls(
            **_item(facts),
            words=facts.words,
            needs=[LeadNeed.build(need) for need in facts.needs],
            household=[LeadRelation.build(person) for person in facts.household],
            language=facts.lead.language,
            consents=[LeadConsent.build(consent) for consent in facts.consents],
            withdrawn=_withdrawals(page.withdrawn),
            notes=_notes(facts.lead.rep_notes.all()),
            events=[LeadEvent.build(event) for event in page.events],
            statement=LeadStatement.build(page.filled) if page.filled else None,
            has_quote=page.has_quote,
            page=facts.lead.page,
            mine=page.mine,
            rep_name=assigned.name if assigned else "",
            client=LeadClient(member_id=page.client.id, name=page.client.name) if page.client else None,
            following=LeadRef(lead_id=page.following.lead_id, title=page.following.title) if page.following else None,
        )


def _notes(rows: Iterable[LeadNote]) -> list[LeadNoted]:
    return [LeadNoted.build(note) for note in rows]


class LeadKey(BaseModel):
    lead_id: UUID


class LeadBody(BaseModel):
    """A person, with a phone number or an email address. ``told``: how the person said that we may contact them."""

    name: Line = ""
    phone: Annotated[str, Field(max_length=40)] = ""
    email: Annotated[str, Field(max_length=254)] = ""
    zip: Annotated[str, Field(max_length=10)] = ""
    born: DateText = Field("", description="Birth date, mm/dd/yyyy, or empty.", examples=["06/02/1990"])
    words: Annotated[str, Field(max_length=1000)] = Field(
        "", description="What they want, in a few words.", examples=["Dental for the family"]
    )
    note: Annotated[str, Field(max_length=NOTE_MAX)] = Field("", description="A first note about the lead.")
    language: Language = Field("en", description="Language they speak.", examples=["en"])
    told: list[Literal["phone", "email"]] = Field(
        [], max_length=2, description="Ways in which the person said that we may contact them.", examples=[["phone"]]
    )
    again: bool = Field(False, description="True: add it although a lead with the same phone number or email is there.")
    keep: bool = Field(
        False, description="True: save the note and the consents with the lead that is there, and add none."
    )


class LeadAdded(BaseModel):
    """``added`` is false where the rep already has a lead with the same phone number or email: it is the one given."""

    lead_id: UUID
    title: str = Field(description="Their name, or how else to call them.", examples=["Renata Solis"])
    added: bool = Field(description="True if the lead was added.", examples=[True])
    keeps: list[Literal["note", "phone", "email"]] = Field(
        description="Note and consents that can be saved, or were, with the lead that is there.", examples=[["note"]]
    )
    withdrawn: list[LeadWithdrawal] = Field(description="Consents the person once took back.")

    @classmethod
    def build(cls, result: Added, title: str) -> LeadAdded:
        keeps: Any = result.keeps
        return cls(
            lead_id=result.lead.pk,
            title=title,
            added=result.added,
            keeps=keeps,
            withdrawn=_withdrawals(result.withdrawn),
        )


class LeadMove(BaseModel):
    """``reason`` is needed for LOST."""

    lead_id: UUID
    status: Status = Field(description="NEW, CONTACTED, QUOTED, WON or LOST.", examples=["CONTACTED"])
    reason: Reason | Literal[""] = Field("", description="Reason it is lost.", examples=["price"])


class LeadNoteBody(BaseModel):
    """A note, a call's outcome, a day to follow up, or several of them."""

    lead_id: UUID
    text: Annotated[str, Field(max_length=5000)] = ""
    outcome: Outcome | Literal[""] = Field("", description="Outcome of a call.", examples=["talked"])
    follow_up_on: DateText = Field("", description="Day to follow up, mm/dd/yyyy.", examples=["12/04/2026"])


class LeadKeys(BaseModel):
    lead_ids: list[UUID] = Field(
        min_length=1,
        max_length=MOST_AT_ONCE,
        description="Ids of the leads.",
        examples=[["6f3c0d0e-5f0a-4f57-9a55-0f6c1f5f7f00"]],
    )


class LeadsHandOver(LeadKeys):
    agent_id: Id


class LeadQuoteBody(Basics):
    """The answers that ``missing`` names; others are known from the lead."""

    lead_id: UUID


class LeadQuoteStarted(BaseModel):
    """``count``: plans in its cart. ``categories``: kinds of plans that the lead asked for."""

    temp_enrollment_id: str
    agent_id: int
    portal_id: int | None
    count: int
    categories: list[str]

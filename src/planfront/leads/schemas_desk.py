"""Shapes of the calls about a rep's own leads."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any, Literal
from uuid import UUID

from pydantic import BaseModel, Field

from planfront.kernel import clock
from planfront.kernel.http.paging import Page, Search
from planfront.kernel.http.schema import PageAnswer, PageQuery, Short
from planfront.leads.inbox import contact_of
from planfront.leads.models import Lead, LeadNote

Status = Literal["NEW", "CONTACTED", "WON", "LOST"]


class LeadsQuery(PageQuery):
    """``search``: words that must all begin words of what was answered. ``sort``: by the last change, "-changed" newest
    first."""

    search: Short = ""
    status: Status | Literal[""] = ""
    sort: Literal["changed", "-changed"] = "-changed"

    def wanted(self) -> Search:
        return Search(self.status, self.search, self.sort == "-changed", self.page, self.per_page)


class LeadSaid(BaseModel):
    question: str
    answer: str


class LeadNoted(BaseModel):
    author: str = Field(description="Who wrote it.", examples=["Jordan Lee"])
    at: datetime
    text: str

    @classmethod
    def build(cls, note: LeadNote) -> LeadNoted:
        return cls(author=note.author, at=note.at, text=note.text)


class LeadItem(BaseModel):
    """``phone`` and ``email`` are "" when the chat has not come to them."""

    lead_id: UUID
    phone: str
    email: str
    status: Status = Field(description="NEW, CONTACTED, WON or LOST.")
    finished: bool = Field(description="Whether the chat came to its end.", examples=[True])
    page: str = Field(description="Page the chat began on.", examples=["/plans"])
    began_on: str = Field(description="When it began.", examples=["11/22/2026"])
    changed_on: str
    answers: list[LeadSaid]
    notes: list[LeadNoted]

    @classmethod
    def build(cls, lead: Lead) -> LeadItem:
        phone, email = contact_of(lead)
        status: Any = lead.status
        return cls(
            lead_id=lead.pk,
            phone=phone,
            email=email,
            status=status,
            finished=lead.completed_at is not None,
            page=lead.page,
            began_on=clock.show_day(lead.created_at),
            changed_on=clock.show_day(lead.updated_at),
            answers=[LeadSaid(question=answer.asked, answer=answer.answer) for answer in lead.answers.all()],
            notes=[LeadNoted.build(note) for note in lead.rep_notes.all()],
        )


class Leads(PageAnswer[LeadItem]):
    """A page of leads."""

    @classmethod
    def build(cls, result: Page[Lead]) -> Leads:
        return cls.cut_to(result.cut, map(LeadItem.build, result.rows))


class LeadMove(BaseModel):
    lead_id: UUID
    status: Status = Field(description="NEW, CONTACTED, WON or LOST.", examples=["CONTACTED"])


class LeadNoteBody(BaseModel):
    lead_id: UUID
    text: Annotated[str, Field(max_length=5000)]

"""Wire models of quotes."""

from __future__ import annotations

from typing import Annotated, Any, Literal
from uuid import UUID

from django.utils.translation import gettext_lazy
from pydantic import BaseModel, Field

from planfront.catalog.schemas import Fact
from planfront.kernel import clock
from planfront.kernel.files.handed_out import EMAIL, MONTHLY, PLANS, STATUS, FileKind, Need, columns_of
from planfront.kernel.http.paging import Search
from planfront.kernel.http.schema import Id, ListQuery, PageAnswer
from planfront.kernel.money import Money
from planfront.parties.reps.assigning import MOST_AT_ONCE
from planfront.shopping.cart.schemas import PriceChanged
from planfront.shopping.models import Quote, SentQuote
from planfront.shopping.pricing.schemas import WhyLine
from planfront.shopping.sent_quotes.selectors import cart_behind, outcome_of

Outcome = Literal["sent", "opened", "moved", "enrolled", "expired"]


class QuotePreview(BaseModel):
    content: str


class QuoteToken(BaseModel):
    """The last part of the link in a quote's email."""

    token: Annotated[str, Field(min_length=1, max_length=100)]


class QuoteParties(BaseModel):
    """Through whom the quote came, for the browser's keys."""

    group_id: int | None
    platform_group_id: int | None
    agent_id: int | None
    open_type: str
    type: str
    eprocess: str


class SenderOut(BaseModel):
    """The sender of a quote. ``tagline``: a line of their own. ``answers``: questions reach them."""

    name: str
    kind: Literal["rep", "group"]
    phone: str
    licence: str = Field("", description="Rep's license in the client's state, or empty.", examples=["OH 1048233"])
    portrait: str = Field(
        "", description="Address of a picture of the rep, or empty.", examples=["/static/art/people/jordan-lee.svg"]
    )
    tagline: str = ""
    answers: bool


class QuotedPlan(BaseModel):
    """A plan of a quote: what it cost a month when it was sent, fees included, and ``now``, null while it can't be
    sold, which ``message`` explains. ``why``: today's price step by step."""

    plan_id: int
    plan_name: str
    plan_logo: str
    carrier_name: str
    category: str
    note: str
    facts: list[Fact]
    quoted: Money = Field(description="Cost a month when it was sent, fees included.")
    now: Money | None = Field(description="Cost a month today; null while it can't be sold.", examples=["43.10"])
    fees_text: str
    message: str
    offered: bool = Field(description="True if the store still has a page of it.", examples=[True])
    why: list[WhyLine]


class QuoteTotals(BaseModel):
    """Today's sums. ``once``: with the first month only."""

    membership: Money
    once: Money
    monthly: Money
    first_month: Money
    quoted_monthly: Money = Field(description="Each month, as the quote was sent.")


class Asked(BaseModel):
    """A question that this visit asked. ``plan_name``: the plan it is about, "" for all of it. ``answer`` and
    ``answered_on`` are "" until it is answered; one answered outside of the store has the day alone."""

    text: str
    plan_name: str
    asked_on: str
    answer: str = Field(description="The answer, or empty.", examples=["Yes, at half of their cost."])
    answered_on: str = Field(
        description="The day on which it was answered, mm/dd/yyyy, or empty.", examples=["03/18/2027"]
    )


class QuestionAsked(BaseModel):
    """This visit's questions about the quote, the new one last."""

    questions: list[Asked]


class QuoteQuestionBody(QuoteToken):
    """``plan_id``: a plan of the quote, null for all of it."""

    question: Annotated[str, Field(max_length=5000)]
    plan_id: Annotated[int, Field(ge=1, le=2_147_483_647)] | None = None


class ExpiredQuote(BaseModel):
    """Data of the business error ``quoteExpired``. ``questions``: what this visit asked about it."""

    sender: SenderOut
    expires_on: str
    questions: list[Asked]


class OpenedQuote(BaseModel):
    """``message``: the sender's words. ``covered``: for whom and where the prices are."""

    enrollment_id: str
    saved_tab: str
    href: str
    others: QuoteParties
    sender_name: str
    sender: SenderOut = Field(description="Sender of the quote.")
    message: str
    covered: str
    sent_on: str
    newer_on: str = Field(
        description="The day on which a newer quote was sent to the same address, mm/dd/yyyy, or empty.", examples=[""]
    )
    expires_on: str
    has_document: bool = Field(description="True if there is a PDF.", examples=[True])
    plans: list[QuotedPlan]
    totals: QuoteTotals
    questions: list[Asked]
    moved: bool = Field(description="True if the quote went on to an application.")
    reprice: PriceChanged = Field(description="Prices of the quote and of today, of the lines that moved.")


class QuoteDocument(BaseModel):
    """The quote's PDF: the name to save it under, and its bytes as base64."""

    name: str
    content: str


class Unsubscribed(BaseModel):
    """The address, mostly hidden."""

    email: str


class SentQuotesQuery(ListQuery):
    """``search``: words that must all begin words of the recipient's name or address. ``sort``: by the day it was sent,
    "-sent" newest first. ``outcome``: "waiting" gives those with an unanswered question. ``quote_id``: that quote
    only."""

    quote_id: UUID | None = Field(None, description="Only this quote.", examples=[None])
    outcome: Outcome | Literal["waiting", ""] = ""
    sort: Literal["sent", "-sent"] = "-sent"

    def wanted(self) -> Search:
        return Search(self.outcome, self.search, self.sort == "-sent", self.page, self.per_page, self.since())


class QuoteCart(BaseModel):
    """The cart behind a quote, to be opened again by its sender."""

    enrollment_id: str
    agent_id: int | None
    group_id: int | None
    platform_group_id: int | None
    enroll_type: str

    @classmethod
    def build(cls, cart: Quote | None) -> QuoteCart | None:
        if cart is None:
            return None
        return cls(
            enrollment_id=cart.public_id,
            agent_id=cart.agent_id,
            group_id=cart.group_id,
            platform_group_id=cart.portal_id,
            enroll_type=cart.enroll_type,
        )


class SentQuoteItem(BaseModel):
    """``opened_on`` is "" while no one opened it. ``cart``: the cart it was sent from, to be changed and sent again;
    null once that can't be changed."""

    quote_id: UUID
    name: str
    email: str
    outcome: Outcome
    plans: list[str]
    monthly: Money
    sent_on: str
    expires_on: str
    opened_on: str
    sends: int
    link: str = Field(
        description="Address that opens a copy for anyone who has it; empty once it expired or was enrolled with.",
        examples=["https://shop.example/quote/abc"],
    )
    questions: int = Field(description="Number of questions its client asked.", examples=[1])
    waiting: int = Field(description="Number of questions that have no answer.", examples=[1])
    cart: QuoteCart | None

    @classmethod
    def build(cls, row: SentQuote, link: str, counts: tuple[int, int] = (0, 0)) -> SentQuoteItem:
        outcome: Any = outcome_of(row)
        return cls(
            quote_id=row.pk,
            name=row.recipient_name,
            email=row.recipient_email,
            outcome=outcome,
            plans=[line["plan_name"] for line in row.frozen["lines"]],
            monthly=row.recurring_month_cost,
            sent_on=clock.show_day(row.sent_at),
            expires_on=clock.show_day(row.expires_at),
            opened_on=clock.show_day(row.opened_at),
            sends=row.sends,
            link=link if row.token and outcome not in ("expired", "enrolled") else "",
            questions=counts[0],
            waiting=counts[1],
            cart=QuoteCart.build(cart_behind(row)),
        )


_OUTCOMES = {
    "sent": gettext_lazy("Sent"),
    "opened": gettext_lazy("Opened"),
    "moved": gettext_lazy("Opened, prices moved"),
    "enrolled": gettext_lazy("Enrolled"),
    "expired": gettext_lazy("Expired"),
}


QUOTES = FileKind(
    "quotes",
    gettext_lazy("Sent quotes"),
    gettext_lazy("One line per quote that was sent, with what became of it."),
    Need.DAILY,
    columns_of(
        gettext_lazy("Sent to"),
        EMAIL,
        STATUS,
        PLANS,
        MONTHLY,
        gettext_lazy("Sent"),
        gettext_lazy("Opened"),
        gettext_lazy("Valid until"),
        gettext_lazy("Times sent"),
    ),
    readers=gettext_lazy("Reps and group administrators, at their desks"),
    calls=("export_sent_quotes",),
)


def quote_line(row: SentQuote) -> list[Any]:
    """Return the cells of a quote."""
    return [
        row.recipient_name,
        row.recipient_email,
        str(_OUTCOMES[outcome_of(row)]),
        ", ".join(line["plan_name"] for line in row.frozen["lines"]),
        row.recurring_month_cost,
        clock.local(row.sent_at).date(),
        clock.local(row.opened_at).date() if row.opened_at else None,
        clock.local(row.expires_at).date(),
        row.sends,
    ]


class SentQuotes(PageAnswer[SentQuoteItem]):
    """A page of quotes."""

    may_act: bool = Field(description="True if the caller may send these quotes again and assign them.")
    may_answer: bool = Field(description="True if the caller may answer questions about these quotes.")


class QuoteId(BaseModel):
    quote_id: UUID


class QuoteIds(BaseModel):
    quote_ids: list[UUID] = Field(
        min_length=1,
        max_length=MOST_AT_ONCE,
        description="Ids of the quotes.",
        examples=[["6f3c0d0e-5f0a-4f57-9a55-0f6c1f5f7f00"]],
    )


class QuotesToAssign(QuoteIds):
    agent_id: Id


class QuoteNotSent(BaseModel):
    """A quote that can't be sent again: the recipient, and the reason in words."""

    quote_id: UUID
    name: str
    reason: str = Field(examples=["This quote has expired. Please send a new one."])


class QuotesSent(BaseModel):
    """The number of quotes sent again, and those that weren't."""

    sent: int = Field(description="Number of quotes sent.", examples=[2])
    not_sent: list[QuoteNotSent] = Field(description="Those that weren't, each with the reason.")


class QuestionToAnswer(Asked):
    """A question about one's own quote."""

    question_id: UUID = Field(description="Question's id.", examples=["6f3c0d0e-5f0a-4f57-9a55-0f6c1f5f7f00"])


class QuoteQuestions(BaseModel):
    """All that was asked about a quote, oldest first."""

    questions: list[QuestionToAnswer]


class QuestionAnswerBody(BaseModel):
    """An answer given outside of the store (``by_mail``) has no text, and nothing is sent."""

    question_id: UUID = Field(description="Question's id.", examples=["6f3c0d0e-5f0a-4f57-9a55-0f6c1f5f7f00"])
    answer: str = Field("", max_length=10000, description="The answer.", examples=["Yes, at half of their cost."])
    by_mail: bool = Field(False, description="True if it was answered outside of the store.")


class QuoteSent(BaseModel):
    """The address it went to, and how often it was sent by now."""

    email: str
    sends: int

"""The facts of each kind of mail. Wrong or missing ones fail when the mail is queued, not when it is sent."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

from django.utils.translation import gettext as _
from pydantic import BaseModel, ConfigDict

from planfront.kernel.money import display
from planfront.messaging import account_mails


class _Context(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class Part(_Context):
    """A part of a line's price that has a name: a rider."""

    name: str
    price: Decimal

    @property
    def shown(self) -> str:
        return display(self.price)


class Line(_Context):
    """One line of a statement. ``price`` of a fee that is charged ``once`` is that one charge. ``share``: who pays how
    much of it, in words."""

    name: str
    price: Decimal
    note: str = ""
    share: str = ""
    carrier: str = ""
    parts: tuple[Part, ...] = ()
    is_fee: bool = False
    is_insurance: bool = True
    once: bool = False

    @property
    def shown(self) -> str:
        return display(self.price)


class Pending(_Context):
    """A plan that waits for a decision, and what happens next."""

    plan: str
    text: str


class ResumeCode(_Context):
    """``link`` leads to the continue page; the code itself is never in a link. ``needs``: what the application will ask
    for, line by line."""

    code: str
    link: str
    expires_on: str
    needs: list[str] = []

    def subject(self, brand_name: str) -> str:
        return _("Your %(brand)s enrollment code") % {"brand": brand_name}


class SigningCode(_Context):
    """A mail to the signer of an application: the code that proves that the address is theirs."""

    code: str

    def subject(self, brand_name: str) -> str:
        return _("Your code to sign at %(brand)s") % {"brand": brand_name}


class HandOver(_Context):
    """A mail to the client: somebody filled in the application. Both the link and the ``code`` are needed to open it.

    ``message`` is the sender's own words as plain text. ``pays``: the client chooses an account or card.
    """

    name: str
    sender: str
    code: str
    link: str
    expires_on: str
    message: str = ""
    pays: bool = True

    def subject(self, brand_name: str) -> str:
        return _("%(sender)s sent you an application to review and sign") % {"sender": self.sender}


class HandOverChange(_Context):
    """A mail to the client: a change of the application waits for a yes. The page behind ``link`` says what changes."""

    name: str
    sender: str
    link: str

    def subject(self, brand_name: str) -> str:
        return _("%(sender)s proposes a change to your application") % {"sender": self.sender}


class HandOverReturned(_Context):
    """A mail to the rep or group administrator: the client gave the application back."""

    name: str
    client_name: str
    link: str

    def subject(self, brand_name: str) -> str:
        return _("%(client)s returned the application to you") % {"client": self.client_name}


class _Statement(_Context):
    """``share``: who pays how much of the recurring cost, in words."""

    lines: tuple[Line, ...]
    share: str = ""
    initial_month_cost: Decimal
    recurring_month_cost: Decimal
    effective_date: str

    @property
    def initial_shown(self) -> str:
        return display(self.initial_month_cost)

    @property
    def recurring_shown(self) -> str:
        return display(self.recurring_month_cost)


class SavedCart(_Statement):
    """A mail to a shopper who saved plans and prices for themselves; without ``lines`` only the answers were saved.

    ``link`` leads to the continue page; the code itself is never in a link.
    """

    covered: str
    code: str
    link: str
    expires_on: str

    def subject(self, brand_name: str) -> str:
        return _("Your plans and prices at %(brand)s") % {"brand": brand_name}


class Receipt(_Statement):
    """A mail to the client: what was bought. ``payment`` is a sentence without account or card digits beyond the last
    four. ``link`` leads to the client's coverage, behind the sign-in."""

    name: str
    confirmation_number: str
    payment: str = ""
    link: str = ""
    pending: tuple[Pending, ...] = ()

    def subject(self, brand_name: str) -> str:
        del brand_name
        return _("Enrollment Receipt")


class RepReceipt(_Statement):
    """A mail to the rep or group administrator: what the client bought."""

    name: str
    client_name: str
    confirmation_number: str
    pending: tuple[Pending, ...] = ()

    def subject(self, brand_name: str) -> str:
        del brand_name
        return _("Enrollment Receipt")


class Sender(_Context):
    """The sender of a quote, named as the law wants: ``licence`` is that of the shopper's state, e.g. "TX 1234567"."""

    name: str
    phone: str = ""
    email: str = ""
    licence: str = ""


class Quote(_Statement):
    """A personalized quote. ``covered`` says in a sentence for whom and where, ``people`` as a value in its PDF;
    ``message`` is the sender's own words as plain text.

    ``from_pay``: the group is billed, and takes the person's share from pay. ``address`` is the brand's postal address;
    ``unsubscribe`` leads to the page that stops quotes of all its reps.
    """

    name: str
    sender: Sender
    message: str = ""
    covered: str = ""
    people: str = ""
    sent_on: str
    valid_until: str
    first_year_total: Decimal
    notes: tuple[str, ...] = ()
    from_pay: bool = False
    link: str
    unsubscribe: str
    address: str

    @property
    def total_shown(self) -> str:
        """Return what is charged at enrollment: the first month."""
        return self.initial_shown

    @property
    def first_year_shown(self) -> str:
        return display(self.first_year_total)

    def subject(self, brand_name: str) -> str:
        words = _("Your quote from %(sender)s at %(brand)s: %(price)s a month") % {
            "sender": self.sender.name,
            "brand": brand_name,
            "price": self.recurring_shown,
        }
        return " ".join(words.split())[:200]


class QuoteQuestion(_Context):
    """A mail to the sender of a quote: its client asks. ``plan``: the plan it is about, "" for all of it; ``question``
    is plain text. An answer to the mail goes to the client."""

    name: str
    client_name: str
    plan: str
    question: str
    sent_on: str
    link: str

    def subject(self, brand_name: str) -> str:
        return _("%(client)s asks about your quote") % {"client": self.client_name}


class QuoteAnswer(_Context):
    """A mail to the client of a quote: its sender answers a question. ``plan``: the plan it is about, "" for all of it;
    ``question`` and ``answer`` are plain text; ``link``: the quote, "" when it can't be opened any more."""

    name: str
    sender_name: str
    plan: str
    question: str
    answer: str
    link: str

    def subject(self, brand_name: str) -> str:
        return _("%(sender)s answers your question") % {"sender": self.sender_name}


class RepEnquiry(_Context):
    """A mail to the operator: somebody wants to become a rep. The page behind ``link`` says who."""

    state: str
    link: str

    def subject(self, brand_name: str) -> str:
        return f"New rep enquiry at {brand_name}"


class NewLead(_Context):
    """A mail to the operator: a visitor answered the chat and waits. ``rep``: the rep's name, "" for the brand's
    own."""

    rep: str
    link: str

    def subject(self, brand_name: str) -> str:
        return f"New lead at {brand_name}"


class Letter(_Context):
    """A letter about coverage; its PDF goes with it. ``document``: what the PDF is made of (letters.documents)."""

    heading: str
    paragraphs: list[str]
    document: dict[str, Any]

    def subject(self, brand_name: str) -> str:
        return f"{self.heading} – {brand_name}"


HandOverMail = HandOver | HandOverChange | HandOverReturned
Mail = (
    ResumeCode
    | SavedCart
    | SigningCode
    | HandOverMail
    | Receipt
    | RepReceipt
    | Quote
    | QuoteQuestion
    | QuoteAnswer
    | RepEnquiry
    | NewLead
    | Letter
    | account_mails.AccountMail
)
KINDS: dict[str, type[Mail]] = {
    "rep_enquiry": RepEnquiry,
    "new_lead": NewLead,
    "resume_code": ResumeCode,
    "saved_cart": SavedCart,
    "signing_code": SigningCode,
    "hand_over": HandOver,
    "hand_over_change": HandOverChange,
    "hand_over_returned": HandOverReturned,
    "receipt_client": Receipt,
    "receipt_rep": RepReceipt,
    "quote": Quote,
    "quote_question": QuoteQuestion,
    "quote_answer": QuoteAnswer,
    "letter": Letter,
    **account_mails.KINDS,
}


_OPENING_NOTHING = frozenset(
    {
        "rep_enquiry",
        "new_lead",
        "hand_over_returned",
        "receipt_client",
        "receipt_rep",
        "quote",
        "quote_question",
        "quote_answer",
        "letter",
        "account_email_changed",
        "account_password_changed",
        "payment_changed",
        "change_waits",
        "change_declined",
        "correction_answered",
        "decisions_wait",
        "daily_summary",
        "test",
    }
)


def opens_something(kind: str) -> bool:
    """Return whether a mail holds a link or code that opens an account or application to its reader. A quote's link
    doesn't count: staff see what it opens anyway."""
    return kind not in _OPENING_NOTHING


def build(kind: str, facts: dict[str, Any]) -> Mail:
    """Return the checked context. KeyError for an unknown kind, pydantic's ValidationError for wrong facts."""
    return KINDS[kind].model_validate(facts)

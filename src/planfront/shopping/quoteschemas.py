"""Wire models of quotes."""

from __future__ import annotations

from typing import Annotated

from pydantic import BaseModel, Field

from planfront.shopping.schemas import PriceChanged


class QuotePreview(BaseModel):
    content: str


class QuoteToken(BaseModel):
    """The last part of the link in a quote's mail."""

    token: Annotated[str, Field(min_length=1, max_length=100)]


class QuoteParties(BaseModel):
    """Through whom the quote came, for the browser's keys."""

    group_id: int | None
    platform_group_id: int | None
    agent_id: int | None
    open_type: str
    type: str
    eprocess: str


class OpenedQuote(BaseModel):
    """``reprice``: prices of the quote and of today; its lines are those that moved."""

    enrollment_id: str
    saved_tab: str
    href: str
    others: QuoteParties
    sender_name: str
    sent_on: str
    expires_on: str
    has_document: bool
    moved: bool
    reprice: PriceChanged


class QuoteDocument(BaseModel):
    """The quote's PDF: the name to save it under, and its bytes as base64."""

    name: str
    content: str


class Unsubscribed(BaseModel):
    """The address, mostly hidden."""

    email: str

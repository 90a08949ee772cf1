"""The client that a rep or group administrator shops and fills in for: the name on pages and in sentences.

Rooms above know the name of a person who isn't on record; they connect to ``CLIENT_NAME``.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from planfront.kernel.hooks import Hook
from planfront.parties.voice import addresses_seller, the_client
from planfront.shopping.models import SentQuote

if TYPE_CHECKING:
    from uuid import UUID

    from planfront.shopping.access import Side
    from planfront.shopping.models import Quote


@dataclass(frozen=True)
class ClientName:
    """``full`` heads pages; ``first`` is used in sentences."""

    full: str
    first: str


# "application": the name that was saved in it. "lead": that of the lead the quote came from. None where there is none.
CLIENT_NAME: Hook[Callable[[Quote], ClientName | None]] = Hook("shopping.client_name")


@dataclass(frozen=True)
class LeadContact:
    """The lead that a quote was started for. ``email`` is "" where it isn't known."""

    lead_id: UUID
    name: str
    email: str


# The lead that a quote was started for; None for other quotes.
LEAD_OF: Hook[Callable[[Quote], LeadContact | None]] = Hook("shopping.lead_of")


def lead_of(quote: Quote, side: Side = "client") -> LeadContact | None:
    """Return the lead that a quote was started for. None for other quotes, and when the client reads."""
    if not addresses_seller(quote.eprocess, handed_over=quote.handed_over_at is not None, side=side):
        return None
    return next((lead for read in LEAD_OF if (lead := read(quote))), None)


def client_name(quote: Quote, side: Side = "client") -> ClientName | None:
    """Return the client's name as the application, the record, the lead or the last sent quote has it.

    None without one, and when the client reads. Four queries at most.
    """
    if not addresses_seller(quote.eprocess, handed_over=quote.handed_over_at is not None, side=side):
        return None
    return _ask("application", quote) or _name_on_record(quote) or _ask("lead", quote) or _name_of_recipient(quote)


def client_of(quote: Quote, side: Side = "client") -> str:
    """Return the client's first name, or "the client"; "" when the client reads. Queries as ``client_name``."""
    if not addresses_seller(quote.eprocess, handed_over=quote.handed_over_at is not None, side=side):
        return ""
    name = client_name(quote, side)
    return name.first if name else the_client()


def name_as_typed(text: str) -> ClientName | None:
    """Return the name in a single field, called by its first word unless that is a title such as "Mrs."."""
    full = " ".join(text.split())
    first = full.partition(" ")[0]
    return ClientName(full, full if first.endswith(".") else first) if full else None


def _ask(key: str, quote: Quote) -> ClientName | None:
    read = CLIENT_NAME.get(key)
    return read(quote) if read else None


def _name_on_record(quote: Quote) -> ClientName | None:
    if quote.member is None or not quote.member.first_name:
        return None
    return ClientName(f"{quote.member.first_name} {quote.member.last_name}".strip(), quote.member.first_name)


def _name_of_recipient(quote: Quote) -> ClientName | None:
    sent = SentQuote.objects.filter(enrollment=quote).order_by("sent_at").only("recipient_name").last()
    return name_as_typed(sent.recipient_name) if sent else None

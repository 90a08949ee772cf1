"""The person that the store speaks of when a rep or group administrator fills in: by first name.

The application knows the name of a person who isn't on record; its room connects to ``FIRST_NAME``.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from planfront.kernel.hooks import Hook
from planfront.parties.voice import addresses_seller, the_client

if TYPE_CHECKING:
    from planfront.shopping.access import Side
    from planfront.shopping.models import Quote

# The first name that was saved in the application, "" before that.
FIRST_NAME: Hook[Callable[[Quote], str]] = Hook("shopping.first_name")


def client_of(quote: Quote, side: Side = "client") -> str:
    """Return the client's first name, or "the client"; "" when the client reads. Two queries at most."""
    if not addresses_seller(quote.eprocess, handed_over=quote.handed_over_at is not None, side=side):
        return ""
    typed = next((name for read in FIRST_NAME if (name := read(quote))), "")
    return typed or (quote.member.first_name if quote.member else "") or the_client()

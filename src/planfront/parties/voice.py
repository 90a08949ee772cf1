"""The reader of words about money: the person, or a rep or group administrator who acts for them. Pure."""

from __future__ import annotations

from django.utils.translation import pgettext

SELLERS = frozenset({"rep", "group"})
"""Values of an enrollment's ``eprocess`` under which somebody else fills it in."""


def addresses_seller(eprocess: str, *, handed_over: bool, side: str = "client") -> bool:
    """Return whether a rep or group administrator reads. ``side`` counts once the application was handed over: then its
    client reads it, too."""
    return eprocess in SELLERS and not (handed_over and side == "client")


def the_client() -> str:
    """Return what a client is called whose name isn't known yet."""
    return pgettext("of whom the store speaks", "the client")


def possessive(client: str) -> str:
    """Return ``Maria's``, ``Luis'``."""
    if client.endswith(("s", "S")):
        return pgettext("whose", "%(name)s'") % {"name": client}
    return pgettext("whose", "%(name)s's") % {"name": client}


def sentence(words: str) -> str:
    """Return words that may begin with ``the client``, as a sentence begins."""
    return words[:1].upper() + words[1:]

"""A text to accept."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Text:
    """A text to accept. ``text_id`` is key, version and a digest of the words with the amounts in them. ``edition``
    names the version in every language; ``rendering`` also tells what it was filled in with. ``short`` is no part of
    what is agreed to."""

    text_id: str
    head: str
    body: str
    tick: str
    edition: str = ""
    rendering: str = ""
    short: str = ""


def name_of(text_id: str) -> str:
    """Key and version, without the digest."""
    return text_id.rpartition(":")[0]

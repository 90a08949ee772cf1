"""Identifiers: random row ids, opaque public tokens, and codes that people read to each other."""

from __future__ import annotations

import secrets
import uuid

# No 0/O, 1/I/L, 5/S, 8/B, 2/Z, U/V: people read these aloud.
CODE_ALPHABET = "34679ACDEFGHJKMNPQRTWXY"
CODE_GROUP = 4
"""The number of characters in each block of a printed code."""


def new_uuid() -> uuid.UUID:
    """Return a random primary key, made before the row is written."""
    return uuid.uuid4()


def public_token() -> str:
    """Return 22 URL-safe characters, 128 random bits: an id that can't be guessed."""
    return secrets.token_urlsafe(16)


def read_aloud_code(length: int = 10) -> str:
    """Return an upper-case code without look-alike characters (about 4.5 bits a character)."""
    return "".join(secrets.choice(CODE_ALPHABET) for _ in range(length))


def normalize_code(text: str) -> str:
    """Return a typed code in the form of ``read_aloud_code``: upper case, no spaces or dashes."""
    return "".join(ch for ch in text.upper() if ch.isalnum())


def group_code(code: str) -> str:
    """Return a code as it is printed: ``WXYA-…``."""
    return "-".join(code[at : at + CODE_GROUP] for at in range(0, len(code), CODE_GROUP))

"""Changes between two texts, word by word."""

from __future__ import annotations

from difflib import SequenceMatcher
from typing import Literal, TypedDict

Kind = Literal["", "del", "ins"]


class Piece(TypedDict):
    """Words that both texts have (""), that went, or that came."""

    kind: Kind
    text: str


def pieces(old: str, new: str) -> list[Piece]:
    """Return the new text in its order, each removed part before the part that replaced it."""
    had, has = old.split(), new.split()
    result: list[Piece] = []
    for opcode, a, b, c, d in SequenceMatcher(None, had, has, autojunk=False).get_opcodes():
        if opcode == "equal":
            result.append({"kind": "", "text": " ".join(has[c:d])})
            continue
        if a < b:
            result.append({"kind": "del", "text": " ".join(had[a:b])})
        if c < d:
            result.append({"kind": "ins", "text": " ".join(has[c:d])})
    return result

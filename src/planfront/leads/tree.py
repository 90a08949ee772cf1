"""Walking the chat's questions: which of them a person gets, given the answers so far. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class Asked:
    """A question in the visitor's language. ``options`` are the answers as kept (English), ``shown`` as read."""

    id: int
    question: str
    kind: str
    options: tuple[str, ...] = ()
    shown: tuple[str, ...] = ()
    when_id: int | None = None
    when_answers: tuple[str, ...] = ()

    def kept(self, typed: str) -> str | None:
        """The option that was meant, in either language."""
        wanted = typed.strip().casefold()
        for option, shown in zip(self.options, self.shown, strict=True):
            if wanted in (option.casefold(), shown.casefold()):
                return option
        return None

    def read(self, answer: str) -> str:
        """A kept answer in the visitor's language."""
        return dict(zip(self.options, self.shown, strict=True)).get(answer, answer)


def reached(questions: Iterable[Asked], given: Mapping[int, str]) -> list[Asked]:
    """The questions whose conditions hold, in order. A condition counts only when its own question is reached."""
    found: dict[int, Asked] = {}
    for one in questions:
        if one.when_id is None or (one.when_id in found and given.get(one.when_id) in one.when_answers):
            found[one.id] = one
    return list(found.values())


def unanswered(walk: Iterable[Asked], given: Mapping[int, str]) -> Asked | None:
    """The question to ask next."""
    return next((one for one in walk if one.id not in given), None)

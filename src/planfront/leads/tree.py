"""Walking the chat's questions: which of them a person gets, given the answers so far. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class TreeQuestion:
    """A question in the visitor's language. ``options`` are the answers as kept (English), ``labels`` as read.
    ``fact``: what it asks for (see models.Fact), or ""."""

    id: int
    question: str
    kind: str
    options: tuple[str, ...] = ()
    labels: tuple[str, ...] = ()
    when_id: int | None = None
    when_answers: tuple[str, ...] = ()
    fact: str = ""

    def find_option(self, typed: str) -> str | None:
        """Return the option that was meant, in either language."""
        answer = typed.strip().casefold()
        for option, label in zip(self.options, self.labels, strict=True):
            if answer in (option.casefold(), label.casefold()):
                return option
        return None

    def read(self, answer: str) -> str:
        """Return a kept answer in the visitor's language."""
        return dict(zip(self.options, self.labels, strict=True)).get(answer, answer)


def reached_questions(questions: Iterable[TreeQuestion], answers: Mapping[int, str]) -> list[TreeQuestion]:
    """Return the questions whose conditions hold, in order. A condition counts only when its own question is
    reached."""
    result: dict[int, TreeQuestion] = {}
    for question in questions:
        if question.when_id is None or (
            question.when_id in result and answers.get(question.when_id) in question.when_answers
        ):
            result[question.id] = question
    return list(result.values())


def next_question(walk: Iterable[TreeQuestion], answers: Mapping[int, str]) -> TreeQuestion | None:
    """Return the question to ask next."""
    return next((item for item in walk if item.id not in answers), None)

"""The question that a signer answers first."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from planfront.enrollment.forms import rules
from planfront.enrollment.forms.base import StepContext


@dataclass(frozen=True)
class Question:
    """A question to the signer. ``answer`` is the right one, "" for a code that is mailed ``to`` an address."""

    id: str
    text: str
    answer: str = ""
    to: str = ""

    @property
    def is_code(self) -> bool:
        return not self.answer


@dataclass(frozen=True)
class Verification:
    """The state of the question: ``passed`` in this session a short while ago, whether a mailed code counts now,
    whether the signer has to wait after wrong answers; ``hint`` says what to know before answering."""

    question: Question
    passed: bool = False
    has_code: bool = False
    waits: bool = False
    hint: str = ""


def verification_of(ctx: StepContext) -> Verification:
    """Return the state of the question where it was asked; else the question alone."""
    return ctx.verification or Verification(Question("", ""))


def typed_answer(data: Mapping[str, Any]) -> str:
    """Return the submitted code or answer, whichever of the two names it has."""
    return rules.text(data, "verification_code") or rules.text(data, "answer")

"""What somebody is asked before they sign."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from planfront.enrollment.forms import rules
from planfront.enrollment.forms.base import StepContext


@dataclass(frozen=True)
class Question:
    """What who signs is asked. ``answer`` is what is right, "" for a code that is mailed ``to`` an address."""

    id: str
    text: str
    answer: str = ""
    to: str = ""

    @property
    def is_code(self) -> bool:
        return not self.answer


@dataclass(frozen=True)
class Verification:
    """How the question stands: ``passed`` in this session a short while ago, whether a mailed code counts now, whether
    wrong answers have to be waited off; ``hint`` says what to know before answering."""

    question: Question
    passed: bool = False
    has_code: bool = False
    waits: bool = False
    hint: str = ""


def verification_of(ctx: StepContext) -> Verification:
    """As it stands where it was asked; else the question alone."""
    return ctx.verification or Verification(Question("", ""))


def typed_answer(data: Mapping[str, Any]) -> str:
    """What was answered: a code or an answer, whichever of the two names it came under."""
    return rules.text(data, "verification_code") or rules.text(data, "answer")

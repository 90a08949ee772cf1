"""Refusals of the pricing rules as the answers of calls."""

from __future__ import annotations

from planfront.eligibility import texts as refusal_texts
from planfront.eligibility.rules import Refusal
from planfront.kernel.errors import BusinessError
from planfront.shopping.pricing import remedies


def refusal_answer(refusal: Refusal, *, word: str = "error") -> BusinessError:
    """A refusal as the answer of a call, with ``word`` as its status."""
    data = {
        "remedy": remedies.remedy_of(refusal).wire(),
        "fix": list(refusal.fix),
        **({"pid": refusal.new_pid} if refusal.new_pid else {}),
    }
    return BusinessError(refusal.code, refusal_texts.message(refusal), data, word=word)

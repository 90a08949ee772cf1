"""Refusals of the pricing rules as the answers of calls."""

from __future__ import annotations

from planfront.catalog.schemas import PlanError
from planfront.catalog.snapshot import PlanView
from planfront.eligibility import texts as refusal_texts
from planfront.eligibility.rules import Refusal
from planfront.kernel.errors import BusinessError
from planfront.shopping.pricing import remedies
from planfront.shopping.pricing.availability import blackout_stop


def refusal_answer(refusal: Refusal, *, word: str = "error") -> BusinessError:
    """Return a refusal as the answer of a call, with ``word`` as its status."""
    data = {
        "remedy": remedies.remedy_of(refusal).wire(),
        "fix": list(refusal.fix),
        **({"pid": refusal.new_pid} if refusal.new_pid else {}),
    }
    return BusinessError(refusal.code, refusal_texts.message(refusal), data, word=word)


def plan_error(refusal: Refusal) -> PlanError:
    """Return a refusal as lists and cards show it beside the plan."""
    return PlanError.model_validate(
        {
            "errorCode": refusal.code,
            "message": refusal_texts.message(refusal),
            "remedy": remedies.remedy_of(refusal).wire(),
            "fix": list(refusal.fix),
        }
    )


def closed_error(view: PlanView, state: str) -> PlanError | None:
    """Return why a plan with a price isn't sold in a state today; None when it is."""
    stop = blackout_stop(view, state)
    if stop is None:
        return None
    return PlanError.model_validate(
        {"errorCode": stop.error_code, "message": str(stop.message), "remedy": stop.data["remedy"], "fix": []}
    )

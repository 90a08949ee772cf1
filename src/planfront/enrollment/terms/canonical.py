"""The one text form of an application, for hashing and freezing."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from typing import Any

from planfront.enrollment.forms.base import Answers, Step, StepContext
from planfront.enrollment.steps.registry import SIGNED
from planfront.kernel.money import as_text
from planfront.kernel.text.parse import show_date
from planfront.shopping.cart.lines import PricedLine

# Book-keeping that is no answer of a person.
_NOT_ANSWERS = {"set_aside", "first_track", "confirmed", "switched", "bank_known", "dependent_id", "beneficiary_id"}
SIGNED_FOR = "signed_for"
"""Name of the answers that a signature was given for, among those of the agreement."""


def text_of(value: Any) -> str:
    """Return JSON with sorted keys, no spaces and moments in UTC: equal values have equal text, before they are stored
    and after any database gives them back. Raises TypeError for values that JSON doesn't have."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False, default=_moment)


def _moment(value: Any) -> str:
    if not isinstance(value, datetime):
        raise TypeError(f"{type(value).__name__} has no canonical text.")
    return value.astimezone(UTC).isoformat(timespec="microseconds")


def sha256(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def _plain(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _plain(inner) for key, inner in value.items() if key not in _NOT_ANSWERS}
    if isinstance(value, list | tuple):
        return [_plain(inner) for inner in value]
    return value


def of_applicants(saved: Mapping[str, Answers]) -> dict[str, Answers]:
    """All answers without people who were taken off the application again, and what a signature is compared with."""
    left_out = {"set_aside", SIGNED_FOR}
    return {
        key: {name: value for name, value in answers.items() if name not in left_out} for key, answers in saved.items()
    }


def quote(ctx: StepContext) -> Answers:
    """The quote and the cart as the application relies on them. No names: those depend on the language."""
    shopper, cart = ctx.shopper, ctx.cart
    return {
        "shopper": {
            "enroll_type": shopper.enroll_type,
            "eprocess": shopper.eprocess,
            "zip": shopper.zip,
            "state": shopper.state,
            "dob": show_date(shopper.dob),
            "gender": shopper.gender,
            "tier": shopper.tier,
            "spouse_dob": show_date(shopper.spouse_dob),
            "no_of_children": shopper.children,
            "group_id": shopper.group_id,
            "agent_id": shopper.agent_id,
            "portal_id": shopper.portal_id,
        },
        "cart": {
            "lines": [
                {
                    "plan_id": line.plan_id,
                    "code": line.code,
                    "plan_pricing_id": line.plan_pricing_id,
                    "price": as_text(line.price),
                    "one_time": as_text(line.one_time),
                    "fee": line.is_fee,
                    **_additions(line),
                }
                for line in cart.lines
            ],
            "first_month": as_text(cart.first_month),
            "monthly": as_text(cart.monthly),
            "effective_date": show_date(cart.effective_date),
        },
    }


def _additions(line: PricedLine) -> Answers:
    """Riders, the pending part of an amount, and who pays how much, where a line has them."""
    riders = [{"code": rider.code, "price": as_text(rider.price)} for rider in line.riders]
    evidence = {name: value for name, value in line.evidence.items() if name != "proof"}
    shares = {name: line.contribution[name] for name in ("employer", "own", "own_per_pay") if line.contribution}
    result = {"riders": riders, "evidence": evidence, "share": shares}
    return {name: value for name, value in result.items() if value}


def signed_answers(saved: Mapping[str, Answers], required: Iterable[str]) -> dict[str, Answers]:
    """The answers of the required tabs before the agreement."""
    keys = SIGNED.intersection(required)
    return {key: answers for key, answers in of_applicants(saved).items() if key in keys}


def content(ctx: StepContext, steps: Iterable[Step]) -> Answers:
    """Return what a signature covers: the quote and the answers of every required tab before the agreement, without
    those that nothing signed relies on."""
    unsigned = {step.key: step.unsigned for step in steps if step.required(ctx)}
    answers = {
        key: _plain({name: value for name, value in tab_answers.items() if name not in unsigned[key]})
        for key, tab_answers in signed_answers(ctx.saved, unsigned).items()
    }
    return {**quote(ctx), "answers": answers}

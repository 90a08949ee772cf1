"""Waivers of first steps: an operator's decisions that the store can do without one."""

from __future__ import annotations

from planfront.integrations.models import StepWaiver
from planfront.kernel import clock


def read_waivers() -> dict[str, StepWaiver]:
    """Return the waivers by step, each with the account that decided it."""
    return {waiver.step: waiver for waiver in StepWaiver.objects.select_related("by")}


def waive_step(step: str, reason: str, user_id: int | None) -> None:
    """Take a step off the list; a later reason replaces the one before."""
    facts = {"reason": reason, "by_id": user_id, "at": clock.now()}
    StepWaiver.objects.update_or_create(step=step, defaults=facts)


def restore_step(step: str) -> None:
    """Put a step back on the list."""
    StepWaiver.objects.filter(step=step).delete()

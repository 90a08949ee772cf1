"""The state of a policy on a day: worked out from its first and last day, never stored."""

from __future__ import annotations

from datetime import date

from django.db import models
from django.db.models import F, Q


class PolicyState(models.TextChoices):
    PENDING = "pending", "Pending underwriting"
    ACCEPTED = "accepted", "Accepted"
    ACTIVE = "active", "Active"
    ENDED = "ended", "Ended"
    CANCELLED = "cancelled", "Canceled"


OVER = (PolicyState.ENDED, PolicyState.CANCELLED)


def is_cancelled(path: str = "") -> Q:
    """Match policies that are cancelled from the first day on. ``path`` leads to policies from other rows, such as
    "policy__"."""
    return Q(**{f"{path}end_date__lt": F(f"{path}effective_date")})


def is_open(day: date, path: str = "") -> Q:
    """Neither over nor cancelled by a day: in force, about to start or undecided."""
    return _lasts(day, path) & ~is_cancelled(path)


def _lasts(day: date, path: str) -> Q:
    return Q(**{f"{path}end_date": None}) | Q(**{f"{path}end_date__gte": day})


def in_state(state: str, day: date, path: str = "") -> Q:
    """Policies that are in a state on a day."""
    if state == PolicyState.CANCELLED:
        return is_cancelled(path)
    if state == PolicyState.PENDING:
        return ~is_cancelled(path) & Q(**{f"{path}awaits_decision": True})
    if state == PolicyState.ACCEPTED:
        ahead = Q(**{f"{path}awaits_decision": False, f"{path}effective_date__gt": day})
        return ahead & ~is_cancelled(path)
    begun = Q(**{f"{path}awaits_decision": False, f"{path}effective_date__lte": day})
    if state == PolicyState.ENDED:
        return begun & Q(**{f"{path}end_date__lt": day}) & ~is_cancelled(path)
    return begun & _lasts(day, path)

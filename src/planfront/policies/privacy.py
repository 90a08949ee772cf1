"""What somebody bought."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext_lazy as _

from planfront.messaging.privacy import mails_about
from planfront.policies.models import Confirmation, Policy, PolicyStatus, UnderwritingCase
from planfront.privacy import words
from planfront.privacy.registry import Holding, Kept, Person, declare
from planfront.shopping.privacy import kept_enrollment

_PERIOD = _("As long as it is in force, and ten years after.")
_OVER = (PolicyStatus.TERMINATED, PolicyStatus.CANCELLED)


def _case(row: Any, _person: Person) -> Kept | None:
    return kept_enrollment(row.policy.confirmation.enrollment)


def _policy(row: Any, _person: Person) -> Kept | None:
    return kept_enrollment(row.confirmation.enrollment)


declare(
    Holding(
        UnderwritingCase,
        _("Underwriting"),
        _PERIOD,
        of={"policy": "policies.policy"},
        kept=_case,
        hidden=frozenset({"proof", "before", "decided_by"}),
    ),
    Holding(
        Policy,
        _("Policies"),
        _PERIOD,
        of={"confirmation": "policies.confirmation"},
        kept=_policy,
        in_force=lambda rows: rows.exclude(status__in=_OVER).exists(),
        hidden=frozenset({"plan_pricing_id"}),
    ),
    Holding(
        Confirmation,
        words.RECEIPT,
        _PERIOD,
        of={"enrollment": "shopping.quote"},
        kept=lambda row, _person: kept_enrollment(row.enrollment),
        links=lambda rows: mails_about(rows, "receipt"),
    ),
)

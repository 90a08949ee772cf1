"""A person's purchases, as the store holds them."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext_lazy as _

from planfront.coverage.privacy import kept_policy
from planfront.messaging.privacy import mails_about
from planfront.privacy import words
from planfront.privacy.registry import Holding, Kept, Person, declare
from planfront.sales.models import Confirmation, Sale, UnderwritingCase
from planfront.shopping.privacy import kept_enrollment

_PERIOD = _("As long as it's in force, and ten years after.")


def _of_policy(row: Any, _person: Person) -> Kept | None:
    return kept_policy(row.policy)


declare(
    Holding(
        UnderwritingCase,
        _("Underwriting"),
        _PERIOD,
        of={"policy": "coverage.policy"},
        kept=_of_policy,
        hidden=frozenset({"proof", "before", "decided_by"}),
    ),
    Holding(
        Sale,
        _("Policies as they were sold"),
        _PERIOD,
        of={"confirmation": "sales.confirmation", "policy": "coverage.policy"},
        links=lambda rows: [
            ("coverage.policy", rows.values_list("policy", flat=True)),
            ("shopping.quote", rows.values_list("confirmation__enrollment", flat=True)),
        ],
        kept=_of_policy,
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

"""Tables of the operator, and what outside services said of people's values."""

from __future__ import annotations

from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from planfront.integrations.models import KeptAnswer
from planfront.integrations.outside import KEPT_FOR, key_of
from planfront.privacy import words
from planfront.privacy.registry import Holding, Person, declare, declare_exempt

declare_exempt(
    "public tables of banks and places",
    "integrations.bankrouting",
    "integrations.zipcounty",
    "integrations.county",
)


def _about_emails(person: Person) -> Q:
    """Answers about phone numbers and street addresses are under hashes of these, and go by age."""
    return Q(pk__in=[key_of("email", email) for email in person.emails])


declare(
    Holding(
        KeptAnswer,
        _("Answers of outside services about addresses"),
        words.days(KEPT_FOR.days),
        find=_about_emails,
        hidden=frozenset({"key"}),
    )
)

"""Tables of the operator, and outside services' answers about people's values."""

from __future__ import annotations

from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from planfront.integrations.models import KeptAnswer
from planfront.integrations.outside import KEPT_FOR, about
from planfront.privacy import words
from planfront.privacy.registry import Holding, Person, declare, declare_exempt

declare_exempt(
    "public tables of banks and places",
    "integrations.bankrouting",
    "integrations.zipcounty",
    "integrations.county",
)
declare_exempt("what is publicly known of the store's own names", "integrations.domaincheck")
declare_exempt("decisions of staff about the installation", "integrations.stepwaiver")


def _about(person: Person) -> Q:
    """Return the answers about values of the person's rows, and those in which a service offered one of them."""
    values = person.checked | {("email", email) for email in person.emails}
    hashes = [about(port, value) for port, value in values]
    return Q(about__in=hashes) | Q(suggested__in=hashes)


declare(
    Holding(
        KeptAnswer,
        _("Answers from outside services about addresses and phone numbers"),
        words.days(KEPT_FOR.days),
        find=_about,
        hidden=frozenset({"key", "about", "suggested"}),
    )
)

"""Declarations of what is held about a person's payments."""

from __future__ import annotations

from typing import Any

from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _

from planfront.billing.models import CardAttempt, CardSetup, PaymentAgreement, PaymentMethod
from planfront.billing.vault import delete_cards
from planfront.kernel import clock
from planfront.privacy import words
from planfront.privacy.registry import Holding, Kept, Person, declare, declare_exempt
from planfront.shopping.privacy import kept_enrollment


def _keep_while_in_force(row: Any, person: Person) -> Kept | None:
    return kept_enrollment(row.enrollment) if person.in_force else None


def _keep_payment(row: Any, _person: Person) -> Kept | None:
    """Money that went is evidence."""
    if row.state not in {CardAttempt.State.DONE, CardAttempt.State.PENDING, CardAttempt.State.UNKNOWN}:
        return None
    return words.kept_evidence(clock.local(row.begun_at).date())


def _seal_payments(rows: QuerySet[Any]) -> None:
    """Only an attempt that isn't decided is asked about by its customer."""
    rows.filter(state=CardAttempt.State.DONE).update(customer="", token="")


declare(
    Holding(
        PaymentMethod,
        _("Bank account or card"),
        words.WITH_APPLICATION,
        of={"enrollment": "shopping.quote"},
        kept=_keep_while_in_force,
        seal=lambda rows: rows.update(account_name=""),
        erase=delete_cards,
        hidden=frozenset({"card_token", "card_customer", "account_index"}),
    ),
    Holding(
        PaymentAgreement,
        _("Bank account or card agreed on later"),
        words.WITH_APPLICATION,
        of={"enrollment": "shopping.quote"},
        kept=_keep_while_in_force,
        seal=lambda rows: rows.update(account_name=""),
        erase=delete_cards,
        hidden=frozenset({"card_token", "card_customer", "account_index"}),
    ),
    Holding(
        CardSetup,
        _("Card given to the card processor"),
        words.WITH_APPLICATION,
        of={"enrollment": "shopping.quote"},
        erase=delete_cards,
        hidden=frozenset({"token", "customer", "key"}),
    ),
    Holding(
        CardAttempt,
        _("Charge to a card, or refund"),
        words.WITH_APPLICATION,
        of={"payment_method": "billing.paymentmethod"},
        kept=_keep_payment,
        seal=_seal_payments,
        hidden=frozenset({"token", "customer", "key"}),
    ),
)
declare_exempt("the operator's settings", "billing.paymentrule", "billing.billdate")
declare_exempt("ids of the card processor's messages, which name nobody", "billing.cardevent")
declare_exempt(
    "what a card processor calls somebody who is to be deleted there, until that is done", "billing.vaultremoval"
)

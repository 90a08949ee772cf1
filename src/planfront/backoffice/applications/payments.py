"""Payments of an enrollment by card, in the words of a phone call: taken, refused with the reason, pending."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from planfront.billing.models import CardAttempt, CardSetup, Method, PaymentMethod
from planfront.integrations.cards import Remedy
from planfront.kernel import clock
from planfront.kernel.errors import Text
from planfront.kernel.money import display
from planfront.kernel.text.parse import show_date
from planfront.shopping.models import Quote

State = CardAttempt.State
_NO_REASON = gettext_lazy("The bank gave no reason.")
# Of lost, stolen and suspected cards nothing is told on the phone: whoever calls may be who took them.
_REASONS: dict[Text, tuple[str, ...]] = {
    gettext_lazy("There was not enough money, or a limit was reached."): (
        "funds",
        "insufficient_funds",
        "withdrawal_count_limit_exceeded",
        "card_velocity_exceeded",
    ),
    gettext_lazy("The card has expired."): (
        "expired",
        "expired_card",
        "invalid_expiry_month",
        "invalid_expiry_year",
    ),
    gettext_lazy("The security code was wrong."): ("code", "incorrect_cvc", "invalid_cvc"),
    gettext_lazy("The bank wants the customer to confirm it."): (
        "bank",
        "authentication_required",
        "authentication_not_handled",
        "setup_intent_authentication_failure",
        "payment_intent_authentication_failure",
        "call_issuer",
    ),
    gettext_lazy("The bank could not be reached."): (
        "later",
        "processing_error",
        "issuer_not_available",
        "try_again_later",
        "reenter_transaction",
    ),
    gettext_lazy("It never reached the card processor."): ("lost",),
}
_REASON_OF = {code: reason for reason, codes in _REASONS.items() for code in codes}
_ADVICE = {
    Remedy.LATER.value: gettext_lazy("It can be tried again without changes."),
    Remedy.CARD.value: gettext_lazy("Another card or a bank account is needed."),
    Remedy.CUSTOMER.value: gettext_lazy("Only the customer can resolve this, with their bank."),
    Remedy.STAFF.value: gettext_lazy("Someone on our team has to check it at the card processor."),
}


@dataclass(frozen=True)
class Payment:
    """A charge, a refund, or a card that was refused before anything was charged. ``state``: taken, refused, waiting.
    ``amount``: None for a card."""

    state: str
    title: str
    at: datetime
    amount: Decimal | None = None
    reason: str = ""
    advice: str = ""
    is_refund: bool = False

    @property
    def tone(self) -> str:
        return {"taken": "good", "refused": "bad"}.get(self.state, "warn")

    @property
    def shown_amount(self) -> str:
        return "" if self.amount is None else display(self.amount)


@dataclass(frozen=True)
class PaymentRows:
    """Card payments on record for an enrollment: charges, refunds and refused cards."""

    attempts: list[CardAttempt]
    refused_cards: list[CardSetup]


def read_payments(quote: Quote) -> PaymentRows:
    attempts = CardAttempt.objects.filter(payment_method__enrollment=quote).defer("customer", "token")
    setups = CardSetup.objects.filter(enrollment=quote, state=CardSetup.State.DECLINED).defer("customer", "token")
    return PaymentRows(list(attempts), list(setups))


def describe_payments(rows: PaymentRows) -> list[Payment]:
    """Return the payments, newest first, in the current language."""
    payments = [*map(_describe_attempt, rows.attempts), *map(_describe_refused_card, rows.refused_cards)]
    return sorted(payments, key=lambda payment: payment.at, reverse=True)


def last_charge(payments: Sequence[Payment]) -> Payment | None:
    return next((payment for payment in payments if payment.amount is not None and not payment.is_refund), None)


def _describe_attempt(row: CardAttempt) -> Payment:
    is_refund = row.kind == CardAttempt.Kind.REFUND
    at = row.answered_at or row.begun_at
    if row.state == State.DONE:
        return Payment("taken", _("Refunded") if is_refund else _("Charged"), at, row.amount, is_refund=is_refund)
    if row.state in (State.UNKNOWN, State.PENDING):
        title = _("Waiting for the bank") if row.state == State.PENDING else _("Waiting for an answer")
        advice = _("We check again every five minutes. Nothing is charged twice.")
        return Payment("waiting", title, at, row.amount, "", advice, is_refund)
    title = _("Declined") if row.state == State.DECLINED else _("Not charged")
    advice = str(_ADVICE.get(row.remedy, ""))
    return Payment("refused", title, at, row.amount, str(_REASON_OF.get(row.code, _NO_REASON)), advice, is_refund)


def _describe_refused_card(row: CardSetup) -> Payment:
    card = f"{row.brand} {_('ending %(last4)s') % {'last4': row.last4}}".strip() if row.last4 else ""
    title = _("A card was declined") if not card else _("Card declined: %(card)s") % {"card": card}
    return Payment("refused", title, row.answered_at or row.begun_at, reason=str(_REASON_OF.get(row.code, _NO_REASON)))


def describe_no_payment(method: PaymentMethod | None, *, is_submitted: bool) -> str:
    """Return the reason why no payment is on record."""
    if not is_submitted:
        return "Nothing is charged until the enrollment is submitted."
    if method is None:
        return "No payment method is on record."
    if method.method == Method.CC:
        return "Nothing has been charged to the card yet."
    if method.method == Method.EFT:
        return "Payments from a bank account are made outside the store, so we can't see whether they went through."
    return "The group is billed, so the person isn't charged here."


def describe_last_charge(payments: Sequence[Payment], source: str) -> str:
    """Return a sentence about the last charge, to read to a caller."""
    payment = last_charge(payments)
    if payment is None:
        return ""
    words = {
        "amount": payment.shown_amount,
        "date": show_date(clock.local(payment.at).date()),
        "source": source,
        "why": " ".join(filter(None, (payment.reason, payment.advice))),
    }
    if payment.state == "taken":
        return _("Yes. We charged %(amount)s to %(source)s on %(date)s.") % words
    if payment.state == "waiting":
        return (
            _("We requested %(amount)s on %(date)s and are waiting for the answer. You won't be charged twice.") % words
        )
    return _("No. On %(date)s, the payment of %(amount)s was declined. %(why)s") % words

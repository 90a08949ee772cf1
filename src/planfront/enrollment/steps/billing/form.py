"""The fields of Billing Information: the way to pay, an account or a card, and the day of the month."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext_lazy as _

from planfront.enrollment.forms import kinds, rules
from planfront.enrollment.forms.base import Problems, StepContext
from planfront.enrollment.forms.field import Field, Pairs, SummaryRow
from planfront.enrollment.forms.form import Form
from planfront.enrollment.steps.billing import bank, card
from planfront.enrollment.steps.billing.answers import BANK, CARD, BillingAnswers
from planfront.enrollment.steps.billing.ways import METHODS, NOTICES, is_way, ordinal
from planfront.parties.groups.wording import payment_text


def share_text(ctx: StepContext, way: str) -> str:
    """Return how the person's share is paid; "" where the group pays nothing."""
    cart = ctx.cart
    paid_once = {"once": cart.once_own, "granted": cart.once_granted}
    return payment_text(cart.sponsor, cart.share, way, **paid_once, client=ctx.client)


def _methods(ctx: StepContext) -> Pairs:
    return [pair for pair in METHODS if is_way(ctx, pair[0])]


def _notice(ctx: StepContext) -> str:
    """Return who is billed where the person isn't charged, and how their share is paid then."""
    way = ctx.facts.billing.ways[0]
    return " ".join(filter(None, (str(NOTICES[way]), share_text(ctx, way)))) if way in NOTICES else ""


def _method_line(_ctx: StepContext, saved: Mapping[str, Any]) -> str:
    way = saved.get("payment_method")
    kind = "" if way == CARD else rules.label_of(bank.ACCOUNT_TYPES, saved.get("account_type")).lower()
    return ", ".join(filter(None, (rules.label_of(METHODS, way), kind)))


def is_charged(ctx: StepContext) -> bool:
    """Return whether an account or a card may be charged."""
    return is_way(ctx, BANK) or is_way(ctx, CARD)


def _bill_days(ctx: StepContext) -> Pairs:
    return [(str(day), ordinal(day)) for day in ctx.facts.billing.days]


def _bill_day_line(_ctx: StepContext, saved: Mapping[str, Any]) -> str:
    day = BillingAnswers.read(saved).bill_date
    return ordinal(day) if day else ""


def _kept_card(ctx: StepContext) -> str:
    """The stored card in words, while it can still be charged."""
    saved, problems = ctx.answers(BillingAnswers.key), Problems()
    if saved.get("card_last4"):
        card.check(ctx, saved, saved, problems, addressed=False)
    return "" if problems.items else card.card_line(BillingAnswers.read(saved))


METHOD = Field(
    "payment_method",
    _("Payment type"),
    kinds.RADIO,
    required=True,
    options=_methods,
    read_only=lambda ctx: len(ctx.facts.billing.ways) == 1,
    hint=_notice,
    summary=SummaryRow(_("Method"), 1, _method_line),
)
BILL_DATE = Field(
    "bill_date",
    _("Billing date"),
    kinds.RADIO,
    required=True,
    ask_if=is_charged,
    options=_bill_days,
    group=_("Billing date"),
    summary=SummaryRow(_("Billing date"), 3, _bill_day_line),
)
FORM = Form(
    BillingAnswers.key,
    (
        METHOD,
        *bank.FIELDS,
        *card.CARD_FIELDS,
        *card.PLACE_FIELDS,
        BILL_DATE,
        # What the page offers to keep: the account or card of an earlier enrollment by its id, the card in words.
        Field(
            "existing",
            kind=kinds.HIDDEN,
            ask_if=is_charged,
            shows=lambda ctx: ctx.read(BillingAnswers).existing,
            read_only=True,
            stored=False,
            signed=False,
        ),
        Field("card_kept", kind=kinds.HIDDEN, ask_if=is_charged, shows=_kept_card, read_only=True, stored=False),
    ),
)

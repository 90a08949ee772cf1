"""Texts to sign: the product's, and the operator's rows that replace or add to them."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from functools import cache
from typing import Any

from django.db.models import Q
from django.utils import translation
from django.utils.functional import Promise
from django.utils.translation import get_language, gettext
from django.utils.translation import gettext_lazy as _

from planfront.billing.selectors import first_monthly
from planfront.catalog import configuration
from planfront.coverage.owed_fees import DUES
from planfront.eligibility.shopper import Shopper
from planfront.enrollment.forms.base import StepContext
from planfront.enrollment.models import AgreementText
from planfront.enrollment.steps.agreement.texts import Text
from planfront.enrollment.steps.billing.answers import BillingAnswers
from planfront.enrollment.steps.billing.ways import usual_day
from planfront.enrollment.steps.personal.answers import PersonalAnswers
from planfront.enrollment.terms import canonical
from planfront.kernel.money import display
from planfront.kernel.text.parse import show_date
from planfront.parties.groups.wording import FROM_PAY, own_words
from planfront.shopping.cart.lines import Cart, PricedLine

NAME = re.compile(r"\{([A-Za-z_]+)\}")


@dataclass(frozen=True)
class Shipped:
    """A text of the product. ``needs``: "" always, "membership" with a membership fee in the cart, "eft", "cc",
    "payroll" where the group takes its people's share from pay. ``short`` says in a line what it means; ``tick_other``
    is the tick of a person who signs for the applicant."""

    key: str
    version: int
    order: int
    head: str | Promise
    body: str | Promise
    tick: str | Promise
    short: str | Promise
    tick_other: str | Promise
    needs: str = ""


SHIPPED = (
    Shipped(
        "electronic",
        1,
        10,
        _("Electronic documents"),
        _(
            "You may sign electronically and receive your documents by email. You may ask for paper copies at no "
            "charge, and you may withdraw this consent at any time by telling us; documents are then mailed to you. "
            "You need a browser and an email address that you can read. Tell us when your email address changes."
        ),
        _("I agree to sign and receive documents electronically."),
        _("Sign here, get everything by email. Paper is free."),
        _("{applicant} agrees to sign and receive documents electronically."),
    ),
    Shipped(
        "application",
        2,
        20,
        _("Application for coverage"),
        _(
            "I apply for the plans listed in my order summary: {plans}. The answers I gave are complete and true to "
            "the best of my knowledge. I understand that coverage starts on {effective_date}{once_paid}, "
            "and that each carrier relies on these answers to issue coverage. Anyone who knowingly gives "
            "false information on an application for insurance may be guilty of a crime."
        ),
        _("I have read and agree to the application for coverage."),
        _("Your answers are true. Coverage starts {effective_date}."),
        _("{applicant} has read and agrees to the application for coverage."),
    ),
    Shipped(
        "association",
        3,
        30,
        _("Association membership"),
        _(
            "I join the association through which the plans are offered. Membership is {membership_fee} a month, "
            "billed with your plans{membership_paid}. I may cancel at any time; canceling membership also "
            "ends the plans that depend on it at the end of the paid month."
        ),
        _("I agree to join the association for {membership_fee} a month."),
        _("{membership_fee} a month. Cancel at any time."),
        _("{applicant} agrees to join the association for {membership_fee} a month."),
        needs="membership",
    ),
    Shipped(
        "payment",
        2,
        40,
        _("Payment authorization"),
        _(
            "I authorize {descriptor} to charge {account} an initial payment of {first_month} within 5 days of "
            "enrollment and {monthly} each month after that, on the {bill_day} of the month, first on "
            "{first_monthly_on}. This authority stays in force until I end it in writing. I may stop a "
            "payment with three business days notice. A $30 fee applies to payments returned for insufficient funds."
        ),
        _("I authorize these payments."),
        _("{first_month} first, then {monthly} a month."),
        _("{applicant} authorizes these payments."),
        needs="eft",
    ),
    Shipped(
        "card_payment",
        2,
        40,
        _("Payment authorization"),
        _(
            "I authorize {descriptor} to charge {account} an initial payment of {first_month} within 5 days of "
            "enrollment and {monthly} each month after that, on the {bill_day} of the month, first on "
            "{first_monthly_on}. This authority stays in force until I end it in writing. "
            "I may stop a payment with three business days notice."
        ),
        _("I authorize these payments."),
        _("{first_month} first, then {monthly} a month."),
        _("{applicant} authorizes these payments."),
        needs="cc",
    ),
    Shipped(
        "payroll",
        1,
        40,
        _("Payroll deduction"),
        _(
            "I authorize {sponsor} to deduct my share of {own_share} from my pay, and to change the deduction when the "
            "price of my plans or the share of {sponsor} changes. This authority stays in force until I end it in "
            "writing."
        ),
        _("I authorize these deductions."),
        _("{own_share} from pay."),
        _("{applicant} authorizes these deductions."),
        needs="payroll",
    ),
)


@dataclass(frozen=True)
class Source:
    """A version of a text in the active language, its names not filled in yet. ``names``: those of any language."""

    key: str
    version: int
    order: int
    head: str
    body: str
    tick: str
    short: str
    tick_other: str
    names: frozenset[str]
    row: int = 0

    @property
    def edition(self) -> str:
        """The version, whatever the language."""
        return f"{self.key}:{self.version}:{self.row}"


@dataclass(frozen=True)
class Fill:
    """The words for a {name}: in the active language, and as a value that no language changes."""

    shown: str
    value: str


def same(text: str) -> Fill:
    return Fill(text, text)


def text_values(ctx: StepContext, method: str) -> dict[str, Fill]:
    """Return the names that texts may use, for an application that is paid by ``method``."""
    cart, billing = ctx.cart, ctx.read(BillingAnswers)
    dues = next((line for line in cart.lines if line.code == DUES), None)
    plans = [line for line in cart.lines if not line.is_fee]
    day = billing.bill_date or int(usual_day(ctx.facts.billing.days))
    monthly_on = first_monthly(cart.effective_date, day) if cart.effective_date else None
    applicant = ctx.read(PersonalAnswers).full_name
    return {
        "plans": Fill(", ".join(line.plan_name for line in plans), ",".join(str(line.plan_id) for line in plans)),
        "first_month": same(display(cart.first_month)),
        "monthly": same(display(cart.monthly)),
        "effective_date": same(show_date(cart.effective_date)),
        "membership_fee": same(display(dues.price) if dues else ""),
        "membership_paid": _membership_paid(dues),
        "descriptor": same(ctx.facts.billing.descriptor),
        "brand": same(ctx.parties.brand_name),
        "account": _account(billing),
        "bill_day": Fill(day_of_month(day), str(day)),
        "first_monthly_on": same(show_date(monthly_on)),
        "sponsor": same(cart.sponsor),
        "own_share": _own_share(cart),
        "once_paid": _once_paid(method),
        "applicant": same(applicant or gettext("The applicant")),
    }


def _own_share(cart: Cart) -> Fill:
    """Return what is left to the person where a group pays a part."""
    if cart.share is None:
        return same("")
    once = f" {cart.once_own}" if cart.once_own > 0 else ""
    return Fill(own_words(cart.share, cart.once_own), f"{cart.share.own} {cart.share.own_per_pay}{once}")


def _membership_paid(dues: PricedLine | None) -> Fill:
    """Return the group that pays the association's dues; nothing where the person does."""
    if dues is None or not dues.contribution:
        return same("")
    return Fill(gettext(" and paid by %(group)s") % {"group": dues.contribution["group"]}, "group")


def _once_paid(method: str) -> Fill:
    """Return the condition of coverage where the person pays first; nothing where their group is billed."""
    if method in FROM_PAY:
        return same("")
    return Fill(gettext(" once the first payment clears"), "paid")


def _account(billing: BillingAnswers) -> Fill:
    """Return the account or card that is charged, as far as it is known."""
    card, last4 = billing.by_card, billing.last4
    if not last4:
        return Fill(gettext("my card") if card else gettext("my account"), "")
    words = gettext("my card ending %(last4)s") if card else gettext("my account ending %(last4)s")
    return Fill(words % {"last4": last4}, f"{billing.card_brand or billing.routing_number} {last4}")


def day_of_month(day: int) -> str:
    """Return ``28th``, as a sentence has it."""
    if (get_language() or "en")[:2] != "en":
        return str(day)
    ending = "th" if 10 <= day % 100 <= 20 else {1: "st", 2: "nd", 3: "rd"}.get(day % 10, "th")
    return f"{day}{ending}"


def sources_for(shopper: Shopper, cart: Cart, *, today: date) -> tuple[Source, ...]:
    """The operator's texts in force for this shopper and cart, later versions after earlier ones, narrower states after
    general ones. One query."""
    return tuple(_row(row) for row in _rows(shopper, cart, today))


def texts_for(ctx: StepContext, sources: Iterable[Source], method: str) -> tuple[Text, ...]:
    """The texts to accept where an application is paid by ``method``, in their order, with names and amounts filled
    in."""
    values = text_values(ctx, method)
    have = {
        "": True,
        "membership": bool(values["membership_fee"].value),
        "eft": method == "eft",
        "cc": method == "cc",
        "payroll": method in FROM_PAY and ctx.cart.share is not None and ctx.cart.share.own + ctx.cart.once_own > 0,
    }
    chosen = {text.key: _shipped(text) for text in SHIPPED if have[text.needs]}
    off = {text.key for text in SHIPPED} - set(chosen)
    chosen.update({source.key: source for source in sources if source.key not in off})
    ordered = sorted(chosen.values(), key=lambda text: (text.order, text.key))
    return tuple(_text(text, values, for_other=ctx.signer.role != "applicant") for text in ordered)


def _text(source: Source, values: dict[str, Fill], *, for_other: bool) -> Text:
    """The id changes with every word and amount, so that what is accepted is what was on the page."""
    words = {name: fill.shown for name, fill in values.items()}
    body, tick = fill_text(source.body, words), fill_text(_tick(source, for_other=for_other), words)
    digest = canonical.sha256(f"{source.head}\n\n{body}\n\n{tick}")[:10]
    stands = {name: values[name].value for name in source.names if name in values}
    return Text(
        text_id=f"{source.key}:{source.version}:{digest}",
        head=source.head,
        body=body,
        tick=tick,
        short=fill_text(source.short, words),
        edition=source.edition,
        rendering=f"{source.edition}:{canonical.sha256(canonical.text_of(stands))[:16]}",
    )


def _tick(source: Source, *, for_other: bool) -> str:
    """Return the words of a tick; where a text has none for other signers, the applicant's own in quotation marks."""
    if not for_other:
        return source.tick
    return source.tick_other or gettext("{applicant} says: “%(tick)s”") % {"tick": source.tick}


def _shipped(shipped: Shipped) -> Source:
    return Source(
        shipped.key,
        shipped.version,
        shipped.order,
        str(shipped.head),
        str(shipped.body),
        str(shipped.tick),
        str(shipped.short),
        str(shipped.tick_other),
        _shipped_names(shipped.key),
    )


@cache
def _shipped_names(key: str) -> frozenset[str]:
    match = next(text for text in SHIPPED if text.key == key)
    with translation.override("en"):
        return _names(str(match.body), str(match.tick))


def _names(*texts: str) -> frozenset[str]:
    return frozenset(name for text in texts for name in NAME.findall(text))


def _rows(shopper: Shopper, cart: Cart, today: date) -> Iterable[AgreementText]:
    plans = [line.plan_id for line in cart.lines if not line.is_fee]
    categories = [line.category for line in cart.lines if not line.is_fee]
    rows = configuration.hold("agreement texts", lambda: _active_texts(shopper.brand_id), shopper.brand_id)
    return [
        row
        for row in rows
        if row.plan_id in {None, *plans}
        and (row.effective_from is None or row.effective_from <= today)
        and row.state in {"", shopper.state}
        and row.category in {"", *categories}
    ]


def _active_texts(brand_id: int) -> list[AgreementText]:
    rows = AgreementText.objects.filter(Q(brand_id=None) | Q(brand_id=brand_id), active=True)
    return list(rows.order_by("state", "version", "id"))


def _row(row: AgreementText) -> Source:
    words: dict[str, Any] = row.i18n.get((get_language() or "en")[:2], {})
    every = [row.body, row.tick, *(text.get(name, "") for text in row.i18n.values() for name in ("body", "tick"))]
    text = {name: words.get(name) or getattr(row, name) for name in ("head", "body", "tick", "short", "tick_other")}
    return Source(key=row.key, version=row.version, order=row.order, names=_names(*every), row=row.pk, **text)


def fill_text(text: str, values: dict[str, str]) -> str:
    """``text`` with known {names} replaced; other braces stay as they are."""
    for name, value in values.items():
        text = text.replace("{" + name + "}", value)
    return text

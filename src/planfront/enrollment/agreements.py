"""The texts that are signed: shipped ones, and the operator's rows in their place or beside them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.db.models import Q
from django.utils.functional import Promise
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from planfront.enrollment import canonical
from planfront.enrollment.models import AgreementText
from planfront.enrollment.steps.agreement import Text
from planfront.enrollment.steps.base import Cart, Shopper
from planfront.kernel.money import display
from planfront.kernel.parse import show_date

# Code of the association membership among the cart's fees.
ASSOCIATION = "membership"


@dataclass(frozen=True)
class Shipped:
    """A text of the product. ``needs``: "" always, "membership" with a membership fee in the cart, "eft", "cc"."""

    key: str
    version: int
    order: int
    head: str | Promise
    body: str | Promise
    tick: str | Promise
    needs: str = ""


SHIPPED = (
    Shipped(
        "electronic", 1, 10,
        _("Electronic documents"),
        _(
            "You may sign electronically and receive your documents by email. You may ask for paper copies at no "
            "charge, and you may withdraw this consent at any time by telling us; documents are then mailed to you. "
            "You need a browser and an email address that you can read. Tell us when your email address changes."
        ),
        _("I agree to sign and receive documents electronically."),
    ),
    Shipped(
        "application", 1, 20,
        _("Application for coverage"),
        _(
            "I apply for the plans listed in my order summary: {plans}. The answers I gave are complete and true to "
            "the best of my knowledge. I understand that coverage starts on {effective_date} once the first payment "
            "clears, and that each carrier relies on these answers to issue coverage. Anyone who knowingly gives "
            "false information on an application for insurance may be guilty of a crime."
        ),
        _("I have read and agree to the application for coverage."),
    ),
    Shipped(
        "association", 1, 30,
        _("Association membership"),
        _(
            "Plans are offered to members of a national association with over 100,000 members. Membership is "
            "{membership_fee} a month, billed with your plans. I may cancel at any time; cancelling membership also "
            "ends the plans that depend on it at the end of the paid month."
        ),
        _("I agree to join the association for {membership_fee} a month."),
        needs="membership",
    ),
    Shipped(
        "payment", 1, 40,
        _("Payment authorization"),
        _(
            "I authorize {descriptor} to charge an initial payment of {first_month} within 5 days of enrollment and "
            "{monthly} each month after that. This authority stays in force until I end it in writing. I may stop a "
            "payment with three business days notice. A $30 fee applies to payments returned for insufficient funds."
        ),
        _("I authorize these payments."),
        needs="eft",
    ),
    Shipped(
        "card_payment", 1, 40,
        _("Payment authorization"),
        _(
            "I authorize {descriptor} to charge my card an initial payment of {first_month} within 5 days of "
            "enrollment and {monthly} each month after that. This authority stays in force until I end it in writing. "
            "I may stop a payment with three business days notice."
        ),
        _("I authorize these payments."),
        needs="cc",
    ),
)  # fmt: skip


@dataclass(frozen=True)
class _Version:
    key: str
    version: int
    order: int
    head: str
    body: str
    tick: str
    row: int = 0


def texts_for(
    shopper: Shopper, cart: Cart, *, methods: Iterable[str], descriptor: str, today: date
) -> dict[str, tuple[Text, ...]]:
    """The texts this application must accept, by the way it is paid, in their order, with names and amounts filled in.
    One query."""
    fee = next((line.price for line in cart.lines if line.code == ASSOCIATION), None)
    fill = {
        "plans": ", ".join(line.plan_name for line in cart.lines if not line.is_fee),
        "first_month": display(cart.first_month),
        "monthly": display(cart.monthly),
        "effective_date": show_date(cart.effective_date),
        "membership_fee": display(fee) if fee is not None else "",
        "descriptor": descriptor,
        "brand": shopper.brand_name,
    }
    rows = list(_rows(shopper, cart, today))
    return {one: _texts(rows, fill, method=one, membership=fee is not None) for one in methods}


def _texts(rows: Iterable[_Version], fill: dict[str, str], *, method: str, membership: bool) -> tuple[Text, ...]:
    have = {"": True, "membership": membership, "eft": method == "eft", "cc": method == "cc"}
    chosen = {
        one.key: _Version(one.key, one.version, one.order, str(one.head), str(one.body), str(one.tick))
        for one in SHIPPED
        if have[one.needs]
    }
    off = {one.key for one in SHIPPED} - set(chosen)
    for row in rows:
        if row.key not in off:
            chosen[row.key] = row
    ordered = sorted(chosen.values(), key=lambda one: (one.order, one.key))
    return tuple(_text(one, fill) for one in ordered)


def _text(one: _Version, fill: dict[str, str]) -> Text:
    """The id changes with every word and amount, so that what is accepted is what was on the page."""
    body, tick = filled(one.body, fill), filled(one.tick, fill)
    digest = canonical.sha256(f"{one.head}\n\n{body}\n\n{tick}")[:10]
    edition = f"{one.key}:{one.version}:{one.row}"
    return Text(f"{one.key}:{one.version}:{digest}", one.head, body, tick, edition)


def _rows(shopper: Shopper, cart: Cart, today: date) -> Iterable[_Version]:
    """Rows in force, later versions after earlier ones, narrower states after general ones."""
    plans = [line.plan_id for line in cart.lines if not line.is_fee]
    categories = [line.category for line in cart.lines if not line.is_fee]
    rows = AgreementText.objects.filter(
        Q(brand_id=None) | Q(brand_id=shopper.brand_id),
        Q(plan_id=None) | Q(plan_id__in=plans),
        Q(effective_from=None) | Q(effective_from__lte=today),
        state__in=["", shopper.state],
        category__in=["", *categories],
        active=True,
    ).order_by("state", "version", "id")
    return [_row(row) for row in rows]


def _row(row: AgreementText) -> _Version:
    words: dict[str, Any] = row.i18n.get((get_language() or "en")[:2], {})
    return _Version(
        row.key, row.version, row.order, words.get("head") or row.head, words.get("body") or row.body,
        words.get("tick") or row.tick, row.pk,
    )  # fmt: skip


def filled(text: str, values: dict[str, str]) -> str:
    """``text`` with known {names} replaced; other braces stay as they are."""
    for name, value in values.items():
        text = text.replace("{" + name + "}", value)
    return text

"""Reading how an enrollment is paid."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from typing import TYPE_CHECKING

from django.db.models import Q
from django.utils.translation import gettext as _

from planfront.billing.models import BillDate, Method, PaymentMethod, PaymentRule
from planfront.kernel.money import display

if TYPE_CHECKING:
    from planfront.shopping.models import TempEnrollment

DEFAULT_DAYS = (5, 10, 15, 20, 25, 28)


@dataclass(frozen=True)
class Payment:
    """The method an enrollment pays by and the name on the bank statement ("" = the brand's)."""

    method: str
    descriptor: str


def payment_for(*, brand_id: int, group_id: int | None, portal_id: int | None) -> Payment:
    """The most specific rule: group, then portal, then brand, then general; EFT without any."""
    rows = PaymentRule.objects.filter(
        Q(brand_id=None) | Q(brand_id=brand_id),
        Q(group_id=None) | Q(group_id=group_id or 0),
        Q(portal_id=None) | Q(portal_id=portal_id or 0),
    )
    ranked = sorted(rows, key=lambda row: (row.group_id is None, row.portal_id is None, row.brand_id is None, row.pk))
    return Payment(ranked[0].method, ranked[0].descriptor) if ranked else Payment(Method.EFT, "")


def bill_days(brand_id: int) -> tuple[int, ...]:
    """Days of the month to choose from, ascending."""
    rows = list(BillDate.objects.filter(Q(brand_id=brand_id) | Q(brand_id=None)).order_by("day"))
    own = [row.day for row in rows if row.brand_id == brand_id]
    return tuple(own or [row.day for row in rows] or DEFAULT_DAYS)


def day_label(day: int) -> str:
    """``28th of month``."""
    return _("%(day)sth of month") % {"day": day}


def billing_items(descriptor: str, first_month: Decimal, monthly: Decimal) -> list[str]:
    """The paragraphs of the EFT authorization, with the amounts that will be charged."""
    amounts = {"first": display(first_month), "monthly": display(monthly), "name": descriptor}
    return [
        _("Your initial payment of %(first)s will be charged within 5 days of enrollment.") % amounts,
        _('The charge appears on your bank statement as "%(name)s".') % amounts,
        _("After that, %(monthly)s is charged each month on the billing date you choose.") % amounts,
        _("This authority stays in effect until you end it in writing."),
        _("You may stop a payment by telling us at least three business days before it is due."),
        _("A $30 fee applies to payments returned for insufficient funds."),
    ]


def payment_of(enrollment: TempEnrollment) -> PaymentMethod | None:
    return PaymentMethod.objects.filter(enrollment=enrollment).first()


@dataclass(frozen=True)
class Bank:
    """A bank account a member already pays from; the number is masked."""

    bank_id: str
    account_name: str
    bank_name: str
    account_number: str
    account_type: str
    account_holder_type: str
    bank_routing: str


def banks_of_member(member_id: int | None) -> list[Bank]:
    """Accounts of a member's earlier enrollments, newest first, each once."""
    if member_id is None:
        return []
    rows = PaymentMethod.objects.filter(member_id=member_id, method=Method.EFT).order_by("-saved_at")
    unique: dict[str, PaymentMethod] = {}
    for row in rows:
        unique.setdefault(row.account_index, row)
    return [
        Bank(
            bank_id=str(row.pk),
            account_name=row.account_name,
            bank_name=row.bank_name,
            account_number=_("Ending %(digits)s") % {"digits": row.last4},
            account_type=row.account_type,
            account_holder_type=row.account_holder_type,
            bank_routing=row.routing_number,
        )
        for row in unique.values()
    ]


def bank_of_member(*, member_id: int | None, bank_id: str) -> dict[str, str] | None:
    """An account of ``banks_of_member`` as Billing Information takes it, its number opened: only for storing it again.
    None for any other id."""
    if member_id is None or bank_id not in {one.bank_id for one in banks_of_member(member_id)}:
        return None
    row = PaymentMethod.objects.get(pk=bank_id)
    names = ("account_name", "bank_name", "routing_number", "account_number", "account_type", "account_holder_type")
    return {name: getattr(row, name) for name in names}

"""Reading how an enrollment is paid."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import date, timedelta
from decimal import Decimal
from typing import TYPE_CHECKING, Any

from django.conf import settings
from django.db.models import Q
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from planfront.billing.cardrules import expired
from planfront.billing.models import (
    BillDate,
    CardAttempt,
    Instrument,
    Method,
    PaymentAgreement,
    PaymentMethod,
    PaymentRule,
)
from planfront.billing.schemas import ExistingBank, ExistingCard
from planfront.brands import selectors as brands
from planfront.catalog import configuration
from planfront.integrations import cards
from planfront.integrations.cards import CardFacts, HostedFields
from planfront.kernel import clock
from planfront.kernel.money import ZERO, as_text, display
from planfront.kernel.security.crypto import blind_indexes
from planfront.kernel.text.parse import show_date
from planfront.parties.groups.shares import Share
from planfront.parties.groups.wording import payment_text

if TYPE_CHECKING:
    from uuid import UUID

    from planfront.shopping.cart.lines import Cart
    from planfront.shopping.models import Quote

DEFAULT_DAYS = (5, 10, 15, 20, 25, 28)
# The initial payment is charged within these days of enrollment.
FIRST_DAYS = 5
NOTICES = {
    Method.LIST: gettext_lazy("Payment will be by list bill."),
    Method.ELIST: gettext_lazy("Payment will be by EFT list bill."),
    Method.STMT: gettext_lazy("Payment will be by statement."),
}
# Of the methods of several plans the first one of these holds for the cart.
_NARROWEST = (Method.STMT, Method.LIST, Method.ELIST, Method.EFT, Method.CC)


@dataclass(frozen=True)
class Payment:
    """The method an enrollment pays by and the name on the bank statement ("" = the brand's)."""

    method: str
    descriptor: str


def payment_for(
    *, brand_id: int, group_id: int | None, portal_id: int | None, plan_ids: Collection[int] = ()
) -> Payment:
    """Return how plans are paid, by the most specific rule for each: group, then portal, plan, brand, general; EFT
    without any. Where plans differ, the narrower way holds. Without a card gateway a card is no way to pay."""
    by_group = _payment_rules(brand_id)
    rules = [*by_group.get(None, ()), *(by_group.get(group_id, ()) if group_id else ())]
    fitting = [rule for rule in rules if rule.portal_id in {None, portal_id} and rule.plan_id in {None, *plan_ids}]
    ranked = sorted(fitting, key=_rank)
    each = [_rule_of(ranked, plan_id) for plan_id in plan_ids or (0,)]
    result = min(each, key=lambda item: _NARROWEST.index(Method(item.method)))
    if result.method == Method.CC and not takes_cards(brand_id):
        return Payment(Method.EFT, result.descriptor)
    return result


def takes_cards(brand_id: int) -> bool:
    """Return whether there is a gateway and the brand didn't switch cards off."""
    return settings.CARDS_OFFERED and brands.setting(brand_id, "card_payments") != "off"


def hosted_fields(brand_id: int) -> tuple[str, HostedFields] | None:
    """Name and fields of the gateway that a brand's cards are typed into; None where the store takes them itself, or
    nobody pays by card."""
    if not takes_cards(brand_id):
        return None
    gateway = cards.gateway()
    if gateway.hosted is None or not offers_cards(brand_id):
        return None
    return gateway.name, gateway.hosted


def offers_cards(brand_id: int) -> bool:
    """Return whether anything that a brand sells may be paid by card."""
    return any(rule.method == Method.CC for rules in _payment_rules(brand_id).values() for rule in rules)


def _payment_rules(brand_id: int) -> dict[int | None, list[PaymentRule]]:
    """Return the general rules and the brand's own, by group. The result is shared: don't change it."""

    def read() -> dict[int | None, list[PaymentRule]]:
        by_group: dict[int | None, list[PaymentRule]] = defaultdict(list)
        for rule in PaymentRule.objects.filter(Q(brand_id=None) | Q(brand_id=brand_id)):
            by_group[rule.group_id].append(rule)
        return dict(by_group)

    return configuration.hold("payment rules", read, brand_id)


def _rank(row: PaymentRule) -> tuple[bool, bool, bool, bool, int]:
    return row.group_id is None, row.portal_id is None, row.plan_id is None, row.brand_id is None, row.pk


def _rule_of(ranked: Iterable[PaymentRule], plan_id: int) -> Payment:
    """Return the payment of a plan: the first rule says how; the name on statements is that of the first which has
    one."""
    fitting = [item for item in ranked if item.plan_id in {None, plan_id}]
    method = fitting[0].method if fitting else Method.EFT
    return Payment(method, next((item.descriptor for item in fitting if item.descriptor), ""))


def payment_in(quote: Quote, plan_ids: Collection[int]) -> Payment:
    """``payment_for`` plans of an enrollment."""
    return payment_for(
        brand_id=quote.brand_id,
        group_id=quote.group_id,
        portal_id=quote.portal_id,
        plan_ids=plan_ids,
    )


def usual_way(quote: Quote, plan_ids: Collection[int]) -> str:
    """Return the method that plans of an enrollment are paid by unless another one is chosen."""
    return payment_ways(payment_in(quote, plan_ids).method)[0]


def payment_ways(method: str) -> tuple[str, ...]:
    """Return the methods to choose from where an enrollment is paid by ``method``, the usual one first."""
    return (Method.EFT, Method.CC) if method == Method.CC else (method,)


def bill_days(brand_id: int) -> tuple[int, ...]:
    """Return the days of the month to choose from, ascending."""
    rows = configuration.hold("bill dates", lambda: _read_bill_dates(brand_id), brand_id)
    own = [row.day for row in rows if row.brand_id == brand_id]
    return tuple(own or [row.day for row in rows] or DEFAULT_DAYS)


def _read_bill_dates(brand_id: int) -> list[BillDate]:
    return list(BillDate.objects.filter(Q(brand_id=brand_id) | Q(brand_id=None)).order_by("day"))


def day_label(day: int) -> str:
    """``28th of month``."""
    return _("%(day)sth of month") % {"day": day}


def first_monthly(effective: date, day: int) -> date:
    """Return the day of the first monthly charge: the chosen day once coverage has started."""
    this = effective.replace(day=day)
    if this >= effective:
        return this
    return (effective.replace(day=1) + timedelta(days=31)).replace(day=day)


@dataclass(frozen=True)
class NextCharge:
    """The next charge. ``on``: its day; of the first payment, the last day it is charged on."""

    amount: Decimal
    on: date
    first: bool


def next_charge(
    *, method: str, first: Decimal, monthly: Decimal, submitted: date, effective: date, day: int, today: date
) -> NextCharge | None:
    """Return the charge after ``today`` as the authorization says it; None for ways that charge no account."""
    if method not in (Method.EFT, Method.CC) or not day:
        return None
    latest = submitted + timedelta(days=FIRST_DAYS)
    if today <= latest:
        return NextCharge(first, latest, first=True)
    return NextCharge(monthly, first_monthly(max(effective, today), day), first=False)


def agreement_items(way: str, statement: str, amount: Decimal, starts_on: date) -> list[str]:
    """Return the paragraphs that a member agrees to with another account or card. ``statement``: the name on its
    statement."""
    facts = {"name": statement, "amount": display(amount), "date": show_date(starts_on)}
    if way == Method.CC:
        first = _("You allow %(name)s to charge %(amount)s to this card on %(date)s.")
    else:
        first = _("You allow %(name)s to draw %(amount)s from this account on %(date)s.")
    monthly = _(
        "After that, it takes what you owe on the same day of each month. The amount changes only when your coverage "
        "or its price changes."
    )
    return [f"{first % facts} {monthly}", *_lasting_items(way)]


@dataclass(frozen=True)
class Charges:
    """The charges to come. ``day``: the bill date, ``effective`` when it is known. ``share``: what the group,
    ``sponsor``, pays a month; ``granted``: what it pays once. ``client``: the name of the person they are about, for
    another reader."""

    descriptor: str
    first: Decimal
    monthly: Decimal
    effective: date | None
    day: int
    share: Share | None = None
    granted: Decimal = ZERO
    sponsor: str = ""
    client: str = ""


def billing_items(way: str, charges: Charges, today: date) -> list[str]:
    """Return the paragraphs of the authorization, with the amounts and dates that will be charged; one sentence for
    ways that charge no account."""
    once = charges.first - charges.monthly - charges.granted
    paid_once = {"once": once, "granted": charges.granted}
    shared = payment_text(charges.sponsor, charges.share, way, **paid_once, client=charges.client)
    if way in NOTICES:
        return list(filter(None, (str(NOTICES[Method(way)]), shared)))
    if way == Method.CC:
        statement = _('The charge appears on your card statement as "%(name)s".')
    else:
        statement = _('The charge appears on your bank statement as "%(name)s".')
    first, monthly = _charged(charges, today)
    return [
        first,
        statement % {"name": charges.descriptor},
        monthly,
        *filter(None, [shared]),
        *_lasting_items(way),
    ]


def _lasting_items(way: str) -> list[str]:
    """Return what holds as long as an account or card is charged."""
    if way == Method.CC:
        last = _("We keep the brand and the last four digits of your card, never its number or security code.")
    else:
        last = _("A $30 fee applies to payments returned for insufficient funds.")
    return [
        _("This authority stays in effect until you end it in writing."),
        _("You may stop a payment by telling us at least three business days before it is due."),
        last,
    ]


def charges_out(charges: Charges, today: date) -> dict[str, Any]:
    """Return the amounts and dates of the authorization as data."""
    monthly_from = first_monthly(charges.effective, charges.day) if charges.effective else None
    return {
        "first": as_text(charges.first),
        "first_by": show_date(today + timedelta(days=FIRST_DAYS)),
        "monthly": as_text(charges.monthly),
        "bill_date": charges.day,
        "monthly_from": show_date(monthly_from) if monthly_from else None,
    }


def _charged(charges: Charges, today: date) -> tuple[str, str]:
    amounts = {"first": display(charges.first), "monthly": display(charges.monthly)}
    words = _("Your initial payment of %(first)s will be charged within 5 days of enrollment.")
    if charges.client:
        words = _("The initial payment of %(first)s will be charged within 5 days of enrollment.")
    first = words % amounts
    latest = show_date(today + timedelta(days=FIRST_DAYS))
    monthly = _("After that, %(monthly)s is charged each month on the billing date you choose.") % amounts
    if charges.effective:
        starts = show_date(first_monthly(charges.effective, charges.day))
        monthly += " " + _("The first time is on %(date)s.") % {"date": starts}
    return first + " " + _("If you enroll today, that is by %(date)s.") % {"date": latest}, monthly


def account_indexes(row: Instrument) -> list[str]:
    """Return the hashes of a bank account under each key, the current key's first; none without an account."""
    if not row.account_number:
        return []
    return blind_indexes(f"{row.routing_number}:{row.account_number}", "bank-account")


def instruments_of(enrollments: Iterable[UUID]) -> dict[UUID, list[Instrument]]:
    """Return what enrollments are paid from: what they were submitted with, then what was agreed on later, by
    enrollment."""
    ids = list(enrollments)
    found: dict[UUID, list[Instrument]] = defaultdict(list)
    for rows in (PaymentMethod.objects, PaymentAgreement.objects.order_by("saved_at")):
        for row in rows.filter(enrollment__in=ids).defer("account_number"):
            found[row.enrollment_id].append(row)
    return found


def enrolled_before(member_id: int) -> list[Quote]:
    """Return what a member enrolled in before this store, and pays from an account or card on record."""
    rows = PaymentMethod.objects.filter(enrollment__member=member_id, enrollment__confirmation=None)
    return [row.enrollment for row in rows.exclude(enrollment__policy_id="").select_related("enrollment")]


def attempts_of(member_id: int, most: int) -> list[CardAttempt]:
    """Return the newest charges and refunds of a member's cards."""
    return list(CardAttempt.objects.filter(payment_method__enrollment__member=member_id).order_by("-begun_at")[:most])


def payment_of(quote: Quote) -> PaymentMethod | None:
    return PaymentMethod.objects.filter(enrollment=quote).first()


def _earlier(quote: Quote, method: str) -> list[Instrument]:
    """Return the accounts or cards that the member's other enrollments were paid from, newest first."""
    if quote.member_id is None:
        return []
    wanted: dict[str, Any] = {"member_id": quote.member_id, "method": method}
    if method == Method.CC:  # a vault can't be charged by another gateway
        wanted["card_gateway"] = cards.gateway().name
    rows: list[Instrument] = []
    for table in (PaymentMethod.objects, PaymentAgreement.objects):
        rows += table.filter(**wanted).exclude(enrollment=quote)
    return sorted(rows, key=lambda row: row.saved_at, reverse=True)


def banks_of_member(quote: Quote) -> list[ExistingBank]:
    """Accounts of the member's other enrollments, newest first, each once."""
    unique: dict[str, Instrument] = {}
    for row in _earlier(quote, Method.EFT):
        unique.setdefault(next(iter(account_indexes(row)), ""), row)
    return [
        ExistingBank(
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


def cards_of_member(quote: Quote) -> list[ExistingCard]:
    """Cards of the member's other enrollments, newest first, each once."""
    today = clock.today()
    unique: dict[tuple[str, ...], ExistingCard] = {}
    for row in _earlier(quote, Method.CC):
        month, year = row.expiration_month or 0, row.expiration_year or 0
        card = (row.account_name, row.card_brand, row.last4, f"{year:04}-{month:02}")
        unique.setdefault(
            card,
            ExistingCard(
                card_id=str(row.pk),
                name_on_cc=row.account_name,
                card_number=_("Ending %(digits)s") % {"digits": row.last4},
                card_brand=row.card_brand,
                expiration_month=f"{month:02}",
                expiration_year=f"{year:04}",
                expired=expired(month, year, today),
            ),
        )
    return list(unique.values())


def bank_of_member(quote: Quote, bank_id: str) -> dict[str, str] | None:
    """An account of ``banks_of_member`` as Billing Information takes it, its number opened: only for storing it again.
    None for any other id."""
    row = next((item for item in _earlier(quote, Method.EFT) if str(item.pk) == bank_id), None)
    if row is None:
        return None
    names = ("account_name", "bank_name", "routing_number", "account_number", "account_type", "account_holder_type")
    return {name: getattr(row, name) for name in names}


def card_words(card: CardFacts) -> str:
    """``Visa ending 4242, expires 12/2030``."""
    return _("%(brand)s ending %(last4)s, expires %(month)s/%(year)s") % {
        "brand": card.brand,
        "last4": card.last4,
        "month": f"{card.expiration_month:02}",
        "year": card.expiration_year,
    }


def card_of_member(quote: Quote, card_id: str) -> tuple[CardFacts, dict[str, Any]] | None:
    """A card of ``cards_of_member`` in the vault, with the names on it and its address. None for any other id."""
    row = next((item for item in _earlier(quote, Method.CC) if str(item.pk) == card_id), None)
    if row is None:
        return None
    return card_facts(row), dict(row.card_details)


def card_facts(row: Instrument) -> CardFacts:
    """Return the card in the vault that is charged."""
    return CardFacts(
        row.card_token,
        row.card_brand,
        row.last4,
        row.expiration_month or 0,
        row.expiration_year or 0,
        customer=row.card_customer,
        gateway=row.card_gateway,
    )


def payment_of_cart(quote: Quote, cart: Cart) -> Payment:
    return payment_in(quote, {line.plan_id for line in cart.plans})


def billing_text(quote: Quote, cart: Cart, payment_method: str, bill_date: int | None, client: str) -> dict[str, Any]:
    """The authorization with the amounts and dates that will be charged, by a way that may be chosen, else the usual
    one. ``client``: of whom somebody else reads."""
    payment = payment_of_cart(quote, cart)
    allowed = payment_ways(payment.method)
    charges = Charges(
        descriptor=payment.descriptor or quote.brand.name,
        first=cart.first_month,
        monthly=cart.monthly,
        effective=cart.effective_date,
        day=bill_date or 28,
        share=cart.share,
        granted=cart.once_granted,
        sponsor=cart.sponsor,
        client=client,
    )
    way = payment_method if payment_method in allowed else allowed[0]
    today = clock.today()
    items = billing_items(way, charges, today)
    return {
        "text": "\n\n".join(items),
        "items": items,
        "tick_label": _("I authorize these payments."),
        "charges": None if way in NOTICES else charges_out(charges, today),
    }

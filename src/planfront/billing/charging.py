"""Charging a card in the vault, and giving back.

The attempt is committed before the gateway is asked, with a key that stays the same until there is a definite answer: a
lost answer, a second press or a killed process never charge twice. Gateways forget keys after a day, so an attempt that
is older is looked up there and never sent again. Nothing is locked while the gateway answers.
"""

from __future__ import annotations

import hashlib
from datetime import timedelta
from decimal import Decimal
from typing import TypeAlias
from uuid import UUID

from django.db import transaction
from django.db.models import Sum

from planfront.audit.services import SYSTEM, Origin, record
from planfront.billing.models import CardAttempt, Method, PaymentMethod
from planfront.billing.setups import KEY_LASTS
from planfront.integrations.cards import Charge, Payment, PaymentState, Refused, Remedy, gateway
from planfront.integrations.ports import Unavailable
from planfront.kernel import clock
from planfront.kernel.database.durable import wait_for_standby
from planfront.kernel.database.locks import lock_row

Kind: TypeAlias = CardAttempt.Kind
State: TypeAlias = CardAttempt.State
UNDECIDED = (State.UNKNOWN, State.PENDING)
_SOON = timedelta(minutes=2)
_LOST = "lost"
_STATES = {
    PaymentState.DONE: State.DONE,
    PaymentState.PENDING: State.PENDING,
    PaymentState.DECLINED: State.DECLINED,
}


class NotChargeable(ValueError):
    """There is no card in the vault of the gateway in use."""


class TooMuch(ValueError):
    """More than is left of the charge would be given back."""


def charge_card(
    *,
    payment_method: PaymentMethod,
    amount: Decimal,
    subject: str,
    statement: str = "",
    about: str = "",
    origin: Origin = SYSTEM,
) -> CardAttempt:
    """Charge ``amount`` for ``subject``, for example ``bill:123``. A subject that was paid is not charged again: its
    attempt comes back, as does one that isn't decided yet, which is asked about first.

    The attempt is UNKNOWN when no answer came; ``resolve`` asks again. Raises NotChargeable.
    """
    row = _begin_charge(payment_method.pk, amount, subject, statement, about)
    return row if row.state == State.DONE else _send(row, origin)


@transaction.atomic
def _begin_charge(payment_method_id: UUID, amount: Decimal, subject: str, statement: str, about: str) -> CardAttempt:
    wait_for_standby()
    method = lock_row(PaymentMethod.objects.filter(pk=payment_method_id))
    rows = CardAttempt.objects.filter(kind=Kind.CHARGE, subject=subject).order_by("-number")
    last = rows.first()
    if last is not None and (last.state == State.DONE or last.state in UNDECIDED):
        return last
    if method is None or method.method != Method.CC or not method.card_token or method.card_gateway != gateway().name:
        raise NotChargeable
    number = last.number + 1 if last else 1
    return CardAttempt.objects.create(
        kind=Kind.CHARGE,
        payment_method=method,
        gateway=method.card_gateway,
        customer=method.card_customer,
        token=method.card_token,
        subject=subject,
        number=number,
        key=_key(Kind.CHARGE, subject, method.card_token, number),
        amount=amount,
        statement=statement[:60],
        about=about[:120],
        begun_at=clock.now(),
    )


def refund_card(*, charge: CardAttempt, amount: Decimal, subject: str, origin: Origin = SYSTEM) -> CardAttempt:
    """Give ``amount`` of a charge back, once for ``subject``. Raises TooMuch."""
    row = _begin_refund(charge.pk, amount, subject)
    return row if row.state == State.DONE else _send(row, origin)


@transaction.atomic
def _begin_refund(charge_id: UUID, amount: Decimal, subject: str) -> CardAttempt:
    wait_for_standby()
    charge = lock_row(CardAttempt.objects.filter(pk=charge_id, kind=Kind.CHARGE, state=State.DONE))
    last = CardAttempt.objects.filter(kind=Kind.REFUND, subject=subject).order_by("-number").first()
    if last is not None and (last.state == State.DONE or last.state in UNDECIDED):
        return last
    refunds = CardAttempt.objects.filter(charge_id=charge_id, state__in=[State.DONE, *UNDECIDED])
    if charge is None or (refunds.aggregate(sum=Sum("amount"))["sum"] or Decimal(0)) + amount > charge.amount:
        raise TooMuch
    number = last.number + 1 if last else 1
    return CardAttempt.objects.create(
        kind=Kind.REFUND,
        payment_method_id=charge.payment_method_id,
        charge=charge,
        gateway=charge.gateway,
        subject=subject,
        number=number,
        key=_key(Kind.REFUND, subject, str(charge.pk), number),
        amount=amount,
        begun_at=clock.now(),
    )


def _key(*parts: object) -> str:
    return hashlib.sha256("\0".join(map(str, parts)).encode()).hexdigest()


def resolve(attempt: CardAttempt, origin: Origin = SYSTEM) -> CardAttempt:
    """Ask once more about an attempt that isn't decided."""
    return _send(attempt, origin) if attempt.state in UNDECIDED else attempt


def resolve_due() -> int:
    """Ask about every attempt that has waited for its answer for minutes. Returns how many were decided."""
    waiting = CardAttempt.objects.filter(state__in=UNDECIDED, begun_at__lt=clock.now() - _SOON).order_by("begun_at")
    return sum(resolve(row).state not in UNDECIDED for row in waiting[:100])


def _send(row: CardAttempt, origin: Origin) -> CardAttempt:
    try:
        payment = _ask(row)
    except Unavailable:
        return row
    except Refused as error:
        return _note(row, State.FAILED, "", error.code, Remedy.STAFF, origin)
    if payment is None:
        return _note(row, State.FAILED, "", _LOST, Remedy.LATER, origin)
    return _note(row, _STATES[payment.state], payment.reference, payment.code, payment.remedy, origin)


def _ask(row: CardAttempt) -> Payment | None:
    """None for an attempt that never got there and whose key is forgotten."""
    port = gateway()
    if port.name != row.gateway:
        raise Refused("other_gateway")
    is_old = row.state == State.PENDING or row.begun_at < clock.now() - KEY_LASTS
    if row.kind == Kind.REFUND:
        reference = row.charge.reference if row.charge else ""
        if is_old:
            return port.find_refund(charge=reference, key=row.key)
        return port.refund(charge=reference, amount=row.amount, key=row.key)
    charge = Charge(row.token, row.customer, row.amount, row.key, row.statement, row.about)
    if is_old:
        return port.find_charge(charge, row.begun_at - _SOON)
    return port.charge(charge)


@transaction.atomic
def _note(attempt: CardAttempt, state: State, reference: str, code: str, remedy: Remedy, origin: Origin) -> CardAttempt:
    """Applied once: an attempt that was decided meanwhile stays as it is."""
    wait_for_standby()
    row = lock_row(CardAttempt.objects.filter(pk=attempt.pk))
    if row is None or row.state not in UNDECIDED:
        return row or attempt
    row.state, row.reference, row.code, row.remedy = state, reference or row.reference, code[:60], remedy.value
    row.answered_at = clock.now()
    row.save()
    if state != State.PENDING:
        record(
            f"billing.card_{row.kind}_{state}",
            origin=origin,
            subject_type="card attempt",
            subject_id=row.pk,
            meta={"subject": row.subject, "amount": str(row.amount), "code": row.code},
        )
    return row

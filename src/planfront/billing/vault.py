"""Emptying gateways' vaults: a customer that no row here names any more is deleted there, too.

The row that says so (``VaultRemoval``) is written with the deletion here, and a job asks the gateway after the commit.
Nothing is lost while the gateway is away or another one is in use: the row stays, is tried again every hour, and the
back office shows it. Deleting a customer again does no harm.
"""

from __future__ import annotations

import logging
from collections.abc import Collection
from datetime import datetime, timedelta
from typing import TypeAlias
from uuid import UUID

from django.db import transaction
from django.db.models import Q, QuerySet

from planfront.audit.services import SYSTEM, Origin, record
from planfront.billing.models import CardAttempt, CardSetup, Instrument, PaymentAgreement, PaymentMethod, VaultRemoval
from planfront.integrations.cards import Refused, hosted_gateway
from planfront.integrations.ports import Unavailable
from planfront.kernel import clock

logger = logging.getLogger(__name__)
Cards: TypeAlias = QuerySet[PaymentMethod] | QuerySet[PaymentAgreement] | QuerySet[CardSetup]
Customer: TypeAlias = tuple[str, str]
"""Gateway, and what it calls them."""
OTHER_GATEWAY, UNDER_WAY, NO_ANSWER, FAILED = "other_gateway", "under_way", "no_answer", "failed"
"""Problems of a removal, beside the gateway's own words for what it refuses."""
_AGAIN = timedelta(minutes=50)


@transaction.atomic
def delete_cards(rows: Cards) -> None:
    """Delete rows, and have their customers deleted at the gateway, but for those that another row names."""
    enrollments: set[UUID] = set()
    members: set[int] = set()
    customers: set[Customer] = set()
    for row in rows.select_related("enrollment"):
        enrollments.add(row.enrollment_id)
        members |= {key for key in (row.enrollment.member_id, getattr(row, "member_id", None)) if key is not None}
        customers.add(_customer_of(row))
    if not enrollments:
        return
    rows.delete()
    for gateway, customer in sorted(customers - _named(enrollments, members)):
        if customer:
            removal = VaultRemoval.objects.create(gateway=gateway, customer=customer, asked_at=clock.now())
            _enqueue(removal)


def delete_cards_of(enrollments: Collection[UUID]) -> None:
    """The same for all cards of enrollments that are about to go."""
    delete_cards(PaymentAgreement.objects.filter(enrollment__in=enrollments))
    delete_cards(PaymentMethod.objects.filter(enrollment__in=enrollments))
    delete_cards(CardSetup.objects.filter(enrollment__in=enrollments))


def _enqueue(removal: VaultRemoval) -> None:
    from planfront.billing.tasks import empty_vault

    empty_vault.enqueue(str(removal.pk))


def _customer_of(row: Instrument | CardSetup) -> Customer:
    if isinstance(row, Instrument):
        return row.card_gateway, row.card_customer
    return row.gateway, row.customer


def _named(enrollments: Collection[UUID], members: Collection[int]) -> set[Customer]:
    """The customers that cards of these enrollments or members have. No other card has one of theirs."""
    theirs = Q(enrollment__in=enrollments) | Q(member_id__in=members) | Q(enrollment__member__in=members)
    methods, agreed = PaymentMethod.objects.filter(theirs), PaymentAgreement.objects.filter(theirs)
    tried = CardSetup.objects.filter(Q(enrollment__in=enrollments) | Q(enrollment__member__in=members))
    return {_customer_of(row) for rows in (methods, agreed, tried) for row in rows}


def remove(removal: VaultRemoval) -> bool:
    """Have the gateway delete a customer. False when it can't be done now; the row says why. Raises Unavailable."""
    try:
        problem = _ask(removal)
    except Unavailable:
        _note(removal, NO_ANSWER)
        raise
    if problem:
        _note(removal, problem)
        return False
    _finish(removal, "billing.vault_emptied", SYSTEM)
    return True


def _ask(removal: VaultRemoval) -> str:
    """The problem, or "" when the customer is gone."""
    port = hosted_gateway()
    if port is None or port.name != removal.gateway:
        return OTHER_GATEWAY
    undecided = CardAttempt.objects.filter(
        gateway=removal.gateway, state__in=[CardAttempt.State.UNKNOWN, CardAttempt.State.PENDING]
    )
    if any(attempt.customer == removal.customer for attempt in undecided):
        return UNDER_WAY  # and is looked for by its customer
    try:
        port.delete_customer(removal.customer)
    except Refused as error:
        return error.code[:60] or FAILED
    except Unavailable:
        raise
    except Exception as error:  # noqa: BLE001 - an adapter of somebody else
        logger.warning("emptying the vault of %s failed with %s", removal.gateway, type(error).__name__)
        return FAILED
    return ""


def _note(removal: VaultRemoval, problem: str) -> None:
    removal.problem, removal.tries, removal.tried_at = problem, removal.tries + 1, clock.now()
    VaultRemoval.objects.filter(pk=removal.pk).update(problem=problem, tries=removal.tries, tried_at=removal.tried_at)


@transaction.atomic
def _finish(removal: VaultRemoval, action: str, origin: Origin) -> None:
    key = str(removal.pk)
    if VaultRemoval.objects.filter(pk=removal.pk).delete()[0]:
        record(action, origin=origin, subject_type="vault removal", subject_id=key, meta={"gateway": removal.gateway})


def note_done_by_hand(*, removal: VaultRemoval, origin: Origin) -> None:
    """Record that staff deleted the customer at the gateway by hand."""
    _finish(removal, "billing.vault_emptied_by_hand", origin)


def remove_due() -> int:
    """Try again what wasn't tried for an hour (the ticker calls this). Returns how many customers went."""
    limit, count = clock.now() - _AGAIN, 0
    for row in VaultRemoval.objects.filter(Q(tried_at=None, asked_at__lt=limit) | Q(tried_at__lt=limit))[:200]:
        try:
            count += remove(row)
        except Unavailable:
            break
    return count


def waiting_removals() -> QuerySet[VaultRemoval]:
    """Return the customers still to be deleted, the oldest first."""
    return VaultRemoval.objects.order_by("asked_at")


def count_waiting_since(limit: datetime) -> int:
    """Count the removals that were asked for before ``limit``."""
    return VaultRemoval.objects.filter(asked_at__lt=limit).count()

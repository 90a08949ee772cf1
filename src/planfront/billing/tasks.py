"""Background jobs about payments."""

from __future__ import annotations

from datetime import timedelta

from planfront.billing import setups, vault
from planfront.billing.models import CardEvent, CardSetup, VaultRemoval
from planfront.integrations.cards import hosted_gateway
from planfront.integrations.ports import Unavailable
from planfront.kernel import clock
from planfront.kernel.jobs.tasks import job


@job(retries=8, backoff=timedelta(seconds=30), retry_on=(Unavailable,))
def apply_event(event_id: int) -> None:
    """Ask the gateway about what it told of, and note the answer."""
    event = CardEvent.objects.filter(pk=event_id, applied_at=None).first()
    gateway = hosted_gateway()
    if event is None or gateway is None or gateway.name != event.gateway:
        return
    row = CardSetup.objects.filter(gateway=event.gateway, reference=event.reference).first()
    if row is not None and row.state != CardSetup.State.KEPT:
        setups.settle(row.pk, gateway.read_setup(event.reference))
    CardEvent.objects.filter(pk=event_id).update(applied_at=clock.now())


@job(retries=6, backoff=timedelta(seconds=30), retry_on=(Unavailable,))
def empty_vault(removal_id: str) -> None:
    """Have the gateway delete a customer. What can't be done yet waits for the ticker."""
    removal = VaultRemoval.objects.filter(pk=removal_id).first()
    if removal is not None:
        vault.remove(removal)

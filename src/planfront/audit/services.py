"""Writing to the audit record, inside the transaction of the change it reports."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django.db import transaction
from django.http import HttpRequest

from planfront.audit.models import AuditEvent
from planfront.kernel import clock
from planfront.kernel.database.appending import append
from planfront.kernel.http.request import browser_of, client_ip
from planfront.kernel.observing import metrics
from planfront.kernel.observing.tracing import current_request_id


@dataclass(frozen=True)
class Origin:
    """The actor behind a change and the address it came from. ``kind``: visitor, rep, group, member, staff or system.

    ``sample``: a preview's made-up visit, which stands for nobody and leaves no event. ``browser``: a keyed hash of
    what a browser is known by that signed in before; it is in no event."""

    kind: str = "system"
    user_id: int | None = None
    brand_id: int | None = None
    ip: str = ""
    on_behalf_of: int | None = None
    sample: bool = False
    browser: str = ""


SYSTEM = Origin()
OPENED = "sealed.opened"
SAMPLE = "theme preview"
"""The mark of the session (``device``) and the quote (``referral``) of a store's preview."""


def origin_of(request: HttpRequest) -> Origin:
    """Origin of an API request."""
    actor, brand = getattr(request, "actor", None), getattr(request, "brand", None)
    visitor = getattr(request, "visitor", None)
    return Origin(
        kind=actor.kind if actor else "visitor",
        user_id=actor.user_id if actor else None,
        brand_id=brand.id if brand else None,
        ip=client_ip(request),
        sample=visitor is not None and visitor.user_id is None and visitor.device == SAMPLE,
        browser=browser_of(request),
    )


def record(
    action: str,
    *,
    origin: Origin,
    subject_type: str,
    subject_id: object,
    fields: Iterable[str] = (),
    meta: Mapping[str, Any] | None = None,
) -> None:
    """Append one event, for example ``record("cart.line.added", …)``. ``fields`` are names only."""
    if origin.sample:
        return
    event = AuditEvent(
        at=clock.now(),
        action=action,
        actor_kind=origin.kind,
        actor_id=origin.user_id,
        on_behalf_of=origin.on_behalf_of,
        brand_id=origin.brand_id,
        ip=origin.ip,
        subject_type=subject_type,
        subject_id=str(subject_id),
        fields=sorted(fields),
        meta=dict(meta or {}),
        request_id=current_request_id().strip("-") or None,
    )
    append(event)
    transaction.on_commit(metrics.EVENTS.labels(action).inc)


def record_opened(
    *,
    what: Iterable[str],
    why: str,
    origin: Origin,
    subject_type: str,
    subject_id: object,
    note: str = "",
    whose: str = "",
) -> None:
    """Append that somebody looked at sealed values: ``what`` names them, ``why`` is a reason that was given, or that
    the work at hand implies, ``whose`` says which person of several, never by name. To be called before the values
    leave the server."""
    record(
        OPENED,
        origin=origin,
        subject_type=subject_type,
        subject_id=subject_id,
        fields=what,
        meta={"why": why, "note": note, **({"whose": whose} if whose else {})},
    )

"""A request's life: asked, looked at, answered. An erasure needs a second person and happens in one transaction."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from typing import Any

from django.conf import settings
from django.db import transaction
from django.db.models import Max
from django.utils.translation import gettext as _

from planfront.audit import pruning
from planfront.audit.services import Origin, record
from planfront.kernel import clock
from planfront.kernel.database import locks
from planfront.kernel.errors import Conflict, FieldErrors, Forbidden
from planfront.kernel.security.crypto import blind_index, blind_indexes
from planfront.privacy.models import How, Kind, LegalHold, PrivacyRequest, State
from planfront.privacy.registry import Holding, Kept, Mention, Person, holdings, mentions, person_of

_INDEX = "privacy-email"


@dataclass
class Place:
    """The part of a person's data in one table: ``kept`` rows outlive an erasure, each reason with its end."""

    holding: Holding | Mention
    count: int = 0
    kept: int = 0
    reasons: list[Kept] = field(default_factory=list)

    @property
    def erased(self) -> int:
        return self.count - self.kept


@transaction.atomic
def open_request(
    *,
    brand_id: int,
    kind: str,
    how: str,
    received_on: date,
    subject: Mapping[str, str],
    anchors: Mapping[str, list[str]],
    origin: Origin,
) -> PrivacyRequest:
    """Put a request on record, due PRIVACY_DEADLINE_DAYS after it came. Raises FieldErrors."""
    if kind not in Kind.values or how not in How.values:
        raise FieldErrors.single("kind", _("Choose what the person asks for."))
    if not any(anchors.values()):
        raise FieldErrors.single("anchors", _("Choose at least one of the person's records."))
    if not clock.real_today() - timedelta(days=366) <= received_on <= clock.real_today():
        raise FieldErrors.single("received_on", _("Enter a day within the last year, no later than today."))
    locks.lock_name("privacy.request")
    row = PrivacyRequest(
        number=(PrivacyRequest.objects.aggregate(last=Max("number"))["last"] or 0) + 1,
        brand_id=brand_id,
        kind=kind,
        how=how,
        email_index=_email_index(subject.get("email", "")),
        anchors=dict(anchors),
        received_on=received_on,
        due_on=received_on + timedelta(days=settings.ENV.privacy_deadline),
        asked_at=clock.now(),
        asked_by_id=origin.user_id,
    )
    row.subject = dict(subject)
    row.save()
    _note(row, "asked", origin, kind=kind)
    return row


def load_person(row: PrivacyRequest) -> Person:
    """Return the person of a request with all of their rows."""
    return person_of(row.brand_id, row.anchors, [row.subject.get("email", "")])


def list_places(result: Person) -> list[Place]:
    """Return the tables that hold something about somebody."""
    listed = []
    for holding in holdings():
        keys = result.keys.get(holding.table)
        if not keys:
            continue
        reasons = [reason for row in holding.rows(keys) if (reason := holding.kept(row, result)) is not None]
        listed.append(_place(holding, len(keys), reasons))
    return [
        *listed,
        *(_mentioned(mention, there) for mention in mentions() if (there := _existing_keys(mention, result))),
    ]


def _existing_keys(mention: Mention, result: Person) -> list[str]:
    return mention.there(result.keys.get(mention.table, ()))


def _mentioned(mention: Mention, there: list[str]) -> Place:
    return _place(mention, len(there), [why for key in there if (why := mention.kept(key)) is not None])


def _place(item: Holding | Mention, count: int, kept: list[Kept]) -> Place:
    return Place(item, count, len(kept), list({str(each.reason): each for each in kept}.values()))


def _standing(result: Person) -> dict[str, set[Any]]:
    """Return the person's rows, and those of others that they are named in: what a hold keeps, and is asked for."""
    rows = {table: set(keys) for table, keys in result.keys.items()}
    for mention in mentions():
        for table, keys in mention.within(result.keys.get(mention.table, ())):
            rows.setdefault(table, set()).update(keys)
    return rows


@transaction.atomic
def request_approve(*, row: PrivacyRequest, origin: Origin) -> PrivacyRequest:
    """Erase, as the second person. Raises Conflict when it is answered or held, Forbidden for who asked."""
    locked = _open(row)
    if locked.kind != Kind.ERASURE:
        raise Conflict(_("Only an erasure needs approval."))
    if origin.user_id is None or origin.user_id == locked.asked_by_id:
        raise Forbidden(_("The person who requested an erasure can't approve it. Someone else has to."))
    result = load_person(locked)
    if pruning.is_held(_standing(result)):
        raise Conflict(_("Some of this person's data is under a legal hold. End the hold first."))
    locked.outcome = {place.holding.table: [place.erased, place.kept] for place in list_places(result)}
    for holding in holdings():
        _erase(holding, result)
    for mention in mentions():
        mention.erase([key for key in _existing_keys(mention, result) if mention.kept(key) is None])
    locked.subject, locked.anchors = {}, {}
    _forget_requests(locked, result)
    return _close(locked, State.DONE, origin, erased=sum(erased for erased, _kept in locked.outcome.values()))


def _forget_requests(row: PrivacyRequest, result: Person) -> None:
    """Take the person's name and address from their other requests, too."""
    indexes = [index for email in result.emails for index in blind_indexes(email, _INDEX)]
    earlier = PrivacyRequest.objects.filter(brand_id=row.brand_id, email_index__in=indexes).exclude(pk=row.pk)
    earlier.update(subject="", reason="", anchors={})


def _erase(holding: Holding, result: Person) -> None:
    keys = result.keys.get(holding.table)
    if not keys:
        return
    surviving = {row.pk for row in holding.rows(keys) if holding.kept(row, result) is not None}
    if holding.seal is not None and surviving:
        holding.seal(holding.rows(surviving))
    gone = holding.rows(keys - surviving)
    if holding.erase is not None:
        holding.erase(gone)
    else:
        gone.delete()


@transaction.atomic
def request_fulfil(*, row: PrivacyRequest, origin: Origin) -> PrivacyRequest:
    """The copy was handed over. Raises Conflict when it is answered."""
    locked = _open(row)
    if locked.kind != Kind.EXPORT:
        raise Conflict(_("An erasure takes place after someone else approves it."))
    return _close(locked, State.DONE, origin)


@transaction.atomic
def request_refuse(*, row: PrivacyRequest, reason: str, origin: Origin) -> PrivacyRequest:
    """Answer no, with a reason. Raises FieldErrors, or Conflict when it is answered."""
    if not reason.strip():
        raise FieldErrors.single("reason", _("Enter a reason. We must tell the person why."))
    locked = _open(row)
    locked.reason = reason.strip()[:1000]
    return _close(locked, State.REFUSED, origin)


@transaction.atomic
def hold_place(*, row: PrivacyRequest, reason: str, origin: Origin) -> LegalHold:
    """Keep everything about the person for a case. Raises FieldErrors, or Conflict when there is a hold."""
    if not reason.strip():
        raise FieldErrors.single("reason", _("Enter the reason for keeping it."))
    locked = _open(row)
    if locked.holds.filter(ended_at=None).exists():
        raise Conflict(_("There's already a legal hold."))
    hold = LegalHold(request=locked, placed_at=clock.now(), placed_by_id=origin.user_id)
    hold.reason = reason.strip()[:1000]
    hold.save()
    refresh_hold(hold)
    _note(locked, "hold_placed", origin)
    return hold


@transaction.atomic
def end_hold(*, row: PrivacyRequest, origin: Origin) -> None:
    """End the hold. Raises Conflict when there is none."""
    holds = list(locks.lock_rows(LegalHold.objects.filter(request=row, ended_at=None)))
    if not holds:
        raise Conflict(_("There's no legal hold."))
    for hold in holds:
        hold.ended_at, hold.ended_by_id = clock.now(), origin.user_id
        hold.save(update_fields=["ended_at", "ended_by"])
        pruning.end_hold(hold.pk)
    _note(row, "hold_ended", origin)


def refresh_hold(hold: LegalHold) -> None:
    """Hold what the person has now; what they had before stays held."""
    pruning.hold(hold.pk, _standing(load_person(hold.request)))


def refresh_holds() -> None:
    """Hold also what came since the hold was placed (the ticker calls this)."""
    for hold in LegalHold.objects.filter(ended_at=None).select_related("request"):
        refresh_hold(hold)


def prune_requests(now: datetime | None = None) -> int:
    """Delete requests that were answered long ago (KEEP_REQUESTS_DAYS). Returns how many."""
    limit = pruning.days_ago(settings.ENV.keep_requests, now)
    old = PrivacyRequest.objects.exclude(state=State.OPEN).filter(decided_at__lt=limit, holds__isnull=True)
    return pruning.prune("privacy_request", old)


def was_erased(brand_id: int, email: str) -> bool:
    """Return whether an address was erased on a brand before."""
    indexes = blind_indexes(email.strip().casefold(), _INDEX)
    erased = PrivacyRequest.objects.filter(brand_id=brand_id, kind=Kind.ERASURE, state=State.DONE)
    return bool(email.strip()) and erased.filter(email_index__in=indexes).exists()


def renew_request_index(row: PrivacyRequest) -> bool:
    """Index the address with the current key, where it is still known."""
    if not row.subject.get("email"):
        return False
    row.email_index = _email_index(row.subject["email"])
    row.save(update_fields=["email_index"])
    return True


def _email_index(email: str) -> str:
    return blind_index(email.strip().casefold(), _INDEX) if email.strip() else ""


def _open(row: PrivacyRequest) -> PrivacyRequest:
    locked = locks.lock_row(PrivacyRequest.objects.filter(pk=row.pk))
    if locked is None or locked.state != State.OPEN:
        raise Conflict(_("This request was already answered."))
    return locked


def _close(row: PrivacyRequest, state: str, origin: Origin, **meta: Any) -> PrivacyRequest:
    row.state, row.decided_at, row.decided_by_id = state, clock.now(), origin.user_id
    row.save()
    _note(row, state, origin, **meta)
    return row


def _note(row: PrivacyRequest, what: str, origin: Origin, **meta: Any) -> None:
    record(f"privacy_request.{what}", origin=origin, subject_type="privacy_request", subject_id=row.pk, meta=meta)

"""Changes that one person asks for and a second one agrees to.

Who asks never agrees. A request is decided once, under its row's lock; what was asked for twice waits once. What is
refused is said to staff only, in English like the back office."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from datetime import date
from typing import Any
from uuid import UUID

from django.db import transaction

from planfront.audit.services import Origin, record
from planfront.coverage.models import Policy, ReportAbout, StaffChangeRequest, StaffRequestState
from planfront.kernel import clock
from planfront.kernel.database.locks import lock_row, lock_rows
from planfront.kernel.errors import AppError, NotFound


class SamePerson(AppError):
    status = 403
    default = "You asked for this. Another person has to decide."


class SecondPersonNeeded(AppError):
    status = 403
    default = "This goes back further than one person alone can change. A second person has to agree."


class NotWaiting(AppError):
    status = 409
    default = "This was decided in the meantime."


class NotCorrected(AppError):
    status = 409
    default = "The record still has another value. Correct it first."


class WaitsAlready(AppError):
    status = 409
    default = "Another change of this policy waits for a second person. That has to be decided first."


@transaction.atomic
def ask(
    *,
    policy_id: UUID,
    kind: str,
    typed: Mapping[str, str],
    digest: str,
    shown: Sequence[Sequence[str]],
    effective: date,
    by: int,
) -> StaffChangeRequest:
    """Ask for a change. The same one of the same person is the one that waits; one of theirs that was sent back gives
    way to it. Raises WaitsAlready where another one waits."""
    if lock_row(Policy.objects.filter(pk=policy_id)) is None:
        raise NotFound
    waiting = StaffChangeRequest.objects.filter(policy=policy_id, state=StaffRequestState.WAITING).first()
    if waiting is not None:
        if (waiting.digest, waiting.asked_by_id) != (digest, by):
            raise WaitsAlready
        return waiting
    mine = StaffChangeRequest.objects.filter(
        policy=policy_id, kind=kind, asked_by=by, state=StaffRequestState.SENT_BACK
    )
    mine.update(state=StaffRequestState.WITHDRAWN)
    row = StaffChangeRequest(
        policy_id=policy_id, kind=kind, effective=effective, digest=digest, asked_at=clock.business_now()
    )
    row.order, row.shown, row.asked_by_id = dict(typed), [list(line) for line in shown], by
    row.save()
    return row


@transaction.atomic
def agree(pk: UUID, by: int, write: Callable[[StaffChangeRequest], UUID]) -> StaffChangeRequest:
    """Write what was asked for: ``write`` does, and returns what names the changes. The same agreement twice is one.

    Raises SamePerson, NotWaiting, and what ``write`` raises: nothing is changed then.
    """
    row = _lock_request(pk)
    if row.state == StaffRequestState.AGREED and row.decided_by_id == by:
        return row
    _may_decide(row, by)
    row.order_id = write(row)
    return _record_decision(row, StaffRequestState.AGREED, by)


@transaction.atomic
def send_back(pk: UUID, by: int, reason: str) -> StaffChangeRequest:
    """Not like this. Raises SamePerson and NotWaiting."""
    row = _lock_request(pk)
    _may_decide(row, by)
    row.reason = reason
    return _record_decision(row, StaffRequestState.SENT_BACK, by)


@transaction.atomic
def take_back(pk: UUID, by: int) -> StaffChangeRequest:
    """Withdraw a request as its author, also after it was sent back. Raises SamePerson for anybody else."""
    row = _lock_request(pk)
    if row.asked_by_id != by:
        raise SamePerson("Only who asked takes it back. You can send it back.")
    if row.state not in (StaffRequestState.WAITING, StaffRequestState.SENT_BACK):
        raise NotWaiting
    return _record_decision(row, StaffRequestState.WITHDRAWN, by)


def lock_deaths(member_ids: Collection[int]) -> list[StaffChangeRequest]:
    """Return the deaths in the families of members that wait for a second person, locked. Before the members are."""
    waiting = StaffChangeRequest.objects.filter(kind=ReportAbout.DEATH, state=StaffRequestState.WAITING)
    return lock_rows(waiting.filter(policy__member__in=member_ids).select_related("policy"))


def withdraw_death(row: StaffChangeRequest, by: int | None, origin: Origin) -> None:
    """Withdraw a locked request to record a death, as it is recorded without it."""
    row.state, row.decided_at, row.decided_by_id = StaffRequestState.WITHDRAWN, clock.business_now(), by
    row.save(update_fields=["state", "decided_at", "decided_by"])
    meta = {"request": str(row.pk), "kind": row.kind, "asked_by": row.asked_by_id}
    record("policy.change_taken_back", origin=origin, subject_type="policy", subject_id=row.policy_id, meta=meta)


def _lock_request(pk: UUID) -> StaffChangeRequest:
    row = lock_row(StaffChangeRequest.objects.filter(pk=pk))
    if row is None:
        raise NotFound
    return row


def _may_decide(row: StaffChangeRequest, by: int) -> None:
    if row.asked_by_id == by:
        raise SamePerson
    if row.state != StaffRequestState.WAITING:
        raise NotWaiting


def _record_decision(row: StaffChangeRequest, state: StaffRequestState, by: int) -> StaffChangeRequest:
    row.state, row.decided_at, row.decided_by_id = state, clock.business_now(), by
    row.save(update_fields=["state", "decided_at", "decided_by", "reason", "order_id"])
    return row


def requests_of(policy_id: Any) -> list[StaffChangeRequest]:
    """Return the requests of a policy, oldest first, with the people but not what was typed."""
    rows = StaffChangeRequest.objects.filter(policy=policy_id).select_related("asked_by", "decided_by")
    return list(rows.defer("order", "reason").order_by("asked_at"))

"""Reminding a group's people to enroll, at their administrator's word: at most once a day per person."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.db import transaction

from planfront.audit.services import Origin, record
from planfront.enrollment.tasks import send_reminders
from planfront.enrollment.worklists.rounds import load_round
from planfront.kernel import clock
from planfront.kernel.errors import NotFound
from planfront.members.services import claim_reminders

if TYPE_CHECKING:
    from planfront.parties.groups.selectors import GroupFacts

_AT_ONCE = 50


@transaction.atomic
def remind(group: GroupFacts, brand_id: int, member_id: int | None, origin: Origin) -> int:
    """Remind somebody who hasn't enrolled, or with None everyone, and return how many get an email. Raises NotFound for
    somebody who isn't awaited."""
    rows = load_round(group.id, brand_id).awaited
    if member_id is not None:
        rows = [row for row in rows if row.person.id == member_id]
        if not rows:
            raise NotFound
    keys = claim_reminders([row.person.id for row in rows if row.may_remind])
    for start in range(0, len(keys), _AT_ONCE):
        send_reminders.enqueue(group.id, brand_id, clock.today().isoformat(), keys[start : start + _AT_ONCE])
    if keys:
        meta = {"people": len(keys)}
        record("group.enrollment_reminded", origin=origin, subject_type="group", subject_id=group.id, meta=meta)
    return len(keys)

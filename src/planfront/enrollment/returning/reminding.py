"""Reminding a group's people to enroll, at their administrator's word: at most once a day per person."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING

from django.db import transaction

from planfront.audit.services import Origin, record
from planfront.enrollment.tasks import send_reminders
from planfront.enrollment.worklists.rounds import load_round
from planfront.kernel import clock
from planfront.kernel.errors import NotFound
from planfront.members.group_people import people_by_id
from planfront.members.services import claim_reminders

if TYPE_CHECKING:
    from planfront.parties.groups.selectors import GroupFacts

_AT_ONCE = 50


@transaction.atomic
def remind(group: GroupFacts, brand_id: int, member_ids: Collection[int] | None, origin: Origin) -> int:
    """Remind those of some people who haven't enrolled, or with None everyone, and return how many get an email. Raises
    NotFound for somebody who isn't in the group."""
    if member_ids is not None and people_by_id(group.id, member_ids).keys() != set(member_ids):
        raise NotFound
    rows = load_round(group.id, brand_id).remindable
    keys = claim_reminders([row.person.id for row in rows if member_ids is None or row.person.id in member_ids])
    for start in range(0, len(keys), _AT_ONCE):
        send_reminders.enqueue(group.id, brand_id, clock.today().isoformat(), keys[start : start + _AT_ONCE])
    if keys:
        meta = {"people": len(keys)}
        record("group.enrollment_reminded", origin=origin, subject_type="group", subject_id=group.id, meta=meta)
    return len(keys)

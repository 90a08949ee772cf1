"""What waits for a member's group, and what it declined lately, in words."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

from planfront.kernel import clock
from planfront.kernel.parse import show_date
from planfront.policies.coverage import schemas, wording
from planfront.policies.models import HeldChange, HeldState
from planfront.sponsors.selectors import group_names

if TYPE_CHECKING:
    from planfront.members.selectors import MemberFacts
    from planfront.policies.coverage.reads import Names

_DECLINED_SHOWN = timedelta(days=30)


def title_of(row: HeldChange, names: Names) -> str:
    """In few words, such as "Mateo joined"."""
    person = row.order.get("person") or {}
    name = person.get("first_name") or names.first(str(row.order.get("person_id", "")))
    return wording.title_of_kind(row.order["kind"], name)


def list_held(member: MemberFacts, names: Names) -> list[schemas.HeldRow]:
    """What waits, and what was declined in the last days, the newest first."""
    since = clock.now() - _DECLINED_SHOWN
    rows = HeldChange.objects.filter(member=member.id, state__in=[HeldState.WAITING, HeldState.DECLINED])
    listed = [row for row in rows.order_by("-asked_at") if row.decided_at is None or row.decided_at >= since]
    groups = group_names({row.group_id for row in listed}) if listed else {}
    return [
        schemas.HeldRow(
            id=str(row.pk),
            state="waiting" if row.state == HeldState.WAITING else "declined",
            title=title_of(row, names),
            group_name=groups.get(row.group_id, ""),
            asked_on=show_date(row.asked_on),
            reason=row.reason,
            plans=[schemas.HeldPlan(**plan) for plan in row.shown],
        )
        for row in listed
    ]

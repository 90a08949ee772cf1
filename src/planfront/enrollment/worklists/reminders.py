"""Emails that remind a group's people to enroll, written by a worker."""

from __future__ import annotations

from django.db import transaction

from planfront.brands.selectors import site_url
from planfront.enrollment.worklists.rounds import Awaited, load_round
from planfront.kernel.text.parse import show_date
from planfront.members.accounts import find_sign_in_page
from planfront.members.services import hold_member
from planfront.messaging.services import queue_email

_HOME = "/member-home"


def send(group_id: int, brand_id: int, day: str, member_ids: list[int]) -> None:
    """Write the reminders of a day that were asked for. Who has enrolled meanwhile gets none."""
    current = load_round(group_id, brand_id)
    by_id = {row.person.id: row for row in current.awaited}
    for member_id in member_ids:
        if (row := by_id.get(member_id)) is not None and not row.bounced:
            _write(row, current.terms.name, day)


@transaction.atomic
def _write(row: Awaited, group: str, day: str) -> None:
    member = hold_member(row.person.id)
    page = find_sign_in_page(member, _HOME)
    queue_email(
        brand=member.brand,
        kind="enrollment_reminder",
        to=member.email,
        context={
            "name": member.first_name,
            "link": f"{site_url(member.brand_id)}{page}",
            "first": page != _HOME,
            "group": group,
            "until": show_date(row.until),
            "starts": show_date(row.starts),
        },
        dedupe_key=f"enrollment-reminder:{member.pk}:{day}",
        language=member.user.language if member.user else "en",
    )

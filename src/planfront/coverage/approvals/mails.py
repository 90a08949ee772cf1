"""Mail about changes that somebody has to agree to, queued in the transaction that writes them."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

from django.utils import translation

from planfront.brands.selectors import brand_name, site_url
from planfront.coverage.approvals import listing
from planfront.coverage.models import ReportedChange
from planfront.kernel import clock
from planfront.members.group_people import names_of_dependents
from planfront.members.selectors import is_addressable
from planfront.messaging.services import queue_email
from planfront.parties.groups.selectors import deciding_recipients

if TYPE_CHECKING:
    from planfront.parties.groups.selectors import GroupFacts

_MOST_A_DAY = 5
"""Reports of one member that a group is mailed about in a day: there is no limit to reporting and taking back."""


def notify_group(row: ReportedChange, group: GroupFacts) -> None:
    """Mail those who decide for the group that a member's change waits for them."""
    since = clock.business_now() - timedelta(days=1)
    if ReportedChange.objects.filter(member=row.member_id, group=group.id, asked_at__gt=since).count() > _MOST_A_DAY:
        return
    for to in deciding_recipients(group):
        queue_email(
            brand=row.member.brand,
            kind="change_waits",
            to=to.email,
            context={
                "link": f"{site_url(row.member.brand_id)}/group-home/people",
                "member": row.member.name,
                "change": _title_in(row, to.language),
                "group": group.name,
            },
            dedupe_key=f"change-waits:{row.pk}:{to.key}",
            language=to.language,
        )


def notify_member(row: ReportedChange, decider: str) -> None:
    """Mail a member that what they reported was declined, and why."""
    decider = decider or brand_name(row.member.brand_id)
    _mail_member(row, "change_declined", "/coverage", {"decider": decider, "why": row.reason})


def answer_correction(row: ReportedChange) -> None:
    """Mail a member that a fact was corrected as they asked, or why it wasn't."""
    _mail_member(row, "correction_answered", "/coverage/details", {"why": row.reason})


def _mail_member(row: ReportedChange, kind: str, path: str, facts: dict[str, str]) -> None:
    member = row.member
    if not member.email or not is_addressable(member.pk):
        return
    language = member.user.language if member.user else "en"
    queue_email(
        brand=member.brand,
        kind=kind,
        to=member.email,
        context={"link": f"{site_url(member.brand_id)}{path}", "change": _title_in(row, language), **facts},
        dedupe_key=f"{kind.replace('_', '-')}:{row.pk}",
        language=language,
    )


def _title_in(row: ReportedChange, language: str) -> str:
    dependents = names_of_dependents([row.member_id]).get(row.member_id, {})
    with translation.override(language):
        return listing.title_in_family(row, row.member.first_name, dependents)

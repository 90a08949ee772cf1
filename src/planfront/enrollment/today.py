"""Work about applications that were begun and not submitted, and about people of a group who haven't enrolled."""

from __future__ import annotations

from datetime import timedelta
from decimal import Decimal
from typing import TYPE_CHECKING

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from planfront.enrollment.worklists.rounds import count_awaited
from planfront.enrollment.worklists.selectors import describe_work
from planfront.kernel.money import display
from planfront.kernel.text.parse import show_phone
from planfront.shopping.worklists.enrollments import unfinished
from planfront.shopping.worklists.owner import Owner
from planfront.today.kinds import Desk, Item, Kind, Opened, Reader, Show, Tone, declare
from planfront.today.when import short_day

if TYPE_CHECKING:
    from planfront.enrollment.worklists.selectors import WorkRow

_AT_IT = timedelta(hours=1)
"""Someone who changed an application so lately is still at it."""


def _of_desk(reader: Reader, most: int) -> list[Item]:
    if reader.role == Desk.REP:
        owner = Owner(reader.brand_id, agent_id=reader.party_id)
    else:
        owner = Owner(reader.brand_id, group_id=reader.party_id)
    # Nobody can be asked about an application without a name.
    rows = unfinished(reader.brand_id, reader.now).filter(updated_at__lte=reader.now - _AT_IT, **owner.columns())
    named = rows.exclude(application__applicant="", member=None)
    return [_item(row) for row in describe_work(owner, list(named[:most]))]


def _own(reader: Reader, most: int) -> list[Item]:
    rows = unfinished(reader.brand_id, reader.now).filter(member=reader.party_id)
    listed = describe_work(Owner(reader.brand_id), list(rows[:most]))
    return [_item(row, title=", ".join(row.plans) or _("Your application")) for row in listed]


def _missing(reader: Reader, _most: int) -> list[Item]:
    """Return the people of a group who haven't enrolled, in one row with the nearest last day."""
    count, last = count_awaited(reader.party_id, reader.brand_id)
    if last is None:
        return []
    words = ngettext("%(count)s person hasn't enrolled", "%(count)s people haven't enrolled", count)
    return [
        Item(
            # Ticked off, it comes back when the number or the day is another one.
            id=f"{last}:{count}",
            title=words % {"count": count},
            need=_("The last day to enroll is %(day)s.") % {"day": short_day(last)},
            due=last,
            button="/group-home#enrollment",
        )
    ]


def _item(row: WorkRow, title: str = "") -> Item:
    quote = row.quote
    monthly = Decimal(row.monthly)
    return Item(
        # Ticked off, it comes back when somebody goes on with it.
        id=f"{quote.pk.hex}:{quote.version}",
        title=title or row.name,
        need=_("Stopped at %(step)s") % {"step": row.step} if row.step else _("Not started yet"),
        facts=[
            "" if title else ", ".join(row.plans[:3]),
            _("%(amount)s a month") % {"amount": display(monthly)} if monthly else "",
        ],
        since=row.changed_at,
        worth=monthly or None,
        phone=show_phone(quote.member.phone) if quote.member and not title else "",
        opens=Opened(
            enrollment_id=quote.public_id,
            href=row.href,
            enroll_type=quote.enroll_type,
            agent_id=quote.agent_id,
            group_id=quote.group_id,
            platform_group_id=quote.portal_id,
        ),
    )


for _role in (Desk.REP, Desk.GROUP):
    declare(
        Kind(
            gettext_lazy("Application not finished"),
            "document",
            gettext_lazy("Continue"),
            key="application",
            role=_role,
            rank=50,
            show=Show.QUOTES if _role == Desk.REP else Show.PEOPLE,
            tone=Tone.PLAIN,
            read=_of_desk,
            real=True,
        )
    )
declare(
    Kind(
        gettext_lazy("Application not finished"),
        "document",
        gettext_lazy("Continue"),
        key="application",
        role=Desk.MEMBER,
        rank=10,
        show=Show.COVERAGE,
        tone=Tone.LEAD,
        read=_own,
        real=True,
    ),
    Kind(
        gettext_lazy("Not enrolled"),
        "users",
        gettext_lazy("See who"),
        key="not-enrolled",
        role=Desk.GROUP,
        rank=10,
        show=Show.PEOPLE,
        tone=Tone.WARN,
        read=_missing,
    ),
)

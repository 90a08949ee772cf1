"""Leads on a rep's list of the day: new ones, and those to follow up."""

from __future__ import annotations

from typing import TYPE_CHECKING
from uuid import UUID

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from planfront.kernel.errors import NotFound
from planfront.leads.calling import CallState
from planfront.leads.inbox import Noted, add_lead_note, leads_due, take_back_call
from planfront.leads.models import Lead
from planfront.today.kinds import CallOutcome, Desk, Item, Kind, Reader, Show, Tone, declare

if TYPE_CHECKING:
    from planfront.audit.services import Origin
    from planfront.leads.person import LeadFacts

_OLD_DAYS = 7


def _read_new(reader: Reader, most: int) -> list[Item]:
    return [_item(facts) for facts in leads_due(reader.brand_id, reader.party_id, most, follow_up=False)]


def _read_follow_ups(reader: Reader, most: int) -> list[Item]:
    rows = leads_due(reader.brand_id, reader.party_id, most, follow_up=True)
    # One that is ticked off comes back on its next day.
    return [_item(facts, f":{facts.follow_up_on}") for facts in rows]


def _item(facts: LeadFacts, day: str = "") -> Item:
    address = f"/leads/{facts.lead_id}"
    return Item(
        id=f"{facts.lead_id.hex}{day}",
        title=facts.title,
        href=address,
        need=facts.need,
        facts=[facts.place, _say_call(facts)],
        since=facts.since,
        due=facts.follow_up_on,
        phone=facts.phone if facts.call.state == CallState.OK else "",
        button=f"{address}?quote=1",
    )


def _say_call(facts: LeadFacts) -> str:
    """Return why nobody may call now; "" where one may."""
    if facts.call.state == CallState.REFUSED:
        return _("No consent to calls") if facts.lead.added_by else _("Didn't agree to calls")
    return _("Call from 8 AM to 9 PM their time") if facts.call.state == CallState.LATE else ""


def _find(reader: Reader, item: str) -> Lead:
    lead = Lead.objects.filter(
        pk=UUID(item.partition(":")[0]), brand_id=reader.brand_id, assigned_id=reader.party_id
    ).first()
    if lead is None:
        raise NotFound
    return lead


def _log_call(reader: Reader, item: str, outcome: CallOutcome, origin: Origin) -> None:
    note = Noted(outcome=outcome.value)
    add_lead_note(lead=_find(reader, item), author=reader.name, note=note, origin=origin)


def _undo_call(reader: Reader, item: str, origin: Origin) -> None:
    take_back_call(lead=_find(reader, item), origin=origin)


declare(
    Kind(
        gettext_lazy("New lead"),
        "chat",
        gettext_lazy("Start quote"),
        _OLD_DAYS,
        key="new-lead",
        role=Desk.REP,
        rank=10,
        show=Show.LEADS,
        tone=Tone.LEAD,
        read=_read_new,
        finish=False,
        real=True,
        log_call=_log_call,
        undo_call=_undo_call,
    ),
    Kind(
        gettext_lazy("Follow up"),
        "chat",
        gettext_lazy("Start quote"),
        key="lead-follow-up",
        role=Desk.REP,
        rank=12,
        show=Show.LEADS,
        tone=Tone.LEAD,
        read=_read_follow_ups,
        log_call=_log_call,
        undo_call=_undo_call,
    ),
)

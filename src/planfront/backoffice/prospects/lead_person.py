"""A lead as staff read it: the same facts as its rep, and the quote that staff prepare for the rep."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING, Any

from django.contrib import messages
from django.db import transaction
from django.http import HttpRequest

from planfront.audit.services import Origin
from planfront.backoffice.lists.cells import name_initials
from planfront.kernel import clock
from planfront.kernel.errors import BusinessError, FieldErrors
from planfront.kernel.text.parse import show_date
from planfront.leads.calling import CallState
from planfront.leads.models import OPEN, Lead
from planfront.leads.person import Relation, load_person
from planfront.leads.quoting import NEEDED, missing_answers, open_quote_of, sent_quotes_of, start_lead_quote
from planfront.members.models import Gender
from planfront.parties.groups.terms import TIERS

if TYPE_CHECKING:
    from planfront.leads.person import Granted

CALLS = {
    CallState.OK: "May be called now",
    CallState.LATE: "Call from 8 AM to 9 PM there",
    CallState.REFUSED: "No consent for calls",
    CallState.NONE: "No number",
}
_PURPOSES = {"phone": "Calls and texts", "email": "Email"}
_LABELS = {"zip": "ZIP code", "dob": "Date of birth", "gender": "Gender", "tier": "Who is covered"}
_CHOICES: dict[str, list[tuple[str, str]]] = {
    "gender": [(str(value), str(label)) for value, label in Gender.choices],
    "tier": list(TIERS),
}


def show_age(moment: datetime) -> str:
    """Return how long ago something came in."""
    minutes = int((clock.now() - moment).total_seconds() // 60)
    days = (clock.real_today() - clock.local(moment).date()).days
    if minutes < 60:
        return f"{max(minutes, 0)} minutes ago" if minutes != 1 else "1 minute ago"
    if days < 1:
        return f"Today, {clock.local(moment):%I:%M %p}".replace(", 0", ", ")
    return "Yesterday" if days == 1 else f"{days} days ago"


def show_lead(lead: Lead) -> dict[str, Any]:
    """Return what the head of a lead's page shows."""
    facts = load_person(lead)
    missing = missing_answers(facts)
    return {
        "facts": facts,
        "initials": name_initials(facts.name),
        "age": show_age(lead.created_at),
        "call": CALLS[facts.call.state],
        "household": [_describe_relation(person) for person in facts.household],
        "consents": [_describe_consent(granted) for granted in facts.consents],
        "sent": sent_quotes_of(lead),
        "prepared": lead.assigned_id is not None and open_quote_of(lead, lead.assigned_id) is not None,
        "missing": [{"name": name, "label": _LABELS[name], "choices": _CHOICES.get(name, [])} for name in missing],
        "may_quote": lead.status in OPEN,
    }


def _describe_relation(person: Relation) -> str:
    if person.kind == "children":
        return f"{person.count} child{'' if person.count == 1 else 'ren'}"
    born = f", born {show_date(person.born)}" if person.born else ""
    return f"{'Spouse' if person.kind == 'spouse' else 'This person'}, {person.age}{born}"


def _describe_consent(granted: Granted) -> str:
    name = _PURPOSES[granted.purpose]
    if granted.given and granted.at:
        return f"{name}: yes, {clock.show_day(granted.at)}"
    return f"{name}: withdrawn {clock.show_day(granted.ended)}" if granted.ended else f"{name}: no"


def prepare(request: HttpRequest, lead: Lead, origin: Origin) -> None:
    """Prepare the quote of a lead for its rep, whose list of the day has the lead then. Says how it went."""
    rep = lead.assigned
    if rep is None:
        messages.error(request, "Assign the lead to a rep first. The rep sells and sends the quote.")
        return
    typed = {name: request.POST.get(name, "") for name in (*NEEDED, "county")}
    try:
        with transaction.atomic():
            start_lead_quote(lead=lead, agent_id=rep.pk, session=None, typed=typed, origin=origin)
            Lead.objects.filter(pk=lead.pk, status__in=OPEN).update(follow_up_on=clock.today())
    except FieldErrors as refused:
        wrong = (
            f"{_LABELS.get(error.target_element, error.target_element)}: {error.error_message}"
            for error in refused.errors
        )
        messages.error(request, " ".join(wrong))
        return
    except BusinessError as refused:
        messages.error(request, str(refused.message))
        return
    messages.success(request, f"The quote is ready. {rep.name} opens it from the lead, which is on today's list.")

"""Leads, for the rep they are assigned to."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, cast

from django.utils.translation import gettext as _
from ninja import Query, Router

from planfront.accounts.acts import Act, does
from planfront.audit.services import origin_of
from planfront.kernel.http.envelope import Answer, ok, responses
from planfront.kernel.http.request import ApiRequest
from planfront.leads import inbox, quoting
from planfront.leads import schemas_desk as schemas
from planfront.leads.models import Lead
from planfront.leads.page import load_page
from planfront.leads.person import load_person
from planfront.shopping.cart.selectors import count_cart_lines

if TYPE_CHECKING:
    from planfront.accounts.models import VisitorSession

router = Router(tags=["leads"])


@router.get("/get-assigned-leads", response=responses(schemas.Leads), operation_id="get_assigned_leads")
def get_assigned_leads(request: ApiRequest, query: Annotated[schemas.LeadsQuery, Query()]) -> Answer:
    """The people who chatted and are assigned to the signed-in rep, with what they need."""
    rep = inbox.access_rep(request)
    return ok(schemas.Leads.build(inbox.lead_page(request.brand.id, rep.id, query.wanted())))


@router.get("/get-lead", response=responses(schemas.LeadDetail), operation_id="get_lead")
def get_lead(request: ApiRequest, query: Annotated[schemas.LeadKey, Query()]) -> Answer:
    """One lead as a person: need, household, consents, cart, notes and what happened. For the rep who has it; read only
    for the rep on whose page it began, and the one who handed it over."""
    return _page(request, inbox.access_readable(request, query.lead_id))


def _page(request: ApiRequest, lead: Lead, message: str = "") -> Answer:
    rep = inbox.access_rep(request)
    return ok(schemas.LeadDetail.build_page(load_page(request, lead, rep.id)), message)


@router.post("/move-lead", response=responses(schemas.LeadDetail), operation_id="move_lead")
@does(Act.CLIENTS)
def move_lead(request: ApiRequest, body: schemas.LeadMove) -> Answer:
    """Say how far one's own lead is. LOST takes a reason."""
    lead = inbox.access_lead(request, body.lead_id)
    moved = inbox.move_lead(lead=lead, status=body.status, reason=body.reason, origin=origin_of(request))
    return _page(request, moved)


@router.post("/add-lead-note", response=responses(schemas.LeadDetail), operation_id="add_lead_note")
@does(Act.CLIENTS)
def add_lead_note(request: ApiRequest, body: schemas.LeadNoteBody) -> Answer:
    """Write down a note or a call about one's own lead, and a day to follow it up. Notes are only added. A call makes a
    new lead CONTACTED; one that no one answered comes back the next day."""
    lead, rep = inbox.access_lead(request, body.lead_id), inbox.access_rep(request)
    note = inbox.Noted(body.text, body.outcome, body.follow_up_on)
    inbox.add_lead_note(lead=lead, author=rep.name, note=note, origin=origin_of(request))
    return _page(request, inbox.access_lead(request, body.lead_id), _("Your note is saved."))


@router.get("/get-lead-reps", response=responses(schemas.RepChoices), operation_id="get_lead_reps")
def get_lead_reps(request: ApiRequest, query: Annotated[schemas.LeadKey, Query()]) -> Answer:
    """Return the reps who may take one's own lead: those of the brand who may sell where the person lives."""
    reps = inbox.reps_to_take(inbox.access_lead(request, query.lead_id))
    return ok({"result": [{"agent_id": key, "name": name} for key, name in reps]})


@router.post("/hand-over-lead", response=responses(schemas.LeadDetail), operation_id="hand_over_lead")
@does(Act.CLIENTS)
def hand_over_lead(request: ApiRequest, body: schemas.LeadHandOver) -> Answer:
    """Give one's own lead to another rep. The giver goes on reading it."""
    lead = inbox.access_lead(request, body.lead_id)
    handed = inbox.hand_over(lead=lead, agent_id=body.agent_id, origin=origin_of(request))
    name = handed.assigned.name if handed.assigned else ""
    return _page(request, handed, _("%(name)s has this lead now.") % {"name": name})


@router.post(
    "/start-lead-quote",
    response=responses(schemas.LeadQuoteStarted, business=True),
    operation_id="start_lead_quote",
)
@does(Act.CLIENTS)
def start_lead_quote(request: ApiRequest, body: schemas.LeadQuoteBody) -> Answer:
    """Start a quote with the answers of one's own lead, or open the one that was started. 422 names exactly the answers
    that are missing; a ZIP in several counties that differ answers ``countyRequired``."""
    lead, rep = inbox.access_lead(request, body.lead_id), inbox.access_rep(request)
    quote = quoting.start_lead_quote(
        lead=lead,
        agent_id=rep.id,
        session=cast("VisitorSession", request.visitor),
        typed=body.model_dump(include={*quoting.NEEDED, "county"}),
        origin=origin_of(request),
    )
    return ok(
        {
            "temp_enrollment_id": quote.public_id,
            "agent_id": rep.id,
            "portal_id": quote.portal_id,
            "count": count_cart_lines(quote),
            "categories": load_person(lead).categories,
        }
    )

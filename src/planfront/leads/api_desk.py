"""Leads, for the rep they are assigned to."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, cast

from django.utils.translation import gettext as _
from ninja import Query, Router

from planfront.accounts.acts import Act, does
from planfront.audit.list_files import make_list_file
from planfront.audit.services import origin_of
from planfront.kernel.http.envelope import Answer, ok, responses
from planfront.kernel.http.request import ApiRequest
from planfront.kernel.http.schema import ListFile
from planfront.leads import adding, inbox, quoting
from planfront.leads import schemas_desk as schemas
from planfront.leads.models import Lead
from planfront.leads.page import load_page
from planfront.leads.person import load_person
from planfront.parties.reps.assigning import reps_to_take
from planfront.parties.schemas import AssignedItems, RepChoices
from planfront.shopping.cart.selectors import count_cart_lines

if TYPE_CHECKING:
    from planfront.accounts.models import VisitorSession

router = Router(tags=["leads"])


@router.get("/get-assigned-leads", response=responses(schemas.Leads), operation_id="get_assigned_leads")
def get_assigned_leads(request: ApiRequest, query: Annotated[schemas.LeadsQuery, Query()]) -> Answer:
    """The people whose leads the signed-in rep has, with what they need."""
    rep = inbox.access_rep(request)
    return ok(schemas.Leads.build(inbox.lead_page(request.brand.id, rep.id, query.wanted())))


@router.get("/export-leads", response=responses(ListFile, business=True), operation_id="export_leads")
@does(Act.READ)
def export_leads(request: ApiRequest, query: Annotated[schemas.LeadsQuery, Query()]) -> Answer:
    """Return the leads that ``get-assigned-leads`` finds, all of them, as a CSV file. errorCode: listTooLong."""
    rep = inbox.access_rep(request)
    return ok(
        make_list_file(
            kind=schemas.LEADS,
            keys=inbox.lead_keys(request.brand.id, rep.id, query.wanted()),
            lines_of=lambda keys: map(schemas.lead_line, inbox.load_leads(keys)),
            filters=query.model_fields_set - {"page", "per_page"},
            origin=origin_of(request),
        )
    )


@router.get("/get-lead", response=responses(schemas.LeadDetail), operation_id="get_lead")
def get_lead(request: ApiRequest, query: Annotated[schemas.LeadKey, Query()]) -> Answer:
    """One lead as a person: need, household, consents, cart, notes and what happened. For the rep who has it; read only
    for the rep on whose page it began, and the one who handed it over."""
    return _page(request, inbox.access_readable(request, query.lead_id))


def _page(request: ApiRequest, lead: Lead, message: str = "") -> Answer:
    rep = inbox.access_rep(request)
    return ok(schemas.LeadDetail.build_page(load_page(request, lead, rep.id)), message)


@router.post("/add-lead", response=responses(schemas.LeadAdded), operation_id="add_lead")
@does(Act.CLIENTS)
def add_lead(request: ApiRequest, body: schemas.LeadBody) -> Answer:
    """Add a person as one's own lead. Where one already has a lead with the same phone number or email, that one is
    given and nothing is added, unless ``again`` is true. ``keep`` saves the note and the consents with that one."""
    rep = inbox.access_rep(request)
    result = adding.add_lead(
        brand_id=request.brand.id,
        rep=rep,
        person=adding.Person(**body.model_dump(exclude={"again", "keep"})),
        again=body.again,
        keep=body.keep,
        origin=origin_of(request),
    )
    message = _("Lead added.") if result.added else _("Saved.") if body.keep else ""
    return ok(schemas.LeadAdded.build(result, load_person(result.lead).title), message)


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
    """Write down a note or a call about one's own lead, a day to follow it up, or both. Notes are only added. A call
    makes a new lead CONTACTED; one that no one answered comes back the next day."""
    lead, rep = inbox.access_lead(request, body.lead_id), inbox.access_rep(request)
    note = inbox.Noted(body.text, body.outcome, body.follow_up_on)
    inbox.add_lead_note(lead=lead, author=rep.name, note=note, origin=origin_of(request))
    return _page(request, inbox.access_lead(request, body.lead_id), _("Saved."))


@router.get("/get-lead-reps", response=responses(RepChoices), operation_id="get_lead_reps")
def get_lead_reps(request: ApiRequest, query: Annotated[schemas.LeadKeys, Query()]) -> Answer:
    """Return the reps who may take one's own leads, each at least one: those of the brand who may sell where the
    person lives."""
    leads = inbox.access_leads(request, query.lead_ids)
    return ok(RepChoices.build(reps_to_take(request.brand.id, inbox.clients_of(leads))))


@router.post("/hand-over-leads", response=responses(AssignedItems), operation_id="hand_over_leads")
@does(Act.CLIENTS)
def hand_over_leads(request: ApiRequest, body: schemas.LeadsHandOver) -> Answer:
    """Give one's own leads to another rep. The giver goes on reading them. Those that the rep may not take are named
    with the reason."""
    leads = inbox.access_leads(request, body.lead_ids)
    asked = leads.count()
    refused = inbox.hand_over_leads(request.brand.id, leads, agent_id=body.agent_id, origin=origin_of(request))
    return ok(AssignedItems.build(asked, refused))


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

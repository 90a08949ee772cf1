"""Leads, for the rep they are assigned to."""

from __future__ import annotations

from typing import Annotated

from django.utils.translation import gettext as _
from ninja import Query, Router

from planfront.accounts.acts import Act, does
from planfront.audit.services import origin_of
from planfront.kernel.http.envelope import Answer, ok, responses
from planfront.kernel.http.request import ApiRequest
from planfront.leads import inbox
from planfront.leads import schemas_desk as schemas

router = Router(tags=["leads"])


@router.get("/get-assigned-leads", response=responses(schemas.Leads), operation_id="get_assigned_leads")
def get_assigned_leads(request: ApiRequest, query: Annotated[schemas.LeadsQuery, Query()]) -> Answer:
    """The chats of visitors that are assigned to the signed-in rep, with answers and notes."""
    rep = inbox.access_rep(request)
    return ok(schemas.Leads.build(inbox.lead_page(request.brand.id, rep.id, query.wanted())))


@router.post("/move-lead", response=responses(schemas.LeadItem), operation_id="move_lead")
@does(Act.CLIENTS)
def move_lead(request: ApiRequest, body: schemas.LeadMove) -> Answer:
    """Say how far one's own lead is."""
    lead = inbox.access_lead(request, body.lead_id)
    moved = inbox.move_lead(lead=lead, status=body.status, origin=origin_of(request))
    return ok(schemas.LeadItem.build(inbox.lead_shown(moved)))


@router.post("/add-lead-note", response=responses(schemas.LeadItem), operation_id="add_lead_note")
@does(Act.CLIENTS)
def add_lead_note(request: ApiRequest, body: schemas.LeadNoteBody) -> Answer:
    """Write something down about one's own lead. Notes are only added."""
    lead, rep = inbox.access_lead(request, body.lead_id), inbox.access_rep(request)
    inbox.add_lead_note(lead=lead, author=rep.name, text=body.text, origin=origin_of(request))
    return ok(schemas.LeadItem.build(inbox.lead_shown(lead)), _("Your note is saved."))

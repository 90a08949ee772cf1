"""Renewal: what a member is offered for a new year, and the answer."""

from __future__ import annotations

from ninja import Router

from planfront.accounts.acts import Act, does
from planfront.audit.services import origin_of
from planfront.coverage.authors import author_of
from planfront.coverage.renewal import offers, schemas
from planfront.coverage.renewal.choices import choose
from planfront.kernel.http.envelope import Answer, ok, responses
from planfront.kernel.http.request import ApiRequest
from planfront.kernel.http.schema import Code, OptionalId
from planfront.members.access import load_member

router = Router(tags=["coverage"])


@router.get("/get-renewals", response=responses(list[schemas.RenewalSummary]), operation_id="get_renewals")
def get_renewals(request: ApiRequest, member_id: OptionalId = None) -> Answer:
    """The offers to a member for a new year, present and past, the latest first."""
    return ok(offers.list_renewals(load_member(request, member_id), author_of(request)))


@router.get("/get-renewal", response=responses(schemas.RenewalOffer), operation_id="get_renewal")
def get_renewal(request: ApiRequest, number: Code, member_id: OptionalId = None) -> Answer:
    """The offer for a policy: its new price and why, what changes, and the plans to choose instead."""
    member = load_member(request, member_id)
    return ok(offers.read_offer(member, offers.find_item(member, author_of(request), number)))


@router.post("/choose-renewal", response=responses(schemas.RenewalOffer, business=True), operation_id="choose_renewal")
@does(Act.COVERAGE)
def choose_renewal(request: ApiRequest, body: schemas.RenewalAnswer) -> Answer:
    """Keep, change plan or decline; a later answer takes the place of an earlier one, until the last day for it.
    ``choiceClosed`` afterwards."""
    member, author = load_member(request, body.member_id), author_of(request)
    item = offers.find_item(member, author, body.number)
    item = choose(item.pk, body.choice, body.plan_id, origin_of(request))
    return ok(offers.read_offer(member, item))

"""Handing an application over to its client: sending, taking back, returning, and what is proposed meanwhile."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.utils.translation import gettext as _
from ninja import Router

from planfront.accounts.acts import Act, does
from planfront.audit.services import origin_of
from planfront.enrollment.api.tabs import EnrollmentId
from planfront.enrollment.application.health_access import record_health_seen
from planfront.enrollment.application.visits import open_visit
from planfront.enrollment.forms.schemas import ByEnrollment
from planfront.enrollment.handover import deciding, schemas, selectors, services
from planfront.kernel.errors import NotFound
from planfront.kernel.http.envelope import Answer, ok, responses
from planfront.kernel.http.request import ApiRequest
from planfront.shopping.quote.sender import sender_of

if TYPE_CHECKING:
    from planfront.shopping.access import Side
    from planfront.shopping.models import Quote

router = Router(tags=["enrollment"])
STANDING = responses(schemas.Standing, business=True)


def _mine(request: ApiRequest, enrollment_id: str, *sides: Side) -> Quote:
    """The enrollment, for those of a side only."""
    visit = open_visit(request, enrollment_id)
    if visit.side not in sides:
        raise NotFound
    return visit.quote


@router.get("/get-hand-over", response=STANDING, operation_id="get_hand_over")
def get_hand_over(request: ApiRequest, enrollment_id: EnrollmentId) -> Answer:
    """Return the hand-over, the changes that wait for the client, and the history of both sides."""
    visit = open_visit(request, enrollment_id)
    result = selectors.hand_over_of(visit.quote, visit.side)
    if result["proposals"]:
        record_health_seen(request, visit.quote)
    return ok(result)


@router.post("/send-to-client", response=STANDING, operation_id="send_to_client")
@does(Act.SHOP)
def send_to_client(request: ApiRequest, body: schemas.SendBody) -> Answer:
    """Email the application to its client with a code. From then on changes of the rep or group administrator wait for
    the client's yes. Again to the same address: a new code."""
    quote = _mine(request, body.enrollment_id, "seller")
    sender = sender_of(request)
    if sender is None or request.actor.user_id is None:
        raise NotFound
    result = services.send_to_client(
        quote=quote,
        sender=services.Sender(sender.kind, request.actor.user_id, sender.name, sender.email),
        email=body.email,
        message=body.message,
        origin=origin_of(request),
    )
    quote.refresh_from_db(fields=["handed_over_at"])
    return ok(selectors.hand_over_of(quote, "seller"), _("Sent to %(email)s") % {"email": result.email})


@router.post("/withdraw-hand-over", response=STANDING, operation_id="withdraw_hand_over")
@does(Act.SHOP)
def withdraw_hand_over(request: ApiRequest, body: ByEnrollment) -> Answer:
    """Take the application back: the client's codes and sessions end."""
    quote = _mine(request, body.enrollment_id, "seller")
    services.withdraw_hand_over(quote=quote, origin=origin_of(request))
    quote.refresh_from_db(fields=["handed_over_at"])
    return ok(selectors.hand_over_of(quote, "seller"), _("The application is yours again."))


@router.post("/return-hand-over", response=responses(schemas.Decided, business=True), operation_id="return_hand_over")
@does(Act.SHOP)
def return_hand_over(request: ApiRequest, body: schemas.ReturnBody) -> Answer:
    """Give the application back to its sender, with a note. The client's call."""
    quote = _mine(request, body.enrollment_id, "client")
    version = services.return_hand_over(quote=quote, note=body.note, origin=origin_of(request))
    return ok({"version": version}, _("You returned the application."))


@router.post("/answer-proposal", response=responses(schemas.Decided, business=True), operation_id="answer_proposal")
@does(Act.SHOP)
def answer_proposal(request: ApiRequest, body: schemas.ProposalBody) -> Answer:
    """Accept or decline a proposed change, or take it back. 409 when it was replaced or its tab changed meanwhile;
    ``priceChanged`` when it changes prices: send again with accept_price 1."""
    side: Side = "seller" if body.answer == "withdraw" else "client"
    quote, origin = _mine(request, body.enrollment_id, side), origin_of(request)
    if body.answer == "accept":
        version = deciding.accept_proposal(
            quote=quote,
            proposal_id=body.proposal_id,
            version=body.version,
            accept_price=body.accept_price == "1",
            origin=origin,
        )
    elif body.answer == "decline":
        version = deciding.decline_proposal(quote=quote, proposal_id=body.proposal_id, origin=origin)
    else:
        version = deciding.withdraw_proposal(quote=quote, proposal_id=body.proposal_id, origin=origin)
    return ok({"version": version})

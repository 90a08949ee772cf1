"""Calls for the receipt, a member's benefits, and sales figures."""

from __future__ import annotations

from typing import Annotated

from ninja import Query, Router

from planfront.kernel import clock
from planfront.kernel.http.envelope import Answer, ok, responses
from planfront.kernel.http.request import ApiRequest
from planfront.kernel.http.schema import Token
from planfront.members.access import access_self
from planfront.parties.voice import SELLERS
from planfront.sales import schemas, selectors
from planfront.sales.client_api import router as client
from planfront.sales.member_plans import own_of
from planfront.sales.month_figures import figures_of
from planfront.shopping.access import access_quote, side_of
from planfront.shopping.worklists.owner import access_desk

router = Router(tags=["enrollment"])
router.add_router("", client)


@router.get("/get-receipt", response=responses(schemas.Receipt, business=True), operation_id="get_receipt")
def get_receipt(request: ApiRequest, enrollment_id: Annotated[Token, Query()]) -> Answer:
    """Return the receipt of a submitted enrollment, in the language of the request. 404 before submission."""
    quote = access_quote(request, enrollment_id)
    if quote.eprocess not in SELLERS:
        return ok(selectors.receipt_of(quote))
    side, began = side_of(request, quote), quote.session_id == request.visitor.id
    # The session that began it is the seller's, also after signing out; who came with a code is the client.
    for_seller = side == "seller" or (side == "guest" and began)
    receipt = selectors.receipt_of(quote, for_seller=for_seller)
    # A rep's or group's home is not their client's.
    if side == "client":
        receipt["return_href"] = "/member-home"
    return ok({**receipt, "reader": "seller" if for_seller else "client"})


@router.get("/get-own-benefits", response=responses(schemas.OwnBenefits), operation_id="get_own_benefits")
def get_own_benefits(request: ApiRequest) -> Answer:
    """Return the signed-in member's plans with their documents, and receipts with how each was paid, numbers masked."""
    return ok(schemas.OwnBenefits.build(own_of(access_self(request))))


@router.get("/get-desk-figures", response=responses(schemas.DeskFigures), operation_id="get_desk_figures")
def get_desk_figures(request: ApiRequest) -> Answer:
    """Return the sales of the signed-in rep, or administrator's group, of this month and the last weeks."""
    return ok(schemas.DeskFigures.build(figures_of(access_desk(request), clock.real_today())))

"""The wizard's frame: tabs, what is required, and the review cards."""

from __future__ import annotations

from dataclasses import asdict
from typing import Annotated

from ninja import Query, Router

from planfront.enrollment.api import schemas
from planfront.enrollment.application.health_access import record_health_seen
from planfront.enrollment.application.preparation import preparation_of
from planfront.enrollment.application.visits import open_visit
from planfront.enrollment.pages import selectors
from planfront.enrollment.steps.review import schemas as review_schemas
from planfront.kernel.http.envelope import Answer, ok, responses
from planfront.kernel.http.request import ApiRequest
from planfront.kernel.http.schema import Token
from planfront.shopping.access import access_quote

router = Router(tags=["enrollment"])
bootstrap = Router(tags=["bootstrap"])
EnrollmentId = Annotated[Token, Query()]


@bootstrap.get("/get-dynamic-tabs", response=responses(schemas.Tabs, business=True), operation_id="get_dynamic_tabs")
def get_dynamic_tabs(request: ApiRequest, enrollment_id: EnrollmentId) -> Answer:
    """The tabs of this enrollment with status and address, and where to go on. After submission: the receipt."""
    visit = open_visit(request, enrollment_id)
    return ok(selectors.tabs_of(visit.quote, visit.side))


@router.get(
    "/check-tab-required", response=responses(schemas.TabRequired, business=True), operation_id="check_tab_required"
)
def check_tab_required(
    request: ApiRequest, enrollment_id: EnrollmentId, tab_name: Annotated[str, Query(max_length=40)]
) -> Answer:
    """Tell whether a tab is required for this enrollment."""
    quote = access_quote(request, enrollment_id)
    return ok({"result": {"required": selectors.tab_required(quote, tab_name)}})


@router.get(
    "/get-preparation", response=responses(schemas.PreparationOut, business=True), operation_id="get_preparation"
)
def get_preparation(request: ApiRequest, enrollment_id: EnrollmentId) -> Answer:
    """Return what the application will ask for, step by step, for the plans in the cart; before it is begun."""
    visit = open_visit(request, enrollment_id)
    return ok(asdict(preparation_of(visit.quote, visit.side)))


@router.get(
    "/get-review-summary", response=responses(review_schemas.Review, business=True), operation_id="get_review_summary"
)
def get_review_summary(request: ApiRequest, enrollment_id: EnrollmentId) -> Answer:
    """The review cards with masked answers, in the language of the request."""
    visit = open_visit(request, enrollment_id)
    record_health_seen(request, visit.quote)
    return ok(selectors.review_of(visit.quote, visit.asker, visit.origin))

"""Priced listings, plan cards and plan checks."""

from __future__ import annotations

from datetime import timedelta
from typing import Annotated, Any

import orjson
from django.http import HttpResponse
from ninja import Query, Router

from planfront.accounts.acts import Act, does
from planfront.brands.preview import HEADER, drafted_plan
from planfront.catalog import plan_checks
from planfront.kernel.errors import NotFound
from planfront.kernel.http import throttle
from planfront.kernel.http.envelope import Answer, Result, ok, ok_json, responses
from planfront.kernel.http.networks import network_of
from planfront.kernel.http.request import ApiRequest, client_ip
from planfront.kernel.http.schema import Id, Token
from planfront.shopping.access import access_priced, access_quote
from planfront.shopping.cart import selectors
from planfront.shopping.models import Quote
from planfront.shopping.plans import listing, preview, schemas
from planfront.shopping.plans.listing import category_keys
from planfront.shopping.plans.plan_cost import membership_note
from planfront.shopping.pricing.pricer import make_pricer
from planfront.shopping.quote.parties import check_parties

router = Router(tags=["plans"])
_PREVIEWS, _QUARTER = 600, timedelta(minutes=15)
"""Enough for many people behind one address: a page asks while somebody types."""
EnrollmentId = Annotated[Token, Query()]
PlanId = Annotated[Id, Query()]


@router.get("/get-more-requirement", response=responses(bool, business=True), operation_id="get_more_requirement")
def get_more_requirement(request: ApiRequest, query: Annotated[schemas.RequirementQuery, Query()]) -> Answer:
    """Return true when a premier plan is in the cart, or the named plan is one."""
    quote = access_quote(request, query.enrollment_id)
    is_premier = query.plan_id is not None and _find_view(quote, query.plan_id).is_premier
    return ok(is_premier or selectors.premier_in_cart(quote))


@router.get(
    "/get-filtered-plans",
    response=responses(schemas.Listing | schemas.ListingPage, business=True),
    operation_id="get_filtered_plans",
)
def get_filtered_plans(request: ApiRequest, query: Annotated[schemas.ListingQuery, Query()]) -> HttpResponse:
    """Return the store's plans with this shopper's prices. ``categories``: keys joined by commas, empty for all.

    Without ``page`` all of them; a page has the numbers of a list beside its plans, and only they are priced. The order
    is the same. An expired or unknown enrollment is ``enrollmentIdError`` in all calls that price.
    """
    quote, keys = access_priced(request, query.enrollment_id), category_keys(query.categories)
    note = membership_note(selectors.own_dues(quote))
    if query.page is None:
        draft = drafted_plan(request.headers.get(HEADER, ""), quote.brand_id)
        plans, rest = listing.filtered_plans(quote, keys, draft), {"membership_note": note}
    else:
        plans, cut = listing.page_of_plans(quote, keys, query.page, query.per_page)
        rest = schemas.ListingPage.cut_to(cut, (), membership_note=note).model_dump(exclude={"result"})
    return ok_json(b'{"result":%b,%b' % (plans, orjson.dumps(rest)[1:]))


@router.get(
    "/get-left-side-filter-fields",
    response=responses(schemas.LeftSideResult, business=True),
    operation_id="get_left_side_filter_fields",
)
def get_left_side_filter_fields(request: ApiRequest, enrollment_id: EnrollmentId) -> Answer:
    """Return categories to choose from, with the number of plans."""
    return ok({"result": {"categories": listing.left_side(access_quote(request, enrollment_id))}})


@router.get(
    "/get-plan-pricing-detail",
    response=responses(schemas.PricedPlans, business=True),
    operation_id="get_plan_pricing_detail",
)
def get_plan_pricing_detail(
    request: ApiRequest,
    pid: PlanId,
    enrollment_id: EnrollmentId,
    explain: Annotated[
        bool, Query(description="True if the proof of each price comes with it.", examples=[True])
    ] = True,
) -> Answer:
    """Return priced cards of a plan with the proof of each price; or the errorCode that says why there are none.

    ``changePid``, as status and as errorCode, carries the plan to go to in data.pid. Without ``explain`` the proofs are
    null: they take longer than the prices, and a page shows them only on request.
    """
    return ok(listing.pricing_detail(access_priced(request, enrollment_id), pid, explain=explain))


@router.post(
    "/preview-price",
    response=responses(schemas.PricePreview, business=True),
    operation_id="preview_price",
)
@does(Act.READ)
def preview_price(request: ApiRequest, body: schemas.PreviewAsk) -> Answer:
    """Return the first featured plan that ZIP and tier, and birth date and gender where known, can price.

    It changes nothing, and the answers aren't stored.
    """
    throttle.check("preview-price", network_of(client_ip(request)), limit=_PREVIEWS, window=_QUARTER)
    ids = check_parties(request, agent_id=body.agent_id, group_id=body.group_id, portal_id=body.platform_group_id)
    raw = {name: value for name, value in body if isinstance(value, str)}
    return ok(preview.preview_price(brand_id=request.brand.id, raw=raw, parties=ids))


@router.get(
    "/get-featured-prices",
    response=responses(Result[list[schemas.PreviewPrice]], business=True),
    operation_id="get_featured_prices",
)
def get_featured_prices(request: ApiRequest, enrollment_id: EnrollmentId) -> Answer:
    """Return the prices of the store's featured plans for this quote."""
    return ok({"result": preview.featured_prices(access_priced(request, enrollment_id))})


@router.get(
    "/get-plan-pricing-detail-elevate",
    response=responses(schemas.Memberships, business=True),
    operation_id="get_plan_pricing_detail_elevate",
)
def get_plan_pricing_detail_elevate(request: ApiRequest, enrollment_id: EnrollmentId) -> Answer:
    """Return the memberships that a premier plan can be taken with."""
    return ok({"plans": listing.membership_cards(access_priced(request, enrollment_id))})


def _find_view(quote: Quote, plan_id: int) -> Any:
    return listing.visible_plan(plan_id, make_pricer(quote, []))


def _answer_check(request: ApiRequest, enrollment_id: str, plan_id: int) -> Answer:
    quote = access_quote(request, enrollment_id)
    return ok(listing.check_plan(quote, _find_view(quote, plan_id)))


@router.get(
    "/check-prudential-plan",
    response=responses(schemas.PlanCheck, business=True),
    operation_id="check_prudential_plan",
)
def check_prudential_plan(request: ApiRequest, enrollment_id: EnrollmentId, plan_id: PlanId) -> Answer:
    """Return whether it is a premier plan, and what it still needs of dependents. ``status`` false for other plans."""
    quote = access_quote(request, enrollment_id)
    view = _find_view(quote, plan_id)
    plan = listing.check_plan(quote, view)
    return ok(plan.model_copy(update={"status": view.is_premier}))


@router.get(
    "/check-disability-plan",
    response=responses(schemas.PlanCheck, business=True),
    operation_id="check_disability_plan",
)
def check_disability_plan(request: ApiRequest, enrollment_id: EnrollmentId, plan_id: PlanId) -> Answer:
    """Return whether it is a disability income plan, and still needs income or hours."""
    quote = access_quote(request, enrollment_id)
    view = _find_view(quote, plan_id)
    plan = listing.check_plan(quote, view)
    return ok(plan.model_copy(update={"status": view.is_disability}))


@router.get("/{plancheck:hash}", response=responses(schemas.PlanCheck, business=True), operation_id="check_plan")
def check_plan(
    request: ApiRequest,
    hash: str,  # noqa: A002 - the spec's name of the path part
    enrollment_id: EnrollmentId,
    plan_id: PlanId,
) -> Answer:
    """Run the check that a list item names in its ``hash``."""
    if not plan_checks.belongs_to_plan(hash, plan_id):
        raise NotFound
    return _answer_check(request, enrollment_id, plan_id)

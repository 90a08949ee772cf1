"""The cart: lines, sums, effective dates, checkout."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, Any, cast

from django.utils.translation import gettext as _
from ninja import Query, Router

from planfront.accounts.acts import Act, does
from planfront.audit.services import origin_of
from planfront.catalog.selectors import catalog
from planfront.eligibility.remedies import in_cart
from planfront.kernel import money
from planfront.kernel.http.envelope import Answer, Result, ok, responses
from planfront.kernel.http.request import ApiRequest
from planfront.kernel.http.schema import Id, Token
from planfront.kernel.text.parse import show_date
from planfront.shopping.access import access_changeable, access_quote, reader_side
from planfront.shopping.cart import checkout, riders, schemas, selectors, services
from planfront.shopping.cart import view as cart_view
from planfront.shopping.models import CartLine, Quote
from planfront.shopping.quote.sender import may_send_quotes, sender_of

if TYPE_CHECKING:
    from planfront.brands.models import Brand

router = Router(tags=["cart"])
EnrollmentId = Annotated[Token, Query()]


@router.get("/get-cart-count", response=responses(Result[int], business=True), operation_id="get_cart_count")
def get_cart_count(request: ApiRequest, enrollment_id: EnrollmentId) -> Answer:
    """Return how many plans are in the cart."""
    return ok({"result": selectors.count_cart_lines(access_quote(request, enrollment_id))})


@router.get("/get-cart-amount", response=responses(Result[str], business=True), operation_id="get_cart_amount")
def get_cart_amount(request: ApiRequest, enrollment_id: EnrollmentId) -> Answer:
    """Return the monthly cost of the cart, fees included."""
    cart = selectors.load_cart(access_quote(request, enrollment_id))
    return ok({"result": money.as_text(cart.monthly)})


@router.post(
    "/check-already-in-cart",
    response=responses(schemas.InCart, business=True),
    operation_id="check_already_in_cart",
)
@does(Act.READ)
def check_already_in_cart(request: ApiRequest, body: schemas.CartItemRef) -> Answer:
    """Return whether the plan (at this pricing id) is in the cart."""
    quote = access_quote(request, body.enrollment_id)
    result = selectors.is_in_cart(quote, body.plan_id, body.plan_pricing_id)
    if not result:
        return ok({"status": False})
    return ok({"status": True, "remedy": in_cart().wire()}, _("This plan is already in your cart."))


@router.post("/add-plan-to-cart", response=responses(schemas.CartAdded, business=True), operation_id="add_plan_to_cart")
@does(Act.SHOP)
def add_plan_to_cart(request: ApiRequest, body: schemas.CartItem) -> Answer:
    """Put a plan in the cart, at the level that ``plan_pricing_id`` names; left out, at the level that lists show.
    errorCodes: the plan's refusal, blackout, alreadyActive, newQuestionsError, membershipRequired, priceChanged."""
    quote = access_changeable(request, body.enrollment_id)
    added = services.add_cart_line(
        quote=quote, plan_id=body.plan_id, pricing_id=body.plan_pricing_id, origin=origin_of(request)
    )
    return ok(_build_added(quote, added.lines, body.plan_id), _("The plan is in your cart."))


@router.post(
    "/add-plan-to-cart-prudentials",
    response=responses(schemas.CartAdded, business=True),
    operation_id="add_plan_to_cart_prudentials",
)
@does(Act.SHOP)
def add_plan_to_cart_prudentials(request: ApiRequest, body: schemas.PairRef) -> Answer:
    """Put a premier plan and a membership in the cart: both or neither."""
    quote = access_changeable(request, body.enrollment_id)
    services.add_cart_pair(
        quote=quote,
        plan_id=body.plan_id,
        pricing_id=body.plan_pricing_id,
        membership_id=body.plan_id1,
        membership_pricing_id=body.plan_pricing_id1,
        origin=origin_of(request),
    )
    lines = selectors.cart_lines(quote)
    return ok(_build_added(quote, lines, body.plan_id), _("Both plans are in your cart."))


def _build_added(quote: Quote, lines: Sequence[CartLine], plan_id: int) -> dict[str, Any]:
    """Return the cart's count, and a note on the new plan."""
    return {"count": len(lines), "note": cart_view.note_of(lines, catalog(quote.brand_id), plan_id)}


def cart_for(request: ApiRequest, quote: Quote) -> schemas.Cart:
    """Return the cart, and whether the caller may send it as a quote."""
    may = may_send_quotes(cast("Brand", request.brand)) and sender_of(request) is not None
    return cart_view.show_cart(quote, reader_side(request, quote)).model_copy(update={"can_quote": may})


@router.post("/save-cart-riders", response=responses(schemas.Cart, business=True), operation_id="save_cart_riders")
@does(Act.SHOP)
def save_cart_riders(request: ApiRequest, body: schemas.CartRiders) -> Answer:
    """Make ``riders`` (all of them, by code) the additions to a plan in the cart. errorCodes: the refusal of a rider,
    newQuestionsError with data.type for get-questions, blackout, alreadyActive."""
    changed = riders.save_cart_riders(
        quote=access_changeable(request, body.enrollment_id),
        plan_id=body.plan_id,
        codes=body.riders,
        origin=origin_of(request),
    )
    return ok(cart_for(request, changed), _("Your cart is up to date."))


@router.get("/get-plan-cart", response=responses(schemas.Cart, business=True), operation_id="get_plan_cart")
def get_plan_cart(request: ApiRequest, enrollment_id: EnrollmentId) -> Answer:
    """Return plans, fees and sums."""
    return ok(cart_for(request, access_quote(request, enrollment_id)))


@router.get(
    "/get-cart-effective-dates",
    response=responses(Result[list[str]], business=True),
    operation_id="get_cart_effective_dates",
)
def get_cart_effective_dates(request: ApiRequest, enrollment_id: EnrollmentId) -> Answer:
    """Return up to three days on which every plan of the cart can start."""
    dates = cart_view.effective_dates(access_quote(request, enrollment_id))
    return ok({"result": [show_date(day) for day in dates]})


@router.post("/cart-checkout", response=responses(schemas.CheckedOut, business=True), operation_id="cart_checkout")
@does(Act.SHOP)
def cart_checkout(request: ApiRequest, body: schemas.Checkout) -> Answer:
    """Fix the effective date at today's prices. errorCodes: emptyCart, priceChanged (resend with accept_price 1), or
    the refusal of a plan that can't be sold any more."""
    quote = checkout.checkout_cart(
        quote=access_changeable(request, body.enrollment_id),
        effective_date=body.effective_date,
        accept_price=bool(body.accept_price),
        accepted_total=body.accepted_total,
        origin=origin_of(request),
    )
    return ok({"effective_date": show_date(quote.effective_date)})


def _remove_line(request: ApiRequest, enrollment_id: str, plan_id: int) -> Answer:
    quote = access_changeable(request, enrollment_id)
    count = services.remove_cart_line(quote=quote, plan_id=plan_id, origin=origin_of(request))
    return ok({"count": count}, _("The plan was removed from your cart."))


@router.get(
    "/remove-plan-from-cart",
    response=responses(schemas.CartCount, business=True),
    operation_id="remove_plan_from_cart",
)
@does(Act.SHOP)
def remove_plan_from_cart(
    request: ApiRequest,
    enrollment_id: EnrollmentId,
    plan_id: Annotated[Id, Query()],
    plan_pricing_id: Annotated[str, Query(max_length=200)] = "",
) -> Answer:
    """Remove a plan with those that leave with it."""
    return _remove_line(request, enrollment_id, plan_id)


@router.post(
    "/remove-plan-from-cart",
    response=responses(schemas.CartCount, business=True),
    operation_id="remove_plan_from_cart_post",
)
@does(Act.SHOP)
def remove_plan_from_cart_post(request: ApiRequest, body: schemas.CartItemRef) -> Answer:
    """Remove a plan by POST, as the store's own pages do."""
    return _remove_line(request, body.enrollment_id, body.plan_id)


@router.get(
    "/check-prudential-cart",
    response=responses(schemas.CheckStatus, business=True),
    operation_id="check_prudential_cart",
)
def check_prudential_cart(request: ApiRequest, enrollment_id: EnrollmentId) -> Answer:
    """Return whether a premier plan is in the cart."""
    return ok({"status": selectors.premier_in_cart(access_quote(request, enrollment_id))})

"""Calls about paying that need no application."""

from __future__ import annotations

from typing import Annotated

from ninja import Query, Router

from planfront.accounts.acts import Act, does
from planfront.audit.services import origin_of
from planfront.billing import schemas, selectors, services, setups
from planfront.billing.models import Method
from planfront.kernel.errors import FieldErrors
from planfront.kernel.http.envelope import Answer, ok, responses
from planfront.kernel.http.request import ApiRequest
from planfront.kernel.http.schema import Token
from planfront.kernel.text import texts
from planfront.shopping.access import access_changeable, access_quote, reader_side
from planfront.shopping.cart.selectors import load_cart
from planfront.shopping.quote.client import client_of

router = Router(tags=["billing"])
EnrollmentId = Annotated[Token, Query()]


@router.get(
    "/get-bill-date", response=responses(list[schemas.BillDateOut], business=True), operation_id="get_bill_date"
)
def get_bill_date(request: ApiRequest, enrollment_id: EnrollmentId) -> Answer:
    """Days of the month to choose from."""
    quote = access_quote(request, enrollment_id)
    days = selectors.bill_days(quote.brand_id)
    return ok([{"bill_date": day, "value": str(day), "label": selectors.day_label(day)} for day in days])


@router.get(
    "/get-payment-method",
    response=responses(schemas.MethodOut, business=True),
    operation_id="get_payment_method",
)
def get_payment_method(request: ApiRequest, enrollment_id: EnrollmentId) -> Answer:
    """eft, cc, list, elist or stmt, as the group, portal, plans or brand pay; cc means by card or EFT."""
    quote = access_quote(request, enrollment_id)
    return ok({"result": selectors.payment_of_cart(quote, load_cart(quote)).method})


@router.get(
    "/get-billing-text",
    response=responses(schemas.BillingText, business=True),
    operation_id="get_billing_text",
)
def get_billing_text(
    request: ApiRequest,
    enrollment_id: EnrollmentId,
    payment_method: Annotated[str, Query(max_length=5)] = "",
    bill_date: Annotated[int | None, Query(ge=1, le=28)] = None,
) -> Answer:
    """The authorization with the amounts and dates that will be charged: for ``payment_method`` where several may be
    chosen, and for the ``bill_date`` chosen so far."""
    quote = access_quote(request, enrollment_id)
    client = client_of(quote, reader_side(request, quote))
    return ok(selectors.billing_text(quote, load_cart(quote), payment_method, bill_date, client))


@router.post(
    "/card-token",
    response=responses(schemas.CardTokenOut, business=True),
    operation_id="card_token",
)
@does(Act.SHOP)
def card_token(request: ApiRequest, body: schemas.CardBody) -> Answer:
    """A token for a typed card where the embedded gateway answers; a hosted gateway gives its own in the browser. The
    number and the code are dropped with this call."""
    quote = access_changeable(request, body.enrollment_id)
    if selectors.payment_of_cart(quote, load_cart(quote)).method != Method.CC:
        raise FieldErrors.single("payment_method", texts.CHOICE)
    card = services.tokenize_card(
        quote=quote, data=body.model_dump(exclude={"enrollment_id"}), origin=origin_of(request)
    )
    return ok({"card_token": card.token, "card_brand": card.brand, "last4": card.last4})


@router.post(
    "/begin-card-setup",
    response=responses(schemas.CardSetupOut, business=True),
    operation_id="begin_card_setup",
)
@does(Act.SHOP)
def begin_card_setup(request: ApiRequest, body: schemas.CardSetupBody) -> Answer:
    """Return what the browser needs to confirm a card that is typed into the card processor's own fields."""
    quote = access_changeable(request, body.enrollment_id)
    if selectors.payment_of_cart(quote, load_cart(quote)).method != Method.CC:
        raise FieldErrors.single("payment_method", texts.CHOICE)
    started = setups.begin_setup(quote=quote, back=request.build_absolute_uri(body.back), origin=origin_of(request))
    return ok({"card_token": str(started.setup_id), "secret": started.secret, "redirect": started.redirect})


@router.post(
    "/finish-card-setup",
    response=responses(schemas.CardWaitingOut, business=True),
    operation_id="finish_card_setup",
)
@does(Act.SHOP)
def finish_card_setup(request: ApiRequest, body: schemas.CardFinishBody) -> Answer:
    """Return the result of the bank's own check: the card, which the step may now be saved with, or why it was
    declined."""
    quote = access_changeable(request, body.enrollment_id)
    card = services.keep_card(quote=quote, token=body.card_token, origin=origin_of(request))
    return ok({"result": {"card_token": body.card_token, "card": selectors.card_words(card)}})


@router.get(
    "/get-waiting-card",
    response=responses(schemas.CardWaitingOut, business=True),
    operation_id="get_waiting_card",
)
def get_waiting_card(request: ApiRequest, enrollment_id: EnrollmentId) -> Answer:
    """A card that the card processor keeps already and that the step was not saved with, as its page was left."""
    row = setups.waiting_setup(access_quote(request, enrollment_id))
    if row is None:
        return ok({"result": None})
    return ok({"result": {"card_token": str(row.pk), "card": selectors.card_words(setups.facts_of(row))}})


@router.get(
    "/get-existing-bank-info",
    response=responses(schemas.ExistingBanks, business=True),
    operation_id="get_existing_bank_info",
)
def get_existing_bank_info(request: ApiRequest, enrollment_id: EnrollmentId) -> Answer:
    """Bank accounts an existing member pays from, masked. Empty for everyone else."""
    quote = access_quote(request, enrollment_id)
    return ok({"result": selectors.banks_of_member(quote)})


@router.get(
    "/get-existing-card-info",
    response=responses(schemas.ExistingCards, business=True),
    operation_id="get_existing_card_info",
)
def get_existing_card_info(request: ApiRequest, enrollment_id: EnrollmentId) -> Answer:
    """Cards an existing member pays with, masked; expired ones too, marked. Empty for everyone else."""
    quote = access_quote(request, enrollment_id)
    return ok({"result": selectors.cards_of_member(quote)})

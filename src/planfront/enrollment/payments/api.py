"""Calls of a member about their payments."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, cast

from django.utils.translation import gettext as _
from ninja import Router

from planfront.accounts.access import access_own_account
from planfront.accounts.acts import Act, does
from planfront.accounts.passwords import confirm_person, proof_asked
from planfront.audit.services import origin_of
from planfront.billing.schemas import CardSetupOut
from planfront.enrollment.forms import places
from planfront.enrollment.payments import change, reads, schemas
from planfront.integrations import cards
from planfront.kernel.http.envelope import Answer, ok, responses
from planfront.kernel.http.request import ApiRequest
from planfront.members.access import access_self

if TYPE_CHECKING:
    from planfront.accounts.models import VisitorSession
    from planfront.brands.models import Brand
    from planfront.enrollment.payments.reads import Paying
    from planfront.members.selectors import MemberFacts

router = Router(tags=["coverage"])
_ADDRESS = ("address1", "address2", "city", "state", "zip")


def _session_of(request: ApiRequest) -> VisitorSession:
    return cast("VisitorSession", request.visitor)


def _answer(request: ApiRequest, member: MemberFacts, paying: Sequence[Paying]) -> schemas.OwnPayments:
    return schemas.OwnPayments(
        payments=[
            schemas.build_payment(
                row,
                reads.name_instrument(row.instrument) if row.is_charged else "",
                reads.name_instrument(row.planned),
            )
            for row in paying
        ],
        offers=schemas.build_offers(change.list_offers(paying)),
        charges=[schemas.build_charge(row) for row in reads.list_charged(member)],
        typed_cards=cards.gateway().hosted is None,
        proof=proof_asked(access_own_account(request), _session_of(request)),
        home_address=places.line({name: getattr(member, name) for name in _ADDRESS}) if member.address1 else "",
    )


@router.get("/get-own-payments", response=responses(schemas.OwnPayments), operation_id="get_own_payments")
def get_own_payments(request: ApiRequest) -> Answer:
    """Return how the signed-in member pays: accounts masked, the next payments, and what was charged."""
    member = access_self(request)
    return ok(_answer(request, member, reads.load_paying(member)))


@router.post("/change-payment", response=responses(schemas.OwnPayments, business=True), operation_id="change_payment")
@does(Act.COVERAGE)
def change_payment(request: ApiRequest, body: schemas.PaymentChange) -> Answer:
    """Pay from another bank account or card, from the next payment that can still be changed on. ``termsDiffer`` where
    an amount or a day has moved since the offer was read."""
    member, user, origin = access_self(request), access_own_account(request), origin_of(request)
    confirm_person(user=user, session=_session_of(request), password=body.password, origin=origin)
    data = body.model_dump(exclude={"password"})
    paying = change.change_payment(brand=cast("Brand", request.brand), member=member, data=data, origin=origin)
    return ok(_answer(request, member, paying), _("Your new payment method is saved."))


@router.post("/begin-payment-card", response=responses(CardSetupOut, business=True), operation_id="begin_payment_card")
@does(Act.COVERAGE)
def begin_payment_card(request: ApiRequest, body: schemas.PaymentCard) -> Answer:
    """Begin to put a card into the card processor's vault, which the browser then confirms with it."""
    member = access_self(request)
    started = change.begin_card(member, request.build_absolute_uri(body.back), origin_of(request))
    return ok({"card_token": str(started.setup_id), "secret": started.secret, "redirect": started.redirect})

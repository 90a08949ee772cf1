"""Calls about paying that need no application."""

from __future__ import annotations

from dataclasses import asdict
from typing import Annotated, Any

from django.utils.translation import gettext as _
from ninja import Query, Router

from planfront.billing import schemas, selectors
from planfront.kernel.envelope import ok, responses
from planfront.kernel.http import ApiRequest
from planfront.kernel.schema import Token
from planfront.shopping.access import access_enrollment
from planfront.shopping.selectors import cart_snapshot

router = Router(tags=["billing"])
EnrollmentId = Annotated[Token, Query()]


def _payment(enrollment: Any) -> selectors.Payment:
    return selectors.payment_for(
        brand_id=enrollment.brand_id, group_id=enrollment.group_id, portal_id=enrollment.portal_id
    )


@router.get("/get-bill-date", response=responses(schemas.BillDates, business=True), operation_id="get_bill_date")
def get_bill_date(request: ApiRequest, enrollment_id: EnrollmentId) -> Any:
    """Days of the month to choose from."""
    enrollment = access_enrollment(request, enrollment_id)
    days = selectors.bill_days(enrollment.brand_id)
    return ok({"result": [{"bill_date": day, "value": str(day), "label": selectors.day_label(day)} for day in days]})


@router.get(
    "/get-payment-method",
    response=responses(schemas.MethodOut, business=True),
    operation_id="get_payment_method",
)
def get_payment_method(request: ApiRequest, enrollment_id: EnrollmentId) -> Any:
    """eft, cc, list, elist or stmt, as the group, portal or brand pays."""
    return ok({"result": _payment(access_enrollment(request, enrollment_id)).method})


@router.get(
    "/get-billing-text",
    response=responses(schemas.BillingText, business=True),
    operation_id="get_billing_text",
)
def get_billing_text(request: ApiRequest, enrollment_id: EnrollmentId) -> Any:
    """The EFT authorization with the amounts that will be charged."""
    enrollment = access_enrollment(request, enrollment_id)
    cart = cart_snapshot(enrollment)
    items = selectors.billing_items(
        _payment(enrollment).descriptor or enrollment.brand.name, cart.initial_month_cost, cart.recurring_month_cost
    )
    return ok({"text": "\n\n".join(items), "items": items, "tick_label": _("I authorize these payments.")})


@router.get(
    "/get-existing-bank-info",
    response=responses(schemas.ExistingBanks, business=True),
    operation_id="get_existing_bank_info",
)
def get_existing_bank_info(request: ApiRequest, enrollment_id: EnrollmentId) -> Any:
    """Bank accounts an existing member pays from, masked. Empty for everybody else."""
    enrollment = access_enrollment(request, enrollment_id)
    return ok({"result": [asdict(bank) for bank in selectors.banks_of_member(enrollment.member_id)]})


@router.get(
    "/get-existing-card-info",
    response=responses(schemas.ExistingCards, business=True),
    operation_id="get_existing_card_info",
)
def get_existing_card_info(request: ApiRequest, enrollment_id: EnrollmentId) -> Any:
    """Cards an existing member pays with. No card is ever stored here, so there is none to offer."""
    access_enrollment(request, enrollment_id)
    return ok({"result": []})

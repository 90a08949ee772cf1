"""The calls about dependents."""

from __future__ import annotations

from ninja import Router

from planfront.accounts.acts import Act, does
from planfront.enrollment.api.saved import SAVED, answer_saved
from planfront.enrollment.api.tabs import EnrollmentId
from planfront.enrollment.application.health_access import record_health_seen
from planfront.enrollment.application.visits import open_changing_visit, open_visit
from planfront.enrollment.forms import schemas as forms_schemas
from planfront.enrollment.pages import selectors
from planfront.enrollment.saving import dependents, tier_switch
from planfront.enrollment.saving.dependents import check_dependent, join_health
from planfront.enrollment.steps.dependent import schemas
from planfront.enrollment.steps.registry import DEPENDENT
from planfront.kernel.http.envelope import Answer, Nothing, ok, responses
from planfront.kernel.http.request import ApiRequest

router = Router(tags=["enrollment"])


@router.get(
    "/get-dependents-existing-user-enrollment",
    response=responses(schemas.DependentsResult, business=True),
    operation_id="get_dependents_existing_user_enrollment",
)
def get_dependents_existing_user_enrollment(request: ApiRequest, enrollment_id: EnrollmentId) -> Answer:
    """The dependents of the application; for an existing member without any yet, those on record."""
    visit = open_visit(request, enrollment_id)
    record_health_seen(request, visit.quote)
    return ok({"result": selectors.dependents_of(visit.quote, visit.side)})


@router.post(
    "/validate-single-dependent",
    response=responses(schemas.DependentChecked, business=True),
    operation_id="validate_single_dependent",
)
@does(Act.READ)
def validate_single_dependent(request: ApiRequest, body: schemas.SingleDependentBody) -> Answer:
    """Check one dependent; nothing is stored. Errors are named ``primary_info.…`` and ``health_info.…``."""
    visit = open_visit(request, body.enrollment_id)
    person = check_dependent(quote=visit.quote, person=join_health(body.model_dump()), side=visit.side)
    return ok({"dependent_id": person["dependent_id"], "relationship": person["relationship"]})


@router.post(
    "/save-dependent-info-to-temp",
    response=responses(schemas.DependentStaged, business=True),
    operation_id="save_dependent_info_to_temp",
)
@does(Act.SHOP)
def save_dependent_info_to_temp(request: ApiRequest, body: schemas.DependentsBody) -> Answer:
    """Store the list as it is (sets first_track). save-dependent-info checks that it fits the tier."""
    visit = open_visit(request, body.enrollment_id)
    version = dependents.stage_dependents(
        quote=visit.quote, data=body.model_dump(), version=body.version, origin=visit.origin, side=visit.side
    )
    record_health_seen(request, visit.quote)
    return ok({"version": version, "result": selectors.dependents_of(visit.quote, visit.side)})


@router.post("/save-dependent-info", response=SAVED, operation_id="save_dependent_info")
@does(Act.SHOP)
def save_dependent_info(request: ApiRequest, body: schemas.DependentsBody) -> Answer:
    """Take the list over. ``priceChanged`` when the spouse's birth date or the number of children changes prices."""
    visit = open_visit(request, body.enrollment_id)
    result = dependents.save_dependents(
        quote=visit.quote,
        data=body.model_dump(),
        version=body.version,
        accept_price=body.accept_price == "1",
        origin=visit.origin,
        side=visit.side,
    )
    return answer_saved(visit, body, DEPENDENT, result)


@router.get("/get-tier-change", response=responses(schemas.TierOffered, business=True), operation_id="get_tier_change")
def get_tier_change(request: ApiRequest, enrollment_id: EnrollmentId) -> Answer:
    """The tier that the list of dependents fits, with prices before and after; null where it fits the quoted one."""
    visit = open_visit(request, enrollment_id)
    return ok({"result": tier_switch.offer_tier_switch(visit.quote, visit.side)})


@router.post("/change-tier", response=responses(schemas.DependentStaged, business=True), operation_id="change_tier")
@does(Act.SHOP)
def change_tier(request: ApiRequest, body: schemas.TierBody) -> Answer:
    """Move quote, cart and list to the tier that get-tier-change offers. Plans that aren't sold in it leave the cart.
    ``priceChanged`` (data: the offer of now) when the total is another than ``accepted_total``."""
    visit = open_changing_visit(request, body.enrollment_id)
    changed, version = tier_switch.switch_tier(
        quote=visit.quote, tier=body.tier, accepted_total=body.accepted_total, origin=visit.origin, side=visit.side
    )
    return ok({"version": version, "result": selectors.dependents_of(changed, visit.side)})


@router.post(
    "/undo-tier-change", response=responses(schemas.DependentStaged, business=True), operation_id="undo_tier_change"
)
@does(Act.SHOP)
def undo_tier_change(request: ApiRequest, body: forms_schemas.ByEnrollment) -> Answer:
    """Take the last change of the tier back, plans that left the cart included, until the list is changed."""
    visit = open_changing_visit(request, body.enrollment_id)
    changed, version = tier_switch.undo_tier_switch(quote=visit.quote, origin=visit.origin, side=visit.side)
    return ok({"version": version, "result": selectors.dependents_of(changed, visit.side)})


@router.post(
    "/delete-dependent-in-IO", response=responses(Nothing, business=True), operation_id="delete_dependent_in_io"
)
@does(Act.SHOP)
def delete_dependent_in_io(request: ApiRequest, body: forms_schemas.ByEnrollment) -> Answer:
    """Forget the dependents of a Member Only enrollment."""
    visit = open_visit(request, body.enrollment_id)
    dependents.clear_dependents(quote=visit.quote, origin=visit.origin, side=visit.side)
    return ok()

"""Calls about two-step sign-in. Whatever weakens it asks for the password."""

from __future__ import annotations

from django.utils.translation import gettext as _
from ninja import Router

from planfront.accounts import factor, schemas
from planfront.accounts.access import access_own_account
from planfront.accounts.acts import Act, does
from planfront.accounts.passwords import confirm_password
from planfront.audit.services import origin_of
from planfront.kernel.http.envelope import Answer, Nothing, ok, responses
from planfront.kernel.http.request import ApiRequest

router = Router(tags=["account"])


@router.get("/account/second-factor", response=responses(schemas.FactorState), operation_id="second_factor_state")
def second_factor_state(request: ApiRequest) -> Answer:
    """Return whether two-step sign-in is on, and how many recovery codes are left."""
    result = factor.find_confirmed(access_own_account(request))
    return ok(schemas.FactorState(on=result is not None, codes_left=factor.codes_left(result) if result else 0))


@router.post(
    "/account/second-factor/start", response=responses(schemas.FactorSetUp), operation_id="second_factor_start"
)
@does(Act.OWN)
def second_factor_start(request: ApiRequest, body: schemas.OwnPassword) -> Answer:
    """A new key for an authenticator app. It counts once a code of it was confirmed."""
    user = access_own_account(request)
    confirm_password(user=user, password=body.password, origin=origin_of(request))
    result = factor.start_setup(user=user, issuer=request.brand.name)
    return ok(schemas.FactorSetUp(key=result.key, uri=result.uri, qr=result.qr))


@router.post(
    "/account/second-factor/confirm", response=responses(schemas.RecoveryCodes), operation_id="second_factor_confirm"
)
@does(Act.OWN)
def second_factor_confirm(request: ApiRequest, body: schemas.FactorCode) -> Answer:
    """Turn two-step sign-in on with a first code. The recovery codes in the answer are never shown again."""
    codes = factor.confirm_setup(user=access_own_account(request), code=body.code, origin=origin_of(request))
    return ok(schemas.RecoveryCodes(codes=codes), _("Two-step sign-in is on."))


@router.post(
    "/account/second-factor/codes", response=responses(schemas.RecoveryCodes), operation_id="second_factor_renew_codes"
)
@does(Act.OWN)
def second_factor_renew_codes(request: ApiRequest, body: schemas.OwnPassword) -> Answer:
    """New recovery codes; the old ones end."""
    user = access_own_account(request)
    confirm_password(user=user, password=body.password, origin=origin_of(request))
    return ok(schemas.RecoveryCodes(codes=factor.renew_codes(user=user, origin=origin_of(request))))


@router.post("/account/second-factor/off", response=responses(Nothing), operation_id="second_factor_off")
@does(Act.OWN)
def second_factor_off(request: ApiRequest, body: schemas.OwnPassword) -> Answer:
    """Turn two-step sign-in off."""
    user = access_own_account(request)
    confirm_password(user=user, password=body.password, origin=origin_of(request))
    factor.turn_off(user=user, origin=origin_of(request))
    return ok(message=_("Two-step sign-in is off."))

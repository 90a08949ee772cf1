"""Single sign-on: whether the brand offers it, the way to its provider, and the way back."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from django.http import HttpResponse
from ninja import Router

from planfront.accounts import schemas
from planfront.accounts.acts import Act, does
from planfront.accounts.device import device_name
from planfront.accounts.session_answer import SessionInfo, signed_in
from planfront.accounts.single_sign_on import services as sso
from planfront.audit.services import origin_of
from planfront.kernel.http.envelope import Answer, ok, responses
from planfront.kernel.http.request import ApiRequest

if TYPE_CHECKING:
    from planfront.accounts.models import VisitorSession

router = Router(tags=["session"])
_BACK = "/sign-in/single"


@router.get("/session/sign-on", response=responses(schemas.SignOnOffer), operation_id="get_single_sign_on")
def get_single_sign_on(request: ApiRequest) -> Answer:
    """Return the provider that the sign-in page offers beside the password."""
    provider = sso.provider_of(request.brand.id)
    return ok(schemas.SignOnOffer(name=provider.name if provider else ""))


@router.post(
    "/session/sign-on", response=responses(schemas.SignOnAddress, business=True), operation_id="begin_single_sign_on"
)
@does(Act.OWN)
def begin_single_sign_on(request: ApiRequest) -> Answer:
    """Return the address where the browser signs in. 404 where single sign-on is off; errorCode ``ssoUnavailable`` when
    the provider can't be reached."""
    url = sso.begin(
        brand_id=request.brand.id,
        session=cast("VisitorSession", request.visitor),
        redirect_uri=request.build_absolute_uri(_BACK),
        origin=origin_of(request),
    )
    return ok(schemas.SignOnAddress(url=url))


@router.post(
    "/session/sign-on/confirm", response=responses(SessionInfo, business=True), operation_id="finish_single_sign_on"
)
@does(Act.OWN)
def finish_single_sign_on(request: ApiRequest, response: HttpResponse, body: schemas.SignOnReturn) -> Answer:
    """Sign in with what the provider sent back, once. errorCode ``ssoRefused`` when it signs in no account of the
    brand, ``secondFactor`` as a sign-in by password does."""
    started = sso.finish(
        brand_id=request.brand.id,
        session=cast("VisitorSession", request.visitor),
        state=body.state,
        code=body.code,
        origin=origin_of(request),
        device=device_name(request.headers.get("User-Agent", "")),
    )
    return signed_in(request, response, started)

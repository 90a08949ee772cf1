"""Calls around links in mail: new passwords, sign-in links, new addresses. None tells whether an account exists."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from django.http import HttpResponse
from django.utils.translation import gettext as _
from ninja import Router

from planfront.accounts import schemas
from planfront.accounts.access import brand_of, checked_email
from planfront.accounts.acts import Act, does
from planfront.accounts.device import device_name
from planfront.accounts.mailtokens import Purpose, look_up
from planfront.accounts.session_answer import SessionInfo, signed_in
from planfront.accounts.sign_in_by_mail import services
from planfront.accounts.sign_in_by_mail.masks import masked_email
from planfront.audit.services import origin_of
from planfront.kernel.http.envelope import Answer, Nothing, ok, responses
from planfront.kernel.http.request import ApiRequest

if TYPE_CHECKING:
    from planfront.accounts.models import VisitorSession

router = Router(tags=["session"])


@router.post("/session/reset", response=responses(Nothing), operation_id="request_password_reset")
@does(Act.OWN)
def request_password_reset(request: ApiRequest, body: schemas.Address) -> Answer:
    """Email a link to set a new password. The answer is the same for addresses that are no account's."""
    services.reset_request(brand=brand_of(request), email=checked_email(body.email), origin=origin_of(request))
    return ok(message=_("If this address has an account here, we've emailed a link to it."))


@router.post("/session/reset/confirm", response=responses(Nothing), operation_id="set_password_by_link")
@does(Act.OWN)
def set_password_by_link(request: ApiRequest, body: schemas.NewPassword) -> Answer:
    """Set the password with the link of a reset or an invitation. All sessions of the account end."""
    services.reset_password_by_link(
        brand=brand_of(request), secret=body.token, password=body.password, origin=origin_of(request)
    )
    return ok(message=_("Your password is set. Sign in with it."))


@router.post("/session/link", response=responses(Nothing), operation_id="request_sign_in_link")
@does(Act.OWN)
def request_sign_in_link(request: ApiRequest, body: schemas.Address) -> Answer:
    """Email a member a link to sign in. The answer is the same for every address."""
    services.link_request(brand=brand_of(request), email=checked_email(body.email), origin=origin_of(request))
    return ok(message=_("If this address belongs to a member here, we've emailed a sign-in link to it."))


@router.post("/session/link/info", response=responses(schemas.LinkInfo), operation_id="describe_mailed_link")
@does(Act.OWN)
def describe_mailed_link(request: ApiRequest, body: schemas.Link) -> Answer:
    """Describe the purpose of an emailed link, so that its page can ask before it does anything. 404 once it has
    ended."""
    result = look_up(secret=body.token, brand_id=request.brand.id, purposes=tuple(Purpose))
    return ok(schemas.LinkInfo(purpose=result.purpose, email=masked_email(result.email)))


@router.post("/session/link/confirm", response=responses(SessionInfo, business=True), operation_id="sign_in_by_link")
@does(Act.OWN)
def sign_in_by_link(request: ApiRequest, response: HttpResponse, body: schemas.Link) -> Answer:
    """Sign the member in, on whatever device the link was opened. Older tokens of the session end. errorCode
    ``secondFactor`` as a sign-in by password does; the link has ended then."""
    started = services.sign_in_by_link(
        brand=brand_of(request),
        session=cast("VisitorSession", request.visitor),
        secret=body.token,
        origin=origin_of(request),
        device=device_name(request.headers.get("User-Agent", "")),
    )
    return signed_in(request, response, started)


@router.post("/session/email/confirm", response=responses(schemas.EmailConfirmed), operation_id="confirm_new_email")
@does(Act.OWN)
def confirm_new_email(request: ApiRequest, body: schemas.Link) -> Answer:
    """Make the new address count that the link was sent to."""
    email = services.confirm_email_by_link(brand=brand_of(request), secret=body.token, origin=origin_of(request))
    return ok(schemas.EmailConfirmed(email=email), _("From now on, sign in with your new address."))

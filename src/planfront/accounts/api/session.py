"""Session calls: start or continue a visitor session, sign in, sign out."""

from __future__ import annotations

from typing import cast

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from ninja import Router
from pydantic import BaseModel, Field

from planfront.accounts import schemas, services
from planfront.accounts.acts import Act, does
from planfront.accounts.device import device_name
from planfront.accounts.models import VisitorSession
from planfront.accounts.party import party_of
from planfront.accounts.passwords import proof_asked
from planfront.accounts.selectors import user_by_id
from planfront.accounts.session_answer import SessionInfo, describe_session, set_session_cookie, signed_in
from planfront.audit.services import origin_of
from planfront.kernel.errors import Forbidden
from planfront.kernel.http.envelope import Answer, Nothing, ok, responses
from planfront.kernel.http.request import ApiRequest, client_ip
from planfront.kernel.text.parse import show_phone

router = Router()


class SignIn(BaseModel):
    email: str = Field(max_length=254)
    password: str = Field(max_length=256)


class SecondStep(BaseModel):
    ticket: str = Field(min_length=1, max_length=400)
    code: str = Field(
        max_length=40, description="Code of the authenticator app, or a recovery code.", examples=["482913"]
    )


@router.post("/session", auth=None, response=responses(SessionInfo), operation_id="start_session")
@does(Act.OWN)
def start_session(request: HttpRequest, response: HttpResponse) -> Answer:
    """Start a visitor session, or continue the one of the browser's cookie, and return its token."""
    if request.headers.get("Sec-Fetch-Site", "same-origin") not in {"same-origin", "none"}:
        raise Forbidden
    started = services.start_session(
        brand_id=cast(ApiRequest, request).brand.id,
        cookie=request.COOKIES.get(settings.VISITOR_COOKIE, ""),
        # Only browsers send this header, and pages can't forge it.
        bound="Sec-Fetch-Mode" in request.headers,
        ip=client_ip(request),
    )
    if started.cookie:
        set_session_cookie(response, started.cookie)
    return ok(describe_session(started.session))


@router.post("/session/sign-in", response=responses(SessionInfo, business=True), operation_id="sign_in")
@does(Act.OWN)
def sign_in(request: ApiRequest, response: HttpResponse, body: SignIn) -> Answer:
    """Make this session a rep's, group administrator's, member's or staff session. Older tokens end.

    With two-step sign-in the answer is the errorCode ``secondFactor`` with ``data.ticket`` for the second call.
    """
    session = cast(VisitorSession, request.visitor)
    started = services.sign_in(
        session=session,
        email=body.email,
        password=body.password,
        origin=origin_of(request),
        device=device_name(request.headers.get("User-Agent", "")),
    )
    return signed_in(request, response, started)


@router.post("/session/second-factor", response=responses(SessionInfo), operation_id="sign_in_second_factor")
@does(Act.OWN)
def sign_in_second_factor(request: ApiRequest, response: HttpResponse, body: SecondStep) -> Answer:
    """The second step of a sign-in: a code of the authenticator app or a recovery code, within five minutes."""
    started = services.sign_in_second(
        session=cast(VisitorSession, request.visitor),
        ticket=body.ticket,
        code=body.code,
        origin=origin_of(request),
        device=device_name(request.headers.get("User-Agent", "")),
    )
    return signed_in(request, response, started)


@router.get("/session/me", response=responses(schemas.Who), operation_id="session_me")
def session_me(request: ApiRequest) -> Answer:
    """Role, name and own ids of the signed-in person; role "visitor" and nothing else before a sign-in."""
    user = user_by_id(request.actor.user_id)
    party = party_of(request.brand.id, request.actor)
    return ok(
        schemas.Who(
            role=request.actor.kind,
            name=(user.name if user else "") or party.name,
            email=user.email if user else "",
            proof=proof_asked(user, cast(VisitorSession, request.visitor)) if user else "none",
            agent_id=party.agent_id,
            group_id=party.group_id,
            user_id=party.user_id,
            party=party.name,
            code=party.code,
            contact_email=party.email,
            contact_phone=show_phone(party.phone),
        )
    )


@router.post("/session/stay", response=responses(Nothing), operation_id="stay_signed_in")
@does(Act.OWN)
def stay_signed_in(request: ApiRequest) -> Answer:
    """Keep a person signed in for another 15 minutes who works on a page that makes no calls."""
    return ok()


@router.post("/session/time-out", response=responses(Nothing), operation_id="time_out_session")
@does(Act.OWN)
def time_out_session(request: ApiRequest) -> Answer:
    """End the sign-in after 15 minutes without work. Unfinished work waits for the same person in this browser."""
    services.time_out(session=cast(VisitorSession, request.visitor), origin=origin_of(request))
    return ok()


@router.post("/session/sign-out", response=responses(Nothing), operation_id="sign_out")
@does(Act.OWN)
def sign_out(request: ApiRequest, response: HttpResponse) -> Answer:
    """End the session."""
    services.sign_out(session=cast(VisitorSession, request.visitor), origin=origin_of(request))
    response.delete_cookie(settings.VISITOR_COOKIE, samesite="Strict")
    return ok()

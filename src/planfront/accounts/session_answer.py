"""The answer of calls that start a session or sign a person in."""

from __future__ import annotations

from typing import cast

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from pydantic import BaseModel, Field

from planfront.accounts import services, tokens, trusted_devices
from planfront.accounts.models import User, VisitorSession
from planfront.kernel.http.envelope import Answer, ok


class SessionInfo(BaseModel):
    """``role`` is visitor, rep, group, member or staff."""

    token: str = Field(
        description="Goes into Authorization: Bearer of every other call.", examples=["eyJhbGciOi.example"]
    )
    role: str
    name: str


def describe_session(session: VisitorSession) -> SessionInfo:
    user = session.user
    return SessionInfo(
        token=tokens.issue(session),
        role=user.role if user else "visitor",
        name=user.name if user else "",
    )


def set_session_cookie(response: HttpResponse, value: str) -> None:
    response.set_cookie(
        settings.VISITOR_COOKIE,
        value,
        max_age=settings.VISITOR_SESSION_DAYS * 86400,
        httponly=True,
        samesite="Strict",
        secure=settings.ENV.https,
    )


def signed_in(request: HttpRequest, response: HttpResponse, started: services.Started) -> Answer:
    """Return the answer of every call that signs a person in: the new token, with the new cookie beside it.

    From now on the browser is one of the account's own.
    """
    set_session_cookie(response, started.cookie or "")
    trusted_devices.remember(request, response, cast(User, started.session.user))
    return ok(describe_session(started.session))

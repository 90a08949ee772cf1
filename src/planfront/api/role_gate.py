"""The gate that asks what a call does before it runs: by the kind of session and the role (``accounts.acts``)."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, cast

from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _
from ninja.operation import Operation

from planfront.accounts.acts import Act, declared_act, may_do
from planfront.kernel.errors import Forbidden, NotFound
from planfront.kernel.http.reader import read_by
from planfront.kernel.http.request import ApiRequest

View = Callable[..., Any]
_LOOKS_ONLY = _("Your staff role can view this but not change it.")


def check_role(view: View) -> View:
    """Wrap an operation, after authentication, and write its answer for who asks. Raises Forbidden for staff whose role
    may not do it, and NotFound for other kinds of sessions it isn't for."""
    act = declared_act(view) or Act.READ

    @wraps(view)
    def checked(request: HttpRequest, *args: Any, **values: Any) -> Any:
        actor = getattr(cast(ApiRequest, request), "actor", None)  # none in a call that takes no token
        if actor is not None and not may_do(actor, act):
            raise Forbidden(_LOOKS_ONLY) if actor.kind == "staff" else NotFound
        with read_by(actor.kind if actor is not None else ""):
            return view(request, *args, **values)

    return checked


def require_declaration(operation: Operation) -> None:
    """Raise TypeError for a call that may change something and doesn't say what."""
    if declared_act(operation.view_func) is None and set(operation.methods) - {"GET"}:
        raise TypeError(f"Declare what {operation.operation_id} does, with accounts.acts.does.")

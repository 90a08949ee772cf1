"""The headers ``agent_id``, ``group_id`` and ``uid``: the people a request is about. They are never authority.

A header that names someone this session may not see gives 404, with the header's name in ``data.header``. Good ones are
remembered for a short while, so that the calls of a page don't read the same three rows each time.
"""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable
from functools import wraps
from typing import Any

from django.http import HttpRequest

from planfront.kernel.errors import NotFound
from planfront.kernel.http.request import ApiRequest
from planfront.kernel.memory import caches
from planfront.members.access import access_member
from planfront.members.selectors import member_of_user
from planfront.parties.access import access_agent, access_group

View = Callable[..., Any]
_REMEMBERED_SECONDS, _REMEMBERED_AT_MOST = 60.0, 10_000
_LARGEST_ID = 2_147_483_647
_passed: OrderedDict[tuple[object, ...], float] = OrderedDict()
caches.CLEAR_CACHE.connect(_passed.clear, key=__name__)


class HeaderMismatch(NotFound):
    """A context header that names no one this session may see."""

    def __init__(self, header: str) -> None:
        super().__init__()
        self.current = {"header": header}


def check_context_headers(view: View) -> View:
    """Wrap an operation, after authentication. Raises HeaderMismatch."""

    @wraps(view)
    def checked(request: HttpRequest, *args: Any, **values: Any) -> Any:
        if sent := _sent_headers(request):
            _check_headers(request, sent)  # type: ignore[arg-type]
        return view(request, *args, **values)

    return checked


def _sent_headers(request: HttpRequest) -> dict[str, str]:
    if not hasattr(request, "actor"):
        return {}  # a call that takes no token
    values = ((header, request.META.get(f"HTTP_{header.upper()}", "").strip()) for header in _GATES)
    return {header: value for header, value in values if value}


def _check_headers(request: ApiRequest, sent: dict[str, str]) -> None:
    key = (request.visitor.id, request.actor.kind, request.actor.user_id, *sent.items())
    time_now = time.monotonic()
    if _passed.get(key, 0.0) > time_now:
        return
    for header, value in sent.items():
        if not value.isdecimal() or not 0 < int(value) <= _LARGEST_ID or not _GATES[header](request, int(value)):
            raise HeaderMismatch(header)
    _passed[key] = time_now + _REMEMBERED_SECONDS
    while len(_passed) > _REMEMBERED_AT_MOST:
        _passed.popitem(last=False)


def _is_let_in_by(gate: Callable[[ApiRequest, int], object]) -> Callable[[ApiRequest, int], bool]:
    def passes(request: ApiRequest, row_id: int) -> bool:
        try:
            gate(request, row_id)
        except NotFound:
            return False
        return True

    return passes


def _is_group_seen(request: ApiRequest, group_id: int) -> bool:
    if _is_let_in_by(access_group)(request, group_id):
        return True
    member = member_of_user(request.brand.id, request.actor.user_id) if request.actor.kind == "member" else None
    return member is not None and member.group_id == group_id


_GATES: dict[str, Callable[[ApiRequest, int], bool]] = {
    "agent_id": _is_let_in_by(access_agent),
    "group_id": _is_group_seen,
    "uid": _is_let_in_by(access_member),
}

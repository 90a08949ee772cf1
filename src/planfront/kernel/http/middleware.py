"""Guards around every request: hostile bytes, CSRF where cookies alone carry authority."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any

from django.core.exceptions import RequestDataTooBig
from django.http import HttpRequest, HttpResponse, HttpResponseForbidden, JsonResponse
from django.http.response import HttpResponseBase
from django.middleware.csrf import CsrfViewMiddleware
from django.utils.translation import gettext as _

from planfront.kernel.http.envelope import refusal

_WITH_BODY = {"POST", "PUT", "PATCH", "DELETE"}
GetResponse = Callable[[HttpRequest], HttpResponse]


def _refuse(status: int, message: str, target: str = "") -> JsonResponse:
    items = [{"target_element": target, "error_message": message}] if target else None
    return JsonResponse(refusal(status, message, items), status=status)


def _is_storable(body: bytes) -> bool:
    """Return True when both databases can store every text of a JSON body: no NUL, no half of a surrogate pair."""
    if b"\x00" in body or b"\\u0000" in body:
        return False
    if b"\\ud" not in body and b"\\uD" not in body:
        return True
    try:
        json.dumps(json.loads(body), ensure_ascii=False).encode()
    except (UnicodeEncodeError, RecursionError):
        return False
    except ValueError:
        return True  # not JSON at all: the API says so itself
    return True


def _is_unstorable(text: str) -> bool:
    return "\x00" in text or any("\ud800" <= ch <= "\udfff" for ch in text)


def _unstorable_fields(value: Any, path: str = "") -> Iterator[str]:
    """Yield the dotted names of values in a JSON body that can't be stored."""
    if isinstance(value, str) and _is_unstorable(value):
        yield path
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for name, item in inner:
        yield from _unstorable_fields(item, f"{path}.{name}".lstrip("."))


def _unstorable_field(request: HttpRequest) -> str:
    """Return the field that can't be stored; "body" where none can be named."""
    fields = [name for name, text in request.GET.items() if _is_unstorable(str(text))]
    with suppress(ValueError, RecursionError, RequestDataTooBig):
        fields += _unstorable_fields(json.loads(request.body, strict=False))
    return next((name for name in fields if name and not _is_unstorable(name)), "body")


def guard(get_response: GetResponse) -> GetResponse:
    """Refuse oversized bodies and characters that can't be stored before any parsing."""

    def middleware(request: HttpRequest) -> HttpResponse:
        unstorable = "\x00" in request.path or "%00" in request.META.get("QUERY_STRING", "")
        if request.method in _WITH_BODY and request.content_type != "multipart/form-data":
            try:
                unstorable = unstorable or not _is_storable(request.body)
            except RequestDataTooBig:
                return _refuse(413, _("The request is too large."))
        if unstorable:
            return _refuse(422, _("The request has characters that can't be stored."), _unstorable_field(request))
        return get_response(request)

    return middleware


class csrf_outside_api(CsrfViewMiddleware):  # noqa: N801 - named in MIDDLEWARE beside functions
    """Django's CSRF check for the pages that rely on a cookie alone.

    API calls need a bearer token that other sites can't read, so the cookie gives them nothing to forge with.
    """

    def process_view(
        self,
        request: HttpRequest,
        callback: Callable[..., HttpResponseBase],
        callback_args: tuple[Any, ...],
        callback_kwargs: dict[str, Any],
    ) -> HttpResponseForbidden | None:
        if not request.path.startswith("/backoffice/"):
            return None
        return super().process_view(request, callback, callback_args, callback_kwargs)

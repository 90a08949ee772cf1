"""The common part of all answers of the API, below /api/ and at the root."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.urls import Resolver404, resolve
from django.utils.translation import gettext as _

from planfront.kernel.http.envelope import refusal
from planfront.kernel.http.throttle import Allowance, noting_allowances

GetResponse = Callable[[HttpRequest], HttpResponse]


def wire_form(get_response: GetResponse) -> GetResponse:
    """Answers may hold a person's data, so they aren't cached; a wrong method is refused in the envelope, too.

    HEAD answers as GET does, without the body. ``RateLimit`` headers state the limits that a call met.
    """

    def middleware(request: HttpRequest) -> HttpResponse:
        without_body = request.method == "HEAD" and _is_api_address(request)
        if without_body:
            request.method = "GET"
        with noting_allowances() as allowances:
            response = get_response(request)
        if without_body:
            request.method = "HEAD"
        if not _belongs_to_api(request):
            return response
        if response.status_code == 405 and not response.headers["Content-Type"].startswith("application/json"):
            response = _method_not_allowed(response.headers["Allow"])
        response.headers.setdefault("Cache-Control", "no-store")
        _add_limit_headers(response, allowances)
        if without_body:
            _drop_body(response)
        return response

    return middleware


def _belongs_to_api(request: HttpRequest) -> bool:
    """Return whether the address belongs to the API, even one below /api/ without a call."""
    match = request.resolver_match
    return request.path.startswith("/api/") or (match is not None and "api" in match.namespaces)


def _is_api_address(request: HttpRequest) -> bool:
    """Return the same before the request is resolved."""
    if request.path.startswith("/api/"):
        return True
    try:
        return "api" in resolve(request.path_info).namespaces
    except Resolver404:
        return False


def _method_not_allowed(allowed: str) -> HttpResponse:
    methods = f"{allowed}, HEAD" if "GET" in allowed.split(", ") else allowed
    return JsonResponse(refusal(405, _("This call takes another method.")), status=405, headers={"Allow": methods})


def _add_limit_headers(response: HttpResponse, allowances: list[Allowance]) -> None:
    """``RateLimit-Policy`` and ``RateLimit`` as the IETF's draft of that name has them: one item for each limit."""
    if allowances:
        policies = (f'"{limit.scope}";q={limit.limit};w={limit.window}' for limit in allowances)
        response.headers["RateLimit-Policy"] = ", ".join(policies)
        response.headers["RateLimit"] = ", ".join(
            f'"{limit.scope}";r={limit.remaining};t={limit.reset}' for limit in allowances
        )


def _drop_body(response: HttpResponse) -> None:
    length = len(response.content)
    response.content = b""
    response.headers["Content-Length"] = str(length)

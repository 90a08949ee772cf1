"""First thing a request meets: which brand is this host?"""

from __future__ import annotations

from collections.abc import Callable

from django.conf import settings
from django.core.exceptions import DisallowedHost
from django.http import HttpRequest, HttpResponse
from django.http.request import split_domain_port

from planfront.brands import unopened
from planfront.brands.selectors import brand_for_host
from planfront.kernel.observing import PROBES

GetResponse = Callable[[HttpRequest], HttpResponse]

_UNKNOWN = (
    "<!doctype html><html lang=en><meta charset=utf-8><title>400 Bad Request</title>"
    "<h1>Bad Request</h1><p>This address is not served here.</p></html>\n"
)


def host_of(request: HttpRequest) -> str:
    """Host name without port, "" when the header is malformed."""
    # ./run dev puts Vite's server in front, which can't keep the Host header.
    forwarded = request.headers.get("X-Forwarded-Host", "") if settings.DEBUG else ""
    try:
        return split_domain_port(forwarded or request.get_host())[0].rstrip(".")
    except DisallowedHost:
        return ""


def _refuse() -> HttpResponse:
    response = HttpResponse(_UNKNOWN, status=400)
    response.headers["Cache-Control"] = "no-store"
    return response


def brand_by_host(get_response: GetResponse) -> GetResponse:
    """Set ``request.brand``; answer hosts that belong to no brand that is open with a plain 400 page."""

    def middleware(request: HttpRequest) -> HttpResponse:
        if request.path in PROBES:
            return get_response(request)
        host = host_of(request)
        brand = brand_for_host(host)
        if brand is None:
            return unopened.answer(request, host, get_response) or _refuse()
        request.brand = brand  # type: ignore[attr-defined]
        return get_response(request)

    return middleware

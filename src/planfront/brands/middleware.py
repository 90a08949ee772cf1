"""First thing a request meets: which brand is this host? The back office has a host of its own, and before there is any
brand every host says how to begin."""

from __future__ import annotations

from collections.abc import Callable

from django.conf import settings
from django.core.exceptions import DisallowedHost
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.http.request import split_domain_port
from django.template.loader import render_to_string
from django.utils.translation import get_language_from_request, override

from planfront.brands import unopened
from planfront.brands.selectors import any_brand, brand_for_host
from planfront.kernel.observing.requests import PROBES

GetResponse = Callable[[HttpRequest], HttpResponse]

_OF_OFFICE = ("/backoffice/", "/media/carrier/")
_RETRY = 600
"""Seconds until a caller may look again whether there is a brand."""
_UNKNOWN = (
    "<!doctype html><html lang=en><meta charset=utf-8><title>400 Bad Request</title>"
    "<h1>Bad Request</h1><p>This address is not served here.</p>"
    "<p>If you work for a store that isn't public yet, open it from the back office: Brands, then Preview.</p></html>\n"
)


def host_of(request: HttpRequest) -> str:
    """Host name without port, "" when the header is malformed."""
    # ./run dev puts Vite's server in front, which can't keep the Host header.
    forwarded = request.headers.get("X-Forwarded-Host", "") if settings.DEBUG else ""
    try:
        return split_domain_port(forwarded or request.get_host())[0].rstrip(".")
    except DisallowedHost:
        return ""


def _unknown_host_page() -> HttpResponse:
    response = HttpResponse(_UNKNOWN, status=400)
    response.headers["Cache-Control"] = "no-store"
    return response


def _without_brand(request: HttpRequest, host: str, get_response: GetResponse) -> HttpResponse:
    if settings.BACKOFFICE_HOST and host.lower() == settings.BACKOFFICE_HOST:
        return _to_office(request, get_response)
    if not any_brand():
        return _say_how_to_begin(request)
    return unopened.respond_to_staff(request, host, get_response) or _unknown_host_page()


def _to_office(request: HttpRequest, get_response: GetResponse) -> HttpResponse:
    """The back office on its own host, with the logos of carriers that it shows; nothing of a store."""
    if request.path.startswith(_OF_OFFICE):
        return get_response(request)
    return HttpResponseRedirect(settings.LOGIN_REDIRECT_URL) if request.path == "/" else _unknown_host_page()


def _say_how_to_begin(request: HttpRequest) -> HttpResponse:
    """Answer any host of an installation without a brand with the steps to begin."""
    language = get_language_from_request(request)
    with override(language):
        context = {"language": language, "has_office": bool(settings.BACKOFFICE_HOST)}
        response = HttpResponse(render_to_string("brands/first_page.html", context), status=503)
    response.headers["Cache-Control"] = "no-store"
    response.headers["Retry-After"] = str(_RETRY)
    return response


def brand_by_host(get_response: GetResponse) -> GetResponse:
    """Set ``request.brand``; answer hosts that belong to no brand that is public with a plain 400 page."""

    def middleware(request: HttpRequest) -> HttpResponse:
        if request.path in PROBES:
            return get_response(request)
        host = host_of(request)
        brand = brand_for_host(host)
        if brand is None:
            return _without_brand(request, host, get_response)
        request.brand = brand  # type: ignore[attr-defined]
        return get_response(request)

    return middleware

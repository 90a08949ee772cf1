"""The headers that every answer carries: what a browser may load, embed and remember of it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable

from django.conf import settings
from django.http import HttpRequest, HttpResponse

GetResponse = Callable[[HttpRequest], HttpResponse]

_ORIGIN = re.compile(r"https?://(\*\.)?[A-Za-z0-9.-]+(:\d{1,5})?")
CSP = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; "
    "font-src 'self'; media-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'self'; "
    "frame-ancestors 'none'"
)


def widen_policy(*, scripts: Iterable[str] = (), frames: Iterable[str] = (), connects: Iterable[str] = ()) -> str:
    """Return the policy of a page that may also load scripts from these origins, show frames of them and connect to
    them.

    Raises ValueError for a text that is no origin.
    """
    policy = CSP
    for directive, origins in (("script-src", tuple(scripts)), ("connect-src", tuple(connects))):
        policy = policy.replace(f"{directive} 'self'", " ".join([f"{directive} 'self'", *map(_origin, origins)]))
    listed = " ".join(map(_origin, frames))
    return f"{policy}; frame-src {listed}" if listed else policy


def _origin(text: str) -> str:
    if not _ORIGIN.fullmatch(text):
        raise ValueError(f"{text} is no origin")
    return text


# Mails that the back office shows are frames of its own pages.
CSP_OFFICE = f"{CSP}; frame-src 'self'"
# The location banner asks for the place; nothing else of a device is asked for.
PERMISSIONS = ", ".join(
    [
        "geolocation=(self)",
        *(
            f"{feature}=()"
            for feature in (
                "accelerometer",
                "camera",
                "display-capture",
                "gyroscope",
                "magnetometer",
                "microphone",
                "midi",
                "payment",
                "serial",
                "usb",
                "xr-spatial-tracking",
            )
        ),
    ]
)
_FILES = "/static/"
# Pictures are also listed in mail, by whatever page reads it.
_PUBLIC = ("/media/", _FILES)


def transport_security() -> str:
    """Return the value of Strict-Transport-Security; empty where the store isn't reached by HTTPS, or by
    HSTS_SECONDS=0."""
    env = settings.ENV
    if not env.https or not env.hsts_seconds:
        return ""
    return f"max-age={env.hsts_seconds}{'; includeSubDomains' if env.hsts_subdomains else ''}"


def security_headers(get_response: GetResponse) -> GetResponse:
    """Add the headers to every answer, as the outermost middleware. A value that a view has set stays."""
    transport = transport_security()

    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        default = response.headers.setdefault
        if not request.path.startswith(_FILES):
            default("Content-Security-Policy", CSP_OFFICE if request.path.startswith("/backoffice/") else CSP)
        default("Referrer-Policy", "same-origin")
        default("X-Content-Type-Options", "nosniff")
        default("Permissions-Policy", PERMISSIONS)
        default("Cross-Origin-Opener-Policy", "same-origin")
        default("Cross-Origin-Resource-Policy", "cross-origin" if request.path.startswith(_PUBLIC) else "same-origin")
        if transport and request.is_secure():
            default("Strict-Transport-Security", transport)
        if request.path.startswith("/api/"):
            default("Cache-Control", "no-store")
        return response

    return middleware

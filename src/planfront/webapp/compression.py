"""Answers that are text travel compressed; pictures and fonts already are."""

from __future__ import annotations

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.middleware.gzip import GZipMiddleware, re_accepts_gzip

_TEXT = ("text/", "application/json", "application/manifest+json", "application/xml", "image/svg+xml")


def accepts_gzip(request: HttpRequest) -> bool:
    return bool(re_accepts_gzip.search(request.headers.get("Accept-Encoding", "")))


class CompressText(GZipMiddleware):
    """Stands outside of WhiteNoise, so that it also reaches pictures in SVG that have no compressed sibling."""

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        if not response.headers.get("Content-Type", "").startswith(_TEXT):
            return response
        return super().process_response(request, response)

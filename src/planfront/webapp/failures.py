"""Answers to requests that fail outside of every call: in a middleware, or while a page is drawn."""

from __future__ import annotations

import sys

from django.db import InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.template.loader import render_to_string
from django.utils.translation import get_language_from_request, override

from planfront.api.errors import FAILED
from planfront.kernel.errors import Busy
from planfront.kernel.files.storages import StorageUnavailable
from planfront.kernel.http.envelope import refusal
from planfront.kernel.http.headers import CSP
from planfront.kernel.http.repeating import is_passing, mark


def server_error(request: HttpRequest) -> HttpResponse:
    """503 while the database or the store of files is away, else 500: in the API's form below /api/, else as a page.

    The page asks nothing of the database, so it knows no brand.
    """
    # What failed may stand before the middleware that chooses the language.
    language = get_language_from_request(request)
    with override(language):
        return _answer(request, language)


def _answer(request: HttpRequest, language: str) -> HttpResponse:
    error = sys.exc_info()[1]
    away = isinstance(error, OperationalError | InterfaceError | StorageUnavailable) or is_passing(error)
    status, message = (Busy.status, str(Busy.default)) if away else (500, str(FAILED))
    if isinstance(error, StorageUnavailable):
        message = str(error.message)
    if request.path.startswith("/api/"):
        response: HttpResponse = JsonResponse(refusal(status, message), status=status)
    else:
        html = render_to_string("webapp/failure.html", {"message": message, "language": language})
        response = HttpResponse(html, status=status)
    if away:
        response.headers["Retry-After"] = str(Busy.retry_after)
    # The middleware that sets these for every other answer may have failed.
    response.headers["Content-Security-Policy"] = CSP
    response.headers["Cache-Control"] = "no-store"
    return mark(response, error)

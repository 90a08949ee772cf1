"""Every failure's one wire form. Nothing outside this module builds an error answer."""

from __future__ import annotations

import logging
from collections.abc import Callable
from functools import partial
from typing import Any

from django.conf import settings
from django.core.exceptions import RequestDataTooBig
from django.db import InterfaceError, InternalError, OperationalError
from django.http import Http404, HttpRequest, HttpResponse
from django.utils.translation import gettext_lazy
from ninja import NinjaAPI
from ninja.errors import AuthenticationError, HttpError, ValidationError

from planfront.kernel import errors
from planfront.kernel.http.envelope import refusal
from planfront.kernel.http.repeating import is_passing, mark
from planfront.kernel.text import texts

logger = logging.getLogger(__name__)

NO_TOKEN = gettext_lazy("This call needs a token: send the one of POST /api/v1/session as Authorization: Bearer.")
NOT_JSON = gettext_lazy("The body is not valid JSON.")
FAILED = gettext_lazy("Something went wrong on our side. Nothing you entered is lost.")
Handler = Callable[[NinjaAPI, HttpRequest, Any], HttpResponse]
_WRAPPERS = {"body", "query", "path", "form", "header", "cookie"}


def _error_response(api: NinjaAPI, request: HttpRequest, status: int, message: Any, data: Any = None) -> HttpResponse:
    response = api.create_response(request, refusal(status, message, data), status=status)
    if status == 401:
        response.headers["WWW-Authenticate"] = _challenge(request)
    return response


def _challenge(request: HttpRequest) -> str:
    """Return how to authenticate (RFC 6750): a sent token has expired, or none was sent."""
    return 'Bearer realm="planfront", error="invalid_token"' if _sent_token(request) else 'Bearer realm="planfront"'


def _sent_token(request: HttpRequest) -> bool:
    return bool(request.headers.get("Authorization", "").partition(" ")[2].strip())


def target(location: tuple[Any, ...]) -> str:
    """Dotted field name of a pydantic location: ("body", "payload", "zip") -> "zip"."""
    # ninja puts the parameter's own name in front of body fields.
    skipped = 0 if not location or location[0] not in _WRAPPERS else 2 if location[0] == "body" else 1
    return ".".join(str(part) for part in location[skipped:]) or "body"


def item(problem: dict[str, Any]) -> dict[str, str]:
    text = NOT_JSON if problem["type"] == "json_invalid" else texts.of_problem(problem["type"])
    return {"target_element": target(tuple(problem["loc"])), "error_message": str(text)}


def _app_error(api: NinjaAPI, request: HttpRequest, error: errors.AppError) -> HttpResponse:
    response = _error_response(api, request, error.status, error.message, getattr(error, "current", None))
    if isinstance(error, errors.TooManyRequests | errors.Busy):
        response.headers["Retry-After"] = str(error.retry_after)
    return response


def _unauthenticated(api: NinjaAPI, request: HttpRequest, _error_raised: AuthenticationError) -> HttpResponse:
    return _error_response(api, request, 401, errors.Unauthorized.default if _sent_token(request) else NO_TOKEN)


def _field_errors(api: NinjaAPI, request: HttpRequest, error: errors.FieldErrors) -> HttpResponse:
    items = [{"target_element": item.target_element, "error_message": str(item.error_message)} for item in error.errors]
    return _error_response(api, request, 422, error.message, items)


def _business_error(api: NinjaAPI, request: HttpRequest, error: errors.BusinessError) -> HttpResponse:
    body = {
        "status": error.word,
        "statusCode": 200,
        "errorCode": error.error_code,
        "message": str(error.message),
        "data": error.data,
    }
    return api.create_response(request, body, status=200)


def _invalid(api: NinjaAPI, request: HttpRequest, error: ValidationError) -> HttpResponse:
    items = [item(problem) for problem in error.errors]
    return _error_response(api, request, 422, errors.FieldErrors.default, items)


def _http_error(api: NinjaAPI, request: HttpRequest, error: HttpError) -> HttpResponse:
    if error.status_code == 400:
        items = [{"target_element": "body", "error_message": str(NOT_JSON)}]
        return _error_response(api, request, 422, errors.FieldErrors.default, items)
    return _error_response(api, request, error.status_code, error.message)


def _unexpected(api: NinjaAPI, request: HttpRequest, error: Exception) -> HttpResponse:
    if settings.RAISE_API_FAULTS:
        raise error
    _log_error(error)
    return _error_response(api, request, 500, FAILED)


def _busy(api: NinjaAPI, request: HttpRequest, error: Exception) -> HttpResponse:
    _log_error(error)
    return mark(_app_error(api, request, errors.Busy()), error)


def _internal(api: NinjaAPI, request: HttpRequest, error: Exception) -> HttpResponse:
    """PostgreSQL's word for a server that only reads is of this kind."""
    return _busy(api, request, error) if is_passing(error) else _unexpected(api, request, error)


def _log_error(error: Exception) -> None:
    """The exception's text may quote a person's data: its type and place only."""
    place = error.__traceback__
    while place and place.tb_next:
        place = place.tb_next
    where = f"{place.tb_frame.f_code.co_filename}:{place.tb_lineno}" if place else "?"
    logger.error("%s at %s", type(error).__name__, where)


def _fixed(kind: type[errors.AppError]) -> Handler:
    def handler(api: NinjaAPI, request: HttpRequest, _error_seen: Exception) -> HttpResponse:
        return _error_response(api, request, kind.status, kind.default)

    return handler


_HANDLERS: dict[type[Exception], Handler] = {
    errors.AppError: _app_error,
    errors.FieldErrors: _field_errors,
    errors.BusinessError: _business_error,
    ValidationError: _invalid,
    AuthenticationError: _unauthenticated,
    Http404: _fixed(errors.NotFound),
    RequestDataTooBig: _fixed(errors.PayloadTooLarge),
    HttpError: _http_error,
    OperationalError: _busy,
    InterfaceError: _busy,
    InternalError: _internal,
    Exception: _unexpected,
}


def install(api: NinjaAPI) -> None:
    """Register one handler per kind of failure on ``api``."""
    for kind, handler in _HANDLERS.items():
        api.add_exception_handler(kind, partial(handler, api))

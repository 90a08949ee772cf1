"""Every failure's one wire form. Nothing outside this module builds an error answer."""

from __future__ import annotations

import logging
from typing import Any

from django.conf import settings
from django.core.exceptions import RequestDataTooBig
from django.http import Http404, HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from ninja import NinjaAPI
from ninja.errors import AuthenticationError, HttpError, ValidationError

from planfront.kernel import errors, texts

logger = logging.getLogger(__name__)

_TEXTS: dict[str, Any] = {
    "missing": texts.REQUIRED,
    "string_too_long": texts.TOO_LONG,
    "string_too_short": texts.REQUIRED,
    "json_invalid": _("The body is not valid JSON."),
    "enum": texts.CHOICE,
    "literal_error": texts.CHOICE,
}
_WRAPPERS = {"body", "query", "path", "form", "header", "cookie"}


def _error(api: NinjaAPI, request: HttpRequest, status: int, message: Any, data: Any = None) -> HttpResponse:
    body = {"status": "error", "statusCode": status, "message": str(message), "data": data or {}}
    return api.create_response(request, body, status=status)


def target(location: tuple[Any, ...]) -> str:
    """Dotted field name of a pydantic location: ("body", "payload", "zip") -> "zip"."""
    parts = [str(part) for part in location if part not in _WRAPPERS]
    # ninja puts the parameter's own name in front of body fields.
    return ".".join(parts[1:] if len(parts) > 1 and location and location[0] == "body" else parts) or "body"


def item(problem: dict[str, Any]) -> dict[str, str]:
    text = _TEXTS.get(problem["type"], texts.NOT_VALID)
    return {"target_element": target(tuple(problem["loc"])), "error_message": str(text)}


def install(api: NinjaAPI) -> None:
    """Register the handlers on ``api``."""

    @api.exception_handler(errors.AppError)
    def app_error(request: HttpRequest, error: errors.AppError) -> HttpResponse:
        data = getattr(error, "current", None)
        response = _error(api, request, error.status, error.message, data)
        if isinstance(error, errors.TooManyRequests):
            response.headers["Retry-After"] = str(error.retry_after)
        return response

    @api.exception_handler(errors.FieldErrors)
    def field_errors(request: HttpRequest, error: errors.FieldErrors) -> HttpResponse:
        items = [
            {"target_element": one.target_element, "error_message": str(one.error_message)}
            for one in error.errors
        ]
        return _error(api, request, 422, error.message, items)

    @api.exception_handler(errors.BusinessError)
    def business_error(request: HttpRequest, error: errors.BusinessError) -> HttpResponse:
        body = {
            "status": "error",
            "statusCode": 200,
            "errorCode": error.error_code,
            "message": str(error.message),
            "data": error.data,
        }
        return api.create_response(request, body, status=200)

    @api.exception_handler(ValidationError)
    def invalid(request: HttpRequest, error: ValidationError) -> HttpResponse:
        items = [item(problem) for problem in error.errors]
        return _error(api, request, 422, errors.FieldErrors.default, items)

    @api.exception_handler(AuthenticationError)
    def unauthorized(request: HttpRequest, error: AuthenticationError) -> HttpResponse:
        return _error(api, request, 401, errors.Unauthorized.default)

    @api.exception_handler(Http404)
    def not_found(request: HttpRequest, error: Http404) -> HttpResponse:
        return _error(api, request, 404, errors.NotFound.default)

    @api.exception_handler(RequestDataTooBig)
    def too_big(request: HttpRequest, error: RequestDataTooBig) -> HttpResponse:
        return _error(api, request, 413, errors.PayloadTooLarge.default)

    @api.exception_handler(HttpError)
    def http_error(request: HttpRequest, error: HttpError) -> HttpResponse:
        if error.status_code == 400:
            items = [{"target_element": "body", "error_message": _("The body is not valid JSON.")}]
            return _error(api, request, 422, errors.FieldErrors.default, items)
        return _error(api, request, error.status_code, error.message)

    @api.exception_handler(Exception)
    def unexpected(request: HttpRequest, error: Exception) -> HttpResponse:
        if settings.DEBUG or settings.TESTING:
            raise error
        # The exception's text may quote a person's data: log its type and place only.
        place = error.__traceback__
        while place and place.tb_next:
            place = place.tb_next
        where = f"{place.tb_frame.f_code.co_filename}:{place.tb_lineno}" if place else "?"
        logger.error("%s at %s", type(error).__name__, where)
        return _error(api, request, 500, _("Something went wrong on our side. Nothing you entered is lost."))

"""Errors that a caller of the API can meet. The api room maps each to one wire form."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

Text = str | Promise


class AppError(Exception):
    """Base: ``status`` is the HTTP status, ``message`` the translated text for a person."""

    status = 400
    default: Text = _("The request can't be carried out.")

    def __init__(self, message: Text | None = None) -> None:
        self.message: Text = message if message is not None else self.default
        super().__init__(type(self).__name__)


class NotFound(AppError):
    """Unknown, or not this session's: the two are not told apart."""

    status = 404
    default = _("Not found.")


class Unauthorized(AppError):
    status = 401
    default = _("Your session has ended. Please reload the page.")


class Forbidden(AppError):
    status = 403
    default = _("You are not allowed to do this.")


class TooManyRequests(AppError):
    status = 429
    default = _("Too many tries. Please wait a few minutes and try again.")

    def __init__(self, message: Text | None = None, *, retry_after: int = 60) -> None:
        super().__init__(message)
        self.retry_after = retry_after


class Busy(AppError):
    """The database is away, or took too long: the same request can be sent again as it is."""

    status = 503
    default = _("We can't answer right now. Nothing you entered is lost; please try again in a moment.")
    retry_after = 2


class PayloadTooLarge(AppError):
    status = 413
    default = _("The request is too large.")


class Conflict(AppError):
    """The row changed since the caller read it; ``current`` is what it is now."""

    status = 409
    default = _("This was changed in another window.")

    def __init__(self, message: Text | None = None, *, current: Mapping[str, Any] | None = None) -> None:
        super().__init__(message)
        self.current = dict(current or {})


@dataclass(frozen=True)
class FieldError:
    """One problem with one input: the field's name (dotted for nested ones) and its message."""

    target_element: str
    error_message: Text


class FieldErrors(AppError):
    """Input that can't be taken as it is. Never empty."""

    status = 422
    default = _("Check the marked fields.")

    def __init__(self, errors: Iterable[FieldError], message: Text | None = None) -> None:
        super().__init__(message)
        self.errors = list(errors)

    @classmethod
    def single(cls, target_element: str, error_message: Text) -> FieldErrors:
        return cls([FieldError(target_element, error_message)])


class BusinessError(AppError):
    """A rule of the business says no (HTTP 200): the spec's errorCode, text and data. ``word`` is the body's status."""

    status = 200

    def __init__(
        self, error_code: str, message: Text = "", data: Mapping[str, Any] | None = None, *, word: str = "error"
    ) -> None:
        super().__init__(message)
        self.error_code = error_code
        self.data = dict(data or {})
        self.word = word

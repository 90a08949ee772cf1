"""One id for each request: in its answer, in log lines, jobs, mails and audit events that it causes, and in what a
caller reports."""

from __future__ import annotations

import logging
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from uuid import uuid4

from django.http import HttpRequest, HttpResponse

HEADER = "X-Request-ID"
_ACCEPTED = re.compile(r"[A-Za-z0-9._-]{8,64}")
_current: ContextVar[str] = ContextVar("request_id", default="-")


def current_request_id() -> str:
    """Return the id of the request being answered, or "-" outside of one."""
    return _current.get()


@contextmanager
def on_behalf_of(identity: str) -> Iterator[None]:
    """Carry on a request's id where its work is done elsewhere."""
    token = _current.set(identity)
    try:
        yield
    finally:
        _current.reset(token)


def request_id(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Take the caller's ``X-Request-ID`` (8 to 64 letters, digits, dots, dashes) or make one; the answer repeats it."""

    def middleware(request: HttpRequest) -> HttpResponse:
        sent = request.headers.get(HEADER, "")
        identity = sent if _ACCEPTED.fullmatch(sent) else uuid4().hex
        with on_behalf_of(identity):
            response = get_response(request)
        response.headers[HEADER] = identity
        return response

    return middleware


class AddRequestId(logging.Filter):
    """Puts ``request_id`` on every log record."""

    def filter(self, record: logging.LogRecord) -> bool:
        record.request_id = current_request_id()
        return True

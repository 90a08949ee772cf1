"""Formats of log lines, without the texts of exceptions: these may quote a person's data, as a database quotes a
refused value."""

from __future__ import annotations

import json
import logging
import traceback
from collections.abc import Iterator
from datetime import UTC, datetime
from types import TracebackType

_Info = tuple[type[BaseException], BaseException, TracebackType | None] | tuple[None, None, None]


class Formatter(logging.Formatter):
    """Tracebacks with their places and the names of the exceptions, without what these say."""

    def formatException(self, ei: _Info) -> str:  # noqa: N802 - logging's name
        return "\n".join(_chain(ei[1])) if ei[1] is not None else ""


class JsonFormatter(Formatter):
    """One JSON object a line: time, level, logger, message, request_id, what a line adds, and a scrubbed traceback."""

    def format(self, record: logging.LogRecord) -> str:
        entry = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "message": record.getMessage(),
            **{name: value for name, value in vars(record).items() if name not in _STANDARD},
        }
        if record.exc_info:
            entry["trace"] = self.formatException(record.exc_info)
        return json.dumps(entry, ensure_ascii=False, default=_name_of_type)


def _name_of_type(value: object) -> str:
    """Return the type's name for a value that isn't plain: it may hold anything, for example a request."""
    return type(value).__name__


_STANDARD = {*vars(logging.makeLogRecord({})), "message", "asctime", "taskName"}


def _chain(error: BaseException) -> Iterator[str]:
    """Yield the lines of an error and its causes, the first cause first."""
    if before := error.__cause__ or (None if error.__suppress_context__ else error.__context__):
        yield from _chain(before)
        yield "then"
    yield "".join(traceback.format_tb(error.__traceback__)).rstrip()
    yield type(error).__name__

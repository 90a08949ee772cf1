"""Lines of the log. What an exception says may quote a person's data (a database quotes the value that it refuses)."""

from __future__ import annotations

import logging
import traceback
from collections.abc import Iterator
from types import TracebackType

_Info = tuple[type[BaseException], BaseException, TracebackType | None] | tuple[None, None, None]


class Formatter(logging.Formatter):
    """Tracebacks with their places and the names of the exceptions, without what these say."""

    def formatException(self, ei: _Info) -> str:  # noqa: N802 - logging's name
        return "\n".join(_chain(ei[1])) if ei[1] is not None else ""


def _chain(error: BaseException) -> Iterator[str]:
    """The error that came first is the first."""
    if before := error.__cause__ or (None if error.__suppress_context__ else error.__context__):
        yield from _chain(before)
        yield "then"
    yield "".join(traceback.format_tb(error.__traceback__)).rstrip()
    yield type(error).__name__

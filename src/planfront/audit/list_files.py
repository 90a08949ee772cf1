"""Lists of reps and group administrators as CSV files; each file leaves an audit event."""

from __future__ import annotations

import base64
from datetime import timedelta
from itertools import islice
from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext as _

from planfront.audit.services import record
from planfront.kernel import clock
from planfront.kernel.errors import BusinessError
from planfront.kernel.files.csv_lines import write_parts
from planfront.kernel.http import throttle
from planfront.kernel.http.schema import ListFile

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from planfront.audit.services import Origin
    from planfront.kernel.files.handed_out import FileKind

MOST_ROWS = 20_000
"""The longest list that becomes a file."""
_BATCH = 500  # rows read at once
_FILES, _WINDOW = 20, timedelta(minutes=15)


def make_list_file(
    *,
    kind: FileKind,
    keys: Iterable[Any],
    lines_of: Callable[[list[Any]], Iterable[Sequence[Any]]],
    filters: Iterable[str],
    origin: Origin,
) -> ListFile:
    """Return the rows with these keys in their order. ``lines_of`` reads the cells of a batch of keys.

    Raises BusinessError ``listTooLong`` for more than MOST_ROWS, and TooManyRequests.
    """
    throttle.check("list-file", f"{origin.kind}:{origin.user_id}", limit=_FILES, window=_WINDOW)
    found = list(islice(keys, MOST_ROWS + 1))
    if len(found) > MOST_ROWS:
        raise BusinessError("listTooLong", _("This list is too long for one file. Filter it first."))
    text = "".join(write_parts(_lines(kind.heading, found, lines_of)))
    record(
        "list.exported",
        origin=origin,
        subject_type="list",
        subject_id=kind.name,
        meta={"rows": len(found), "filters": sorted(filters)},
    )
    content = base64.b64encode(text.encode()).decode()
    return ListFile(name=f"{kind.name}-{clock.today():%Y-%m-%d}.csv", content=content, rows=len(found))


def _lines(
    heading: Sequence[str], keys: list[Any], lines_of: Callable[[list[Any]], Iterable[Sequence[Any]]]
) -> Iterator[Sequence[Any]]:
    yield heading
    for start in range(0, len(keys), _BATCH):
        yield from lines_of(keys[start : start + _BATCH])

"""A roster's file as headings and rows of text. CSV in any usual encoding and XLSX; small enough to be held at once."""

from __future__ import annotations

import tempfile
from collections.abc import Iterable
from dataclasses import dataclass
from hashlib import sha256
from itertools import islice
from pathlib import Path

from planfront.imports.errors import FileError
from planfront.imports.storage import folder
from planfront.imports.tabular import Row, rows
from planfront.kernel.errors import FieldErrors
from planfront.members.roster.columns import LOOK_AT, heading_row, is_explanation, match_columns

MAX_BYTES = 10 << 20
MAX_ROWS = 20_000
_WORKBOOK = b"PK\x03\x04"
_MARKS = {b"\xff\xfe": "utf-16", b"\xfe\xff": "utf-16"}


@dataclass(frozen=True)
class Table:
    """``rows`` are (number in the file, cells)."""

    headings: list[str]
    rows: list[tuple[int, list[str]]]
    sha256: str


def read(blocks: Iterable[bytes]) -> Table:
    """Raises FieldErrors at "file". The file lies on disk only while it is read."""
    body = _read_limited(blocks)
    with tempfile.NamedTemporaryFile(dir=folder(), suffix=".roster") as file:
        file.write(body if body.startswith(_WORKBOOK) else _utf8(body))
        file.flush()
        try:
            result = list(islice(rows(Path(file.name)), MAX_ROWS + LOOK_AT + 1))
        except FileError as error:
            raise FieldErrors.single("file", error.message) from None
    return _table(result, sha256(body).hexdigest())


def _read_limited(blocks: Iterable[bytes]) -> bytes:
    body = bytearray()
    for block in blocks:
        body += block
        if len(body) > MAX_BYTES:
            raise FieldErrors.single("file", "The file is larger than 10 MB.")
    if not body:
        raise FieldErrors.single("file", "The file is empty.")
    return bytes(body)


def _utf8(body: bytes) -> bytes:
    """Text of a spreadsheet: UTF-8, UTF-16 with its mark, else Windows' Western European."""
    if encoding := _MARKS.get(body[:2]):
        return body.decode(encoding, errors="replace").encode()
    try:
        body.decode("utf-8-sig")
    except UnicodeDecodeError:
        return body.decode("cp1252", errors="replace").encode()
    return body


def _table(result: list[Row], digest: str) -> Table:
    cells = [list(row.cells) for row in result]
    if not cells:
        raise FieldErrors.single("file", "The file has no rows.")
    at = heading_row(cells)
    headings = [cell.strip() for cell in cells[at]]
    mapped = match_columns(headings)
    below = [
        (row.number, [cell.strip() for cell in row.cells])
        for place, row in enumerate(result[at + 1 :])
        if not (place == 0 and mapped and is_explanation(row.cells, mapped))
    ]
    if not below:
        raise FieldErrors.single("file", "The file has no rows below its headings.")
    if len(below) > MAX_ROWS:
        raise FieldErrors.single("file", f"The file has more than {MAX_ROWS:,} rows. Split it.")
    return Table(headings, below, digest)

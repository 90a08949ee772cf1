"""Reading a rate file whatever its format."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from planfront.rating.importers.puf import read_puf
from planfront.rating.importers.rows import SourceRow
from planfront.rating.importers.template_xml import read_template


def read_source(path: Path, encoding: str) -> Iterator[SourceRow]:
    """The rows of a file; the format is told by the file's first character."""
    with path.open("rb") as file:
        start = file.read(64).lstrip(b"\xef\xbb\xbf \r\n\t")
    return read_template(path) if start.startswith(b"<") else read_puf(path, encoding)

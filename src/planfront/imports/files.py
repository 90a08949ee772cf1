"""What must be known of a text file before it is read: its encoding, its lines, that it is text."""

from __future__ import annotations

import codecs
from pathlib import Path
from typing import NamedTuple

from django.utils.translation import gettext as _

from planfront.imports.errors import FileError

BLOCK = 1 << 20


class FileFacts(NamedTuple):
    """`encoding` is UTF-8 (with or without a mark) if the whole file is, else latin-1."""

    encoding: str
    lines: int


def look_at(path: Path) -> FileFacts:
    """One pass over the file, a block at a time. Raises FileError for anything but text."""
    decoder = codecs.getincrementaldecoder("utf-8")()
    lines, encoding, last = 0, "utf-8-sig", b"\n"
    with path.open("rb") as file:
        while block := file.read(BLOCK):
            if b"\x00" in block:
                raise FileError("notText", _("This is not a text file. Save it as CSV (UTF-8) or XLSX."))
            lines, last = lines + block.count(b"\n"), block[-1:]
            if encoding == "utf-8-sig" and not _decodes(decoder, block):
                encoding = "latin-1"
    if encoding == "utf-8-sig" and not _decodes(decoder, b"", final=True):
        encoding = "latin-1"
    return FileFacts(encoding, lines + (last != b"\n"))


def _decodes(decoder: codecs.IncrementalDecoder, block: bytes, *, final: bool = False) -> bool:
    try:
        decoder.decode(block, final)
    except UnicodeDecodeError:
        return False
    return True

"""Facts about a file that are needed before it is read: whether it is text, its encoding, its lines."""

from __future__ import annotations

import codecs
import re
from pathlib import Path
from typing import NamedTuple

from django.utils.translation import gettext as _

from planfront.imports.errors import FileError

BLOCK = 1 << 20
WINDOWS = "cp1252"
_MARKS = ((b"\xef\xbb\xbf", "utf-8-sig"), (b"\xff\xfe", "utf-16"), (b"\xfe\xff", "utf-16"))
_PAGE = re.compile(rb"^<(?:!doctype html|html|head|meta|body|table|style|div)\b", re.IGNORECASE)
_OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_ENCRYPTED = "EncryptedPackage".encode("utf-16-le")
_OLD_XML = b"urn:schemas-microsoft-com:office:spreadsheet"


class FileFacts(NamedTuple):
    """``encoding``: the one of the mark, else UTF-8 if the whole file is, else that of Windows in the Americas."""

    encoding: str
    lines: int


def is_workbook(path: Path) -> bool:
    """Return True for a zip, as XLSX files are."""
    with path.open("rb") as file:
        return file.read(4) == b"PK\x03\x04"


def look_at(path: Path) -> FileFacts:
    """Pass over the file once, a block at a time. Raises FileError for anything but text."""
    start = opening(path)
    encoding = next((name for mark, name in _MARKS if start.startswith(mark)), "") or _unmarked(start)
    try:
        return FileFacts(encoding, _count_lines(path, encoding))
    except UnicodeDecodeError:
        if encoding != "utf-8-sig":
            raise _not_text() from None
    return FileFacts(WINDOWS, _count_lines(path, WINDOWS))


def opening(path: Path) -> bytes:
    """The first bytes. Raises FileError for a web page, or a spreadsheet's old XML, that is called a spreadsheet."""
    with path.open("rb") as file:
        start = file.read(4096)
    if start.startswith(_OLE):
        raise _old_or_locked(path)
    bare = start.lstrip(b"\xef\xbb\xbf \r\n\t")
    if _PAGE.match(bare) or (bare.startswith(b"<") and _OLD_XML in bare):
        raise FileError(
            "webPage",
            _("This is a web page, whatever its name says. Open it in a spreadsheet program and save it as XLSX."),
        )
    return start


def _old_or_locked(path: Path) -> FileError:
    """Return what to say of a file in the container of old spreadsheets, and of those with a password."""
    if _ENCRYPTED in path.read_bytes()[: 1 << 24]:
        words = _("The workbook has a password. Remove it in your spreadsheet program, save it, and choose it again.")
        return FileError("password", words)
    return FileError(
        "oldWorkbook", _("This is an old Excel file (.xls). Open it, save it as XLSX, and choose it again.")
    )


def _unmarked(start: bytes) -> str:
    """UTF-16 without a mark shows by its zeros: every second byte of plain letters is one."""
    even, odd = start[0:128:2], start[1:128:2]
    if odd.count(0) * 2 > len(odd) and 0 not in even:
        return "utf-16-le"
    return "utf-16-be" if even.count(0) * 2 > len(even) and 0 not in odd else "utf-8-sig"


def _count_lines(path: Path, encoding: str) -> int:
    """Lines of a text file. Raises UnicodeDecodeError, and FileError for zeros, which no text has."""
    decoder = codecs.getincrementaldecoder(encoding)("strict" if encoding != WINDOWS else "replace")
    wide = encoding.startswith("utf-16")
    lines, last = 0, b"\n"
    with path.open("rb") as file:
        while block := file.read(BLOCK):
            text = decoder.decode(block)
            if ("\0" in text) if wide else (b"\0" in block):
                raise _not_text()
            lines, last = lines + block.count(b"\n"), block.rstrip(b"\0")[-1:]
    decoder.decode(b"", final=True)
    return lines + (last != b"\n")


def _not_text() -> FileError:
    return FileError("notText", _("This is not a text file. Save it as CSV (UTF-8) or XLSX."))

"""Looking for planted values in everything that the product says or keeps.

A number is found however it is grouped (blanks, hyphens, dots), in base64, in compressed data and in PDF streams. A
short one (a card's security code) counts where it stands by itself: not in a longer number, a fraction or a UUID.
"""

from __future__ import annotations

import binascii
import gzip
import io
import logging
import re
import zipfile
import zlib
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from logging.config import DictConfigurator
from pathlib import Path
from typing import Any

from django.conf import settings
from django.db import connection

from planfront.kernel.observing.tracing import AddRequestId

_BASE64 = re.compile(rb"[A-Za-z0-9+/_-]{16,}={0,2}")
_STREAM = re.compile(rb"stream\r?\n(.*?)endstream", re.DOTALL)
_DEPTH = 2
_SHORT = 6
_URL_SAFE = bytes.maketrans(b"-_", b"+/")
_GROUPING = b"-. \t\n\r\x0b\x0c"


class Search:
    """``planted``: values by name. ``found``: (name, where) of each one that was seen."""

    def __init__(self, planted: Mapping[str, str]) -> None:
        self.patterns = {name: _pattern(value) for name, value in planted.items()}
        self._bare = [value.lower().encode() for value in planted.values()]
        self._clean: set[bytes] = set()
        self.matches: list[tuple[str, str]] = []
        self.places: set[str] = set()

    def look(self, where: str, content: Any, only: Iterable[str] | None = None) -> None:
        """``only``: names of the values that may not be here; None: none may."""
        self.places.add(where.partition(" ")[0])
        whole = _bytes(content)
        if whole in self._clean:
            return
        suspicious = False
        for piece in _pieces(whole, _DEPTH):
            if not self._may_hold(piece):
                continue
            suspicious = True
            for name in self.patterns if only is None else only:
                if self.patterns[name].search(piece):
                    self.matches.append((name, where))
        if not suspicious:
            self._clean.add(whole)  # the same log line, header or column is said again and again

    def _may_hold(self, piece: bytes) -> bool:
        """Whether a value is there at all, were it not for grouping and case: most pieces hold none, which this tells
        much faster than the patterns do."""
        bare = piece.translate(None, _GROUPING).lower()
        return any(value in bare for value in self._bare)

    def look_at_tables(self) -> None:
        """Every column of every table, as the database has it."""
        with connection.cursor() as cursor:
            for table in connection.introspection.table_names(cursor):
                cursor.execute(f'SELECT * FROM "{table}"')  # noqa: S608 - names come from the database itself
                names = [item[0] for item in cursor.description]
                for row in cursor.fetchall():
                    for name, value in zip(names, row, strict=True):
                        if value is not None:
                            self.look(f"table {table}.{name}", value)

    def look_at_files(self, *folders: Path) -> None:
        for folder in folders:
            for path in folder.rglob("*"):
                if path.is_file():
                    self.look(f"file {path.name}", path.read_bytes())
                    self.look(f"file-name {path.name}", path.name)


class Logs(logging.Handler):
    """Every record of every logger, at every level, as the product writes it."""

    def __init__(self) -> None:
        super().__init__(logging.DEBUG)
        self.lines: list[str] = []
        self._of_templates: set[tuple[str, ...]] = set()
        formatters: Any = settings.LOGGING["formatters"]
        self.addFilter(AddRequestId())
        self.forms = [DictConfigurator({}).configure_formatter(dict(item)) for item in formatters.values()]

    def emit(self, record: logging.LogRecord) -> None:
        if record.name == "django.template":  # with a long traceback for each variable that a page hasn't
            message = (str(record.msg), repr(record.args), repr(record.exc_info and record.exc_info[1]))
            if message in self._of_templates:
                return
            self._of_templates.add(message)
        self.lines.append("".join(form.format(record) for form in self.forms) + repr(record.args))

    def __enter__(self) -> Logs:
        names = [None, *logging.root.manager.loggerDict]
        self.levels = {name: logging.getLogger(name).level for name in names}
        for name, level in self.levels.items():
            logger = logging.getLogger(name)
            if name is None or not logger.propagate:
                logger.addHandler(self)
            if name is None or level > logging.DEBUG:
                logger.setLevel(logging.DEBUG)
        return self

    def __exit__(self, *_error: object) -> None:
        for name, level in self.levels.items():
            logging.getLogger(name).removeHandler(self)
            logging.getLogger(name).setLevel(level)


def _pattern(value: str) -> re.Pattern[bytes]:
    """Digits in any grouping, not as a part of a longer number; words as they are."""
    if not value.isdigit():
        return re.compile(re.escape(value.encode()), re.IGNORECASE)
    if len(value) < _SHORT:
        return re.compile(rb"(?<![0-9A-Za-z.-])" + value.encode() + rb"(?![0-9A-Za-z-])")
    return re.compile(
        rb"(?<![0-9A-Za-z])" + rb"[-\s.]?".join(bytes([item]) for item in value.encode()) + rb"(?![0-9A-Za-z])"
    )


def _bytes(content: Any) -> bytes:
    if isinstance(content, memoryview | bytearray | bytes):
        return bytes(content)
    return str(content).encode("utf-8", "surrogatepass")


def _pieces(content: bytes, depth: int) -> Iterator[bytes]:
    """The content and whatever is packed in it."""
    yield content
    if b"\x00" in content[:64]:
        yield content.replace(b"\x00", b"")  # UTF-16
    if depth:
        for inner in (*_unpacked(content), *_streams(content), *_base64(content)):
            yield from _pieces(inner, depth - 1)


def _unpacked(content: bytes) -> Iterator[bytes]:
    # A decoded token may begin like an archive by chance.
    if content[:2] == b"\x1f\x8b":
        with suppress(gzip.BadGzipFile, zlib.error, EOFError):
            yield gzip.decompress(content)
    if content[:2] == b"PK":
        with suppress(zipfile.BadZipFile), zipfile.ZipFile(io.BytesIO(content)) as archive:
            yield from (archive.read(name) for name in archive.namelist())


def _streams(content: bytes) -> Iterator[bytes]:
    if content[:5] != b"%PDF-":
        return
    for stream in _STREAM.findall(content):
        try:
            yield zlib.decompress(stream)
        except zlib.error:
            continue


def _base64(content: bytes) -> Iterator[bytes]:
    for token in _BASE64.findall(content):
        try:
            yield binascii.a2b_base64(token.translate(_URL_SAFE) + b"=" * (-len(token) % 4))
        except binascii.Error:
            continue

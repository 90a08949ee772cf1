"""Entries of a JSON document's list, a block of the file at a time."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, TextIO

from django.utils.translation import gettext as _

from planfront.imports.errors import FileError

_BLOCK = 1 << 18
_MOST_ENTRY = 1 << 20
# Everything before the first list that has entries: other characters, empty lists, strings.
_LEAD = re.compile(r'(?:[^"\[]|\[\s*\]|"(?:[^"\\]|\\.)*+")*+\[')
_BETWEEN = re.compile(r"[\s,]*+")


def entries(path: Path, encoding: str) -> Iterator[tuple[int, Any]]:
    """Yield number, from 1, and value of each entry of the first list. Raises FileError."""
    with path.open(encoding=encoding) as file:
        text = file.read(_BLOCK)
        lead = _LEAD.match(text)
        if lead is None:
            raise FileError("badJson", _("The JSON has no list of banks."))
        yield from enumerate(_values(file, text[lead.end() :]), 1)


def _values(file: TextIO, text: str) -> Iterator[Any]:
    decoder, at = json.JSONDecoder(), 0
    while True:
        at = _end_of(_BETWEEN, text, at)
        if text[at : at + 1] == "]":
            return
        try:
            value, at = decoder.raw_decode(text, at)
        except (ValueError, RecursionError) as error:
            block = file.read(_BLOCK) if len(text) - at < _MOST_ENTRY else ""
            if not block:
                raise FileError("badJson", _("The JSON is broken.")) from error
            text, at = text[at:] + block, 0
            continue
        yield value


def _end_of(pattern: re.Pattern[str], text: str, at: int) -> int:
    match = pattern.match(text, at)
    return match.end() if match else at

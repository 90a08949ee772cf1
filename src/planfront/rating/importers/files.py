"""What must be known of a file before it is read: its hash, its encoding, its lines."""

from __future__ import annotations

import codecs
import hashlib
from pathlib import Path
from typing import NamedTuple

BLOCK = 1 << 20


class FileFacts(NamedTuple):
    """`encoding` is UTF-8 (with or without a mark) if the whole file is, else latin-1."""

    sha256: str
    encoding: str
    lines: int


def look_at(path: Path) -> FileFacts:
    """One pass over the file, a block at a time."""
    digest, decoder = hashlib.sha256(), codecs.getincrementaldecoder("utf-8")()
    lines, encoding = 0, "utf-8-sig"
    with path.open("rb") as file:
        while block := file.read(BLOCK):
            digest.update(block)
            lines += block.count(b"\n")
            if encoding == "utf-8-sig" and not _decodes(decoder, block):
                encoding = "latin-1"
    if encoding == "utf-8-sig" and not _decodes(decoder, b"", final=True):
        encoding = "latin-1"
    return FileFacts(digest.hexdigest(), encoding, lines)


def _decodes(decoder: codecs.IncrementalDecoder, block: bytes, *, final: bool = False) -> bool:
    try:
        decoder.decode(block, final)
    except UnicodeDecodeError:
        return False
    return True

"""Files that come packed with gzip."""

from __future__ import annotations

import gzip
import tempfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from django.utils.translation import gettext as _

from planfront.imports.errors import FileError

MOST = 256 << 20
_BLOCK = 1 << 20


@contextmanager
def unpack(path: Path) -> Iterator[Path]:
    """Yield the file itself, or in a temporary file the contents of a gzip file. Raises FileError."""
    with path.open("rb") as file:
        packed = file.read(2) == b"\x1f\x8b"
    if not packed:
        yield path
        return
    with tempfile.TemporaryDirectory() as folder:
        plain = Path(folder) / "plain"
        _unpack(path, plain)
        yield plain


def _unpack(path: Path, plain: Path) -> None:
    size = 0
    try:
        with gzip.open(path) as source, plain.open("wb") as target:
            while block := source.read(_BLOCK):
                size += len(block)
                if size > MOST:
                    raise FileError("tooLarge", _("The file unpacks to more than can be read."))
                target.write(block)
    except (OSError, EOFError, zlib.error) as error:
        raise FileError("badGzip", _("The gzip file is broken.")) from error

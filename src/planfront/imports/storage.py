"""Uploaded files: in a private folder under var/, under a name of our own, never served."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple
from uuid import UUID

from django.conf import settings
from django.utils.translation import gettext as _

from planfront.kernel.errors import FieldErrors
from planfront.kernel.ids import new_uuid

MAX_BYTES = 1 << 30
BLOCK = 1 << 20


class Kept(NamedTuple):
    """A stored file."""

    file: UUID
    sha256: str
    size: int


def path_of(file: UUID) -> Path:
    """Where a file is kept."""
    return folder() / f"{file}.bin"


def folder() -> Path:
    """The private folder, made when it is missing."""
    path: Path = settings.IMPORTS_DIR
    path.mkdir(parents=True, exist_ok=True, mode=0o700)
    return path


def keep(blocks: Iterable[bytes]) -> Kept:
    """Store a file given in blocks. Raises FieldErrors when it is empty or too large; nothing is kept then."""
    file = new_uuid()
    path = path_of(file)
    path.touch(mode=0o600)
    try:
        return Kept(file, *_write(path, blocks))
    except BaseException:
        path.unlink(missing_ok=True)
        raise


def _write(path: Path, blocks: Iterable[bytes]) -> tuple[str, int]:
    digest, size = hashlib.sha256(), 0
    with path.open("wb") as target:
        for block in blocks:
            size += len(block)
            if size > MAX_BYTES:
                raise FieldErrors.single("file", _("The file is larger than 1 GB."))
            digest.update(block)
            target.write(block)
    if size == 0:
        raise FieldErrors.single("file", _("The file is empty."))
    return digest.hexdigest(), size


def blocks_of(path: Path) -> Iterable[bytes]:
    """A file on disk, a block at a time."""
    with path.open("rb") as file:
        while block := file.read(BLOCK):
            yield block


def forget(file: UUID) -> None:
    """Delete a file; it may be gone already."""
    path_of(file).unlink(missing_ok=True)

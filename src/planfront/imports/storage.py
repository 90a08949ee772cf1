"""Uploaded files: in a private folder under var/ or of the shared store, under a name of our own, never served."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple
from uuid import UUID

from django.conf import settings
from django.core.files import File
from django.utils.translation import gettext as _

from planfront.kernel.errors import FieldErrors
from planfront.kernel.files import storages as files
from planfront.kernel.security.ids import new_uuid

MAX_BYTES = 1 << 30
BLOCK = 1 << 20


class Kept(NamedTuple):
    """A stored file."""

    file: UUID
    sha256: str
    size: int


def name_of(file: UUID) -> str:
    return f"{file}.bin"


@contextmanager
def on_disk(file: UUID) -> Iterator[Path]:
    """Open a stored file as one on this machine's disk. Raises FileNotFoundError, and StorageUnavailable while the
    shared store doesn't answer."""
    with files.on_disk(files.IMPORTS, name_of(file), folder()) as path:
        yield path


def folder() -> Path:
    """The private folder on this machine, made when it is missing: also for files that a process needs for a moment."""
    path: Path = settings.IMPORTS_DIR
    path.mkdir(parents=True, exist_ok=True, mode=0o700)
    return path


def keep(blocks: Iterable[bytes]) -> Kept:
    """Store a file given in blocks. Raises FieldErrors when it is empty or too large, or StorageUnavailable, and then
    stores nothing."""
    file = new_uuid()
    path = folder() / name_of(file)
    path.touch(mode=0o600)
    try:
        result = Kept(file, *_write(path, blocks))
        if files.are_shared():
            _move_up(path)
    except BaseException:
        path.unlink(missing_ok=True)
        raise
    return result


def _move_up(path: Path) -> None:
    with path.open("rb") as body:
        files.storage(files.IMPORTS).save(path.name, File(body))
    path.unlink()


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
    """Delete a file; it may be gone already. Raises StorageUnavailable."""
    files.storage(files.IMPORTS).delete(name_of(file))


def list_names() -> set[str]:
    """The names of all stored files (``name_of``). Raises StorageUnavailable."""
    folder()
    return set(files.storage(files.IMPORTS).listdir("")[1])

"""Storage of files: below var/ on this machine's disk, or in a bucket that all nodes share (FILES_URL).

Other processes, on other nodes, read what is written here. A file that is needed only while a call or a job runs
belongs into a temporary file instead.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import IO, TYPE_CHECKING

from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.files.storage import FileSystemStorage, Storage
from django.utils.translation import gettext_lazy as _

from planfront.kernel.errors import Busy

if TYPE_CHECKING:
    from planfront.kernel.files.bucket import SharedFiles

MEDIA, IMPORTS = "media", "imports"
"""Folders: below MEDIA_ROOT what pages show, below IMPORTS_DIR what is only read by jobs."""
BLOCK = 64 * 1024


class StorageUnavailable(Busy):
    """The shared store of files doesn't answer, or refuses what it is asked."""

    default = _("Our file store can't be reached right now, so no file was saved or read. Try again in a moment.")


def are_shared() -> bool:
    """Return True when files are in a bucket, and not on this machine's disk."""
    return settings.FILES_PLACE is not None


def storage(folder: str = MEDIA) -> Storage:
    """Return one of the folders. No web server serves them; our own views do."""
    if are_shared():
        return _shared(folder)
    if folder == MEDIA:
        return FileSystemStorage()
    return FileSystemStorage(settings.IMPORTS_DIR, file_permissions_mode=0o600, directory_permissions_mode=0o700)


def _shared(folder: str) -> SharedFiles:
    from planfront.kernel.files.bucket import SharedFiles  # its imports take a second

    return SharedFiles(folder)


def read_part(name: str, start: int, stop: int, folder: str = MEDIA) -> Iterator[bytes]:
    """Return the bytes from ``start`` to before ``stop``, in blocks; no more of the file is fetched. Raises
    FileNotFoundError and StorageUnavailable before the first."""
    if are_shared():
        return _shared(folder).read_part(name, start, stop)
    return _read_part(storage(folder).open(name, "rb"), start, stop)


def _read_part(source: IO[bytes], start: int, stop: int) -> Iterator[bytes]:
    with source:
        source.seek(start)
        remaining = stop - start
        while remaining > 0 and (block := source.read(min(BLOCK, remaining))):
            remaining -= len(block)
            yield block


@contextmanager
def on_disk(folder: str, name: str, scratch: Path) -> Iterator[Path]:
    """Open a file as one on this machine's disk: itself, or a copy in the folder ``scratch``."""
    if not are_shared():
        yield Path(storage(folder).path(name))
        return
    with NamedTemporaryFile(dir=scratch, suffix=Path(name).suffix) as copy:
        _shared(folder).download(name, copy)
        copy.flush()
        yield Path(copy.name)


def is_saved(upload: object) -> bool:
    """Return True for a form's file that was saved before, by Django's own mark."""
    return bool(getattr(upload, "_committed", False))


def check_reachable(upload: object) -> None:
    """Raise ValidationError while a new file can't be saved, so that a form reports it before it saves anything."""
    if not are_shared() or is_saved(upload):
        return
    if find_problem():
        raise ValidationError(str(StorageUnavailable.default))


def find_problem() -> str:
    """Return the reason that the shared store can't be used, for operators; "" when it answers, or when files are on
    the disk."""
    return _shared(MEDIA).find_problem() if are_shared() else ""

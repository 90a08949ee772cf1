"""Files of how-to videos: what may be uploaded, where it is kept, and the address it is played at."""

from __future__ import annotations

from pathlib import PurePosixPath
from typing import Any

from django.core.exceptions import ValidationError

from planfront.brands.files import MIB, Upload, place_in
from planfront.kernel.files.storages import check_reachable, is_saved

FOLDER = "videos"
TYPES = {
    ".mp4": "video/mp4",
    ".webm": "video/webm",
    ".vtt": "text/vtt; charset=utf-8",
    ".png": "image/png",
    ".jpg": "image/jpeg",
}
_FILM, _CAPTIONS, _POSTER = (".mp4", ".webm"), (".vtt",), (".jpg", ".png")


def place(_instance: Any, name: str) -> str:
    return place_in(FOLDER, "video", name)


def check_film(upload: Upload) -> None:
    """Refuse a new file that isn't MP4 or WebM of up to 100 MB. Raises ValidationError."""
    if is_saved(upload):
        return
    suffix, start = _check_upload(upload, _FILM, 100, "Upload an MP4 or WebM file.")
    if not (start[4:8] == b"ftyp" if suffix == ".mp4" else start.startswith(b"\x1aE\xdf\xa3")):
        raise ValidationError(f"This file isn't {suffix.strip('.').upper()}, whatever its name says.")


def check_captions(upload: Upload) -> None:
    """Refuse a new file that isn't WebVTT of up to 1 MB. Raises ValidationError."""
    if is_saved(upload):
        return
    _suffix, start = _check_upload(upload, _CAPTIONS, 1, "Upload a WebVTT file (.vtt).")
    if not start.removeprefix(b"\xef\xbb\xbf").startswith(b"WEBVTT"):
        raise ValidationError("A WebVTT file begins with the word WEBVTT.")


def check_poster(upload: Upload) -> None:
    """Refuse a new file that isn't PNG or JPEG of up to 2 MB. Raises ValidationError."""
    if is_saved(upload):
        return
    _suffix, start = _check_upload(upload, (*_POSTER, ".jpeg"), 2, "Upload a PNG or JPEG file.")
    if not start.startswith((b"\x89PNG\r\n\x1a\n", b"\xff\xd8\xff")):
        raise ValidationError("This isn't a picture, whatever its name says.")


def _check_upload(upload: Upload, suffixes: tuple[str, ...], most: int, kinds: str) -> tuple[str, bytes]:
    """The suffix and the first bytes of an upload of an allowed kind and size (in MiB), while it can be saved."""
    suffix = PurePosixPath(upload.name or "").suffix.lower()
    if suffix not in suffixes:
        raise ValidationError(kinds)
    if upload.size > most * MIB:
        raise ValidationError(f"The file is larger than {most} MB.")
    upload.seek(0)
    start = upload.read(16)
    upload.seek(0)
    check_reachable(upload)
    return suffix, start

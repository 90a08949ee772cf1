"""Pictures that browsers send: PNG only, bounded, decoded and encoded again so that nothing but pixels is kept."""

from __future__ import annotations

import base64
import binascii
import io

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from PIL import Image, UnidentifiedImageError

MAX_BYTES = 2 * 1024 * 1024
MAX_SIDE = 4096
_PREFIX = "data:image/png;base64,"
_MAGIC = b"\x89PNG\r\n\x1a\n"

NOT_PNG = _("The picture must be a PNG image.")
TOO_BIG = _("The picture is too large.")


class PictureError(Exception):
    """A picture that isn't taken; ``message`` says why."""

    def __init__(self, message: str | Promise) -> None:
        self.message = message
        super().__init__("picture")


def decode(data_url: str) -> Image.Image:
    """The picture of a PNG data URL. Raises PictureError."""
    if not data_url.startswith(_PREFIX):
        raise PictureError(NOT_PNG)
    try:
        raw = base64.b64decode(data_url[len(_PREFIX) :], validate=True)
    except (binascii.Error, ValueError):
        raise PictureError(NOT_PNG) from None
    if len(raw) > MAX_BYTES:
        raise PictureError(TOO_BIG)
    if not raw.startswith(_MAGIC):
        raise PictureError(NOT_PNG)
    return _load(raw)


def _load(raw: bytes) -> Image.Image:
    try:
        # Opening reads the header only: the size is known before a single pixel is unpacked.
        picture = Image.open(io.BytesIO(raw), formats=["PNG"])
        small = max(picture.size) <= MAX_SIDE
        if small:
            picture.load()
    except (UnidentifiedImageError, OSError, ValueError, SyntaxError, Image.DecompressionBombError):
        raise PictureError(NOT_PNG) from None
    if not small:
        raise PictureError(TOO_BIG)
    return picture.convert("RGBA")


def is_blank(picture: Image.Image) -> bool:
    """One colour all over: nothing was drawn."""
    bands = picture.convert("RGBA").split()
    extremes = [band.getextrema() for band in bands]
    return extremes[3] == (0, 0) or all(low == high for low, high in extremes)


def encode(picture: Image.Image) -> bytes:
    """PNG bytes of the pixels alone: no text chunks, profiles or further frames."""
    target = io.BytesIO()
    picture.save(target, format="PNG", optimize=False)
    return target.getvalue()

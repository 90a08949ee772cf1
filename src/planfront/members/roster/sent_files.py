"""Files as browsers send them: base64, compressed where they are large."""

from __future__ import annotations

import base64
import binascii
import zlib

from django.utils.translation import gettext as _

from planfront.kernel.errors import FieldErrors
from planfront.members.roster.reading import MAX_BYTES

_GZIP = b"\x1f\x8b"


def unpack(content: str) -> list[bytes]:
    """Return the blocks of a file, unpacked no further than a roster may be long. Raises FieldErrors at "file"."""
    try:
        body = base64.b64decode(content, validate=True)
    except (binascii.Error, ValueError):
        raise FieldErrors.single("file", _("The file didn't arrive whole. Choose it again.")) from None
    if not body.startswith(_GZIP):
        return [body]
    packed = zlib.decompressobj(zlib.MAX_WBITS | 16)
    try:
        blocks = [packed.decompress(body, MAX_BYTES + 1)]
    except zlib.error:
        raise FieldErrors.single("file", _("The file didn't arrive whole. Choose it again.")) from None
    if not packed.eof and not packed.unconsumed_tail and len(blocks[0]) <= MAX_BYTES:
        raise FieldErrors.single("file", _("The file didn't arrive whole. Choose it again."))
    return blocks

"""Previews of a look that isn't published: a signed, short-lived statement which values a brand's pages shall show, and
in whose frame they may stand."""

from __future__ import annotations

from dataclasses import asdict, dataclass

from django.core import signing

from planfront.brands.themes import Values

LIFE_SECONDS = 1800
PARAMETER = "preview"
HEADER = "X-Preview"
_SALT = "planfront.theme-preview"


@dataclass(frozen=True)
class Preview:
    """``origin`` is the back office's, the only one that may frame the pages. ``session`` and ``enrollment_id`` are the
    token and the quote of a sample visit, so that the pages have something to show ("" without one)."""

    brand_id: int
    origin: str
    values: Values
    session: str = ""
    enrollment_id: str = ""


def issue(preview: Preview) -> str:
    return signing.dumps(asdict(preview), salt=_SALT, compress=True)


def read(token: str, brand_id: int) -> Preview | None:
    """The preview of a genuine, unexpired token for this brand; None otherwise."""
    try:
        preview = Preview(**signing.loads(token, salt=_SALT, max_age=LIFE_SECONDS))
    except (signing.BadSignature, TypeError, ValueError):
        return None
    return preview if preview.brand_id == brand_id else None

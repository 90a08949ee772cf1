"""Previews of what isn't published: a signed, short-lived statement which values a brand's pages show, which texts the
list gives a plan, and in whose frame they may stand."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

from django.core import signing

from planfront.brands.themes import Values

LIFE_SECONDS = 1800
PARAMETER = "preview"
HEADER = "X-Preview"
_SALT = "planfront.theme-preview"


@dataclass(frozen=True)
class Preview:
    """``origin`` is the back office's, the only one that may frame the pages. ``session`` and ``enrollment_id`` are the
    token and the quote of a sample visit, so that the pages have something to show ("" without one). ``plan``: the
    texts of one plan as somebody types them (see catalog.drafts), empty where none is."""

    brand_id: int
    origin: str
    values: Values
    session: str = ""
    enrollment_id: str = ""
    plan: Mapping[str, Any] = field(default_factory=dict)


def issue(preview: Preview) -> str:
    return signing.dumps(asdict(preview), salt=_SALT, compress=True)


def read(token: str, brand_id: int) -> Preview | None:
    """The preview of a genuine, unexpired token for this brand; None otherwise."""
    try:
        preview = Preview(**signing.loads(token, salt=_SALT, max_age=LIFE_SECONDS))
    except (signing.BadSignature, TypeError, ValueError):
        return None
    return preview if preview.brand_id == brand_id else None


def drafted_plan(token: str, brand_id: int) -> Mapping[str, Any] | None:
    """The texts of a plan that a genuine, unexpired token for this brand carries."""
    draft = read(token, brand_id) if token else None
    return draft.plan if draft is not None and draft.plan else None

"""The one page that may have a card processor's own fields: Billing Information, as a document of its own.

A content security policy holds for a document as long as it is open, and a script that was loaded once stays. So the
document with the processor's script never shows other steps of the application, and theirs never shows it: the page
moves between them by a full load (frontend/src/lib/card-page.ts).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from planfront.billing.selectors import hosted_fields
from planfront.enrollment.steps.registry import BILLING, href
from planfront.kernel.http.headers import widen_policy
from planfront.webapp.page_data import CardFieldsBlock, CardsBlock

if TYPE_CHECKING:
    from planfront.brands.models import Brand


def cards_block(brand: Brand, path: str) -> CardsBlock | None:
    """Return the processor's settings for the page at ``path`` (no leading slash); None where the store needs no such
    page."""
    if (hosted := hosted_fields(brand.pk)) is None:
        return None
    gateway, fields = hosted
    here: CardFieldsBlock = {"script": fields.script, "key": fields.key, "module": fields.module}
    return {"gateway": gateway, "path": href(BILLING), "fields": here if is_card_page(path) else None}


def policy(brand: Brand, path: str) -> str:
    """Return the content security policy of the page at ``path`` where it is wider than the others'; else ""."""
    hosted = hosted_fields(brand.pk) if is_card_page(path) else None
    if hosted is None:
        return ""
    _gateway, fields = hosted
    return widen_policy(scripts=fields.scripts, frames=fields.frames, connects=fields.connects)


def is_card_page(path: str) -> bool:
    """Return True when the page at ``path`` may have the processor's fields."""
    return f"/{path.strip('/')}".endswith(href(BILLING))

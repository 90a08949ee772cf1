"""The texts to accept, as calls answer them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from planfront.enrollment.forms.base import Answers, StepContext
from planfront.enrollment.signing import services as signing_services
from planfront.enrollment.steps.registry import AGREEMENT
from planfront.kernel.http.request import ApiRequest

if TYPE_CHECKING:
    from planfront.shopping.models import Quote


def show_texts(request: ApiRequest, quote: Quote, ctx: StepContext) -> list[Answers]:
    """The texts for this cart, state and date, noted as shown to the session."""
    texts = AGREEMENT.texts(ctx)
    signing_services.note_shown_texts(quote=quote, session_id=request.visitor.id, texts=texts)
    return [
        {
            "text_id": text.text_id,
            "text_head": text.head,
            "text_body": text.body,
            "text_required": True,
            "tick_label": text.tick,
            "text_short": text.short,
        }
        for text in texts
    ]

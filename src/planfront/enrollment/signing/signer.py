"""Who would sign in a request."""

from __future__ import annotations

from typing import TYPE_CHECKING

from planfront.enrollment.application import parties
from planfront.enrollment.application.parties import Asker
from planfront.kernel.http.request import ApiRequest
from planfront.shopping.access import side_of

if TYPE_CHECKING:
    from planfront.shopping.models import Quote


def asker_of(request: ApiRequest, quote: Quote) -> Asker:
    """Who asks, of a request that may open the enrollment."""
    side, actor = side_of(request, quote), request.actor
    return Asker(side, parties.signer_of(quote, side, actor.kind, actor.user_id), str(request.visitor.id))

"""Requests that may open an application."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from planfront.audit.services import Origin, origin_of
from planfront.enrollment.application.parties import Asker, signer_of
from planfront.shopping.access import Side, access_changeable, access_quote, side_of

if TYPE_CHECKING:
    from planfront.kernel.http.request import ApiRequest
    from planfront.shopping.models import Quote


@dataclass(frozen=True)
class Visit:
    """A request that may open an application, with its side of a hand-over."""

    request: ApiRequest
    quote: Quote
    side: Side
    origin: Origin

    @cached_property
    def asker(self) -> Asker:
        """The person who asks, and would sign."""
        actor = self.request.actor
        signer = signer_of(self.quote, self.side, actor.kind, actor.user_id)
        return Asker(self.side, signer, str(self.request.visitor.id))


def open_visit(request: ApiRequest, enrollment_id: str) -> Visit:
    """Open an application. Raises as ``access_quote`` does."""
    return _visit(request, access_quote(request, enrollment_id))


def open_changing_visit(request: ApiRequest, enrollment_id: str) -> Visit:
    """Open an application to change its quote or to sign it. Raises as ``access_changeable`` does."""
    return _visit(request, access_changeable(request, enrollment_id))


def _visit(request: ApiRequest, quote: Quote) -> Visit:
    return Visit(request, quote, side_of(request, quote), origin_of(request))

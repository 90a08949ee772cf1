"""Mail about accounts on its way to the room that writes and sends it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Protocol

from django.utils.translation import get_language

from planfront.kernel.hooks import Hook

if TYPE_CHECKING:
    from planfront.brands.models import Brand


class QueueMail(Protocol):
    def __call__(
        self, *, brand: Brand, kind: str, to: str, host: str, page: str, facts: Mapping[str, str], language: str
    ) -> None: ...


QUEUE_MAIL: Hook[QueueMail] = Hook("accounts.queue_mail")


def queue_mail(
    brand: Brand, kind: str, to: str, *, host: str = "", page: str = "", language: str = "", **facts: str
) -> None:
    """Queue a mail of a kind, with a link to ``page`` of the host, else of the brand's store; in the active language
    unless another is given."""
    for queue in QUEUE_MAIL:
        queue(
            brand=brand,
            kind=kind,
            to=to,
            host=host,
            page=page,
            facts=facts,
            language=language or get_language() or "en",
        )

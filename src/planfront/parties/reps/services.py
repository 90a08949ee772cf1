"""Adding reps, and what a rep chooses about themselves."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from django.db import transaction
from django.utils.translation import gettext as _

from planfront.art import portraits
from planfront.audit.services import SYSTEM, Origin, record
from planfront.kernel import clock
from planfront.kernel.errors import FieldErrors
from planfront.parties.party import add_party
from planfront.parties.reps.models import Agent

if TYPE_CHECKING:
    from planfront.brands.models import Brand


@transaction.atomic
def choose_portrait(*, agent_id: int, portrait: str, origin: Origin) -> None:
    """The rep's drawn portrait by its code, "" for none. Raises FieldErrors on "portrait_code"."""
    if portrait and not portraits.read(portrait):
        raise FieldErrors.single("portrait_code", _("Choose each part of the portrait from its list."))
    Agent.objects.filter(pk=agent_id).update(portrait=portrait, updated_at=clock.now())
    record("agent.portrait_chosen", origin=origin, subject_type="agent", subject_id=agent_id, fields=["portrait"])


def create_agent(*, code: str, brands: Iterable[Brand], origin: Origin = SYSTEM, **columns: Any) -> Agent:
    """Add a rep of the given brands."""
    return add_party(Agent, code=code, brands=brands, origin=origin, **columns)

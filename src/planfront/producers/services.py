"""Adding reps."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from django.db import transaction

from planfront.audit.services import SYSTEM, Origin, record
from planfront.producers.models import Agent

if TYPE_CHECKING:
    from planfront.brands.models import Brand


@transaction.atomic
def create_agent(*, code: str, brands: Iterable[Brand], origin: Origin = SYSTEM, **fields: Any) -> Agent:
    """A rep of the given brands. The code is kept in upper case, the landing URL in lower case."""
    landing = fields.pop("landing_url", None)
    agent = Agent.objects.create(code=code.strip().upper(), landing_url=landing.lower() if landing else None, **fields)
    agent.brands.set(brands)
    record("agent.created", origin=origin, subject_type="agent", subject_id=agent.pk)
    return agent

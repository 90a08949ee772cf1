"""What reports say of reps."""

from __future__ import annotations

from collections.abc import Iterable

from planfront.producers.models import Agent


def rep_names(agent_ids: Iterable[int]) -> dict[int, tuple[str, str]]:
    """Code and name by id."""
    rows = Agent.objects.filter(pk__in=list(agent_ids)).order_by()
    result = rows.values_list("pk", "code", "first_name", "last_name")
    return {key: (code, f"{first} {last}".strip()) for key, code, first, last in result}

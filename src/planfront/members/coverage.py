"""Questions about members' coverage, which a room above this one answers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any, Protocol
from uuid import UUID

from django.db.models import QuerySet

from planfront.kernel.hooks import Hook


@dataclass(frozen=True)
class OpenCover:
    """A person covered by a policy that is neither over nor cancelled. ``relative_id``: None for the subscriber."""

    number: str
    plan_id: int
    plan_name: str
    relative_id: UUID | None
    since: date
    until: date | None


class OpenPolicies(Protocol):
    """Policies that cover something or are about to (``coverage.models.PolicyRows``)."""

    def rated_elsewhere(self, places: Mapping[int, tuple[str, str]]) -> list[Any]: ...

    def covering(self, key: str = ...) -> Iterable[Any]: ...

    def exists(self) -> bool: ...


class Coverage(Protocol):
    """The questions, answered by ``coverage.people``."""

    def kept_policies(self) -> QuerySet[Any]: ...

    def open_policies(self, member_ids: Iterable[int]) -> OpenPolicies: ...

    def open_covers(self, member_id: int, day: date) -> list[OpenCover]: ...

    def covered_relatives(
        self, relative_ids: Iterable[UUID], policy_ids: Iterable[UUID] = ...
    ) -> set[tuple[UUID, UUID]]: ...

    def is_assigned(self, agent_id: int, member_id: int, day: date) -> bool: ...

    def set_last_days(self, last_days: Mapping[UUID, date | None], order: UUID) -> None: ...

    def settle_fees(self, member_ids: Iterable[int | None]) -> None: ...

    def forget_people(self, members: QuerySet[Any] | None, relatives: QuerySet[Any]) -> None: ...


COVERAGE: Hook[Coverage] = Hook("members.coverage")


def coverage() -> Coverage:
    return next(iter(COVERAGE))

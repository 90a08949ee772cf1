"""What the room asks of its members' coverage, which is kept by a room above it."""

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
    """Somebody whom a policy covers that is neither over nor cancelled. ``relative_id``: None for the subscriber."""

    number: str
    plan_id: int
    plan_name: str
    relative_id: UUID | None
    since: date
    until: date | None


@dataclass(frozen=True)
class RepScope:
    """A rep of a brand with the groups the rep serves."""

    brand_id: int
    agent_id: int
    group_ids: tuple[int, ...] = ()


class Coverage(Protocol):
    """The questions, answered by ``coverage.people``."""

    def kept_policies(self) -> QuerySet[Any]: ...

    def is_assigned(self, agent_id: int, member_id: int, day: date) -> bool: ...

    def has_open_policy(self, member_id: int) -> bool: ...

    def open_covers(self, member_id: int, day: date) -> list[OpenCover]: ...

    def covered_relatives(self, relative_ids: Iterable[UUID]) -> Mapping[UUID, set[UUID]]: ...

    def relatives_of_policies(self, policy_ids: Iterable[UUID]) -> Mapping[UUID, set[UUID]]: ...

    def policies_elsewhere(self, places: Mapping[int, tuple[str, str]]) -> list[Any]: ...

    def policies_covering(self, member_ids: Iterable[int], key: str = ...) -> list[Any]: ...

    def members_with_policy(self, number: str) -> QuerySet[Any, Any]: ...

    def guests(self, scope: RepScope, day: date) -> QuerySet[Any, Any]: ...

    def running_policies(self, scope: RepScope, day: date) -> QuerySet[Any]: ...

    def set_last_days(self, last_days: Mapping[UUID, date | None], order: UUID) -> None: ...

    def notify_changed(self, orders: Iterable[UUID]) -> None: ...

    def forget_holders(self, members: QuerySet[Any]) -> None: ...

    def forget_relatives(self, relatives: QuerySet[Any]) -> None: ...


COVERAGE: Hook[Coverage] = Hook("members.coverage")


def coverage() -> Coverage:
    return next(iter(COVERAGE))

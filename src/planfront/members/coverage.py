"""Questions about members' coverage, which a room above this one answers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
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


FactChanges = Mapping[int, Mapping[str, Any]]
"""Facts that become other ones, by member and column."""


@dataclass(frozen=True)
class Repriced:
    """The effect of a member's other facts on the policies that depend on them: in words, and whether one of them can't
    follow. ``digest`` names all of it."""

    text: str
    is_refused: bool
    digest: str


class Repricing(Protocol):
    """Changes of policies that follow from other facts of members, answered by ``coverage.repricing``."""

    def preview_repricing(
        self, changes: FactChanges, by_user: int | None, *, by_group: bool
    ) -> dict[int, Repriced]: ...

    def reprice(
        self, changes: FactChanges, digests: Mapping[int, str], order: UUID, by_user: int | None, *, by_group: bool
    ) -> None: ...

    def take_back_repricing(self, order: UUID, member_ids: Iterable[int], by_user: int | None) -> set[int]: ...

    def policies_to_reprice(self, changes: FactChanges) -> Sequence[Any]: ...


REPRICING: Hook[Repricing] = Hook("members.repricing")


def repricing() -> Repricing:
    return next(iter(REPRICING))


COVERAGE: Hook[Coverage] = Hook("members.coverage")


def coverage() -> Coverage:
    return next(iter(COVERAGE))

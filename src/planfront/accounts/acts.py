"""Acts of the store's API calls, and the kinds of sessions and staff roles that may do them.

Every call that isn't a plain read says so at its function with ``does``; ``api.role_gate`` asks ``may_do`` before any
of them runs. Which rows a caller may see is for the ``access_*`` gates of the rooms.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum
from typing import Any, TypeVar

from planfront.accounts.models import Role
from planfront.accounts.staffing import may_change
from planfront.kernel.http.request import ActorLike

V = TypeVar("V", bound=Callable[..., Any])
VISITOR = "visitor"


class Act(StrEnum):
    """``READ``: change nothing. ``OWN``: the caller's own session, account and consents. ``SHOP``: quotes, carts,
    applications and questions to the store. ``COVERAGE``: policies of members. ``CLIENTS``: a rep's leads, tasks and
    sent quotes. ``ANSWERS``: questions on quotes that a rep or a group administrator sent. ``GROUP``: a group's people,
    approvals and administrators."""

    READ = "read"
    OWN = "own"
    SHOP = "shop"
    COVERAGE = "coverage"
    CLIENTS = "clients"
    ANSWERS = "answers"
    GROUP = "group"


_ALL = frozenset({VISITOR, *Role})
_KINDS: dict[Act, frozenset[str]] = {
    Act.READ: _ALL,
    Act.OWN: _ALL,
    Act.SHOP: _ALL,
    Act.COVERAGE: frozenset({Role.MEMBER, Role.GROUP, Role.REP, Role.STAFF}),
    Act.CLIENTS: frozenset({Role.REP}),
    Act.ANSWERS: frozenset({Role.REP, Role.GROUP}),
    Act.GROUP: frozenset({Role.GROUP}),
}
_ROWS = {Act.SHOP: "shopping.quote", Act.COVERAGE: "coverage.policy"}
"""The rows that staff change with an act, as the back office's permissions name them."""


def does(act: Act) -> Callable[[V], V]:
    """Declare what the call of a function does."""

    def declare(view: V) -> V:
        view.act = act  # type: ignore[attr-defined]
        return view

    return declare


def declared_act(view: Callable[..., Any]) -> Act | None:
    """Return what a call was declared to do."""
    act: Act | None = getattr(view, "act", None)
    return act


def may_do(actor: ActorLike, act: Act) -> bool:
    """Return whether the caller's kind of session, and of staff the role, allows the act."""
    if actor.kind not in _KINDS[act]:
        return False
    return actor.kind != Role.STAFF or act not in _ROWS or may_change(actor.staff_role, _ROWS[act])

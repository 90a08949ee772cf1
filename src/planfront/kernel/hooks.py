"""Hooks: what a room asks of rooms above it, which it may not import.

A room declares a ``Hook`` by the code that calls it. A room above connects to it in its AppConfig's ``ready``; what
a room connects of its own (a cache, a column) it connects where that stands. docs/architecture.md lists all hooks.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Generic, TypeVar

Connected = TypeVar("Connected")
_hooks: dict[str, Hook[Any]] = {}


class Hook(Generic[Connected]):
    """Values by key, in the order in which rooms connected them. Connecting a key again replaces its value."""

    def __init__(self, name: str) -> None:
        """``name``: the room and what is asked, as in "shopping.bought_plans". Names are unique."""
        if name in _hooks:
            raise ValueError(f"There is a hook {name} already.")
        self.name = name
        self._connected: dict[str, Connected] = {}
        _hooks[name] = self

    def connect(self, value: Connected, *, key: str = "") -> None:
        """Connect a value under ``key``, or under its own name where a hook has no keys."""
        self._connected[key or _own_name(value)] = value

    def __iter__(self) -> Iterator[Connected]:
        return iter(tuple(self._connected.values()))

    def get(self, key: str) -> Connected | None:
        return self._connected.get(key)

    def require(self, key: str) -> Connected:
        """Return the value of a key. Raises KeyError where none is connected."""
        return self._connected[key]

    @property
    def keys(self) -> frozenset[str]:
        return frozenset(self._connected)


def _own_name(value: Any) -> str:
    return f"{value.__module__}.{value.__qualname__}"


def all_hooks() -> dict[str, Hook[Any]]:
    """Return every hook by name that imported rooms declare."""
    return dict(_hooks)

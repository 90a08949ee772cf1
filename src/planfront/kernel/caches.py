"""Register of in-process caches, so that tests and imports can empty them all."""

from __future__ import annotations

from collections.abc import Callable

_clearers: list[Callable[[], None]] = []


def register(clear: Callable[[], None]) -> None:
    """Remember how to empty one cache (for instance ``lru_cached.cache_clear``)."""
    _clearers.append(clear)


def clear_all() -> None:
    for clear in _clearers:
        clear()

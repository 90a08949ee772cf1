"""Caches of a process, which tests and imports empty all at once."""

from __future__ import annotations

from collections.abc import Callable

from django.core.cache import cache

from planfront.kernel.hooks import Hook

# What empties a cache, by the module that keeps it.
CLEAR_CACHE: Hook[Callable[[], None]] = Hook("kernel.clear_cache")


def clear_all() -> None:
    cache.clear()
    for clear in CLEAR_CACHE:
        clear()

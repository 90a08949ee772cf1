"""What takes a while to add up, held until what it came from is another."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from django.core.cache import cache

T = TypeVar("T")
SECONDS = 3600


def hold(key: str, stamp: object, make: Callable[[], T]) -> T:
    """Return what ``make`` made in this process for the same ``stamp``, or what it makes now."""
    cached: tuple[object, T] | None = cache.get(key)
    if cached is not None and cached[0] == stamp:
        return cached[1]
    value = make()
    cache.set(key, (stamp, value), SECONDS)
    return value

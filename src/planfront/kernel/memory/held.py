"""What takes a while to add up, held until what it came from is another."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from django.core.cache import cache

T = TypeVar("T")
SECONDS = 3600


def hold(key: str, stamp: object, make: Callable[[], T]) -> T:
    """Return what ``make`` made in this process for the same ``stamp``, or what it makes now."""
    held: tuple[object, T] | None = cache.get(key)
    if held is not None and held[0] == stamp:
        return held[1]
    made = make()
    cache.set(key, (stamp, made), SECONDS)
    return made

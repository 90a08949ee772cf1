"""Results, held by the values that they were worked out from."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from threading import Lock
from typing import Any, TypeVar, cast

T = TypeVar("T")


class Memo:
    """Holds the most recently used ``limit`` results. Keys name everything that a result depends on."""

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._kept: OrderedDict[Any, Any] = OrderedDict()
        self._lock = Lock()

    def get(self, key: Any, make: Callable[[], T]) -> T:
        """Return the result of a key, made by ``make`` where there is none. Requests share it: don't change it."""
        with self._lock:
            if key in self._kept:
                self._kept.move_to_end(key)
                return cast(T, self._kept[key])
        result = make()
        with self._lock:
            self._kept[key] = result
            while len(self._kept) > self._limit:
                self._kept.popitem(last=False)
        return result

    def clear(self) -> None:
        with self._lock:
            self._kept.clear()

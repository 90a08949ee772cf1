"""The operator's settings beside plans and rates, read once for each edition of them.

Triggers count their edition up (part ``settings``; ``watching`` in the migrations of the rooms that they belong to), so
a change is seen at once, whoever made it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from planfront.catalog import revision
from planfront.catalog.revision import EVERYBODY
from planfront.kernel.memory import caches
from planfront.kernel.memory.memo import Memo

T = TypeVar("T")
_MOST_HELD = 4096
_held = Memo(_MOST_HELD)
caches.CLEAR_CACHE.connect(_held.clear, key=__name__)


def hold(name: str, read: Callable[[], T], brand_id: int = EVERYBODY) -> T:
    """Return the result of ``read``, which is called once for each edition. ``name`` and ``brand_id`` are all that it
    depends on, except for rows of watched tables that belong to the brand or to all brands. Shared between requests:
    don't change it."""
    return _held.get((name, brand_id, revision.read(brand_id).settings), read)

"""The collection of garbage in long work: each look through all objects costs more than it frees."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def collecting_seldom() -> Iterator[None]:
    """Collect cycles only where many thousand objects are new, for work that makes and drops millions of rows."""
    usual = gc.get_threshold()
    gc.set_threshold(100_000, 50, 100)
    try:
        yield
    finally:
        gc.set_threshold(*usual)

"""Names of the catalog that a file about reps or groups may write: insurers, plans and categories."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from planfront.kernel.hooks import Hook

Names = Iterable[tuple[Any, tuple[str, ...]]]
"""Each value as its column holds it, with its spellings; the first one is written back."""

CATALOG_NAMES: Hook[Callable[[], Names]] = Hook("parties.catalog_names")

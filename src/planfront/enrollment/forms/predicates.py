"""``show_if``: small JSON predicates, evaluated the same way by the page."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from planfront.kernel.text.parse import us_date


def names_in(predicate: Mapping[str, Any] | None) -> frozenset[str]:
    """The fields whose values decide."""
    if not predicate:
        return frozenset()
    parts = [*predicate.get("all", ()), *predicate.get("any", ())]
    if "not" in predicate:
        parts.append(predicate["not"])
    inner = frozenset(name for part in parts for name in names_in(part))
    return inner | {predicate["field"]} if "field" in predicate else inner


def holds(predicate: Mapping[str, Any] | None, values: Mapping[str, Any]) -> bool:
    """Return whether a field with this ``show_if`` is shown for these values. Unknown predicates show the field."""
    if not predicate:
        return True
    if "all" in predicate:
        return all(holds(item, values) for item in predicate["all"])
    if "any" in predicate:
        return any(holds(item, values) for item in predicate["any"])
    if "not" in predicate:
        return not holds(predicate["not"], values)
    value = str(values.get(predicate.get("field", ""), "") or "")
    if "eq" in predicate:
        return value == str(predicate["eq"])
    if "after" in predicate:
        day, limit = us_date(value), us_date(predicate["after"])
        return day is not None and limit is not None and day > limit
    if "in" in predicate:
        return value in {str(item) for item in predicate["in"]}
    return True

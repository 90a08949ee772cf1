"""Reference lists that forms about people offer: shipped in data/reference.json, replaceable list by list."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Any

from django.utils.translation import get_language, gettext_lazy

from planfront.catalog import configuration
from planfront.members.models import Gender, ReferenceItem

_FILE = Path(__file__).parent / "data" / "reference.json"
LISTS = (
    "ethnic_category",
    "average_work_week",
    "employment_status",
    "compensation_types",
    "vacation_policy",
    "bargaining_unit",
    "holiday_policy",
    "beneficiary_relationships",
    "marital_status",
    "coverages",
)
GENDERS = {
    Gender.MALE: gettext_lazy("Male"),
    Gender.FEMALE: gettext_lazy("Female"),
    Gender.OTHER: gettext_lazy("Other"),
}


@dataclass(frozen=True)
class Choice:
    """One entry, named in the active language. ``flags``: needs_text, refused; of a work week ``least``
    and ``most`` hours; of a beneficiary's relationship ``asks``: trust or estate, who are no persons."""

    value: str
    name: str
    flags: dict[str, Any] = field(default_factory=dict)

    def flag(self, name: str) -> bool:
        return self.flags.get(name) is True

    @property
    def is_person(self) -> bool:
        """Return False for a trust or an estate: it has no age and no trustee for its share."""
        return "asks" not in self.flags


@lru_cache(maxsize=1)
def _shipped() -> dict[str, list[dict[str, Any]]]:
    loaded: dict[str, list[dict[str, Any]]] = json.loads(_FILE.read_text(encoding="utf-8"))
    return loaded


def _choice(value: str, name: str, name_es: str, flags: dict[str, Any]) -> Choice:
    spanish = (get_language() or "en").startswith("es")
    return Choice(value, name_es if spanish and name_es else name, flags)


def load_lists(keys: Iterable[str]) -> dict[str, list[Choice]]:
    """The entries of several lists, in order. KeyError for an unknown list."""
    stored = configuration.hold(f"reference lists, {get_language()}", _read_lists)
    return {key: list(stored.get(key) or _of_file(key)) for key in keys}


def _read_lists() -> dict[str, list[Choice]]:
    lists: dict[str, list[Choice]] = defaultdict(list)
    for row in ReferenceItem.objects.order_by("order", "id"):
        lists[row.list_key].append(_choice(row.value, row.name, row.name_es, row.flags))
    return dict(lists)


def _of_file(list_key: str) -> list[Choice]:
    return [
        _choice(entry["value"], entry["name"], entry["name_es"], entry.get("flags", {}))
        for entry in _shipped()[list_key]
    ]


def choices(list_key: str) -> list[Choice]:
    """The entries of a list, in order. KeyError for an unknown list."""
    return load_lists([list_key])[list_key]


def choice(list_key: str, value: str) -> Choice | None:
    """The entry with this value; None when the list has none."""
    return next((entry for entry in choices(list_key) if entry.value == value), None)

"""Changes of a roster in words. Only the last digits of a Social Security number are shown."""

from __future__ import annotations

from datetime import date
from decimal import Decimal
from typing import Any

from planfront.kernel.text.parse import show_date
from planfront.members.models import MARITAL_NAMES, Gender, RosterChange
from planfront.members.roster.fields import BY_NAME
from planfront.parties.groups.selectors import class_names

_WORDS = {"relatives": "Family", "coverage": "Coverage", "left_on": "Last day of work"}
_GENDERS = dict(Gender.choices)


def field_label(name: str) -> str:
    return _WORDS.get(name) or (BY_NAME[name].label if name in BY_NAME else name)


def field_words(change: RosterChange) -> list[str]:
    """Return the names of the changed fields."""
    return [field_label(name) for name in change.fields]


def list_differences(change: RosterChange) -> list[str]:
    """Return each change, with the values before and after."""
    before: Any = change.before
    after: Any = change.after
    if not before:
        return _family_changes([], after["relatives"])
    texts: list[str] = []
    for name in change.fields:
        if name == "relatives":
            texts += _family_changes(before["relatives"], after["relatives"])
        elif name == "coverage":
            texts += _coverage_ends(before["coverages"], after["coverages"])
        elif name == "ssn":
            texts.append(f"{field_label(name)}: {_number_end(before['ssn'])} → {_number_end(after['ssn'])}")
        elif name == "group_class_id":
            names = class_names(change.roster.group_id)
            was, becomes = (names.get(state["person"].get(name), ("none",))[0] for state in (before, after))
            texts.append(f"{field_label(name)}: {was} → {becomes}")
        else:
            texts.append(f"{field_label(name)}: {_value_text(name, before)} → {_value_text(name, after)}")
    return texts


def _value_text(name: str, state: Any) -> str:
    value = state["person"].get(name)
    if value in (None, ""):
        return "none"
    if name in ("birth_date", "hired_on", "left_on"):
        return show_date(date.fromisoformat(value))
    if name == "gender":
        return str(_GENDERS.get(value, value))
    if name == "annual_salary":
        return f"${Decimal(value):,.2f}"
    if name == "weekly_hours":
        return f"{Decimal(value).normalize():f}"
    return MARITAL_NAMES.get(value, str(value)) if name == "marital_status" else str(value)


def _number_end(number: str) -> str:
    return f"ending {number[-4:]}" if number else "none"


def _family_changes(before: list[Any], after: list[Any]) -> list[str]:
    had, has = ({item["id"]: item for item in family} for family in (before, after))
    return [
        *(f"Added: {_relative_text(person)}" for key, person in has.items() if key not in had),
        *(f"Changed: {_relative_text(person)}" for key, person in has.items() if key in had and had[key] != person),
        *(f"Removed: {_relative_text(person)}" for key, person in had.items() if key not in has),
    ]


def _relative_text(item: Any) -> str:
    name = item["first_name"] or f"born {show_date(date.fromisoformat(item['birth_date']))}"
    return f"{item['relationship']} {name}"


def _coverage_ends(before: Any, after: Any) -> list[str]:
    ends = {last_day for key, last_day in after.items() if before.get(key) != last_day}
    return [f"Coverage ends {show_date(date.fromisoformat(last_day))}" for last_day in sorted(ends)]

"""Changes of a roster in words. Only the last digits of a Social Security number are shown."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from typing import Any

from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _

from planfront.kernel.text.parse import show_date
from planfront.members.models import RosterChange
from planfront.members.reference import GENDERS
from planfront.members.roster.fields import BY_NAME, label_of

_WORDS = {
    "relatives": gettext_lazy("Family"),
    "coverage": gettext_lazy("Coverage"),
    "left_on": gettext_lazy("Last day of work"),
}
_RELATIONS = {"spouse": gettext_lazy("Spouse"), "child": gettext_lazy("Child")}
_MARITAL = (
    gettext_lazy("Single"),
    gettext_lazy("Married"),
    gettext_lazy("Divorced"),
    gettext_lazy("Widowed"),
)


@dataclass(frozen=True)
class Difference:
    """A value before and after, "" for none. ``before`` None: of someone who comes, changes or goes."""

    label: str
    after: str
    before: str | None = None

    def __str__(self) -> str:
        if self.before is None:
            return f"{self.label}: {self.after}"
        return f"{self.label}: {self.before or _('none')} → {self.after or _('none')}"


def field_label(name: str) -> str:
    if name in _WORDS:
        return str(_WORDS[name])
    return label_of(name) if name in BY_NAME else name


def field_words(change: RosterChange) -> list[str]:
    """Return the names of the changed fields."""
    return [field_label(name) for name in change.fields]


def list_differences(change: RosterChange, classes: Mapping[int, tuple[str, ...]]) -> list[Difference]:
    """Return each change, with the values before and after. ``classes``: names of the group's classes."""
    before: Any = change.before
    after: Any = change.after
    if not before:
        return _family_changes([], after["relatives"])
    rows: list[Difference] = []
    for name in change.fields:
        if name == "relatives":
            rows += _family_changes(before["relatives"], after["relatives"])
        elif name == "coverage":
            rows += _coverage_ends(before["coverages"], after["coverages"])
        elif name == "ssn":
            rows.append(Difference(field_label(name), _number_end(after["ssn"]), _number_end(before["ssn"])))
        elif name == "group_class_id":
            was, becomes = (_class_name(classes.get(state["person"].get(name), ())) for state in (before, after))
            rows.append(Difference(field_label(name), becomes, was))
        else:
            rows.append(Difference(field_label(name), _value_text(name, after), _value_text(name, before)))
    return rows


def _class_name(names: tuple[str, ...]) -> str:
    """Return a class's name in the reader's language, of its English and Spanish one."""
    return names[-1 if get_language() == "es" else 0] if names else ""


def _value_text(name: str, state: Any) -> str:
    value = state["person"].get(name)
    if value in (None, ""):
        return ""
    if name in ("birth_date", "hired_on", "left_on"):
        return show_date(date.fromisoformat(value))
    if name == "gender":
        return str(GENDERS.get(value, value))
    if name == "annual_salary":
        return f"${Decimal(value):,.2f}"
    if name == "weekly_hours":
        return f"{Decimal(value).normalize():f}"
    if name == "marital_status":
        return str(_MARITAL[value])
    return str(value)


def _number_end(number: str) -> str:
    return _("ending %s") % number[-4:] if number else ""


def _family_changes(before: list[Any], after: list[Any]) -> list[Difference]:
    had, has = ({item["id"]: item for item in family} for family in (before, after))
    return [
        *(Difference(_("Added"), _relative_text(person)) for key, person in has.items() if key not in had),
        *(
            Difference(_("Changed"), _relative_text(person))
            for key, person in has.items()
            if key in had and had[key] != person
        ),
        *(Difference(_("Removed"), _relative_text(person)) for key, person in had.items() if key not in has),
    ]


def _relative_text(item: Any) -> str:
    name = item["first_name"] or _("born %s") % show_date(date.fromisoformat(item["birth_date"]))
    return f"{_RELATIONS.get(item['relationship'].lower(), item['relationship'])} {name}"


def _coverage_ends(before: Any, after: Any) -> list[Difference]:
    ends = {last_day for key, last_day in after.items() if before.get(key) != last_day}
    days = [show_date(date.fromisoformat(last_day)) for last_day in sorted(ends)]
    return [Difference(_("Coverage ends"), day) for day in days]

"""The effect of a roster's family on the member on record: the state after it."""

from __future__ import annotations

from collections.abc import Collection, Set
from copy import deepcopy
from datetime import date

from planfront.kernel.security.ids import new_uuid
from planfront.kernel.text.folding import name_key
from planfront.members.models import RosterChange
from planfront.members.roster.cells import SPOUSE
from planfront.members.roster.fields import PERSON, RELATIVE
from planfront.members.roster.people import Family, Values
from planfront.members.roster.state import State, as_json, list_differences

_UNKNOWN = (
    "group_class_id",
    "marital_status",
    "hired_on",
    "left_on",
    "gender",
    "birth_date",
    "weekly_hours",
    "annual_salary",
)
NOBODY: State = {
    "person": {name: None if name in _UNKNOWN else "" for name in PERSON},
    "ssn": "",
    "relatives": [],
    "coverages": {},
}
_UNNAMED: State = {"first_name": "", "middle_name": "", "last_name": "", "suffix": "", "gender": None}


def state_after(before: State, family: Family, today: date, covered: Set[str] = frozenset()) -> State:
    """An empty cell leaves what is on record. ``covered``: ids of relatives whom a policy names, who stay on record."""
    state = deepcopy(before or NOBODY)
    if not family.on_record:
        if comes_back(state["person"]["left_on"], family):
            state["person"]["left_on"] = None
        state["person"].update({name: as_json(family.person[name]) for name in PERSON if name in family.person})
    state["ssn"] = family.person.get("ssn") or state["ssn"]
    known: set[str] = set()
    for _row, values in family.relatives:
        _relative(state, values, today, known, covered)
    if ends := family.person.get("ends_on"):
        state["person"]["left_on"] = as_json(ends)
        _end_coverage(state, ends)
    return state


def comes_back(left_on: str | None, family: Family) -> bool:
    """Return whether a person who left was hired anew: being in the file alone doesn't bring them back."""
    hired = family.person.get("hired_on")
    return bool(left_on and hired and as_json(hired) > left_on)


def _relative(state: State, values: Values, today: date, known: set[str], covered: Set[str]) -> None:
    """``known`` are the relatives that other rows are: twins without a name stay two."""
    relative = next(
        (
            relative
            for relative in state["relatives"]
            if relative["id"] not in known and _is_same_person(relative, values)
        ),
        None,
    )
    ends = values.get("ends_on")
    if ends is not None and ends < today:
        _take_away(state, [relative] if relative else [], covered)
        return
    if relative is None:
        if values["relationship"] == SPOUSE:  # one spouse: who comes takes the place
            _take_away(state, [item for item in state["relatives"] if item["relationship"].lower() == SPOUSE], covered)
        relative = {"id": str(new_uuid()), "relationship": values["relationship"], "ssn": "", **_UNNAMED}
        state["relatives"].append(relative)
    known.add(relative["id"])
    relative.update({name: as_json(values[name]) for name in RELATIVE if values.get(name, "") != ""})
    relative["ssn"] = values.get("ssn") or relative["ssn"]


def _take_away(state: State, gone: Collection[State], covered: Set[str]) -> None:
    ids = {item["id"] for item in gone} - covered
    state["relatives"] = [item for item in state["relatives"] if item["id"] not in ids]


def _is_same_person(state: State, values: Values) -> bool:
    """Compare people by number, else by birth date and first name where both are known."""
    if state["relationship"].lower() != values["relationship"]:
        return False
    if state["ssn"] and state["ssn"] == values.get("ssn"):
        return True
    first, other = name_key(state["first_name"]), name_key(values["first_name"])
    return state["birth_date"] == values["birth_date"].isoformat() and (not first or not other or first == other)


def _end_coverage(state: State, ends: date) -> None:
    """Coverage ends with that day; what ended earlier stays."""
    for key, last_day in state["coverages"].items():
        if not last_day or last_day > ends.isoformat():
            state["coverages"][key] = ends.isoformat()


def effect(before: State, wanted: State) -> str:
    """ "" when nothing changes."""
    if not before:
        return RosterChange.Effect.NEW
    names = list_differences(before, wanted)
    if not names:
        return ""
    return RosterChange.Effect.ENDED if "coverage" in names else RosterChange.Effect.CHANGED

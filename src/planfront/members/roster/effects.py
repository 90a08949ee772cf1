"""What a family of a roster does to the member on record: the state after it."""

from __future__ import annotations

from copy import deepcopy
from datetime import date

from planfront.kernel.ids import new_uuid
from planfront.members.models import Coverage, RosterChange
from planfront.members.roster.fields import PERSON, RELATIVE, SPOUSE
from planfront.members.roster.people import Family, Values
from planfront.members.roster.state import State, as_json, differing

NOBODY: State = {
    "person": {name: None if name in ("marital_status", "hired_on", "gender", "birth_date") else "" for name in PERSON},
    "ssn": "",
    "relatives": [],
    "coverages": {},
}


def after(before: State, family: Family, today: date) -> State:
    """An empty cell leaves what is on record."""
    state = deepcopy(before or NOBODY)
    state["person"].update({name: as_json(family.person[name]) for name in PERSON if name in family.person})
    state["ssn"] = family.person.get("ssn") or state["ssn"]
    for _row, values in family.relatives:
        _relative(state, values, today)
    if ends := family.person.get("ends_on"):
        _end(state, ends, today)
    return state


def _relative(state: State, values: Values, today: date) -> None:
    found = next((one for one in state["relatives"] if _is(one, values)), None)
    ends = values.get("ends_on")
    if ends is not None and ends < today:
        state["relatives"] = [one for one in state["relatives"] if one is not found]
        return
    if found is None:
        if values["relationship"] == SPOUSE:  # one spouse: who comes takes the place
            state["relatives"] = [one for one in state["relatives"] if one["relationship"].lower() != SPOUSE]
        found = {"id": str(new_uuid()), "relationship": values["relationship"], "ssn": "", "middle_name": ""}
        state["relatives"].append(found)
    found.update({name: as_json(values[name]) for name in RELATIVE if name in values})
    found["ssn"] = values.get("ssn") or found["ssn"]


def _is(one: State, values: Values) -> bool:
    if one["relationship"].lower() != values["relationship"]:
        return False
    if one["ssn"] and one["ssn"] == values.get("ssn"):
        return True
    named = one["first_name"].casefold() == values["first_name"].casefold()
    return bool(named and one["birth_date"] == values["birth_date"].isoformat())


def _end(state: State, ends: date, today: date) -> None:
    """Coverage ends with that day; what ended earlier stays."""
    status = Coverage.Status.INACTIVE if ends < today else Coverage.Status.ACTIVE
    for key, (now, until) in state["coverages"].items():
        if now == Coverage.Status.ACTIVE and (not until or until > ends.isoformat()):
            state["coverages"][key] = [status.value, ends.isoformat()]


def effect(before: State, wanted: State) -> str:
    """ "" when nothing changes."""
    if not before:
        return RosterChange.Effect.NEW
    names = differing(before, wanted)
    if not names:
        return ""
    return RosterChange.Effect.ENDED if "coverage" in names else RosterChange.Effect.CHANGED

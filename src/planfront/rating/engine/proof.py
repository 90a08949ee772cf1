"""Proofs: what a price was made of, as JSON-able data.

A proof holds ages instead of birth dates, and of the inputs only those the table uses.
"""

import json
from collections.abc import Iterable
from dataclasses import MISSING, fields
from datetime import date
from decimal import Decimal
from typing import Any

from planfront.rating.engine.codes import Method
from planfront.rating.engine.fees import Line
from planfront.rating.engine.run import Run, Used
from planfront.rating.engine.table import Component, Fee, TableSpec
from planfront.rating.engine.units import uses_income

FORMAT = 1
_LATER = {"eff_to"}  # an approved table may get an end date later; the price stays the same


def build_proof(run: Run, fees: Iterable[Fee], premium: Decimal, lines: Iterable[Line]) -> dict[str, Any]:
    """The proof of a finished run."""
    return {
        "format": FORMAT,
        "table": _spec(run),
        "inputs": _inputs(run),
        "cells": [_used(run, used) for used in run.used],
        "factors": [[kind, key, str(value)] for kind, key, value in run.factors],
        "steps": [[s.name, str(s.before), s.rule, str(s.after)] for s in run.steps],
        "fees": [[f.code, f.kind.value, str(f.amount), f.first_only, f.per_member] for f in fees],
        "premium": str(premium),
        "lines": [[line.code, str(line.amount), line.once] for line in lines],
    }


def dump_proof(proof: dict[str, Any]) -> str:
    """A proof as text; equal proofs give equal text."""
    return json.dumps(proof, sort_keys=True, separators=(",", ":"))


def load_proof(text: str) -> dict[str, Any]:
    """The proof `dump_proof` wrote."""
    proof: dict[str, Any] = json.loads(text)
    return proof


def json_value(value: object) -> Any:
    """A JSON value for anything a table or an input holds."""
    if isinstance(value, Component):
        return {f.name: json_value(getattr(value, f.name)) for f in fields(value)}
    if isinstance(value, Decimal):
        return str(value)
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, tuple | list):
        return [json_value(item) for item in value]
    if isinstance(value, frozenset):
        return sorted(json_value(item) for item in value)
    return value


def _spec(run: Run) -> dict[str, Any]:
    """The settings that differ from their defaults, and the child age taken from the cells."""
    settings: dict[str, Any] = {}
    for setting in fields(TableSpec):
        value = getattr(run.spec, setting.name)
        if setting.name not in _LATER and (setting.default is MISSING or value != setting.default):
            settings[setting.name] = json_value(value)
    settings["child_age"] = run.table.child_age
    return settings


def _inputs(run: Run) -> dict[str, Any]:
    inputs, spec, ages = run.inputs, run.spec, run.ages
    values: dict[str, Any] = {
        "effective_date": inputs.effective_date,
        "tier": inputs.tier,
        "children": inputs.child_count,
        "ages": [ages.subscriber, ages.spouse, list(ages.children)],
        "area": run.area,
        "option": inputs.option,
        "riders": inputs.riders,
        "issue_date": inputs.issue_date,
    }
    if run.table.tobacco_rated:
        values |= {"tobacco": inputs.tobacco, "spouse_tobacco": inputs.spouse_tobacco}
    if run.table.sex_rated and not run.unisex:
        values |= {"sex": inputs.sex, "spouse_sex": inputs.spouse_sex}
    if spec.method is Method.UNIT:
        values["income" if uses_income(run) else "amount"] = inputs.income if uses_income(run) else inputs.amount
    if run.factors:
        values |= {"sic": inputs.sic, "group_size": inputs.group_size}
        values |= {"participation": inputs.participation, "mode": inputs.mode}
    return {key: json_value(value) for key, value in values.items() if value not in (None, frozenset())}


def _used(run: Run, used: Used) -> dict[str, Any]:
    charge = used.charge
    keys = run.table.cells[charge.place]._asdict().items()
    return {
        "cell": {name: json_value(value) for name, value in keys if value is not None},
        "role": charge.role,
        "age": charge.age,
        "amount": str(used.amount),
    }

"""Requirement profiles: which tabs and fields are asked. The default is what the steps say; rows override it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

from planfront.enrollment.forms.base import Requirements
from planfront.enrollment.steps.registry import STEPS

DEFAULT_TABS: dict[str, bool] = {step.key: step.by_default for step in STEPS}
DEFAULT_FIELDS: dict[str, dict[str, dict[str, bool]]] = {
    step.key: {name: {"required": True} for name in step.required_fields} for step in STEPS if step.required_fields
}


class Profile(Protocol):
    """One row: what it sets."""

    @property
    def tabs(self) -> Mapping[str, Any]: ...
    @property
    def fields(self) -> Mapping[str, Mapping[str, Mapping[str, Any]]]: ...


@dataclass(frozen=True)
class TabsOnly:
    """Tabs that the plans of the cart ask for by themselves."""

    tabs: Mapping[str, Any]
    fields: Mapping[str, Mapping[str, Mapping[str, Any]]] = field(default_factory=dict)


def resolve(rows: Iterable[Profile]) -> Requirements:
    """The default with ``rows`` applied in their order; values that aren't true or false are ignored."""
    tabs = dict(DEFAULT_TABS)
    fields: dict[str, dict[str, dict[str, bool]]] = {
        tab: {name: dict(flags) for name, flags in by_field.items()} for tab, by_field in DEFAULT_FIELDS.items()
    }
    for row in rows:
        tabs.update({key: value for key, value in row.tabs.items() if isinstance(value, bool)})
        for tab, by_field in row.fields.items():
            for name, flags in by_field.items():
                into = fields.setdefault(tab, {}).setdefault(name, {})
                into.update({flag: on for flag, on in flags.items() if isinstance(on, bool)})
    return Requirements(tabs=tabs, fields=fields)

"""Requirement profiles: which tabs and fields are asked. The default is data too; rows override it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

from planfront.enrollment.steps.base import Requirements

DEFAULT_TABS: dict[str, bool] = {
    "primary_info": True,
    "contact_info": True,
    "employer_info": False,
    "beneficiary_info": False,
    "primary_health_info": False,
    "dependent_info": True,
    "billing_info": True,
    "agreement_info": True,
    "review_info": True,
}
_CONTACT = (
    "email_address", "phone_number", "address1", "city", "zip", "state", "birth_state", "birth_country",
    "birth_city",
)  # fmt: skip
_EMPLOYER = (
    "name", "phone", "address1", "city", "zip", "state", "average_work_week", "employment_start_date", "occupation",
    "compensation_type", "employment_status",
)  # fmt: skip
DEFAULT_FIELDS: dict[str, dict[str, dict[str, bool]]] = {
    "contact_info": {name: {"required": True} for name in _CONTACT},
    "employer_info": {name: {"required": True} for name in _EMPLOYER},
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
        tab: {name: dict(flags) for name, flags in named.items()} for tab, named in DEFAULT_FIELDS.items()
    }
    for row in rows:
        tabs.update({key: value for key, value in row.tabs.items() if isinstance(value, bool)})
        for tab, named in row.fields.items():
            for name, flags in named.items():
                into = fields.setdefault(tab, {}).setdefault(name, {})
                into.update({flag: on for flag, on in flags.items() if isinstance(on, bool)})
    return Requirements(tabs=tabs, fields=fields)

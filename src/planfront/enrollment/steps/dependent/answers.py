"""Typed answers of Dependent Information."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar

from planfront.enrollment.forms.named import NamedPerson
from planfront.enrollment.forms.typed import TypedAnswers

SPOUSE, CHILD = "spouse", "child"


@dataclass(frozen=True)
class Dependent(NamedPerson):
    """``confirmed``: the codes of questions about the person that were answered with yes, with commas between."""

    dependent_id: str = ""
    relationship: str = ""
    confirmed: str = ""
    health_info: Mapping[str, Any] = field(default_factory=dict)

    @property
    def is_spouse(self) -> bool:
        return self.relationship == SPOUSE

    @property
    def is_child(self) -> bool:
        return self.relationship == CHILD


@dataclass(frozen=True)
class DependentAnswers(TypedAnswers):
    """``dependents``: the list, spouse first. ``set_aside``: removed ones that can come back by their id.
    ``spouse_choice``: yes, no or "". ``first_track``: the list was stored from the add form. ``confirmed``: Next
    passed. ``switched``: what the tier was before it was moved to the list; gone with the next change."""

    key: ClassVar[str] = "dependent_info"

    dependents: tuple[Dependent, ...] = ()
    set_aside: tuple[Dependent, ...] = ()
    spouse_choice: str = ""
    first_track: bool = False
    confirmed: bool = False
    switched: Mapping[str, Any] | None = None

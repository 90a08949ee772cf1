"""People that answers name."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import date
from typing import Any, Self

from planfront.enrollment.forms.typed import TypedAnswers
from planfront.kernel.text.parse import full_name


@dataclass(frozen=True)
class NamedPerson(TypedAnswers):
    """``ssn``: nine digits, "" where the number isn't known; ``ssn_later``: it follows. ``stored``: all that is stored
    of them."""

    first_name: str = ""
    middle_name: str = ""
    last_name: str = ""
    suffix: str = ""
    birthdate: date | None = None
    ssn: str = ""
    ssn_later: bool = False
    stored: Mapping[str, Any] = field(default_factory=dict, compare=False, repr=False)

    @classmethod
    def read(cls, stored: Mapping[str, Any]) -> Self:
        return replace(super().read(stored), stored=stored)

    @property
    def full_name(self) -> str:
        return full_name(self)

    @property
    def name(self) -> str:
        """First and last name."""
        return f"{self.first_name} {self.last_name}".strip()

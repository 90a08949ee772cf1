"""Typed answers of Beneficiary Information."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from planfront.enrollment.forms.named import NamedPerson
from planfront.enrollment.forms.typed import TypedAnswers

PERSON, TRUST, ESTATE = "person", "trust", "estate"


@dataclass(frozen=True)
class Beneficiary(NamedPerson):
    """A beneficiary. ``beneficiary_percentage``: the share, 1 to 100; None for a person on record without one."""

    beneficiary_id: str = ""
    relationship: str = ""
    trust_name: str = ""
    beneficiary_percentage: int | None = None

    @property
    def kind(self) -> str:
        """Person, trust or estate."""
        if self.trust_name:
            return TRUST
        return PERSON if self.first_name or self.last_name else ESTATE


@dataclass(frozen=True)
class BeneficiaryAnswers(TypedAnswers):
    """``confirmed``: Next passed."""

    key: ClassVar[str] = "beneficiary_info"

    beneficiaries: tuple[Beneficiary, ...] = ()
    confirmed: bool = False

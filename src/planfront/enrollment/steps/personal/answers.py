"""Typed answers of Personal Information."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from planfront.enrollment.forms.base import APPLICANT_TAB
from planfront.enrollment.forms.named import NamedPerson


@dataclass(frozen=True)
class PersonalAnswers(NamedPerson):
    key: ClassVar[str] = APPLICANT_TAB

    marital_status: str = ""
    weight: int | None = None

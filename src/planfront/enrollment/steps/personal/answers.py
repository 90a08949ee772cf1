"""What the store reads of Personal Information."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from planfront.enrollment.forms.named import NamedPerson


@dataclass(frozen=True)
class PersonalAnswers(NamedPerson):
    key: ClassVar[str] = "primary_info"

    marital_status: str = ""
    weight: int | None = None

"""Typed answers of Contact Information."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from planfront.enrollment.forms.typed import TypedAnswers


@dataclass(frozen=True)
class ContactAnswers(TypedAnswers):
    """``phone_number``: ten digits."""

    key: ClassVar[str] = "contact_info"

    email_address: str = ""
    phone_number: str = ""
    zip: str = ""

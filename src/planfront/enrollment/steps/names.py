"""What names of people and of account holders are made of."""

from __future__ import annotations

import unicodedata

from planfront.kernel.parse import is_person_name

NAME_LENGTH = 50
HOLDER_LENGTH = 60
_HOLDER_MARKS = " '’`.-&,/"


def is_name(value: str) -> bool:
    return is_person_name(value, NAME_LENGTH)


def is_account_holder(value: str) -> bool:
    """The name of a person or a company: letters of any script, digits and the signs of names and companies, with at
    least one letter or digit, no more than 60 characters."""
    if len(value) > HOLDER_LENGTH or not any(ch.isalnum() for ch in value):
        return False
    return all(unicodedata.category(ch)[0] in "LMN" or ch in _HOLDER_MARKS for ch in value)

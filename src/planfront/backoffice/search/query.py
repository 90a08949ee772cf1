"""The typed words, read in each way they may be meant."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date
from functools import cached_property

from planfront.kernel import clock
from planfront.kernel.text.folding import fold_text
from planfront.kernel.text.parse import us_date
from planfront.members.identifiers import read_subscriber_number

LEAST_LETTERS = 2
_PHONE = re.compile(r"(?:tel:)?\s*\+?[\d\s().-]+", re.IGNORECASE)
_LOCAL_PHONE = re.compile(r"\d{3}[\s.-]?\d{4}")
_CONFIRMATION = re.compile(r"(?:#|conf(?:irmation)?\.?\s*(?:#|no\.?|number)?)\s*([0-9]+)", re.IGNORECASE)
_POLICY = re.compile(r"PF-?([0-9][0-9-]*)", re.IGNORECASE)
_MOST_WORDS = 6
_LONGEST_NUMBER = 18


@dataclass(frozen=True)
class SearchQuery:
    """Digits decide what is looked for: ``confirmation`` is #1234567 or "confirmation 1234567", ``policy``
    PF1234567-01, ``member`` M000050138, ``day`` mm/dd/yyyy, ``phone`` ten digits, ``last_four`` four. ``unfinished``
    while somebody types: four digits may become a longer number, so nothing is looked for by the last four, which goes
    on record."""

    text: str
    unfinished: bool = False

    @cached_property
    def words(self) -> list[str]:
        return fold_text(self.text).lower().replace(",", " ").split()[:_MOST_WORDS]

    @cached_property
    def number(self) -> int | None:
        numbered = _CONFIRMATION.fullmatch(self.text)
        digits = numbered[1] if numbered else self.text
        return int(digits) if digits.isascii() and digits.isdigit() and len(digits) <= _LONGEST_NUMBER else None

    @property
    def confirmation(self) -> bool:
        return _CONFIRMATION.fullmatch(self.text) is not None and self.number is not None

    @cached_property
    def policy(self) -> tuple[str, ...]:
        """Return beginnings of a policy number, with and without the dash after PF."""
        read = _POLICY.fullmatch(self.text)
        return (f"PF{read[1]}", f"PF-{read[1]}") if read else ()

    @cached_property
    def member(self) -> int | None:
        """Return the member whose number, M and nine digits, is typed."""
        return read_subscriber_number(self.text)

    @cached_property
    def phone(self) -> str:
        digits = re.sub(r"\D", "", self.text) if _PHONE.fullmatch(self.text) else ""
        return digits[-10:] if len(digits) == 10 or (len(digits) == 11 and digits[0] == "1") else ""

    @cached_property
    def day(self) -> date | None:
        """Return the words as a day; most are birth dates."""
        return None if self.text.isdigit() else us_date(self.text, clock.today())

    @property
    def is_local_phone(self) -> bool:
        """Seven digits: phones are sealed, so they are found by all ten."""
        return _LOCAL_PHONE.fullmatch(self.text) is not None

    @property
    def is_last_four(self) -> bool:
        return re.fullmatch(r"[0-9]{4}", self.text) is not None

    @property
    def last_four(self) -> str:
        return self.text if self.is_last_four and not self.unfinished else ""

    @property
    def email(self) -> str:
        return self.text if "@" in self.text else ""

    @property
    def code(self) -> str:
        """Return the words as a code or page of a rep or group; "" where they can't be one."""
        return "" if self.confirmation or self.policy or self.day or self.phone or self.email else self.text.strip("/")

    @property
    def name(self) -> list[str]:
        """The words of what may be a name; none of a number, a day or an address."""
        return self.words if self.code and self.number is None else []

    @property
    def enough(self) -> bool:
        return len(self.text) >= LEAST_LETTERS

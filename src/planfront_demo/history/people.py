"""Invented people of the demo's history, each once."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, timedelta
from random import Random

from planfront_demo.history.tables import HISTORY, Town
from planfront_demo.people import PEOPLE

_PER_AREA = 100
_DAYS = 365
_OLDER_PARENT = 48
_UNTIL_AGED_OUT = timedelta(days=26 * _DAYS + 6)


@dataclass(frozen=True)
class Relative:
    first_name: str
    gender: int
    born: date
    ssn: str


@dataclass(frozen=True)
class Person:
    """``spouse`` and ``child`` where the tier covers them; ``partner``: whom they may marry. ``phone``: ten digits, ""
    for who has given none."""

    first_name: str
    last_name: str
    gender: int
    born: date
    town: Town
    address: str
    email: str
    phone: str
    ssn: str
    account: str
    partner: str
    spouse: Relative | None = None
    child: Relative | None = None

    @property
    def name(self) -> str:
        return f"{self.first_name} {self.last_name}"


class People:
    """A maker of people of whom no two share a name, number, phone or email address."""

    def __init__(self, random: Random, today: date) -> None:
        self.random, self.today = random, today
        names = [(*first, last) for first in HISTORY.first_names for last in HISTORY.last_names]
        random.shuffle(names)
        taken = {(row.first_name, row.last_name) for row in PEOPLE.members}
        self._names = [name for name in names if (name[0], name[2]) not in taken]
        used = {row.phone for row in PEOPLE.members}
        self._phones = {
            town.area: [phone for number in range(_PER_AREA) if (phone := f"{town.area}55501{number:02}") not in used]
            for town in HISTORY.towns
        }
        self._numbers = 0

    def make(self, tier: str, *, with_phone: bool) -> Person:
        random = self.random
        first_name, gender, last_name = self._names.pop()
        town = random.choices(HISTORY.towns, [town.weight for town in HISTORY.towns])[0]
        born = self._born(24, 62)
        spouse, child = tier in {"IS", "IF"}, tier in {"IC", "IF"}
        other, _gender = random.choice([item for item in HISTORY.first_names if item[1] != gender])
        young, girl = random.choice([item for item in HISTORY.first_names if item[0] not in {first_name, other}])
        return Person(
            first_name,
            last_name,
            gender,
            born,
            town,
            f"{random.randint(12, 980)} {random.choice(HISTORY.streets)}",
            f"{first_name}.{last_name}@mail.example".lower(),
            self._phones[town.area].pop() if with_phone and self._phones[town.area] else "",
            self._ssn(),
            f"0007{random.randint(10_000_000, 99_999_999)}",
            other,
            Relative(other, 1 - gender, born + timedelta(days=random.randint(-900, 900)), self._ssn())
            if spouse
            else None,
            Relative(young, girl, self._born_child(born), self._ssn()) if child else None,
        )

    def _born_child(self, parent: date) -> date:
        """A child of school age; of an older parent one who ages out of their plans some months from now."""
        born = self._born(1, min(15, self._age(parent) - 19))
        if self._age(parent) < _OLDER_PARENT:
            return born
        return self.today + timedelta(days=100 + 30 * (self._numbers % 8)) - _UNTIL_AGED_OUT

    def _age(self, born: date) -> int:
        return (self.today - born).days // _DAYS

    def _born(self, youngest: int, oldest: int) -> date:
        days = self.random.randint(youngest * _DAYS + 20, max(youngest, oldest) * _DAYS + 300)
        return self.today - timedelta(days=days)

    def _ssn(self) -> str:
        """Return a number of a range that isn't issued yet, and that no other person of the demo has."""
        self._numbers += 1
        return f"8985{1 + self._numbers // 9000}{1000 + self._numbers % 9000}"

"""Rows of a year's sum: checkups together, other care by its month."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal

from django.utils.translation import gettext as _

from planfront.kernel import money
from planfront.shopping.year.care import NAMES
from planfront.shopping.year.cost import Expected, Year
from planfront.shopping.year.usual import month_name, person_name

CHECKUP = frozenset({"cleaning", "dental_exam", "xrays"})
EXAM = "eye_exam"
_GLASSES = frozenset({"frames", "lenses"})

Key = tuple[int, int, str]
"""The key of a row. Keys sort as the rows do."""


@dataclass(frozen=True)
class Group:
    key: Key
    services: tuple[Expected, ...]

    @property
    def fee(self) -> Decimal:
        return money.total(each.care.fee for each in self.services)

    def own(self, year: Year) -> Decimal:
        """Return the shopper's part of these services in a year."""
        return money.total(line.own for line in year.lines if _group_key(line.expected) == self.key)

    def label(self, start: date) -> str:
        codes = {each.care.code for each in self.services}
        if codes <= CHECKUP:
            return _("Checkups and X-rays") if "xrays" in codes else _("Checkups")
        if codes == {EXAM}:
            return _("Eye exams") if len(self.services) > 1 else _("Eye exam")
        care = _("Glasses") if codes == _GLASSES else str(NAMES[min(codes)])
        text = _("%(care)s, from %(month)s") if "braces" in codes else _("%(care)s, in %(month)s")
        return text % {"care": care, "month": month_name(start, self.services[0].month)}

    def note(self, people: Sequence[str]) -> str:
        """Return the people of a row, where more than one person is covered."""
        if len(people) < 2:
            return ""
        persons = {each.person for each in self.services}
        if persons == {*people}:
            return _("For everyone covered")
        return ", ".join(person_name(person, people) for person in people if person in persons)


def groups_of(services: Sequence[Expected]) -> list[Group]:
    keys = sorted({_group_key(each) for each in services})
    return [Group(key, tuple(each for each in services if _group_key(each) == key)) for key in keys]


def is_checkup(service: Expected) -> bool:
    return service.care.code in CHECKUP or service.care.code == EXAM


def _group_key(service: Expected) -> Key:
    code = service.care.code
    if code in CHECKUP:
        return 0, 0, "checkups"
    if code == EXAM:
        return 0, 1, code
    return 1, service.month, "glasses" if code in _GLASSES else code

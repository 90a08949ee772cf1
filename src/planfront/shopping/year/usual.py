"""Usual years of care, by which plans are compared."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from datetime import date
from typing import NamedTuple

from django.utils.dates import MONTHS as MONTH_NAMES
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from planfront.kernel.days.months import months_later
from planfront.shopping.year.cost import MONTHS, Care, Expected

CHECKUPS = (("cleaning", 2), ("dental_exam", 2), ("xrays", 2), ("eye_exam", 2), ("cleaning", 8), ("dental_exam", 8))
"""Services and calendar months, for each person."""
BESIDE: dict[str, tuple[tuple[str, int], ...]] = {
    "fillings": (("filling", 4),),
    "crown": (("crown", 9),),
    "braces": (("braces", 3),),
    "glasses": (("frames", 4), ("lenses", 4)),
    "contacts": (("contacts", 4),),
}
"""The care that one person needs besides checkups: a child braces, the applicant the rest."""
PRESETS = {
    "dental": {
        "checkups": gettext_lazy("Healthy year"),
        "crown": gettext_lazy("A crown"),
        "braces": gettext_lazy("Braces"),
        "glasses": gettext_lazy("New glasses"),
    },
    "vision": {
        "checkups": gettext_lazy("Healthy year"),
        "glasses": gettext_lazy("New glasses"),
        "contacts": gettext_lazy("Contact lenses"),
    },
}
"""The usual years that say something about a category's plans."""

EVERYONE = "everyone"
"""In place of a person: each one whom the price covers."""
COVERED = {"IO": ("self",), "IS": ("self", "spouse"), "IC": ("self", "child"), "IF": ("self", "spouse", "child")}
PEOPLE = {"self": gettext_lazy("You"), "spouse": gettext_lazy("Your spouse"), "child": gettext_lazy("Your child")}


class UsualService(NamedTuple):
    """One service in a month of the plan's year (1 to 12) for one person, or for EVERYONE."""

    service: str
    month: int
    person: str


def people_of(tier: str, children: int | None) -> list[str]:
    """Return the people whom the price covers, each child apart."""
    covered = [*COVERED.get(tier, COVERED["IO"])]
    return [*covered, *(f"child {number}" for number in range(2, (children or 1) + 1) if "child" in covered)]


def person_name(person: str, people: Sequence[str]) -> str:
    """Return "You", "Your spouse", "Your child"; with more children "Child 1", "Child 2"."""
    if not person.startswith("child") or "child 2" not in people:
        return str(PEOPLE[person])
    return _("Child %(number)s") % {"number": person.partition(" ")[2] or 1}


def expected_care(
    kinds: Collection[str], care: dict[str, Care], people: Sequence[str], start: date
) -> Iterator[Expected]:
    """Yield the services of some kinds of care ("checkups", or of BESIDE). Months count from the start."""
    for service, month, person in _list_usual(kinds, people, start):
        for each_person in _expand_person(person, people):
            yield Expected(care[service], month, each_person)


def preset_services(
    kind: str, category: str, care: dict[str, Care], people: Sequence[str], start: date
) -> list[UsualService]:
    """Return a usual year with a plan of a category: its checkups, and the kind's care with the exam before it."""
    usual = list(_list_usual({"checkups", kind}, people, start))
    needed = {code for code, _month in BESIDE.get(kind, ())}
    services = [each for each in usual if care[each.service].category == category or each.service in needed]
    if kind == "glasses" and category != "vision":
        month = next(each.month for each in services if each.service == "frames")
        services.append(UsualService("eye_exam", month, "self"))
    return services


def spread_services(services: Sequence[UsualService], care: dict[str, Care], people: Sequence[str]) -> list[Expected]:
    """Return each service for each person it is for."""
    return [
        Expected(care[code], month, each) for code, month, person in services for each in _expand_person(person, people)
    ]


def _list_usual(kinds: Collection[str], people: Sequence[str], start: date) -> Iterator[UsualService]:
    if "checkups" in kinds:
        for code, month in CHECKUPS:
            yield UsualService(code, _month_from(start, month), EVERYONE)
    for kind, services in BESIDE.items():
        for code, month in services if kind in kinds else ():
            person = "child" if code == "braces" and "child" in people else "self"
            yield UsualService(code, _month_from(start, month), person)


def _expand_person(person: str, people: Sequence[str]) -> Sequence[str]:
    return people if person == EVERYONE else (person,)


def _month_from(start: date, month: int) -> int:
    return (month - start.month) % MONTHS + 1


def month_name(start: date, month: int) -> str:
    """Return the name of a month of the plan's year, from 1 on."""
    return str(MONTH_NAMES[months_later(start.replace(day=1), month - 1).month])


def preset_text(kind: str, category: str, people: Sequence[str]) -> str:
    """Return a usual year in a sentence."""
    count, months = len(people), {name: str(MONTH_NAMES[number]) for name, number in _MONTHS.items()}
    if category == "vision":
        exams = ngettext("An eye exam in %(february)s", "An eye exam for each of you in %(february)s", count)
        text = {
            "glasses": _("%(checkups)s, and frames and lenses for you in %(april)s."),
            "contacts": _("%(checkups)s, and contact lenses for you in %(april)s."),
        }.get(kind, "%(checkups)s.")
        return text % {"checkups": exams % months, **months}
    if kind == "checkups":
        return (
            ngettext(
                "Two checkups, in %(february)s and %(august)s, with one set of X-rays.",
                "Two checkups for each of you, in %(february)s and %(august)s, with one set of X-rays.",
                count,
            )
            % months
        )
    text = {
        "crown": _("%(checkups)s, and a crown for you in %(september)s."),
        "braces": _("%(checkups)s, and braces for a child from %(march)s.")
        if "child" in people
        else _("%(checkups)s, and braces for you from %(march)s."),
        "glasses": _("%(checkups)s, and an eye exam, frames and lenses for you in %(april)s."),
    }[kind]
    return text % {"checkups": ngettext("Two checkups", "Two checkups for each of you", count), **months}


_MONTHS = {"february": 2, "march": 3, "april": 4, "august": 8, "september": 9}

"""The one rule of who may be covered beside a subscriber. Pure: no Django, no clock.

The application, rosters, life events, changes of plan and renewals ask it. Ages count on the first day of coverage.
Words are in ``eligibility.joining_texts``.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta
from enum import StrEnum
from typing import Any, Literal

from planfront.catalog.terms import AgeLimit, Terms
from planfront.eligibility.rules import age_at
from planfront.kernel.text.folding import name_key

SPOUSE_FROM = 16
_SPOUSE_OF_AGE = 18
_CHILD_OF_AGE = 18
_GAP = 10
_PARTICLE = 3
_ANY_AGE = AgeLimit(None, None)
Kind = Literal["spouse", "child"]


class Code(StrEnum):
    """A reason why a person can't be covered. UNTIL: a child past the plan's age. SPOUSE_RANGE and CHILD_RANGE: beyond
    the plan's ages for them."""

    SELF = "self"
    NUMBER = "number"
    TWICE = "twice"
    SECOND_SPOUSE = "second_spouse"
    SPOUSE = "spouse"
    OLDER = "older"
    GENERATION = "generation"
    UNTIL = "until"
    SPOUSE_RANGE = "spouse_range"
    CHILD_RANGE = "child_range"


class PersonQuestion(StrEnum):
    """A fact that is unlikely but possible, to be confirmed."""

    YOUNG_SPOUSE = "young_spouse"
    OTHER_NAME = "other_name"


_FIXES: dict[Code | PersonQuestion, str] = {
    PersonQuestion.OTHER_NAME: "last_name",
    Code.SELF: "first_name",
    Code.NUMBER: "ssn",
    Code.TWICE: "first_name",
    Code.SECOND_SPOUSE: "role",
}


@dataclass(frozen=True)
class Finding:
    """A reason against covering a person. ``facts`` fill its words."""

    code: Code
    facts: dict[str, Any] = field(default_factory=dict)

    @property
    def fix(self) -> str:
        """Return the field that would have to be put right."""
        return field_of(self.code)


def field_of(code: Code | PersonQuestion) -> str:
    """Return the field that a reason or a question is about."""
    return _FIXES.get(code, "birth_date")


@dataclass(frozen=True)
class Person:
    """A spouse, partner or child, under a name that ``kernel.text.parse.person_name`` accepts.

    ``disabled``: depends on the subscriber at any age. ``on_record``: is one of the family already, so that nothing is
    asked about them."""

    kind: Kind
    birth_date: date
    first_name: str = ""
    last_name: str = ""
    number: str = ""
    disabled: bool = False
    on_record: bool = False

    @property
    def names(self) -> tuple[str, str]:
        """Return the name as names are compared."""
        return name_key(self.first_name), name_key(self.last_name)


@dataclass(frozen=True)
class Parents:
    """Birth dates of the subscriber and of the spouse, as far as they are known. ``spouse_unknown``: married to a
    person whose birth date isn't known."""

    own: date | None
    spouse: date | None = None
    spouse_unknown: bool = False


@dataclass(frozen=True)
class Family:
    """The people a newcomer is compared with. ``numbers``: those that other people of the family have. ``covered``:
    the others who are covered."""

    parents: Parents
    own_first_name: str = ""
    own_last_name: str = ""
    numbers: frozenset[str] = frozenset()
    covered: Sequence[Person] = ()

    def has_spouse(self) -> bool:
        return any(person.kind == "spouse" for person in self.covered)


@dataclass(frozen=True)
class Limits:
    """A plan's ages. ``until``: the age at which children leave it."""

    until: int
    spouse: AgeLimit = _ANY_AGE
    child: AgeLimit = _ANY_AGE


def limits_of(terms: Terms, usual: int) -> Limits:
    """Return a plan's limits. ``usual``: the operator's age for children."""
    return Limits(terms.child_until(usual), terms.ages.get("SPOUSE", _ANY_AGE), terms.ages.get("CHILD", _ANY_AGE))


def finding_of(code: Code, limits: Limits) -> Finding:
    """Return a reason with what a plan's limits say of it."""
    spouse, child = limits.spouse, limits.child
    facts: dict[Code, dict[str, Any]] = {
        Code.UNTIL: {"age": limits.until},
        Code.SPOUSE_RANGE: {"low": spouse.low, "high": spouse.high},
        Code.CHILD_RANGE: {"low": child.low, "high": child.high},
    }
    return Finding(code, facts.get(code, {}))


def strictest(limits: Sequence[Limits]) -> Limits:
    """Return the limits that keep to those of each plan, of at least one."""
    return Limits(
        min(plan.until for plan in limits),
        _narrowest(plan.spouse for plan in limits),
        _narrowest(plan.child for plan in limits),
    )


def _narrowest(ages: Iterable[AgeLimit]) -> AgeLimit:
    listed = list(ages)
    return AgeLimit(
        max((age.low for age in listed if age.low is not None), default=None),
        min((age.high for age in listed if age.high is not None), default=None),
    )


@dataclass(frozen=True)
class Bound:
    """A first or last day on which a relative can be born, and the reason against a birth date beyond it."""

    finding: Finding
    kind: Literal["not_after", "not_before"]
    day: date

    def allows(self, born: date) -> bool:
        return born <= self.day if self.kind == "not_after" else born >= self.day


def birth_bounds(kind: Kind, parents: Parents, on: date, limits: Limits) -> list[Bound]:
    """Return the bounds of the birth date of somebody who is covered from a day on, the one to name first at the
    front."""
    return [*_family_bounds(kind, parents, on), *_plan_bounds(kind, on, limits)]


def _family_bounds(kind: Kind, parents: Parents, on: date) -> list[Bound]:
    if kind == "spouse":
        return [Bound(Finding(Code.SPOUSE), "not_after", years_before(on, SPOUSE_FROM))]
    if parents.own is None:
        return []
    # A spouse whose birth date isn't known may be the parent: only a child older than oneself can't be.
    if parents.spouse is None and parents.spouse_unknown:
        return [Bound(Finding(Code.OLDER), "not_before", parents.own + timedelta(days=1))]
    day = years_before(min(parents.own, parents.spouse or parents.own), -_GAP)
    return [Bound(Finding(Code.GENERATION), "not_before", day)]


def _plan_bounds(kind: Kind, on: date, limits: Limits) -> list[Bound]:
    bounds, ages = [], limits.child if kind == "child" else limits.spouse
    if kind == "child":
        oldest = years_before(on, limits.until) + timedelta(days=1)
        bounds.append(Bound(finding_of(Code.UNTIL, limits), "not_before", oldest))
    beyond = finding_of(Code.CHILD_RANGE if kind == "child" else Code.SPOUSE_RANGE, limits)
    if ages.high is not None and kind == "spouse":
        bounds.append(Bound(beyond, "not_before", years_before(on, ages.high + 1) + timedelta(days=1)))
    if ages.low is not None:
        bounds.append(Bound(beyond, "not_after", years_before(on, ages.low)))
    return bounds


def find_age_problem(person: Person, parents: Parents, on: date, limits: Limits) -> Finding | None:
    """Return why a person's birth date keeps a plan from covering them from a day on."""
    for bound in birth_bounds(person.kind, parents, on, limits):
        if not bound.allows(person.birth_date) and not (person.disabled and bound.finding.code is Code.UNTIL):
            return bound.finding
    return None


def check_joining(person: Person, family: Family, on: date, limits: Limits) -> Finding | None:
    """Return why a person can't be covered from a day on, None if they can."""
    return check_identity(person, family) or find_age_problem(person, family.parents, on, limits)


def check_identity(person: Person, family: Family) -> Finding | None:
    """Return why somebody can't be that person of the family, whatever the day and the plan."""
    own = (name_key(family.own_first_name), name_key(family.own_last_name))
    if person.birth_date == family.parents.own and person.names == own:
        return Finding(Code.SELF)
    if person.number and person.number in family.numbers:
        return Finding(Code.NUMBER)
    if any(is_same_person(person, other) for other in family.covered):
        return Finding(Code.TWICE)
    if person.kind == "spouse" and family.has_spouse():
        return Finding(Code.SECOND_SPOUSE)
    return None


def is_same_person(person: Person, other: Person) -> bool:
    """Return whether two are one: of one birth date, with names that differ in case, accents and marks at most. Of a
    child the first name is enough."""
    if person.birth_date != other.birth_date or not person.names[0]:
        return False
    children = person.kind == "child" and other.kind == "child"
    return person.names[0] == other.names[0] if children else person.names == other.names


def list_questions(person: Person, family: Family, on: date, confirmed: Collection[str] = ()) -> list[PersonQuestion]:
    """Return what is still to be asked about a person who may be covered. ``confirmed``: the questions answered."""
    if person.on_record:
        return []
    questions = _spouse_questions(person, on) if person.kind == "spouse" else _child_questions(person, family, on)
    return [question for question in questions if question not in confirmed]


def _spouse_questions(person: Person, on: date) -> list[PersonQuestion]:
    return [PersonQuestion.YOUNG_SPOUSE] if age_at(person.birth_date, on) < _SPOUSE_OF_AGE else []


def _child_questions(person: Person, family: Family, on: date) -> list[PersonQuestion]:
    """An adult child is asked about who shares no last name with a parent. Of several last names one is enough."""
    spouses = (other.last_name for other in family.covered if other.kind == "spouse")
    parents = {key for name in (family.own_last_name, *spouses) for key in _list_last_names(name)}
    own, grown = _list_last_names(person.last_name), age_at(person.birth_date, on) >= _CHILD_OF_AGE
    return [PersonQuestion.OTHER_NAME] if grown and own and parents and parents.isdisjoint(own) else []


def _list_last_names(name: str) -> set[str]:
    """Return a last name and the names it consists of, without particles such as "de la"."""
    parts = (name_key(part) for part in name.replace("-", " ").split())
    return {name_key(name), *(part for part in parts if len(part) > _PARTICLE)} - {""}


def years_before(day: date, years: int) -> date:
    """Return the same day ``years`` earlier; 29 February becomes 1 March."""
    try:
        return day.replace(year=day.year - years)
    except ValueError:
        return date(day.year - years, 3, 1)

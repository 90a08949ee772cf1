"""People who join a policy: read from their words, checked against the family, and put on record."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from datetime import date
from typing import TYPE_CHECKING
from uuid import NAMESPACE_OID, UUID, uuid5

from django.conf import settings
from django.db.models import F, Q

from planfront.catalog.selectors import catalog
from planfront.coverage.models import CoveredPerson
from planfront.coverage.numbers import number_problem
from planfront.coverage.states import is_open
from planfront.coverage.timeline import SELF, SPOUSES, Covered, Role
from planfront.eligibility.joining import (
    Family,
    Finding,
    Kind,
    Limits,
    Parents,
    Person,
    PersonQuestion,
    check_joining,
    limits_of,
    list_questions,
)
from planfront.eligibility.joining_texts import explain, list_question_errors
from planfront.kernel import clock
from planfront.kernel.errors import FieldError, FieldErrors
from planfront.kernel.text import texts
from planfront.kernel.text.folding import comparison_key, fold_text, name_key
from planfront.kernel.text.parse import person_name, person_number, us_date
from planfront.members.selectors import MemberFacts, RelativeFacts, family_numbers, relatives
from planfront.members.services import add_relative_once, retire_relatives

if TYPE_CHECKING:
    from planfront.coverage.models import Policy
    from planfront.coverage.schemas import NewPerson

_NAMES = {"first_name": texts.FIRST_NAME, "last_name": texts.LAST_NAME}
_MARRIED = 1
_NAMED = 5
"""The version of ids that ``key_of`` derives from names."""


def read_newcomer(person: NewPerson | None, policies: Sequence[Policy]) -> NewPerson:
    """Return a person who joins, in a form that can be kept. Raises FieldErrors."""
    if person is None:
        raise FieldErrors.single("person", texts.REQUIRED)
    errors = []
    for name, wrong in _NAMES.items():
        typed = getattr(person, name)
        if person_name(typed) is None:
            errors.append(FieldError(f"person.{name}", texts.explain_name(typed, wrong)))
    plans = [(policy.plan_id, policy.plan_name) for policy in policies]
    if person.ssn and (problem := number_problem(person.ssn, plans)):
        errors.append(FieldError("person.ssn", problem))
    if errors:
        raise FieldErrors(errors)
    return person.model_copy(update={name: fold_text(getattr(person, name)) for name in _NAMES})


def read_covered(
    member: MemberFacts, person: NewPerson, on: date, policies: Sequence[Policy], confirmed: Collection[str] = ()
) -> Covered:
    """Return the person as policies cover them from a day on. ``confirmed``: the questions about them that are
    answered. Raises FieldErrors where none can, and for what is to be answered first."""
    today = clock.today()
    born = us_date(person.birth_date, today)
    if born is None:
        raise FieldErrors.single("person.birth_date", texts.explain_date(person.birth_date))
    if problem := texts.explain_birth_date(born, today):
        raise FieldErrors.single("person.birth_date", problem)
    if finding := find_joining_problem(member, person, born, on, policies):
        raise FieldErrors.single(f"person.{finding.fix}", explain(finding, "member"))
    if questions := find_questions(member, person, born, on, confirmed):
        raise FieldErrors(list_question_errors(questions, "person."))
    return Covered(key_of(member, person, born), Role(person.role), born, born)


def find_joining_problem(
    member: MemberFacts,
    person: NewPerson,
    born: date,
    on: date,
    policies: Sequence[Policy],
    *,
    disabled: bool = False,
    key: str = "",
) -> Finding | None:
    """Return why no policy can cover a person from a day on. ``disabled``: a child who stays at any age. ``key``: of
    somebody on record who is going to be that person."""
    key = key or key_of(member, person, born)
    newcomer = _as_person(person, born, disabled=disabled)
    family = _family_of(member, key, on)
    terms, usual = catalog().terms, settings.ENV.child_age
    limits = [limits_of(terms[policy.plan_id], usual) for policy in policies if policy.plan_id in terms]
    findings = [check_joining(newcomer, family, on, own) for own in limits or [Limits(usual)]]
    return findings[0] if all(findings) else None


def find_questions(
    member: MemberFacts, person: NewPerson, born: date, on: date, confirmed: Collection[str] = ()
) -> list[PersonQuestion]:
    """Return what is still to be asked about a person who may be covered from a day on."""
    key = key_of(member, person, born)
    on_record = any(relative.id == key for relative in relatives(member.id, "dependent"))
    newcomer = replace(_as_person(person, born), on_record=on_record)
    return list_questions(newcomer, _family_of(member, key, on), on, confirmed)


def _as_person(person: NewPerson, born: date, *, disabled: bool = False) -> Person:
    kind: Kind = "child" if person.role == "child" else "spouse"
    return Person(kind, born, person.first_name, person.last_name, person_number(person.ssn) or "", disabled)


def _family_of(member: MemberFacts, key: str, on: date) -> Family:
    """Return the family that somebody joins on a day: of those who are covered then, the others by their key."""
    spouses = (row.birth_date for row in relatives(member.id, "dependent") if row.relationship.lower() == "spouse")
    parents = Parents(member.birth_date, next(spouses, None), spouse_unknown=member.marital_status == _MARRIED)
    numbers = frozenset(family_numbers(member.id, except_relative=key))
    return Family(parents, member.first_name, member.last_name, numbers, _covered_beside(member.id, key, on))


def _covered_beside(member_id: int, key: str, on: date) -> list[Person]:
    """Return the spouses and children whom the member's policies cover on a day, but for one."""
    lasts = Q(end_date=None) | Q(end_date__gte=on)
    rows = CoveredPerson.objects.filter(lasts, is_open(on, "policy__"), policy__member=member_id)
    people = {}
    for row in rows.exclude(key__in=[SELF, key]).select_related("relative"):
        kind: Kind = "child" if row.role == Role.CHILD else "spouse"
        names = (row.relative.first_name, row.relative.last_name) if row.relative else ("", "")
        people[row.key] = Person(kind, row.birth_date, *names)
    return list(people.values())


def key_of(member: MemberFacts, person: NewPerson, born: date) -> str:
    """Return the id of the relative with this name and birth date, or the id that a new relative is going to have."""
    for relative in relatives(member.id, "dependent"):
        if _name_key(relative) == _name_key(person) and relative.birth_date == born:
            return relative.id
    names = (comparison_key(person.first_name), comparison_key(person.last_name))
    return str(uuid5(NAMESPACE_OID, f"{member.id}:{names}:{born.isoformat()}"))


def _name_key(person: NewPerson | RelativeFacts) -> tuple[str, str]:
    return name_key(person.first_name), name_key(person.last_name)


def take_off_record(keys: Collection[UUID]) -> None:
    """Take relatives off a member's record whom only a change that was taken back had put there. History keeps their
    names. Who was on record already, or is covered, stays."""
    added_by_change = {key for key in keys if key.version == _NAMED}
    covered = CoveredPerson.objects.filter(relative__in=added_by_change)
    covered = covered.filter(Q(end_date=None) | Q(end_date__gte=F("effective_date")))
    retire_relatives(added_by_change - set(covered.values_list("relative_id", flat=True)))


def put_on_record(member: MemberFacts, person: Covered, newcomer: NewPerson) -> None:
    """Add a newcomer to the member's family, once."""
    add_relative_once(
        member.id,
        UUID(person.key),
        relationship="spouse" if person.role in SPOUSES else "child",
        first_name=newcomer.first_name,
        last_name=newcomer.last_name,
        suffix=newcomer.suffix,
        birth_date=person.birth_date,
        gender=newcomer.gender,
        ssn=person_number(newcomer.ssn) or "",
    )

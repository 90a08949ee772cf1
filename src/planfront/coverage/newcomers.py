"""People who join a policy: read from their words, checked against the family, and put on record."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import date
from typing import TYPE_CHECKING
from uuid import NAMESPACE_OID, UUID, uuid5

from django.db.models import F, Q
from django.utils.translation import gettext as _

from planfront.coverage.models import CoveredPerson
from planfront.coverage.numbers import number_problem
from planfront.coverage.timeline import Covered, Role
from planfront.eligibility.births import Bound, Parents, birth_bounds
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


def read_covered(member: MemberFacts, person: NewPerson) -> Covered:
    """Return the person as a policy covers them. Raises FieldErrors."""
    today = clock.today()
    born = us_date(person.birth_date, today)
    if born is None:
        raise FieldErrors.single("person.birth_date", texts.explain_date(person.birth_date))
    bound = find_broken_bound(member, Role(person.role), born)
    if problem := texts.explain_birth_date(born, today) or (bound and bound_text(bound)):
        raise FieldErrors.single("person.birth_date", problem)
    key = key_of(member, person, born)
    taken = family_numbers(member.id, except_relative=key) if person.ssn else ()
    if person.ssn and (problem := number_problem(person.ssn, (), taken)):
        raise FieldErrors.single("person.ssn", problem)
    return Covered(key, Role(person.role), born, born)


def find_broken_bound(member: MemberFacts, role: Role, born: date) -> Bound | None:
    """Return the first bound of today that the birth date of a new family member is beyond."""
    spouses = (row.birth_date for row in relatives(member.id, "dependent") if row.relationship.lower() == "spouse")
    parents = Parents(member.birth_date, next(spouses, None), spouse_unknown=member.marital_status == _MARRIED)
    bounds = birth_bounds("child" if role is Role.CHILD else "spouse", parents, clock.today())
    return next((bound for bound in bounds if not bound.allows(born)), None)


def bound_text(bound: Bound) -> str:
    """Return why a birth date can't be right, of a family on record."""
    if bound.code == "older":
        return _("A child can't be older than the member. Please check the date of birth.")
    if bound.code == "generation":
        return _(
            "A child has to be at least 10 years younger than the member or the spouse. Please check the date of birth."
        )
    return bound.message


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
        relationship="spouse" if person.role in (Role.SPOUSE, Role.PARTNER) else "child",
        first_name=newcomer.first_name,
        last_name=newcomer.last_name,
        suffix=newcomer.suffix,
        birth_date=person.birth_date,
        gender=newcomer.gender,
        ssn=person_number(newcomer.ssn) or "",
    )

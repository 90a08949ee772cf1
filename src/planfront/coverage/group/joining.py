"""Joining a group: a person is put on record, invited, and gets the day from which they can be covered."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING

from django.utils.translation import get_language

from planfront.coverage.group import schemas
from planfront.coverage.group.standing import enrolls
from planfront.integrations import emails
from planfront.kernel import clock
from planfront.kernel.errors import FieldError, FieldErrors
from planfront.kernel.text import texts
from planfront.kernel.text.parse import person_name, show_date, us_date
from planfront.members.joining import Newcomer, add_newcomer
from planfront.parties.groups.selectors import terms_of_id

if TYPE_CHECKING:
    from django.utils.functional import Promise

    from planfront.audit.services import Origin
    from planfront.parties.groups.selectors import GroupFacts
    from planfront.parties.groups.terms import GroupTerms


def list_classes(terms: GroupTerms) -> list[schemas.GroupClassChoice]:
    return [
        schemas.GroupClassChoice(id=own.id, name=own.named(get_language() or "en"), usual=own.id == terms.default_id)
        for own in terms.classes
    ]


def add_person(group: GroupFacts, brand_id: int, body: schemas.NewGroupPerson, origin: Origin) -> schemas.AddedPerson:
    """Add a person to a group, or bring back one who left it before. Raises FieldErrors, and BusinessError
    ``alreadyThere``."""
    terms = terms_of_id(group.id)
    if body.class_id is not None and body.class_id not in {own.id for own in terms.classes}:
        raise FieldErrors.single("class_id", texts.CHOICE)
    member, came_back = add_newcomer(_read_newcomer(group, brand_id, body), origin)
    days = enrolls(terms, member.group_class_id, member.hired_on, clock.today())
    return schemas.AddedPerson(
        member_id=member.pk,
        name=member.name,
        came_back=came_back,
        covered_from=show_date(days[0] if days else None),
        enroll_by=show_date(days[1] if days else None),
    )


def _read_newcomer(group: GroupFacts, brand_id: int, body: schemas.NewGroupPerson) -> Newcomer:
    errors: list[FieldError] = []
    first = _read_name("first_name", body.first_name, texts.FIRST_NAME, errors)
    last = _read_name("last_name", body.last_name, texts.LAST_NAME, errors)
    born = _birth_date(body.birth_date, errors)
    if body.gender is None:
        errors.append(FieldError("gender", texts.REQUIRED))
    email = (emails.normalize(body.email) or "").lower()
    if not email:
        errors.append(FieldError("email", texts.EMAIL if body.email.strip() else texts.REQUIRED))
    hired = _read_day("hired_on", body.hired_on, errors)
    if errors or born is None or hired is None or body.gender is None:
        raise FieldErrors(errors)
    return Newcomer(
        brand_id=brand_id,
        group_id=group.id,
        class_id=body.class_id,
        first_name=first,
        last_name=last,
        suffix=body.suffix,
        birth_date=born,
        gender=body.gender,
        email=email,
        hired_on=hired,
        language=body.language,
    )


def _read_name(field: str, text: str, wrong: Promise, errors: list[FieldError]) -> str:
    name = person_name(text)
    if name is None:
        errors.append(FieldError(field, texts.explain_name(text, wrong)))
    return name or ""


def _birth_date(text: str, errors: list[FieldError]) -> date | None:
    today = clock.today()
    born = _read_day("birth_date", text, errors, today)
    problem = texts.explain_birth_date(born, today) if born else None
    errors += [FieldError("birth_date", problem)] if problem else []
    return None if problem else born


def _read_day(name: str, text: str, errors: list[FieldError], latest: date | None = None) -> date | None:
    day = us_date(text, latest) if text else None
    if day is None:
        errors.append(FieldError(name, texts.explain_date(text) if text else texts.REQUIRED))
    return day

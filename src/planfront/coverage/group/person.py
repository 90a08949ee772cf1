"""One person of a group on a page for its administrator, and what is put right on their record."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import TYPE_CHECKING, Any

from django.db import transaction
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from planfront.coverage.group import activity, schemas
from planfront.coverage.group.joining import list_classes
from planfront.coverage.group.people import read_row
from planfront.coverage.group.work import WORK, list_first_days
from planfront.coverage.numbers import number_problem
from planfront.coverage.people import open_policies
from planfront.coverage.timeline import SELF, Kind
from planfront.integrations import emails
from planfront.kernel import clock
from planfront.kernel.errors import FieldError, FieldErrors, NotFound
from planfront.kernel.money import as_text
from planfront.kernel.text import texts
from planfront.kernel.text.parse import (
    age_on,
    person_name,
    person_number,
    show_date,
    show_phone,
    us_date,
    us_phone,
)
from planfront.members.employment import set_employment
from planfront.members.group_people import has_password, is_number_taken, person_of_group
from planfront.members.person_facts import address_line
from planfront.members.person_history import FactCause, from_stored, order_to_undo
from planfront.members.selectors import CLASS, load_person, relatives, taken_contacts
from planfront.members.services import change_address_of_guest, change_person, hold_member
from planfront.parties.groups.selectors import terms_of_id
from planfront.parties.groups.wording import pay_period

if TYPE_CHECKING:
    from planfront.audit.services import Origin
    from planfront.coverage.authors import Author
    from planfront.members.selectors import MemberFacts
    from planfront.parties.groups.terms import GroupTerms


def read_person(member: MemberFacts, author: Author) -> schemas.GroupPerson:
    """Return everything an administrator sees of a person. Raises NotFound for who is in no group."""
    person = person_of_group(member.group_id, member.id) if member.group_id is not None else None
    if person is None or member.group_id is None:
        raise NotFound
    terms, row, today = terms_of_id(member.group_id), read_row(member.group_id, member.id, author), clock.today()
    return schemas.GroupPerson(
        person=row,
        first_name=member.first_name,
        last_name=member.last_name,
        birth_date=show_date(member.birth_date),
        age=age_on(member.birth_date, today),
        ssn=member.ssn_shown,
        email=member.email,
        phone=show_phone(member.phone),
        address=address_line({name: getattr(member, name) for name in _HOME}),
        employee_number=person.employee_number,
        signs_in=has_password(member.id),
        class_id=person.class_id,
        classes=list_classes(terms),
        annual_salary=as_text(member.annual_salary) if member.annual_salary is not None else "",
        weekly_hours=_show_hours(member.weekly_hours),
        pay_period=pay_period(terms.periods(terms.class_of(person.class_id))),
        days=[show_date(day) for day in list_first_days()],
        later=_list_later(member, terms),
        undo=order_to_undo(member.id, (WORK, Kind.CORRECTION.value), author.user_id),
        dependents=_list_dependents(member, row, today),
        activity=activity.list_recent(member.group_id, member.id),
    )


_HOME = ("address1", "address2", "city", "state", "zip")


def _show_hours(hours: Any) -> str:
    return f"{hours.normalize():f}" if hours is not None else ""


def _list_later(member: MemberFacts, terms: GroupTerms) -> list[schemas.LaterWork]:
    names = {own.id: own.named(get_language() or "en") for own in terms.classes}
    rows = []
    for day, before, after in load_person(member.id).later:
        changed = {name for name in (CLASS, "annual_salary", "weekly_hours") if before.get(name) != after.get(name)}
        if changed:
            rows.append(_build_later(day, {name: from_stored(name, after.get(name)) for name in changed}, names))
    return rows


def _build_later(day: date, facts: Mapping[str, Any], names: Mapping[int, str]) -> schemas.LaterWork:
    salary = facts.get("annual_salary")
    return schemas.LaterWork(
        day=show_date(day),
        class_name=names.get(facts.get(CLASS) or 0, ""),
        annual_salary=as_text(salary) if salary is not None else "",
        weekly_hours=_show_hours(facts.get("weekly_hours")),
    )


def _list_dependents(member: MemberFacts, row: schemas.GroupPersonRow, today: date) -> list[schemas.Dependent]:
    return [
        schemas.Dependent(
            name=" ".join(filter(None, (relative.first_name, relative.last_name, relative.suffix))),
            relationship=relative.relationship,
            age=max(0, age_on(relative.birth_date, today)),
            plans=[plan.plan for plan in row.plans if relative.first_name in plan.people],
        )
        for relative in relatives(member.id, "dependent")
    ]


@transaction.atomic
def fix_person(member: MemberFacts, body: schemas.PersonFix, origin: Origin) -> None:
    """Write what was put right. Raises FieldErrors."""
    errors: list[FieldError] = []
    names = {key: _read_name(key, getattr(body, key), errors) for key in ("first_name", "last_name")}
    phone, email = _read_phone(member, body.phone, errors), _read_email(member, body.email, errors)
    ssn = _read_number(member, body.ssn, errors)
    hired = us_date(body.hired_on) if body.hired_on else None
    if body.hired_on and hired is None:
        errors.append(FieldError("hired_on", texts.explain_date(body.hired_on)))
    if errors:
        raise FieldErrors(errors)
    hold_member(member.id)
    corrected = {name: value for name, value in {**names, "ssn": ssn}.items() if value}
    if corrected:
        change_person(member.id, None, FactCause("group", origin, is_correction=True), **corrected)
    if phone:
        change_person(member.id, None, FactCause("group", origin), phone=phone)
    if email:
        change_address_of_guest(member.id, email, origin)
    set_employment(member.id, hired, body.employee_number.strip(), origin)


def _read_name(field: str, text: str, errors: list[FieldError]) -> str:
    if not text.strip():
        return ""
    name = person_name(text, 60)
    if name is None:
        label = texts.FIRST_NAME if field == "first_name" else texts.LAST_NAME
        errors.append(FieldError(field, texts.explain_name(text, label)))
    return name or ""


def _read_number(member: MemberFacts, text: str, errors: list[FieldError]) -> str:
    """Read a Social Security number by the rule of the plans that cover the person. Errors never repeat it."""
    if not text.strip():
        return ""
    covering = open_policies([member.id]).covering(SELF)
    plans = [(policy.plan_id, policy.plan_name) for policy in covering if policy.group_id == member.group_id]
    others = [(policy.plan_id, policy.plan_name) for policy in covering if policy.group_id != member.group_id]
    family = {relative.ssn for relative in relatives(member.id, "dependent")}
    problem, number = number_problem(text, plans, family), person_number(text) or ""
    if not problem and number_problem(text, others):
        problem = _("We can't save this number here. Call us, and we'll help.")
    if not problem and member.group_id is not None and is_number_taken(member.group_id, number, member.id):
        problem = _("Someone else in the group has this Social Security number.")
    if problem:
        errors.append(FieldError("ssn", problem))
    return number


def _read_phone(member: MemberFacts, text: str, errors: list[FieldError]) -> str:
    if not text.strip():
        return ""
    phone = us_phone(text)
    if phone is None:
        errors.append(FieldError("phone", texts.PHONE))
    elif taken_contacts(member.brand_id, phone=phone, except_member=member.id):
        errors.append(FieldError("phone", _("Another member has this phone number.")))
    return phone or ""


def _read_email(member: MemberFacts, text: str, errors: list[FieldError]) -> str:
    if not text.strip():
        return ""
    email = (emails.normalize(text) or "").lower()
    if not email:
        errors.append(FieldError("email", texts.EMAIL))
    elif email == member.email.lower():
        return ""
    elif has_password(member.id):
        words = _("This person signs in with this address. They can change it themselves.")
        errors.append(FieldError("email", words))
    elif taken_contacts(member.brand_id, email=email, except_member=member.id):
        errors.append(FieldError("email", _("Another member has this email address.")))
    return email

"""The people of a group in a few columns, for lists that add up what they have."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from decimal import Decimal

from django.db.models import Q, QuerySet

from planfront.kernel import clock
from planfront.kernel.database.fingerprints import fingerprint
from planfront.kernel.security.crypto import blind_indexes
from planfront.members.listing import Book, Wanted, find_members
from planfront.members.models import Identity, Member, Relative
from planfront.members.person_history import SSN_INDEX
from planfront.members.selectors import addressable


@dataclass(frozen=True)
class Employed:
    """The facts of an employee that lists of a whole group add up. ``class_id`` None: the group's default class."""

    id: int
    class_id: int | None
    hired_on: date | None
    left_on: date | None


@dataclass(frozen=True)
class GroupPerson(Employed):
    name: str
    first_name: str
    email: str
    birth_date: date
    signs_in: bool
    employee_number: str = ""


@dataclass(frozen=True)
class Working(Employed):
    """The facts that say whether an employee may enroll. ``hours``: a week, None for unknown."""

    hours: Decimal | None


@dataclass(frozen=True)
class Enrollee(Working):
    """An employee who may be reminded to enroll. ``account``: whether they were invited; ``ready``: whether they chose
    a password."""

    name: str
    first_name: str
    email: str
    reminded_on: date | None
    account: bool
    ready: bool


_EMPLOYED = ("pk", "group_class_id", "hired_on", "left_on")


def employees_of_group(brand_id: int, group_id: int) -> list[Employed]:
    """Return all employees by name, in one query."""
    rows = _rows(brand_id, group_id).order_by("last_name", "first_name", "id")
    return [Employed(*row) for row in rows.values_list(*_EMPLOYED)]


def working_of_group(brand_id: int, group_id: int) -> list[Working]:
    """Return the living employees who haven't left, in one query of few columns."""
    return [Working(*row) for row in _staying(brand_id, group_id).values_list(*_EMPLOYED, "weekly_hours")]


def fingerprint_of_working(brand_id: int, group_id: int) -> str:
    """The same on a day as long as ``working_of_group`` answers the same. One query."""
    return fingerprint(_staying(brand_id, group_id), *_EMPLOYED, "weekly_hours")


def _staying(brand_id: int, group_id: int) -> QuerySet[Member]:
    stay = Q(left_on=None) | Q(left_on__gte=clock.today())
    return addressable(_rows(brand_id, group_id).filter(stay))


def enrollees_of_group(brand_id: int, group_id: int) -> list[Enrollee]:
    """Return the living employees who haven't left, by name, in one query."""
    rows = _staying(brand_id, group_id).select_related("user")
    return [
        Enrollee(
            id=row.pk,
            class_id=row.group_class_id,
            hired_on=row.hired_on,
            left_on=row.left_on,
            name=row.name,
            first_name=row.first_name,
            email=row.email.strip().lower(),
            hours=row.weekly_hours,
            reminded_on=row.reminded_on,
            account=row.user is not None,
            ready=row.user is not None and row.user.has_usable_password(),
        )
        for row in rows.order_by("last_name", "first_name", "id")
    ]


def is_everyone_invited(brand_id: int, group_id: int) -> bool:
    """Return whether all living employees who haven't left have an account, and there are some. At most two queries."""
    rows = _staying(brand_id, group_id)
    return not rows.filter(user=None).exists() and rows.exists()


def fingerprint_of_employees(brand_id: int, group_id: int) -> str:
    """The same as long as ``employees_of_group`` answers the same. One query."""
    return fingerprint(_rows(brand_id, group_id), *_EMPLOYED, "last_name", "first_name")


def find_employees(brand_id: int, group_id: int, search: str) -> set[int]:
    """The ids of those whom a search finds. One query, and one for each word."""
    return set(_rows(brand_id, group_id, search).values_list("pk", flat=True))


def _rows(brand_id: int, group_id: int, search: str = "") -> QuerySet[Member]:
    return find_members(Book(brand_id, group_ids=(group_id,)), Wanted(search=search))


def person_of_group(group_id: int, member_id: int) -> GroupPerson | None:
    row = Member.objects.filter(pk=member_id, group=group_id, active=True).first()
    return _person(row) if row else None


def has_password(member_id: int) -> bool:
    """Return whether a member signs in with a password of their own."""
    row = Member.objects.select_related("user").filter(pk=member_id).first()
    return row is not None and row.user is not None and row.user.has_usable_password()


def is_number_taken(group_id: int, ssn: str, except_member: int) -> bool:
    """Return whether somebody else of a group has a Social Security number."""
    rows = Identity.objects.filter(ssn_index__in=blind_indexes(ssn, SSN_INDEX), member__group=group_id)
    return rows.filter(member__active=True, member__merged_into=None).exclude(member=except_member).exists()


def people_by_id(group_id: int, member_ids: Iterable[int]) -> dict[int, GroupPerson]:
    """Some of a group's people, by id."""
    rows = Member.objects.filter(pk__in=list(member_ids), group=group_id, active=True)
    return {row.pk: _person(row) for row in rows}


def _person(row: Member) -> GroupPerson:
    return GroupPerson(
        id=row.pk,
        name=row.name,
        first_name=row.first_name,
        email=row.email,
        birth_date=row.birth_date,
        class_id=row.group_class_id,
        hired_on=row.hired_on,
        left_on=row.left_on,
        signs_in=row.user_id is not None,
        employee_number=row.employee_number,
    )


def names_of_dependents(member_ids: Iterable[int]) -> dict[int, dict[str, str]]:
    """First names by member and the relative's id."""
    rows = Relative.objects.filter(member__in=list(member_ids), kind=Relative.Kind.DEPENDENT)
    names: dict[int, dict[str, str]] = defaultdict(dict)
    for key, member_id, name in rows.values_list("pk", "member_id", "first_name"):
        names[member_id][str(key)] = name
    return names

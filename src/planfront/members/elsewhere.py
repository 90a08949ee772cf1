"""People whom files of coverage in force elsewhere name: found by their numbers, added many at once, and removed."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import date
from typing import Any
from uuid import UUID

from django.db.models import QuerySet
from django.db.models.functions import Upper

from planfront.kernel.database.copying import add_rows
from planfront.kernel.database.locks import lock_rows
from planfront.kernel.security.ids import new_uuid
from planfront.kernel.text.folding import name_key
from planfront.members.coverage import coverage
from planfront.members.duplicates.search import find_duplicates
from planfront.members.models import Member, PersonVersion, Relative
from planfront.members.roster.fields import PERSON, RELATIVE
from planfront.members.roster.references import list_referenced

NamedRelative = tuple[int, str, str, date]
"""A relative by member, names as they are compared, and birth date."""


def members_with_ids(brand_id: int, ids: Collection[int]) -> QuerySet[Member]:
    return Member.objects.filter(brand=brand_id, pk__in=ids, merged_into=None)


def members_with_numbers(brand_id: int, group_ids: Collection[int], numbers: Iterable[str]) -> QuerySet[Member]:
    """Return members of groups by the groups' own numbers, in any case."""
    rows = Member.objects.filter(brand=brand_id, group__in=group_ids, merged_into=None)
    return rows.alias(upper=Upper("employee_number")).filter(upper__in={number.upper() for number in numbers})


def add_members(brand_id: int, people: Iterable[Mapping[str, Any]], held: Collection[int]) -> list[Member]:
    """Add members, and hold those on record so that no merge goes on beside. Whoever may be on record becomes a pair
    for staff. Runs inside a transaction. ``people``: values of a roster with ``group`` and ``is_smoker``."""
    lock_rows(Member.objects.filter(pk__in=held).only("pk"), no_key=True)
    names = (*PERSON, "group", "is_smoker")
    rows = [Member(brand_id=brand_id, **{name: row[name] for name in names if name in row}) for row in people]
    add_rows(Member, rows)
    find_duplicates(brand_id, rows)
    return rows


def name_relative(member_id: int, values: Mapping[str, Any]) -> NamedRelative:
    return member_id, name_key(values.get("first_name", "")), name_key(values["last_name"]), values["birth_date"]


def add_relatives(people: Sequence[tuple[Member, Mapping[str, Any]]]) -> tuple[dict[NamedRelative, str], list[str]]:
    """Return the ids of dependents by name, and of those among them who were added. Who is on record stays as they
    are. ``people``: values of a roster."""
    on_record = Relative.objects.filter(
        kind=Relative.Kind.DEPENDENT, member__in={member.pk for member, _values in people}
    )
    known = {name_relative(row.member_id, vars(row)): str(row.pk) for row in on_record.order_by("-pk")}
    new = []
    for member, values in people:
        key = name_relative(member.pk, values)
        if key not in known:
            new.append(_build_relative(member, values))
            known[key] = str(new[-1].pk)
    add_rows(Relative, new)
    return known, [str(row.pk) for row in new]


def _build_relative(member: Member, values: Mapping[str, Any]) -> Relative:
    columns = {name: values[name] for name in (*RELATIVE, "relationship") if name in values}
    return Relative(id=new_uuid(), member=member, kind=Relative.Kind.DEPENDENT, **columns)


def remove_members(member_ids: Sequence[int]) -> bool:
    """Remove members who were added. Return False where one of them has anything on record by now."""
    if list_referenced(member_ids) or PersonVersion.objects.filter(member__in=member_ids).exists():
        return False
    Member.objects.filter(pk__in=member_ids).delete()
    return True


def remove_relatives(relative_ids: Collection[UUID]) -> None:
    """Remove relatives who were added, but for those whom a policy names."""
    covered = {relative for relative, _policy in coverage().covered_relatives(relative_ids)} if relative_ids else set()
    Relative.objects.filter(pk__in=set(relative_ids) - covered).delete()

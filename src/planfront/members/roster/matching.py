"""The match of a roster with the members on record."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Any

from django.utils.translation import gettext as _

from planfront.kernel.security.crypto import blind_index, current_indexes
from planfront.kernel.text.folding import comparison_key, name_key
from planfront.members.models import Identity, Member
from planfront.members.person_history import SSN_INDEX
from planfront.members.roster.cells import Say
from planfront.members.roster.people import NO_EMPLOYEE, Family, Values
from planfront.members.roster.state import chunks

Known = tuple[str, str, str]


@dataclass(frozen=True)
class OnRecord:
    """The facts that tell a member of the group apart. ``ssn`` is the keyed index of the number, "" without one: under
    the current key where the roster has this number."""

    id: int
    number: str
    birth_date: date
    ssn: str = ""


@dataclass
class Directory:
    """Members by what a roster knows people by. ``by_ssn``: (member, group) by keyed index. ``left``: last days of
    work. ``own_only``: nothing is said of people outside the group."""

    group_id: int
    by_number: dict[str, OnRecord] = field(default_factory=dict)
    by_person: dict[Known, list[OnRecord]] = field(default_factory=dict)
    by_ssn: dict[str, tuple[int, int | None]] = field(default_factory=dict)
    by_email: dict[str, set[int]] = field(default_factory=dict)
    everybody: set[int] = field(default_factory=set)
    left: dict[int, date] = field(default_factory=dict)
    own_only: bool = False

    def member_of(self, family: Family, say: Say) -> int | None:
        """The member of an employee's row: by Social Security Number, by the group's number, by name and birth."""
        person, row = family.person, family.row
        by_number = self.by_number.get(comparison_key(str(person.get("employee_number", ""))))
        if family.on_record:
            return self._employee_of(family, by_number, say)
        ssn = _index(person["ssn"]) if "ssn" in person else ""
        by_ssn = self.by_ssn.get(ssn) if ssn else None
        if by_ssn is not None and by_ssn[1] != self.group_id:
            outside = _("A member outside this group has this number.")
            unsaid = _("This number can't be saved here. Check it, or clear it and ask our team to add it.")
            say(row, "ssn", "elsewhere", unsaid if self.own_only else outside, True)
            return None
        if by_ssn is not None and by_number is not None and by_ssn[0] != by_number.id:
            say(row, "employee_number", "twoMembers", _("This number and the SSN belong to two members."), True)
            return None
        if by_ssn is None and by_number is not None and _is_somebody_else(by_number, person, ssn):
            message = _("Someone with another SSN and date of birth has this number on record.")
            say(row, "employee_number", "reused", message, True)
            return None
        member = by_ssn[0] if by_ssn else by_number.id if by_number else self._by_name(family, ssn, say)
        self._email(family, member, say)
        return member

    def employee_of(self, family: Family) -> Values:
        """Return what the file says of a family's employee; of one who is only on record, the birth date."""
        same_number = self.by_number.get(comparison_key(str(family.person.get("employee_number", ""))))
        return {"birth_date": same_number.birth_date} if family.on_record and same_number else family.person

    def _employee_of(self, family: Family, by_number: OnRecord | None, say: Say) -> int | None:
        if by_number is None:
            for row in family.rows:
                say(row, "relationship", "noEmployee", str(NO_EMPLOYEE), True)
        return by_number.id if by_number else None

    def _by_name(self, family: Family, ssn: str, say: Say) -> int | None:
        """A member of the same name and birth date, unless a number says that it is somebody else."""
        number = comparison_key(str(family.person.get("employee_number", "")))
        same = self.by_person.get(known_as(family.person), [])
        likely = [item for item in same if not _are_distinct(item, number, ssn)]
        if len(likely) > 1:
            message = _("Several members of the group have this name and birth date.")
            say(family.row, "last_name", "several", message, True)
        elif same and not likely:
            message = _("A member with another number has this name and date of birth: taken for two people.")
            say(family.row, "last_name", "namesake", message, False)
        return likely[0].id if len(likely) == 1 else None

    def _email(self, family: Family, member: int | None, say: Say) -> None:
        others = self.by_email.get(str(family.person.get("email", "")), set()) - {member}
        if others:
            say(family.row, "email", "emailTaken", _("Another member has this email address too."), False)


def _are_distinct(known: OnRecord, number: str, ssn: str) -> bool:
    """Compare people by Social Security Number where both have one, else by the group's number."""
    if known.ssn and ssn:
        return known.ssn != ssn
    return bool(known.number and number and known.number != number)


def _is_somebody_else(known: OnRecord, person: dict[str, Any], ssn: str) -> bool:
    """A number that went to a new employee."""
    return bool(known.ssn and ssn and known.ssn != ssn and known.birth_date != person["birth_date"])


def known_as(person: dict[str, Any]) -> Known:
    born = person["birth_date"]
    return (name_key(person["last_name"]), name_key(person["first_name"]), born.isoformat())


def _index(ssn: str) -> str:
    return blind_index(ssn, SSN_INDEX)


def directory(brand_id: int, group_id: int, families: Iterable[Family], *, own_only: bool = False) -> Directory:
    """Return what is needed of a group, and of the rest of the brand, to match these people."""
    result = Directory(group_id, own_only=own_only)
    own = Identity.objects.filter(member__brand_id=brand_id, member__group_id=group_id, member__merged_into=None)
    people = [family.person for family in families]
    current = current_indexes((person["ssn"] for person in people if "ssn" in person), SSN_INDEX)
    ssn_of = {member: current.get(index, index) for member, index in own.values_list("member_id", "ssn_index")}
    columns = ("pk", "employee_number", "last_name", "first_name", "birth_date", "left_on")
    members = Member.objects.filter(brand_id=brand_id, group_id=group_id, merged_into=None)
    for pk, number, last, first, born, left in members.values_list(*columns):
        known = OnRecord(pk, comparison_key(number), born, ssn_of.get(pk, ""))
        result.everybody.add(pk)
        if left is not None:
            result.left[pk] = left
        if number:
            result.by_number[known.number] = known
        result.by_person.setdefault((name_key(last), name_key(first), born.isoformat()), []).append(known)
    _numbers(result, brand_id, current)
    _addresses(result, brand_id, [person["email"] for person in people if "email" in person])
    return result


def _numbers(known: Directory, brand_id: int, current: dict[str, str]) -> None:
    for part in chunks(list(current)):
        rows = Identity.objects.filter(ssn_index__in=part, member__brand_id=brand_id, member__merged_into=None)
        for index, member, group in rows.values_list("ssn_index", "member_id", "member__group_id"):
            known.by_ssn[current[index]] = (member, group)


def _addresses(known: Directory, brand_id: int, emails: Sequence[str]) -> None:
    members = Member.objects.filter(brand_id=brand_id, merged_into=None)
    if known.own_only:
        members = members.filter(group_id=known.group_id)
    for part in chunks(emails):
        for email, member in members.filter(email__in=part).values_list("email", "pk"):
            known.by_email.setdefault(email, set()).add(member)

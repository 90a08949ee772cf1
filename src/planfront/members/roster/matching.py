"""Who of a roster is on record already."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from planfront.kernel.crypto import blind_index
from planfront.members.models import Identity, Member
from planfront.members.roster.people import Family, Say
from planfront.members.roster.state import chunks
from planfront.members.services import SSN_INDEX

Known = tuple[str, str, str]


@dataclass
class Directory:
    """Members by what a roster knows people by. ``by_ssn``: (member, group) by keyed index."""

    group_id: int
    by_number: dict[str, int] = field(default_factory=dict)
    by_person: dict[Known, list[int]] = field(default_factory=dict)
    by_ssn: dict[str, tuple[int, int | None]] = field(default_factory=dict)
    by_email: dict[str, set[int]] = field(default_factory=dict)

    def member_of(self, family: Family, say: Say) -> int | None:
        """The member of an employee's row: by Social Security Number, by the group's number, by name and birth."""
        person, row = family.person, family.row
        ssn = person.get("ssn")
        by_ssn = self.by_ssn.get(_index(ssn)) if ssn else None
        if by_ssn is not None and by_ssn[1] != self.group_id:
            say(row, "ssn", "elsewhere", "A member outside this group has this number.", True)
            return None
        by_number = self.by_number.get(str(person.get("employee_number", "")).casefold())
        if by_ssn is not None and by_number is not None and by_ssn[0] != by_number:
            say(row, "employee_number", "twoMembers", "This number and the SSN belong to two members.", True)
            return None
        found = by_ssn[0] if by_ssn else by_number
        if found is None:
            found = self._by_name(family, say)
        self._email(family, found, say)
        return found

    def _by_name(self, family: Family, say: Say) -> int | None:
        same = self.by_person.get(known_as(family.person), [])
        if len(same) > 1:
            say(family.row, "last_name", "several", "Several members of the group have this name and birth date.", True)
        return same[0] if len(same) == 1 else None

    def _email(self, family: Family, found: int | None, say: Say) -> None:
        others = self.by_email.get(str(family.person.get("email", "")), set()) - {found}
        if others:
            say(family.row, "email", "emailTaken", "Another member has this e-mail address too.", False)


def known_as(person: dict[str, Any]) -> Known:
    born = person["birth_date"]
    return (str(person["last_name"]).casefold(), str(person["first_name"]).casefold(), born.isoformat())


def _index(ssn: str) -> str:
    return blind_index(ssn, SSN_INDEX)


def directory(brand_id: int, group_id: int, found: Iterable[Family]) -> Directory:
    """What must be known of a group, and of the rest of the brand, to match these people."""
    made = Directory(group_id)
    columns = ("pk", "employee_number", "last_name", "first_name", "birth_date")
    for pk, number, last, first, born in Member.objects.filter(brand_id=brand_id, group_id=group_id).values_list(
        *columns
    ):
        if number:
            made.by_number[number.casefold()] = pk
        made.by_person.setdefault((last.casefold(), first.casefold(), born.isoformat()), []).append(pk)
    people = [family.person for family in found]
    _numbers(made, brand_id, [_index(one["ssn"]) for one in people if "ssn" in one])
    _addresses(made, brand_id, [one["email"] for one in people if "email" in one])
    return made


def _numbers(made: Directory, brand_id: int, indexes: Sequence[str]) -> None:
    for part in chunks(indexes):
        rows = Identity.objects.filter(ssn_index__in=part, member__brand_id=brand_id)
        for index, member, group in rows.values_list("ssn_index", "member_id", "member__group_id"):
            made.by_ssn[index] = (member, group)


def _addresses(made: Directory, brand_id: int, emails: Sequence[str]) -> None:
    for part in chunks(emails):
        for email, member in Member.objects.filter(brand_id=brand_id, email__in=part).values_list("email", "pk"):
            made.by_email.setdefault(email, set()).add(member)

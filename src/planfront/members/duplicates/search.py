"""The search for duplicate members: born on one day, and alike in name, email address or phone number."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date

from django.db.models import Q

from planfront.kernel import clock
from planfront.kernel.security.crypto import blind_indexes
from planfront.kernel.text.folding import name_key
from planfront.kernel.text.parse import full_name
from planfront.kernel.text.words import words_of
from planfront.members.models import DuplicateMember, DuplicateState, Identity, Member, Relative
from planfront.members.person_history import SSN_INDEX
from planfront.members.selectors import PersonRecord, list_dead

NAME, EMAIL, PHONE = "name", "email", "phone"
_COLUMNS = ("birth_date", "first_name", "last_name", "email", "phone", "ssn_last4")
_BATCH = 500
LIKENESS = frozenset({"brand", "birth_date", "first_name", "last_name", "email", "phone"})
"""The facts of a member that decide who may be the same person."""
Key = tuple[date, str, str]


def find_duplicates(brand_id: int, members: Sequence[Member]) -> None:
    """Note possible duplicates of members who are new on record, in two queries for each 500. A pair that was
    found before stays as it is. Runs inside a transaction."""
    for at in range(0, len(members), _BATCH):
        _find_in_batch(brand_id, members[at : at + _BATCH])


def _find_in_batch(brand_id: int, members: Sequence[Member]) -> None:
    born = {member.birth_date for member in members}
    on_record: dict[Key, dict[int, Member]] = defaultdict(dict)
    candidates = Member.objects.filter(brand_id=brand_id, birth_date__in=born, merged_into=None)
    for row in candidates.only(*_COLUMNS):
        for key in _likeness_keys(row):
            on_record[key][row.pk] = row
    pairs: dict[tuple[int, int], list[str]] = {}
    for member in members:
        alike = {pk: row for key in _likeness_keys(member) for pk, row in on_record[key].items() if pk != member.pk}
        for pk, other in alike.items():
            if matched := list_alike(member, other):
                pairs[min(member.pk, pk), max(member.pk, pk)] = matched
    note_pairs(brand_id, pairs)


def waiting_pairs(member_id: int) -> list[tuple[DuplicateMember, Member]]:
    """Return the undecided pairs of a member, each with the other record."""
    own = Q(first=member_id) | Q(second=member_id)
    rows = DuplicateMember.objects.filter(own, first__merged_into=None, second__merged_into=None)
    rows = rows.filter(state=DuplicateState.WAITING).select_related("first", "second").defer("reason")
    return [(pair, pair.second if pair.first_id == member_id else pair.first) for pair in rows]


def note_pairs(brand_id: int, pairs: dict[tuple[int, int], list[str]]) -> None:
    """Pairs by their members' ids, the lower one first, with what is alike."""
    now = clock.business_now()
    DuplicateMember.objects.bulk_create(
        (
            DuplicateMember(brand_id=brand_id, first_id=first, second_id=second, matched=matched, found_at=now)
            for (first, second), matched in pairs.items()
        ),
        ignore_conflicts=True,
    )


def _likeness_keys(member: Member) -> list[Key]:
    """Return the facts that make a member like others."""
    values = {
        NAME: " ".join(words_of(member.first_name, member.last_name)),
        EMAIL: member.email.strip().casefold(),
        PHONE: member.phone,
    }
    return [(member.birth_date, name, value) for name, value in values.items() if value]


def list_alike(left: Member, right: Member) -> list[str]:
    """Return what two people born on one day have in common; nothing where that says too little."""
    common = set(_likeness_keys(left)) & set(_likeness_keys(right))
    matched = [name for name in (NAME, EMAIL, PHONE) if any(key[1] == name for key in common)]
    # Someone who only shares an address for mail or a phone, and has another number, is a sibling.
    two_numbers = left.ssn_last4 and right.ssn_last4 and left.ssn_last4 != right.ssn_last4
    return [] if two_numbers and NAME not in matched else matched


@dataclass(frozen=True)
class OtherRecord:
    """A person on another member's record. ``of``: that member's name. ``is_sure``: the number is the same; else the
    name is, and one of the two records has no number."""

    record: PersonRecord
    name: str
    of: str
    is_sure: bool


def find_other_records(person: PersonRecord) -> list[OtherRecord]:
    """Return the records of other members of the brand on which a living person is, too: one of each member, the sure
    ones first."""
    member = Member.objects.filter(pk=person.member_id).first()
    own: Member | Relative | None = member
    if person.key != "self":
        own = Relative.objects.filter(pk=person.key, member=person.member_id).first()
    if member is None or own is None:
        return []
    identity = Identity.objects.filter(member=own.pk).first() if isinstance(own, Member) else None
    ssn = own.ssn if isinstance(own, Relative) else identity.ssn if identity else ""
    alike = [*_members_alike(own, member, ssn), *_relatives_alike(own, member, ssn)]
    of_member: dict[int, OtherRecord] = {}
    for other in sorted(alike, key=lambda other: (not other.is_sure, other.record.member_id)):
        of_member.setdefault(other.record.member_id, other)
    return list(of_member.values())


def _members_alike(own: Member | Relative, member: Member, ssn: str) -> Iterator[OtherRecord]:
    rows = Member.objects.filter(brand=member.brand_id, birth_date=own.birth_date, merged_into=None)
    rows = rows.exclude(pk=member.pk).exclude(pk__in=list_dead()).select_related("identity")
    indexes = set(blind_indexes(ssn, SSN_INDEX)) if ssn else set()
    for row in rows:
        identity = getattr(row, "identity", None)
        same = identity.ssn_index in indexes if identity is not None and ssn else None
        if _is_alike(own, row, same):
            yield OtherRecord(PersonRecord(row.pk, "self"), row.name, row.name, is_sure=same is True)


def _relatives_alike(own: Member | Relative, member: Member, ssn: str) -> Iterator[OtherRecord]:
    rows = Relative.objects.filter(birth_date=own.birth_date, member__brand=member.brand_id, death=None)
    rows = rows.exclude(member=member.pk).filter(kind=Relative.Kind.DEPENDENT, member__merged_into=None)
    for row in rows.select_related("member"):
        same = row.ssn == ssn if row.ssn and ssn else None
        if _is_alike(own, row, same):
            yield OtherRecord(PersonRecord(row.member_id, str(row.pk)), full_name(row), row.member.name, same is True)


def _is_alike(own: Member | Relative, other: Member | Relative, same_number: bool | None) -> bool:
    """Return whether two records of people born on one day may be one person's. ``same_number``: None where one has
    none."""
    if same_number is not None:
        return same_number
    names = [(name_key(row.first_name), name_key(row.last_name)) for row in (own, other)]
    return names[0] == names[1] and all(names[0])

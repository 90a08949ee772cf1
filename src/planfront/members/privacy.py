"""Members with their families."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.conf import settings
from django.db.models import Q, QuerySet
from django.utils.translation import gettext_lazy as _

from planfront.accounts.privacy import MEMBER
from planfront.integrations.checked import checked
from planfront.kernel.security.crypto import blind_indexes
from planfront.kernel.text.parse import digits, show_date
from planfront.kernel.text.words import is_name
from planfront.members.coverage import coverage
from planfront.members.models import (
    Death,
    DuplicateMember,
    Identity,
    Leaving,
    Member,
    MergeRecord,
    PersonVersion,
    Relative,
    RosterChange,
)
from planfront.members.person_history import SSN_INDEX
from planfront.privacy import words
from planfront.privacy.registry import Clues, Holding, Kept, Links, Person, declare, declare_exempt

_OF = {"member": "members.member"}
_ON_RECORD = _("As long as the member is on record.")


def _find_members(clues: Clues) -> Iterable[Any]:
    rule = Q(pk__in=())
    if clues.email:
        rule |= Q(email__iexact=clues.email) | Q(user__email__iexact=clues.email)
    if clues.number:
        rule |= Q(identity__ssn_index__in=blind_indexes(clues.number, SSN_INDEX))
    if clues.last_four and clues.born:
        rule |= Q(ssn_last4=clues.last_four, birth_date=clues.born)
    if clues.phone:
        rule |= Q(phone=clues.phone)
    if clues.name and clues.born:
        rule |= Q(pk__in=_namesakes(Member.objects.filter(brand=clues.brand_id, birth_date=clues.born), clues.name))
    return Member.objects.filter(rule, brand=clues.brand_id).values_list("pk", flat=True)


def _find_relatives(clues: Clues) -> Iterable[Any]:
    """Dependents and beneficiaries: rows of their own on somebody else's record."""
    here = Relative.objects.filter(member__brand=clues.brand_id)
    if clues.born:
        here = here.filter(birth_date=clues.born)
        if clues.name:
            yield from _namesakes(here, clues.name)
    if clues.number or (clues.last_four and clues.born):
        for row in here.exclude(ssn="").iterator():
            if digits(row.ssn).endswith(clues.number or clues.last_four):
                yield row.pk


def _check_identity(row: Any) -> Iterable[tuple[str, str]]:
    place = {name: getattr(row, name) for name in ("address1", "address2", "city", "state")}
    return checked(email=row.email, phone=row.phone, zip_code=row.zip, **place)


def _describe_relative(row: Any) -> str:
    name = f"{row.first_name} {row.last_name}".strip()
    return f"{name}, {show_date(row.birth_date)} ({row.get_kind_display()}, {row.member.name})"


def _namesakes(rows: QuerySet[Any], name: str) -> list[Any]:
    return [row.pk for row in rows if is_name(name, row.first_name, row.last_name)]


def _keep_while_in_force(_row: Any, person: Person) -> Kept | None:
    return Kept(words.IN_FORCE) if person.in_force else None


def _relative_kept(row: Any, person: Person) -> Kept | None:
    """Relatives of a member with coverage in force are kept as long, whichever of them asks."""
    covered = person.in_force or coverage().open_policies([row.member_id]).exists()
    return Kept(words.IN_FORCE) if covered else None


def _version_kept(row: Any, person: Person) -> Kept | None:
    """Keep the history of a person as long as the person."""
    return _keep_while_in_force(row, person) if row.relative is None else _relative_kept(row.relative, person)


def _find_links(rows: QuerySet[Any]) -> Links:
    """A record that was merged into another one is the same person's, whichever of both was found."""
    yield "accounts.user", rows.filter(user__role=MEMBER).values_list("user_id", flat=True)
    yield "members.member", rows.values_list("merged_into", flat=True)
    yield "members.member", Member.objects.filter(merged_into__in=rows).values_list("pk", flat=True)


def _erase_relatives(rows: QuerySet[Any]) -> None:
    coverage().forget_people(None, rows)
    rows.delete()


def _erase_members(rows: QuerySet[Any]) -> None:
    coverage().forget_people(rows, Relative.objects.filter(member__in=rows))
    rows.delete()


declare(
    Holding(RosterChange, _("Changes from a group's file"), words.days(settings.ENV.keep_roster_changes), of=_OF),
    Holding(
        MergeRecord,
        _("Merged records"),
        _ON_RECORD,
        of={"stays": "members.member", "goes": "members.member"},
        kept=_keep_while_in_force,
        hidden=frozenset({"pair", "stays", "goes", "rows", "merged_by", "undone_by"}),
    ),
    Holding(
        DuplicateMember,
        _("Records that may be the same person"),
        _ON_RECORD,
        of={"first": "members.member", "second": "members.member"},
        kept=_keep_while_in_force,
        hidden=frozenset({"first", "second", "decided_by", "reason"}),
    ),
    Holding(
        PersonVersion,
        _("Earlier facts on record"),
        _ON_RECORD,
        of={"member": "members.member", "relative": "members.relative"},
        kept=_version_kept,
        hidden=frozenset({"member", "relative", "number", "withdraws", "by_user"}),
    ),
    Holding(Leaving, _("Last days of work"), _ON_RECORD, of=_OF, hidden=frozenset({"by_user"})),
    Holding(
        Death, _("Deaths in the family"), _ON_RECORD, of=_OF, hidden=frozenset({"by_user", "closed_account", "act"})
    ),
    Holding(Identity, _("Social Security number"), _ON_RECORD, of=_OF, kept=_keep_while_in_force),
    Holding(
        Relative,
        _("Family on record"),
        _ON_RECORD,
        of=_OF,
        kept=_relative_kept,
        erase=_erase_relatives,
        search=_find_relatives,
        describe=_describe_relative,
    ),
    Holding(
        Member,
        _("Member"),
        _("Until erased."),
        kept=_keep_while_in_force,
        erase=_erase_members,
        links=_find_links,
        search=_find_members,
        emails=lambda row: [row.email],
        checked=_check_identity,
        describe=lambda row: f"{row.name}, {show_date(row.birth_date)}",
        hidden=frozenset({"search"}),
    ),
)
declare_exempt(
    "a group's whole file, sealed, until it is applied or KEEP_ROSTERS_DAYS have passed",
    "members.rosterimport",
    "members.rosterissue",
)
declare_exempt("lists that forms offer", "members.referenceitem")

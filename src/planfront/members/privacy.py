"""Members with their families."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.conf import settings
from django.db.models import Q, QuerySet
from django.utils.translation import gettext_lazy as _

from planfront.accounts.privacy import MEMBER
from planfront.kernel.crypto import blind_indexes
from planfront.kernel.parse import show_date
from planfront.members.models import Coverage, Identity, Member, Relative, RosterChange
from planfront.members.services import SSN_INDEX
from planfront.privacy import words
from planfront.privacy.registry import Clues, Holding, Kept, Links, Person, declare, exempt

_OF = {"member": "members.member"}
_ON_RECORD = _("As long as the member is on record.")


def _search(clues: Clues) -> Iterable[Any]:
    wanted = Q(pk__in=())
    if clues.email:
        wanted |= Q(email__iexact=clues.email) | Q(user__email__iexact=clues.email)
    if clues.number:
        wanted |= Q(identity__ssn_index__in=blind_indexes(clues.number, SSN_INDEX))
    if clues.last_four and clues.born:
        wanted |= Q(ssn_last4=clues.last_four, birth_date=clues.born)
    return Member.objects.filter(wanted, brand=clues.brand_id).values_list("pk", flat=True)


def _kept(_row: Any, person: Person) -> Kept | None:
    return Kept(words.IN_FORCE) if person.in_force else None


def _links(rows: QuerySet[Any]) -> Links:
    yield "accounts.user", rows.filter(user__role=MEMBER).values_list("user_id", flat=True)


declare(
    Holding(RosterChange, _("Changes by a group's file"), words.days(settings.ENV.keep_roster_changes), of=_OF),
    Holding(Identity, _("Social Security number"), _ON_RECORD, of=_OF, kept=_kept),
    Holding(Relative, _("Family on record"), _ON_RECORD, of=_OF, kept=_kept),
    Holding(
        Coverage,
        _("Coverage on record"),
        _ON_RECORD,
        of=_OF,
        kept=_kept,
        in_force=lambda rows: rows.filter(status=Coverage.Status.ACTIVE).exists(),
    ),
    Holding(
        Member,
        _("Member"),
        _("Until erased."),
        kept=_kept,
        links=_links,
        search=_search,
        emails=lambda row: [row.email],
        describe=lambda row: f"{row.name}, {show_date(row.birth_date)}",
        hidden=frozenset({"search"}),
    ),
)
exempt(
    "a group's whole file, sealed, until it is applied or KEEP_ROSTERS_DAYS have passed",
    "members.rosterimport",
    "members.rosterissue",
)
exempt("lists that forms offer", "members.referenceitem")

"""Writing policies in force elsewhere into the record, and taking them back while nothing was built on them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any
from uuid import UUID

from django.utils.translation import gettext as _

from planfront.coverage.authors import SYSTEM, Author, By
from planfront.coverage.importers.matching import Placed
from planfront.coverage.importers.reading import FiledPolicy
from planfront.coverage.issuing import CarriedOver, NewPolicy, Parties, issue_policies
from planfront.coverage.models import (
    Change,
    CoverageEvent,
    CoveredPerson,
    EventKind,
    Policy,
    RepAssignment,
    Version,
)
from planfront.coverage.timeline import SELF
from planfront.imports.errors import CanNotRollBack
from planfront.kernel.database.locks import lock_rows
from planfront.kernel.database.references import find_references
from planfront.kernel.money import as_text
from planfront.members.elsewhere import (
    NamedRelative,
    add_members,
    add_relatives,
    name_relative,
    remove_members,
    remove_relatives,
)
from planfront.parties.groups.shares import split, stored_share

if TYPE_CHECKING:
    from planfront.imports.models import ImportRun
    from planfront.members.models import Member

_CHUNK = 1000
_OWN = tuple(table._meta.label for table in (Change, Version, CoveredPerson, CoverageEvent, RepAssignment))
"""Tables in which an import itself writes rows of a policy."""


@dataclass
class Writer:
    """Adds the people and policies of a file. Runs inside a transaction. ``members``, ``relatives``: those it added, of
    the relatives only such of members on record."""

    run: ImportRun
    brand_id: int
    members: list[int] = field(default_factory=list)
    relatives: list[str] = field(default_factory=list)

    def write(self, placed: Sequence[Placed]) -> None:
        people = self._add_members(placed)
        family = self._add_relatives([(people[id(item)], item.policy) for item in placed])
        issue_policies([self._new_policy(item, people[id(item)], family) for item in placed], self._author)

    @property
    def _author(self) -> Author:
        user_id = self.run.uploaded_by_id
        return SYSTEM if user_id is None else Author(By.STAFF, user_id)

    def _add_members(self, placed: Sequence[Placed]) -> dict[int, Member]:
        """Return the member of each policy."""
        first = {item.key: item.policy for item in reversed(placed) if item.member is None}
        held = {item.member.pk for item in placed if item.member}
        filed = [{**row.member.values, "group": row.group, "is_smoker": row.tobacco} for row in first.values()]
        rows = add_members(self.brand_id, filed, held)
        self.members += [row.pk for row in rows]
        new = dict(zip(first, rows, strict=True))
        return {id(item): item.member or new[item.key] for item in placed}

    def _add_relatives(self, filed: Iterable[tuple[Member, FiledPolicy]]) -> dict[NamedRelative, str]:
        people = [(member, person.values) for member, policy in filed for person in policy.people[1:]]
        known, added = add_relatives(people)
        own = set(self.members)
        of_members = {known[name] for name in known if name[0] in own}
        self.relatives += [key for key in added if key not in of_members]
        return known

    def _new_policy(self, item: Placed, member: Member, family: Mapping[NamedRelative, str]) -> NewPolicy:
        policy, terms = item.policy, item.terms
        keys = [SELF, *(family[name_relative(member.pk, person.values)] for person in policy.people[1:])]
        group_id = policy.group.pk if policy.group else None
        carried = CarriedOver(
            run_id=self.run.pk,
            insurer_number=policy.number,
            insurer_ids={key: person.insurer_id for key, person in zip(keys, policy.people, strict=True)},
            staying=frozenset(
                key for key, person in zip(keys, policy.people, strict=True) if person.values.get("disabled")
            ),
            facts={
                "file": self.run.file_name,
                "row": policy.record.number,
                "payer": policy.payer,
                "bill_day": policy.bill_day,
                "our_price": None if item.ours is None else as_text(item.ours),
            },
        )
        return NewPolicy(
            number=f"C{self.run.pk}-{policy.record.number}",
            parties=Parties(self.brand_id, member.pk, group_id, member.portal_id, member.agent_id),
            plan_name=policy.plan.name,
            category=policy.plan.category,
            effective_date=policy.effective,
            terms=replace(terms, covered=policy.covered(keys)),
            riders=[{"code": code, "name": code} for code in terms.riders],
            share=_share_of(policy),
            ends_on=policy.end,
            carried_over=carried,
        )


def _share_of(policy: FiledPolicy) -> dict[str, Any] | None:
    """Return the group's share as it was filed; None: by its contributions."""
    if policy.group is None or policy.share is None:
        return None
    own = policy.premium - policy.share
    return stored_share(policy.group.name, split(policy.share, own, policy.group.pay_periods))


def take_back(run: ImportRun) -> None:
    """Remove the policies of an import, and the people whom it added. Raises CanNotRollBack where anything was built on
    one of them. Runs inside a transaction."""
    members, relatives = run.undo.get("members", []), run.undo.get("relatives", [])
    rows = Policy.objects.filter(carried_over=run)
    keys = list(rows.order_by("pk").values_list("pk", flat=True))
    for part in _chunks(keys):
        lock_rows(Policy.objects.filter(pk__in=part).only("pk"))
        _require_untouched(part)
        Policy.objects.filter(pk__in=part).update(erasing=True)
        Policy.objects.filter(pk__in=part).delete()
    for part in _chunks(members):
        if not remove_members(part):
            raise CanNotRollBack(_("Someone whom this import added has something else on record by now."))
    remove_relatives([UUID(key) for key in relatives])


def _chunks(items: Sequence[Any]) -> Iterable[Sequence[Any]]:
    return (items[at : at + _CHUNK] for at in range(0, len(items), _CHUNK))


def _require_untouched(keys: Sequence[UUID]) -> None:
    written = CoverageEvent.objects.filter(policy__in=keys).exclude(kind=EventKind.ISSUE)
    touched = set(written.values_list("policy", flat=True)[:1])
    if touched := touched or next((used for _table, used in find_references(Policy, keys, _OWN)), set()):
        number = Policy.objects.filter(pk__in=touched).values_list("number", flat=True).first()
        raise CanNotRollBack(_("Policy %s was changed, or something was built on it. Undo that first.") % number)

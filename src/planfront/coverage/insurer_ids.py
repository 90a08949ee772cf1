"""Import of what insurers call the people whom their policies cover."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from planfront.coverage.models import CoveredPerson
from planfront.coverage.parties import read_insurer_id
from planfront.imports.changes import SHOWN, ChangeImporter
from planfront.imports.layouts import Layout, normalise
from planfront.imports.registry import Column, Issue, Json, Sink
from planfront.imports.tabular import Record, records, row_count
from planfront.kernel.errors import FieldErrors
from planfront.members.identifiers import dependent_number, subscriber_number

if TYPE_CHECKING:
    from planfront.imports.models import ImportRun

_POLICY, _MEMBER, _DEPENDENT, _INSURER = "Policy number", "Member number", "Dependent number", "Insurer ID"
_LAYOUT = Layout((_POLICY, _MEMBER, _DEPENDENT, _INSURER), None)
_PAGE = 500


Numbers = tuple[str, str, str]
"""The numbers of a policy, its member and a dependent; the last "" for the member."""


class InsurerIds(ChangeImporter):
    """Rows name a covered person by the store's numbers. A person who has the id already stays as they are."""

    kind = "insurer-ids"
    title = gettext_lazy("Insurers' IDs of people")
    text = gettext_lazy("A table that an insurer sends back, with the columns below. CSV or XLSX.")
    columns = (
        Column(_POLICY, gettext_lazy("The store's number of the policy."), required=True, example="PF4402817-01"),
        Column(_MEMBER, gettext_lazy("The number of whose policy it is."), required=True, example="M000050138"),
        Column(_DEPENDENT, gettext_lazy("Empty for the member."), example="D0000000000AB"),
        Column(_INSURER, gettext_lazy("What the insurer calls the person."), required=True, example="OM 7785 01"),
    )

    def stage(self, run: ImportRun, path: Path, sink: Sink) -> None:
        total, done, listed = row_count(path), 0, set[str]()
        rows = records(path, [_LAYOUT], sink.issue, run.sheets)
        while page := list(islice(rows, _PAGE)):
            people = _people_of(_cell(record, _POLICY).upper() for record in page)
            for record in page:
                _stage_row(record, people, listed, sink)
            done += len(page)
            sink.progress(done, max(total, done))

    def review(self, run: ImportRun) -> Json:
        page = list(run.changes.all()[:SHOWN])
        people = {str(row.pk): row for row in _read_people(change.subject for change in page)}
        rows = [
            {
                "what": f"{_describe(people.get(change.subject))} ({change.action})",
                "before": (change.before or {}).get("insurer_id", ""),
                "after": (change.after or {}).get("insurer_id", ""),
                "percent": None,
            }
            for change in page
        ]
        return {**super().review(run), "changes": rows}

    def current_many(self, subjects: Sequence[str]) -> dict[str, Json | None]:
        return {str(row.pk): _state(row.insurer_id) for row in _read_people(subjects)}

    def apply_many(self, changes: Sequence[tuple[str, Json | None]]) -> None:
        """Write the ids. A change without one takes it away."""
        wanted = {key: after["insurer_id"] if after else "" for key, after in changes}
        rows = list(_read_people(wanted))
        for row in rows:
            row.insurer_id = wanted[str(row.pk)]
        CoveredPerson.objects.bulk_update(rows, ["insurer_id"], batch_size=_PAGE)


def _stage_row(record: Record[None], people: dict[Numbers, CoveredPerson], listed: set[str], sink: Sink) -> None:
    policy, member = _cell(record, _POLICY).upper(), _cell(record, _MEMBER).upper()
    person = people.get((policy, member, _cell(record, _DEPENDENT).upper()))
    if person is None:
        sink.issue(_explain_missing(record, people, policy, member))
    elif str(person.pk) in listed:
        sink.issue(record.issue("twice", _("This person appears twice.")))
    elif (insurer_id := _read_id(record, sink)) is not None:
        listed.add(str(person.pk))
        if insurer_id != person.insurer_id:
            before = _state(person.insurer_id)
            sink.change(str(person.pk), "changed" if before else "new", before, _state(insurer_id))


def _cell(record: Record[None], heading: str) -> str:
    return record.cells.get(normalise(heading), "")


def _explain_missing(record: Record[None], people: Iterable[Numbers], policy: str, member: str) -> Issue:
    """Return the issue of a row that names nobody, at the first cell that doesn't fit."""
    own = {key[1] for key in people if key[0] == policy}
    if not own:
        return record.issue("noPolicy", _("No policy has this number."), _POLICY)
    if member not in own:
        return record.issue("otherMember", _("The policy isn't this member's."), _MEMBER)
    return record.issue("noDependent", _("The policy covers no dependent with this number."), _DEPENDENT)


def _read_id(record: Record[None], sink: Sink) -> str | None:
    typed = _cell(record, _INSURER)
    if not typed:
        sink.issue(record.issue("noId", _("Fill in the insurer's ID."), _INSURER))
        return None
    try:
        return read_insurer_id(typed)
    except FieldErrors as refused:
        sink.issue(record.issue("badId", " ".join(str(error.error_message) for error in refused.errors), _INSURER))
        return None


def _people_of(policies: Iterable[str]) -> dict[Numbers, CoveredPerson]:
    """Return the people of policies by the numbers of policy, member and dependent, "" for the member."""
    rows = CoveredPerson.objects.filter(policy__number__in=set(policies), policy__member__isnull=False)
    return {_numbers_of(row): row for row in rows.select_related("policy")}


def _read_people(keys: Iterable[str]) -> Iterable[CoveredPerson]:
    return CoveredPerson.objects.filter(pk__in=list(keys)).select_related("policy")


def _numbers_of(row: CoveredPerson) -> Numbers:
    member = subscriber_number(row.policy.member_id) if row.policy.member_id else ""
    return row.policy.number, member, dependent_number(row.relative_id) if row.relative_id else ""


def _describe(row: CoveredPerson | None) -> str:
    if row is None:
        return "–"
    policy, member, dependent = _numbers_of(row)
    return f"{policy}, {dependent or member}"


def _state(insurer_id: str) -> Json | None:
    return {"insurer_id": insurer_id} if insurer_id else None

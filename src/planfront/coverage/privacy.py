"""Personal data in the record of coverage. The operator's rules name nobody."""

from __future__ import annotations

from typing import Any

from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _

from planfront.coverage.models import (
    Adjustment,
    Change,
    CoverageEvent,
    CoveredPerson,
    Designation,
    Fee,
    Policy,
    RenewalItem,
    RepAssignment,
    ReportedChange,
    StaffChangeRequest,
    Version,
)
from planfront.imports.services import forget_subjects
from planfront.kernel import clock
from planfront.messaging.privacy import mails_about
from planfront.privacy import words
from planfront.privacy.registry import Holding, Kept, Person, declare, declare_exempt

_PERIOD = _("As long as it's in force, and ten years after.")
_OF_POLICY = {"policy": "coverage.policy"}


def kept_policy(policy: Policy) -> Kept | None:
    """A policy outlives an erasure while it lasts, and then for as long as evidence is kept."""
    today = clock.today()
    if policy.end_date is None or policy.end_date >= today:
        return Kept(words.IN_FORCE)
    kept = words.kept_evidence(policy.end_date)
    return kept if kept.until is None or kept.until > today else None


def _kept(row: Any, _person: Person) -> Kept | None:
    return kept_policy(row.policy)


def _kept_event(row: Any, _person: Person) -> Kept | None:
    return kept_policy(row.policy) if row.policy else None


def _erase_policies(rows: QuerySet[Any]) -> None:
    rows.update(erasing=True)
    rows.delete()


def _erase_parts(rows: QuerySet[Any]) -> None:
    """The database lets go of what is only added once its policy is being erased."""
    Policy.objects.filter(pk__in=rows.values("policy")).update(erasing=True)
    rows.delete()


def _erase_people(rows: QuerySet[Any]) -> None:
    """Erase covered people, and what imports of insurers' ids changed of them."""
    forget_subjects([str(key) for key in rows.values_list("pk", flat=True)])
    rows.delete()


def _any_open(rows: QuerySet[Any]) -> bool:
    return Policy.objects.filter(pk__in=rows.values("pk")).open_on(clock.today()).exists()


def _any_open_of(rows: QuerySet[Any]) -> bool:
    """Return whether an open policy covers one of these people, on any member's record."""
    return Policy.objects.filter(pk__in=rows.values("policy")).open_on(clock.today()).exists()


declare(
    Holding(Version, _("What was in force"), _PERIOD, of=_OF_POLICY, kept=_kept, erase=_erase_parts),
    Holding(
        Change,
        _("Changes of policies"),
        _PERIOD,
        of=_OF_POLICY,
        kept=_kept,
        erase=_erase_parts,
        hidden=frozenset({"by_user"}),
    ),
    Holding(Adjustment, _("Differences for past months"), _PERIOD, of=_OF_POLICY, kept=_kept, erase=_erase_parts),
    Holding(Fee, _("Fees beside premiums"), _PERIOD, of=_OF_POLICY, kept=_kept, erase=_erase_parts),
    Holding(
        CoveredPerson,
        _("People whom policies cover"),
        _PERIOD,
        of={**_OF_POLICY, "relative": "members.relative"},
        kept=_kept,
        in_force=_any_open_of,
        erase=_erase_people,
    ),
    Holding(
        CoverageEvent,
        _("Writes of coverage, in order"),
        _PERIOD,
        of={**_OF_POLICY, "member": "members.member"},
        kept=_kept_event,
    ),
    Holding(RenewalItem, _("Offers for a new year"), _PERIOD, of=_OF_POLICY, kept=_kept),
    Holding(Designation, _("Beneficiaries of policies"), _PERIOD, of=_OF_POLICY, kept=_kept),
    Holding(
        StaffChangeRequest,
        _("Changes of policies that a second person is asked about"),
        _PERIOD,
        of=_OF_POLICY,
        kept=_kept,
        hidden=frozenset({"asked_by", "decided_by"}),
    ),
    Holding(
        ReportedChange,
        _("Changes waiting for approval"),
        _("As long as the member is on record."),
        of={"member": "members.member"},
        links=lambda rows: mails_about(rows, "change-waits", "change-declined", "correction-answered"),
        hidden=frozenset({"digest", "asked_by", "passed_by", "decided_by"}),
    ),
    Holding(RepAssignment, _("Reps of policies"), _PERIOD, of=_OF_POLICY, kept=_kept),
    Holding(
        Policy,
        _("Policies"),
        _PERIOD,
        of={"member": "members.member"},
        kept=lambda row, _person: kept_policy(row),
        in_force=_any_open,
        erase=_erase_policies,
        hidden=frozenset({"erasing", "predecessor", "carried_over", "shown_on"}),
    ),
)
declare_exempt(
    "the operator's rules, which name nobody",
    "coverage.lifeevent",
    "coverage.ruleedition",
    "coverage.trial",
    "coverage.reason",
    "coverage.renewalrun",
    "coverage.crosswalk",
)
declare_exempt("places in the order of writes", "coverage.eventreader")
declare_exempt("copies of policies, which change and go with them", "coverage.servicedpolicy")

"""Reading the operator's rules of the book, and what members have."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from typing import Any
from uuid import UUID

from django.db import models
from django.db.models import Case, Exists, OuterRef, QuerySet, Subquery, Value, When
from django.db.models.fields.json import KeyTextTransform
from django.db.models.functions import Coalesce

from planfront.catalog.insurer_numbers import annotate_numbers
from planfront.coverage.authors import By
from planfront.coverage.day_wording import explain
from planfront.coverage.effective_days import DayAnswer, Refusal, answer_report
from planfront.coverage.models import (
    Change,
    CoveredPerson,
    Designation,
    LifeEvent,
    Policy,
    PolicyState,
    Reason,
    RuleEdition,
    Trial,
    Version,
)
from planfront.coverage.shipped import NOT_FOR_GROUPS
from planfront.coverage.states import in_state, is_cancelled
from planfront.kernel import clock


@dataclass(frozen=True)
class TrialResult:
    """The answer of a rule to a trial. ``kept``: as it has to."""

    trial: Trial
    day: date | None
    why: str
    kept: bool


@dataclass(frozen=True)
class OpenPlan:
    """A plan that somebody has, or is about to have. ``tier`` is "" where it isn't on record."""

    plan_id: int
    tier: str
    active: bool


def policies_of_member(member_id: int) -> list[Policy]:
    """All policies of a member, whatever became of them, newest first."""
    return list(Policy.objects.filter(member_id=member_id).order_by("-effective_date", "id"))


def open_plans(member_id: int, day: date) -> list[OpenPlan]:
    """Plans of a member that are neither over nor cancelled by a day."""
    rows = Policy.objects.filter(member_id=member_id).open_on(day)
    return [OpenPlan(row.plan_id, row.tier, row.state_on(day) == PolicyState.ACTIVE) for row in rows]


def list_events() -> QuerySet[LifeEvent]:
    """Every life event, with its editions from the newest on; a draft comes first."""
    return LifeEvent.objects.prefetch_related("editions", "trials")


def draft_of(event: LifeEvent) -> RuleEdition | None:
    return next((edition for edition in event.editions.all() if edition.in_force_from is None), None)


def edition_on(event: LifeEvent, day: date) -> RuleEdition | None:
    """The edition for what happened on a day; the first one for what happened before any. None where there is none."""
    dated = sorted((row.in_force_from, row.pk, row) for row in event.editions.all() if row.in_force_from)
    before = [row for first, _pk, row in dated if first <= day]
    if before:
        return before[-1]
    return dated[0][2] if dated else None


def answer_of(edition: RuleEdition, event: date, reported: date) -> DayAnswer | Refusal:
    return answer_report(edition.rule, edition.window, event, reported)


def try_out(edition: RuleEdition, trial: Trial) -> TrialResult:
    answer = answer_of(edition, trial.happened_on, trial.reported_on)
    day = answer.day if isinstance(answer, DayAnswer) else None
    why = explain(answer, edition.rule, edition.window, trial.happened_on, trial.reported_on)
    return TrialResult(trial, day, why, kept=day == trial.expected)


def count_reasons() -> int:
    return Reason.objects.filter(active=True).count()


class CoverageStanding(models.TextChoices):
    """A member's coverage on a day, over all their policies. The first that applies counts, in this order."""

    ACTIVE = "active", "Active"
    STARTS = "starts", "Starts later"
    PENDING = "pending", "Pending underwriting"
    ENDED = "ended", "Ended"
    NONE = "none", "None"


def annotate_coverage(members: QuerySet[Any], day: date) -> QuerySet[Any]:
    """Add ``coverage_standing`` and ``coverage_starts`` (the first day of what starts next, if anything does)."""
    ahead = Policy.objects.filter(in_state(PolicyState.ACCEPTED, day), member=OuterRef("pk"))
    standing = Case(
        *(When(rule, then=Value(result.value)) for result, rule in _coverage_rules(day).items()),
        default=Value(CoverageStanding.NONE.value),
    )
    first_day = ahead.order_by("effective_date").values("effective_date")[:1]
    rows: QuerySet[Any] = members.annotate(coverage_standing=standing, coverage_starts=Subquery(first_day))
    return rows


def filter_by_coverage(members: QuerySet[Any], standing: CoverageStanding, day: date) -> QuerySet[Any]:
    """Return the members with this standing. Without the annotation, which a database can't look up in an index."""
    rules = _coverage_rules(day)
    for earlier in CoverageStanding:
        if earlier == standing:
            break
        members = members.filter(~rules[earlier])
    return members.filter(rules[standing]) if standing in rules else members


def _coverage_rules(day: date) -> dict[CoverageStanding, Exists]:
    own = Policy.objects.filter(member=OuterRef("pk")).order_by()
    return {
        CoverageStanding.ACTIVE: Exists(own.filter(in_state(PolicyState.ACTIVE, day))),
        CoverageStanding.STARTS: Exists(own.filter(in_state(PolicyState.ACCEPTED, day))),
        CoverageStanding.PENDING: Exists(own.filter(in_state(PolicyState.PENDING, day))),
        CoverageStanding.ENDED: Exists(own.exclude(is_cancelled())),
    }


def designations_of(policy_ids: Iterable[UUID], day: date) -> list[Designation]:
    """Return the designations of a day by policy number: the last row of each policy, and of one that starts later the
    one it starts with."""
    rows = Designation.objects.filter(policy__in=list(policy_ids)).select_related("policy")
    begun = [
        row for row in rows.order_by("effective", "recorded") if row.effective <= max(day, row.policy.effective_date)
    ]
    newest = {row.policy_id: row for row in begun}
    return sorted(newest.values(), key=lambda row: row.policy.number)


def insurer_ids_of(policy_ids: Iterable[UUID]) -> dict[tuple[UUID, str], str]:
    """Return the insurers' ids of people, by policy and key; without those who have none."""
    rows = CoveredPerson.objects.filter(policy__in=list(policy_ids)).exclude(insurer_id="")
    return {(row[0], row[1]): row[2] for row in rows.order_by().values_list("policy_id", "key", "insurer_id")}


def annotate_insurer_numbers(policies: QuerySet[Any]) -> QuerySet[Any]:
    """Add what insurers call a policy's plan, group and store (see catalog.insurer_numbers.annotate_numbers)."""
    options = Version.objects.filter(policy=OuterRef("pk"), in_force=True).values(
        option=KeyTextTransform("option", "inputs")
    )
    held = options.filter(effective__lte=clock.today()).order_by("-effective", "-recorded")
    coming = options.order_by("effective", "-recorded")
    return annotate_numbers(policies, Coalesce(Subquery(held[:1]), Subquery(coming[:1])))


def members_of_order(order: UUID, after: int, most: int) -> list[int]:
    """Members of whom something was changed together, by id from the one after ``after`` on."""
    rows = Policy.objects.filter(changes__order=order, member__gt=after).order_by("member")
    return [key for key in rows.values_list("member", flat=True).distinct()[:most] if key is not None]


def changes_of_order(order: UUID, member_ids: Iterable[int]) -> list[Change]:
    """Return what was changed of these members together and not taken back, with policies and members, by policy
    number. Where a policy was changed by what took an earlier change back and something else, that is the change."""
    rows = Change.objects.filter(order=order, policy__member__in=list(member_ids)).exclude(pk__in=_withdrawn_ids())
    rows = rows.select_related("policy__member__user", "policy__brand", "policy__group", "withdraws")
    listed = list(rows.order_by("policy__number", "recorded"))
    changed = {row.policy_id for row in listed if row.withdraws_id is None}
    return [row for row in listed if row.withdraws_id is None or row.policy_id not in changed]


def _withdrawn_ids() -> QuerySet[Change, Any]:
    return Change.objects.filter(withdraws__isnull=False).values("withdraws")


def reasons_for(use: str, by: str) -> list[Reason]:
    """Active reasons for an end, a cancellation or a reinstatement that this role may name, in the operator's order."""
    reasons = Reason.objects.filter(use=use, active=True).order_by("order", "id")
    return list(reasons.exclude(key__in=NOT_FOR_GROUPS) if by == By.GROUP else reasons)


def reason_of(key: str, use: str) -> Reason | None:
    """An active reason for an end, a cancellation or a reinstatement."""
    return Reason.objects.filter(key=key, use=use, active=True).first()

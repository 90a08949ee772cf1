"""A death: one act for all policies of a person, previewed and recorded by the same code.

What the person had alone ends on the day of death, memberships too unless a plan of the family needs them. The member's
policies cover a relative who died no longer from the next day. A policy of the person's own that covers others ends for
all with the month, or waits for the family's answer. Nothing is addressed to the person from then on; those who stay
get one letter (see letters.deaths).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from enum import StrEnum
from typing import TYPE_CHECKING
from uuid import UUID

from django.db import transaction
from django.db.models import Q

from planfront.audit.services import Origin
from planfront.coverage import issuing, ledger, timeline
from planfront.coverage.approvals.deaths import settle_reports
from planfront.coverage.authors import Author
from planfront.coverage.effective_days import Step, take_step
from planfront.coverage.ledger import Cause, Entry, Ledger
from planfront.coverage.letters.deaths import write_to_family
from planfront.coverage.models import LifeEvent, Policy
from planfront.coverage.outcome_wording import PROBLEMS
from planfront.coverage.overlaps import lacks_membership
from planfront.coverage.parties import Moved
from planfront.coverage.pricing import PriceRefused, Pricing
from planfront.coverage.selectors import reason_of
from planfront.coverage.survivors import find_survivor, issue_to_survivor, pass_terms
from planfront.coverage.timeline import SELF, ChangeRefused, Kind, Terms, find_terms
from planfront.kernel.errors import NotFound
from planfront.kernel.security.crypto import hash_content
from planfront.kernel.security.ids import new_uuid
from planfront.letters.services import withdraw_letters_to
from planfront.members import services as members
from planfront.members.selectors import day_of_death
from planfront.members.services import hold_member, mark_dead, open_survivor_record
from planfront.members.tasks import invite_enrollee

if TYPE_CHECKING:
    from planfront.members.models import Member

_DAY = timedelta(days=1)
DEATH = "death"


class Family(StrEnum):
    """The family's choice for the person's own policies that cover others. ``TAKES_OVER``: the surviving spouse or
    partner takes over what can be taken over (see survivors.find_survivor); the rest ends."""

    ASK = "ask"
    TAKES_OVER = "takes_over"
    END = "end"


class Fate(StrEnum):
    """The fate of a policy. ``WAITS``: it stays as it is until the family has been asked. ``PASSES``: it ends, and one
    of the survivor's own follows it."""

    ENDS = "ends"
    ENDS_FOR_ALL = "ends_for_all"
    GOES_ON = "goes_on"
    PASSES = "passes"
    WAITS = "waits"


@dataclass(frozen=True)
class Death:
    """``key``: of the person, timeline.SELF for the member. ``proof``: the paper seen, "" for none yet. ``email``: of
    the survivor who takes policies over, "" where it isn't known."""

    member_id: int
    key: str
    died_on: date
    proof: str
    author: Author
    family: Family = Family.ASK
    email: str = ""


@dataclass(frozen=True)
class DeathOutcome:
    """The effect of a death on a policy. ``last_day``: of the person, or of all. ``after``: the terms of those who
    stay, of the policy that follows where ``survivor``, by key, takes it over from ``first`` until ``ends_on``.
    ``problem``: why it can't be written; the policy has to be changed first."""

    policy: Policy
    fate: Fate
    last_day: date
    before: Terms | None
    after: Terms | None = None
    entry: Entry | None = None
    survivor: str = ""
    first: date | None = None
    ends_on: date | None = None
    problem: str = ""


def preview_death(death: Death) -> list[DeathOutcome]:
    """Return what a death does to each policy that covers the person on that day or later; nothing is written."""
    policies = Policy.objects.filter(member=death.member_id).order_by("number")
    return _work_out(death, ledger.load_ledgers(policies))


def digest_of_death(death: Death, outcomes: Sequence[DeathOutcome]) -> str:
    """Return a hash of what a death does."""
    rows = [
        [
            str(outcome.policy.pk),
            outcome.fate,
            str(outcome.last_day),
            outcome.problem,
            *(ledger.write_terms(terms) if terms else None for terms in (outcome.before, outcome.after)),
        ]
        for outcome in outcomes
    ]
    content = [death.member_id, death.key, death.died_on, death.proof, death.email, rows]
    return hash_content(content)


@transaction.atomic
def record_death(death: Death, digest: str, origin: Origin) -> list[DeathOutcome]:
    """Record a death, make its changes, and write to those who stay; of a member's death on record, the family's
    answer. Raises Moved where anything isn't as previewed or has a problem, and where the death is on record already
    and there is no answer; NotFound."""
    member = hold_member(death.member_id)
    keys = Policy.objects.filter(member=member.pk).values_list("pk", flat=True)
    records = sorted(ledger.lock_ledgers(set(keys)), key=lambda record: record.policy.number)
    outcomes = _work_out(death, records)
    moved = member.pk != death.member_id or digest_of_death(death, outcomes) != digest
    relative_id = None if death.key == SELF else UUID(death.key)
    if moved or any(outcome.problem for outcome in outcomes):
        raise Moved
    is_answer = death.key == SELF and day_of_death(member.pk) == death.died_on and _answers(outcomes)
    if not is_answer and not mark_dead(member, relative_id, death.died_on, death.proof, origin):
        raise Moved
    if death.key == SELF:
        withdraw_letters_to(member.pk, death.died_on)
    entries = [outcome.entry for outcome in outcomes if outcome.entry]
    ledger.write(entries)
    _pass_on(member, death, outcomes, origin)
    order = entries[0].change.order if entries else new_uuid()
    settle_reports(member.pk, death.key, order, origin)
    write_to_family(order, member, death.key, death.died_on, outcomes)
    return outcomes


@transaction.atomic
def take_back_death(member_id: int, key: str, reason: str, author: Author, origin: Origin) -> None:
    """Take a recorded death back, as it was a mistake: every policy is again as before, and what a survivor took over
    never began. Raises NotFound where no death is on record, and Moved where a later change needs one of its changes.
    """
    member = hold_member(member_id)
    if member.pk != member_id:
        raise NotFound
    died_on = members.take_back_death(member, None if key == SELF else UUID(key), reason, origin)
    policies = Policy.objects.filter(Q(member=member.pk) | Q(predecessor__member=member.pk))
    records = ledger.lock_ledgers(set(policies.values_list("pk", flat=True)))
    cause, compute = Cause(author, order=new_uuid(), note=reason), Pricing()
    entries: list[Entry] = []
    try:
        for record in sorted(records, key=lambda record: record.policy.number):
            if record.policy.member_id == member.pk:
                changes = _changes_of_death(record, key, died_on)
                entries += [ledger.withdraw_change(record, change, cause=cause, compute=compute) for change in changes]
            elif key == SELF and find_terms(record.versions, record.policy.effective_date):
                entries.append(ledger.add_change(record, Kind.CANCEL, record.policy.effective_date, cause=cause))
    except ChangeRefused as refused:
        raise Moved from refused
    ledger.write(entries)


def _changes_of_death(record: Ledger, key: str, died_on: date) -> list[timeline.Change]:
    """Return the changes that a death made to a policy, the newest first."""
    own = [row for row in record.rows if row.event is not None and row.event.key == DEATH]
    ids = {str(row.pk) for row in own if row.happened_on == died_on}
    kinds = (Kind.END, Kind.CANCEL) if key == SELF else (Kind.DROP_PERSON,)
    standing = [change for change in record.history if change.id in ids and change.kind in kinds]
    return [change for change in reversed(standing) if key == SELF or change.key == key]


def _answers(outcomes: Sequence[DeathOutcome]) -> bool:
    """Return whether a policy that waited for the family's answer gets one."""
    return any(outcome.fate in (Fate.PASSES, Fate.ENDS_FOR_ALL) and outcome.entry for outcome in outcomes)


def _pass_on(member: Member, death: Death, outcomes: Sequence[DeathOutcome], origin: Origin) -> None:
    """Issue the policies that a survivor takes over, on a record of their own."""
    passing = [outcome for outcome in outcomes if outcome.fate is Fate.PASSES and outcome.after]
    if not passing:
        return
    covered = {person.key for outcome in passing if outcome.after for person in outcome.after.covered}
    children = [UUID(key) for key in sorted(covered - {SELF})]
    survivor = open_survivor_record(member, UUID(passing[0].survivor), children, death.email, origin)
    for outcome in passing:
        issue_to_survivor(outcome, survivor, death.author)
    if death.email:
        invite_enrollee.enqueue(survivor.member.pk, member.user.language if member.user else "en")


def _work_out(death: Death, records: Sequence[Ledger]) -> list[DeathOutcome]:
    cause = Cause(
        death.author,
        LifeEvent.objects.filter(key=DEATH).first(),
        death.died_on,
        reason_of("died", "end"),
        new_uuid(),
        note=death.proof,
    )
    compute = Pricing()
    outcomes = [_work_out_policy(death, replace(record), cause, compute) for record in records]
    changed = {outcome.policy.pk: outcome.entry.ledger for outcome in outcomes if outcome and outcome.entry}
    if lacks_membership(records, [changed.get(record.policy.pk, record) for record in records], compute.plans.plans):
        memberships = {record.policy.pk for record in records if _is_membership(record.policy, compute)}
        outcomes = [
            _work_out_policy(death, replace(record), cause, compute, for_family=record.policy.pk in memberships)
            for record in records
        ]
    return [outcome for outcome in outcomes if outcome is not None]


def _is_membership(policy: Policy, compute: Pricing) -> bool:
    view = compute.plans.plans.get(policy.plan_id)
    return view is not None and view.is_membership


def _work_out_policy(
    death: Death, record: Ledger, cause: Cause, compute: Pricing, *, for_family: bool = False
) -> DeathOutcome | None:
    """Return the effect on a policy, None where it covers the person no longer on that day. ``for_family``: a
    membership that a plan of the family needs."""
    covering = [
        period
        for period in ledger.periods_of(record.versions)
        if (period.last is None or period.last >= death.died_on) and period.terms.person(death.key)
    ]
    if not covering:
        return None
    policy, before = record.policy, covering[0].terms
    survivor = find_survivor(policy, before, compute.plans) if death.family is Family.TAKES_OVER else ""
    fate, last_day = _decide_fate(death, before, survivor, for_family=for_family)
    ends_before = policy.end_date is not None and policy.end_date <= last_day
    if fate is Fate.WAITS or ends_before:
        return DeathOutcome(policy, fate, policy.end_date if ends_before and policy.end_date else last_day, before)
    first = max(last_day + _DAY, policy.effective_date)
    before = find_terms(record.versions, first) or before
    after = None
    try:
        if fate is Fate.PASSES:
            after = pass_terms(before, survivor, first, compute)
        if fate is Fate.GOES_ON:
            entry = ledger.add_change(record, Kind.DROP_PERSON, first, cause=cause, compute=compute, key=death.key)
        else:
            entry = issuing.end_on(record, last_day, cause)
    except (ChangeRefused, PriceRefused) as refused:
        code = refused.why if isinstance(refused, ChangeRefused) else refused.code
        return DeathOutcome(policy, fate, last_day, before, problem=str(PROBLEMS.get(code, code)))
    after = after or find_terms(record.versions, first)
    if fate is not Fate.PASSES:
        return DeathOutcome(policy, fate, last_day, before, after, entry)
    return DeathOutcome(policy, fate, last_day, before, after, entry, survivor, first, policy.end_date)


def _decide_fate(death: Death, terms: Terms, survivor: str, *, for_family: bool) -> tuple[Fate, date]:
    """Return what becomes of a policy, and the last day of the person or of all."""
    if death.key != SELF:
        return Fate.GOES_ON, death.died_on
    if len(terms.covered) == 1 and not for_family:
        return Fate.ENDS, death.died_on
    end_of_month = take_step(Step.END_OF_MONTH, death.died_on)
    if survivor:
        return Fate.PASSES, end_of_month
    return (Fate.WAITS if death.family is Family.ASK else Fate.ENDS_FOR_ALL), end_of_month


FATES: Mapping[Fate, str] = {
    Fate.ENDS: "ends",
    Fate.ENDS_FOR_ALL: "ends for everyone",
    Fate.GOES_ON: "goes on without them",
    Fate.PASSES: "goes on in the name of the surviving spouse or partner",
    Fate.WAITS: "stays until the family has answered",
}
"""Fates in words, for staff."""

"""A death: one act for all policies of a person, previewed and recorded by the same code.

What the person had alone ends on the day of death, memberships too unless a plan of the family needs them. The member's
policies cover a relative who died no longer from the next day. A policy of the person's own that covers others ends for
all with the month, or waits for the family's answer. Nothing is addressed to the person from then on; those who stay
get one letter (see letters.deaths).
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from enum import StrEnum
from typing import TYPE_CHECKING, Any
from uuid import UUID

from django.conf import settings
from django.db import transaction
from django.db.models import F, Q, QuerySet
from django.db.models.functions import TruncMonth

from planfront.audit.services import Origin
from planfront.coverage import issuing, ledger, timeline
from planfront.coverage.approvals.deaths import send_recorded_back, settle_reports
from planfront.coverage.authors import Author
from planfront.coverage.effective_days import Step, take_step
from planfront.coverage.ledger import Cause, Entry, Ledger
from planfront.coverage.letters.deaths import withdraw_from_family, write_to_family
from planfront.coverage.models import LifeEvent, Policy
from planfront.coverage.order_kinds import Problem
from planfront.coverage.outcome_wording import PROBLEMS
from planfront.coverage.overlaps import has_plan
from planfront.coverage.parties import Moved
from planfront.coverage.pricing import PriceRefused, Pricing
from planfront.coverage.selectors import reason_of
from planfront.coverage.states import is_open
from planfront.coverage.survivors import find_survivor, issue_to_survivor, may_pass, pass_terms
from planfront.coverage.timeline import SELF, ChangeRefused, Covered, Kind, Terms, find_terms
from planfront.kernel import clock
from planfront.kernel.errors import BusinessError, NotFound
from planfront.kernel.security.crypto import hash_content
from planfront.kernel.security.ids import new_uuid
from planfront.letters.services import withdraw_letters_to
from planfront.members import services as members
from planfront.members.selectors import day_of_death, living_people
from planfront.members.services import find_own_record, hold_member, mark_dead, open_survivor_record
from planfront.members.tasks import invite_enrollee

if TYPE_CHECKING:
    from planfront.members.models import Member

_DAY = timedelta(days=1)
_TOO_FAR_BACK = (
    "This reaches back further than one person alone may change it. Change this policy first, with a second person."
)
_HAS_PLAN = "The surviving spouse or partner has this plan already."
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


class CannotTakeBack(BusinessError):
    """A policy can't be as it was before a death."""

    def __init__(self, refused: ChangeRefused | PriceRefused) -> None:
        words = "A later change needs one of its changes. Take that back first."
        if isinstance(refused, PriceRefused):
            words = "A policy would have no price as it was before the death. Look at its rates first."
        super().__init__("takeBackRefused", words)


def preview_death(death: Death) -> list[DeathOutcome]:
    """Return what a death does to each policy that covers the person on that day or later; nothing is written."""
    policies = Policy.objects.filter(member=death.member_id).order_by("number")
    return _work_out(death, ledger.load_ledgers(policies))


def policies_awaiting_family(policies: QuerySet[Policy]) -> QuerySet[Any]:
    """Return policies of members who died that wait for the family's answer, with ``death_recorded``: those that go on
    after the month of death. The answer ends them with it."""
    dead = policies.filter(
        is_open(clock.today()), member__deaths__relative=None, member__deaths__recorded_at__isnull=False
    ).annotate(death_recorded=F("member__deaths__recorded_at"), died_on=F("member__deaths__died_on"))
    months = dead.annotate(end_month=TruncMonth("end_date"), month_of_death=TruncMonth("died_on"))
    return months.filter(Q(end_date=None) | Q(end_month__gt=F("month_of_death")))


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
    never began; those who reported it read the reason. Raises NotFound where no death is on record, and
    CannotTakeBack. The paper of letters to the person that was stopped isn't printed again."""
    member = hold_member(member_id)
    if member.pk != member_id:
        raise NotFound
    died_on = members.take_back_death(member, None if key == SELF else UUID(key), reason, origin)
    policies = Policy.objects.filter(Q(member=member.pk) | Q(predecessor__member=member.pk))
    records = ledger.lock_ledgers(set(policies.values_list("pk", flat=True)))
    cause, compute = Cause(author, order=new_uuid(), note=reason), Pricing()
    entries: list[Entry] = []
    orders: set[UUID] = set()
    try:
        for record in sorted(records, key=lambda record: record.policy.number):
            if record.policy.member_id == member.pk:
                changes = _changes_of_death(record, key, died_on)
                ids = {change.id for change in changes}
                orders |= {row.order for row in record.rows if str(row.pk) in ids}
                entries += [ledger.withdraw_change(record, change, cause=cause, compute=compute) for change in changes]
            elif key == SELF and find_terms(record.versions, record.policy.effective_date):
                entries.append(ledger.add_change(record, Kind.CANCEL, record.policy.effective_date, cause=cause))
    except (ChangeRefused, PriceRefused) as refused:
        raise CannotTakeBack(refused) from refused
    ledger.write(entries)
    send_recorded_back(member.pk, key, reason, origin)
    withdraw_from_family(orders, member.pk)


def _changes_of_death(record: Ledger, key: str, died_on: date) -> list[timeline.Change]:
    """Return the changes that a death made to a policy, the newest first."""
    own = [row for row in record.rows if row.event is not None and row.event.key == DEATH]
    ids = {str(row.pk) for row in own if row.happened_on == died_on}
    kinds = (Kind.END, Kind.CANCEL) if key == SELF else (Kind.DROP_PERSON,)
    standing = [change for change in record.history if change.id in ids and change.kind in kinds]
    return [change for change in reversed(standing) if key == SELF or change.key == key]


def _answers(outcomes: Sequence[DeathOutcome]) -> bool:
    """Return whether a policy that waited for the family's answer gets one."""
    return any(outcome.entry for outcome in outcomes)


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


@dataclass(frozen=True)
class _Act:
    """A death that is worked out. ``living``: the keys of the family's people of whom no death is on record;
    ``on_record``: the member's is, and the family answers."""

    death: Death
    cause: Cause
    compute: Pricing
    living: Collection[str]
    on_record: bool


def _work_out(death: Death, records: Sequence[Ledger]) -> list[DeathOutcome]:
    event, reason = LifeEvent.objects.filter(key=DEATH).first(), reason_of("died", "end")
    cause = Cause(death.author, event, death.died_on, reason, new_uuid(), note=death.proof)
    on_record = death.key == SELF and day_of_death(death.member_id) == death.died_on
    act = _Act(death, cause, Pricing(), living_people(death.member_id), on_record)
    plans = act.compute.plans.plans
    views = {record.policy.pk: plans.get(record.policy.plan_id) for record in records}
    memberships = {key for key, view in views.items() if view is not None and view.is_membership}
    premier = [record for record in records if (view := views[record.policy.pk]) is not None and view.is_premier]
    outcomes = []
    for record in records:
        needing = premier if record.policy.pk in memberships else []
        outcome = _work_out_policy(act, replace(record), needing)
        if outcome is not None:
            outcomes.append(_check_reach(outcome, act))
    return _refuse_bare_plans(outcomes, memberships, {record.policy.pk for record in premier})


def _check_reach(outcome: DeathOutcome, act: _Act) -> DeathOutcome:
    """Mark a policy that changes further back than one person alone may reach; the family's answer to a death on record
    may reach as far as that."""
    reach = clock.today() - timedelta(days=settings.ENV.retroactive_limit)
    within = outcome.entry is None or outcome.entry.change.effective >= reach
    return outcome if within or act.on_record else replace(outcome, problem=_TOO_FAR_BACK)


def _refuse_bare_plans(
    outcomes: Sequence[DeathOutcome], memberships: Collection[UUID], premier: Collection[UUID]
) -> list[DeathOutcome]:
    """Mark the plans as refused that a survivor would take over without their membership: a group's doesn't pass."""
    of_memberships = [outcome for outcome in outcomes if outcome.policy.pk in memberships]
    passes = any(outcome.fate is Fate.PASSES for outcome in of_memberships)
    if passes or all(outcome.policy.group_id is None for outcome in of_memberships):
        return list(outcomes)
    problem = str(PROBLEMS[Problem.WITHOUT_MEMBERSHIP])
    return [
        replace(outcome, problem=problem) if outcome.fate is Fate.PASSES and outcome.policy.pk in premier else outcome
        for outcome in outcomes
    ]


def _work_out_policy(act: _Act, record: Ledger, needing: Sequence[Ledger]) -> DeathOutcome | None:
    """Return the effect on a policy, None where it covers the person no longer on that day. ``needing``: the plans of
    the family that need a membership, which goes on and passes with them."""
    death, policy, compute = act.death, record.policy, act.compute
    covering = [
        period
        for period in ledger.periods_of(record.versions)
        if (period.last is None or period.last >= death.died_on) and period.terms.person(death.key)
    ]
    if not covering:
        return None
    before = covering[0].terms
    heir = _find_heir(act, record, needing)
    stays = any(_goes_on(other, death.died_on, before) for other in (record, *needing))
    fate, last_day = _decide_fate(death, heir, stays=stays)
    ends_before = policy.end_date is not None and policy.end_date <= last_day
    if fate is Fate.WAITS or ends_before:
        return DeathOutcome(policy, fate, policy.end_date if ends_before and policy.end_date else last_day, before)
    first = max(last_day + _DAY, policy.effective_date)
    before = find_terms(record.versions, first) or before
    try:
        after = pass_terms(before, heir, first, compute) if fate is Fate.PASSES and heir else None
        if fate is Fate.GOES_ON:
            entry = ledger.add_change(record, Kind.DROP_PERSON, first, cause=act.cause, compute=compute, key=death.key)
        else:
            entry = issuing.end_on(record, last_day, act.cause)
    except (ChangeRefused, PriceRefused) as refused:
        code = refused.why if isinstance(refused, ChangeRefused) else refused.code
        return DeathOutcome(policy, fate, last_day, before, problem=str(PROBLEMS.get(code, code)))
    if after is None or heir is None:
        return DeathOutcome(policy, fate, last_day, before, find_terms(record.versions, first), entry)
    outcome = DeathOutcome(policy, fate, last_day, before, after, entry, heir.key, first, policy.end_date)
    twice = has_plan(find_own_record(UUID(heir.key)), after.plan_id, first, policy.end_date)
    return replace(outcome, problem=_HAS_PLAN) if twice else outcome


def _goes_on(record: Ledger, died_on: date, otherwise: Terms) -> bool:
    """Return whether a policy covers others after the day of death."""
    terms = find_terms(record.versions, max(died_on + _DAY, record.policy.effective_date)) or otherwise
    return any(person.key != SELF for person in terms.covered)


def _find_heir(act: _Act, record: Ledger, needing: Sequence[Ledger]) -> Covered | None:
    """Return the survivor who takes a policy over, with ``needing`` a membership that the survivor doesn't have."""
    policy, plans = record.policy, act.compute.plans
    if act.death.key != SELF or act.death.family is not Family.TAKES_OVER or not may_pass(policy, plans):
        return None
    first = max(take_step(Step.END_OF_MONTH, act.death.died_on) + _DAY, policy.effective_date)
    if find_terms(record.versions, first) is None:
        return None
    passing = (record, *(other for other in needing if may_pass(other.policy, plans)))
    heirs = [find_survivor(other, first, act.living) for other in passing]
    heir = next((heir for heir in heirs if heir is not None), None)
    if heir is None or not needing:
        return heir
    has_own = has_plan(find_own_record(UUID(heir.key)), policy.plan_id, first, policy.end_date)
    return None if has_own else heir


def _decide_fate(death: Death, heir: Covered | None, *, stays: bool) -> tuple[Fate, date]:
    """Return what becomes of a policy, and the last day of the person or of all. ``stays``: others need it."""
    if death.key != SELF:
        return Fate.GOES_ON, death.died_on
    if not stays:
        return Fate.ENDS, death.died_on
    end_of_month = take_step(Step.END_OF_MONTH, death.died_on)
    if heir is not None:
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

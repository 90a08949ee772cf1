"""A death: one act for all policies of a person, previewed and recorded by the same code.

What the person had alone ends on the day of death, memberships too unless a plan of the family needs them. The member's
policies cover a relative who died no longer from the next day. A policy of the person's own that covers others ends for
all with the month, passes to the surviving spouse or partner, or waits for the family's answer: staff choose for each.
A person may be on several members' records: the act is of all of them. Nothing is addressed to the person from then on;
those who stay get one letter (see letters.deaths).
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, timedelta
from enum import StrEnum
from typing import TYPE_CHECKING, Any
from uuid import UUID

from django.db import transaction
from django.db.models import F, Q, QuerySet
from django.db.models.functions import TruncMonth

from planfront.audit.services import Origin
from planfront.coverage import issuing, ledger, timeline
from planfront.coverage.approvals.deaths import send_recorded_back, settle_reports
from planfront.coverage.approvals.staff import SecondPersonNeeded, lock_deaths, withdraw_death
from planfront.coverage.authors import Author
from planfront.coverage.effective_days import Step, take_step
from planfront.coverage.engine import needs_second_person
from planfront.coverage.ledger import Cause, Entry, Ledger
from planfront.coverage.letters.deaths import withdraw_from_families, write_to_families
from planfront.coverage.models import LifeEvent, Policy
from planfront.coverage.order_kinds import Problem, check_tier
from planfront.coverage.outcome_wording import PROBLEMS, explain_code
from planfront.coverage.overlaps import has_plan
from planfront.coverage.parties import Moved
from planfront.coverage.pricing import PriceRefused, Pricing
from planfront.coverage.selectors import reason_of
from planfront.coverage.states import is_open
from planfront.coverage.survivors import find_obstacle, find_survivor, issue_to_survivor, pass_terms
from planfront.coverage.timeline import SELF, ChangeRefused, Covered, Kind, Terms, find_terms
from planfront.kernel import clock
from planfront.kernel.errors import BusinessError, NotFound
from planfront.kernel.security.crypto import hash_content
from planfront.kernel.security.ids import new_uuid
from planfront.letters.services import withdraw_letters_to
from planfront.members import services as members
from planfront.members.duplicates.search import OtherRecord, find_other_records
from planfront.members.selectors import (
    PersonRecord,
    day_of_death,
    find_own_record,
    list_records_of_death,
    living_people,
)
from planfront.members.services import enter_proof_of_death, hold_member, mark_dead, open_survivor_record
from planfront.members.tasks import invite_enrollee

if TYPE_CHECKING:
    from planfront.members.models import Member

_DAY = timedelta(days=1)
DEATH = "death"
"""The key of the life event."""


class Family(StrEnum):
    """The family's choice for a policy of the person's own that covers others."""

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
    """``key``: of the person, timeline.SELF for the member. ``proof``: the paper seen, "" for none yet. ``families``:
    the choice for each policy, Family.ASK where there is none. ``email``: of the survivor who takes policies over, ""
    where it isn't known. ``others``: the same person on other members' records."""

    member_id: int
    key: str
    died_on: date
    proof: str
    author: Author
    families: Mapping[UUID, Family] = field(default_factory=dict)
    email: str = ""
    others: Sequence[PersonRecord] = ()

    @property
    def records(self) -> list[PersonRecord]:
        return [PersonRecord(self.member_id, self.key), *self.others]


@dataclass(frozen=True)
class DeathOutcome:
    """The effect of a death on a policy. ``key``: of the person there. ``last_day``: of the person, or of all.
    ``after``: the terms of those who stay, of the policy that follows where ``survivor``, by key, takes it over from
    ``first`` until ``ends_on``. ``problem``: why it can't be written; the policy has to be changed first.
    ``is_open``: the family chooses; ``heir``: the key of the survivor who may take it over with the terms ``offered``,
    ``obstacle`` why none can."""

    policy: Policy
    key: str
    fate: Fate
    last_day: date
    before: Terms | None
    after: Terms | None = None
    entry: Entry | None = None
    survivor: str = ""
    first: date | None = None
    ends_on: date | None = None
    problem: str = ""
    is_open: bool = False
    heir: str = ""
    offered: Terms | None = None
    obstacle: str = ""


class CannotTakeBack(BusinessError):
    """A policy can't be as it was before a death. ``refused``: why; None where two records of the person are one."""

    def __init__(self, refused: ChangeRefused | PriceRefused | None) -> None:
        words = "A later change needs one of its changes. Take that back first."
        if refused is None:
            words = "Two of the person's records were merged since. Undo that merge first."
        if isinstance(refused, PriceRefused):
            words = "A policy would have no price as it was before the death. Look at its rates first."
        super().__init__("takeBackRefused", words)


def preview_death(death: Death) -> list[DeathOutcome]:
    """Return what a death does to each policy that covers the person on that day or later; nothing is written."""
    policies = Policy.objects.filter(member__in=[record.member_id for record in death.records]).order_by("number")
    return _work_out(death, ledger.load_ledgers(policies))


def needs_two(outcomes: Sequence[DeathOutcome]) -> bool:
    """Return whether a second person has to agree to a death, by the rule of all changes."""
    entries = [outcome.entry for outcome in outcomes if outcome.entry]
    return needs_second_person((entry.change.effective, entry) for entry in entries)


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
    people = [[record.member_id, record.key] for record in death.records]
    return hash_content([people, death.died_on, death.proof, death.email, rows])


@transaction.atomic
def record_death(death: Death, digest: str, origin: Origin, *, agreed: UUID | None = None) -> UUID:
    """Record a death on all records of the person, make its changes, and write to those who stay; of a member's death
    on record, the family's answer. Return the order of its changes. ``agreed``: the request to which a second
    person agrees; others of this death are withdrawn.

    Raises Moved where anything isn't as previewed or has a problem, and where the death is on record already and there
    is no answer; SecondPersonNeeded; NotFound."""
    waiting = lock_deaths({record.member_id for record in death.records})
    held = {key: hold_member(key) for key in sorted(record.member_id for record in death.records)}
    keys = Policy.objects.filter(member__in=held).values_list("pk", flat=True)
    records = sorted(ledger.lock_ledgers(set(keys)), key=lambda record: record.policy.number)
    outcomes = _work_out(death, records)
    moved = any(member.pk != key for key, member in held.items()) or digest_of_death(death, outcomes) != digest
    if moved or any(outcome.problem for outcome in outcomes) or not _names_all_records(death):
        raise Moved
    if needs_two(outcomes) and agreed is None:
        raise SecondPersonNeeded
    entries = [outcome.entry for outcome in outcomes if outcome.entry]
    order = entries[0].change.order if entries else new_uuid()
    if not (_is_on_record(death.records[0], death.died_on) and entries):
        _mark_dead(death, held, order, origin)
    elif death.proof:
        enter_proof_of_death(death.member_id, None, death.proof, origin)
    ledger.write(entries)
    for member in held.values():
        _pass_on(member, death, [outcome for outcome in outcomes if outcome.policy.member_id == member.pk], origin)
    for person in death.records:
        settle_reports(person.member_id, person.key, order, origin)
    for row in waiting:
        if row.pk != agreed and PersonRecord(row.policy.member_id or 0, row.order.get("person", "")) in death.records:
            withdraw_death(row, death.author.user_id, origin)
    people = [(held[person.member_id], person.key) for person in death.records]
    write_to_families(order, people, death.died_on, outcomes)
    return order


def _mark_dead(death: Death, held: Mapping[int, Member], order: UUID, origin: Origin) -> None:
    act = order if death.others else None
    for person in death.records:
        member, relative_id = held[person.member_id], None if person.key == SELF else UUID(person.key)
        if not mark_dead(member, relative_id, death.died_on, death.proof, origin, act=act):
            raise Moved
        if relative_id is None:
            withdraw_letters_to(member.pk, death.died_on)


def find_others(person: PersonRecord, died_on: date) -> list[OtherRecord]:
    """Return the other records on which a person who died is, or may be; none where the family answers."""
    return [] if _is_on_record(person, died_on) else find_other_records(person)


def _names_all_records(death: Death) -> bool:
    """Return whether a death is of all records that are surely the person's, and of none that can't be."""
    listed = find_others(death.records[0], death.died_on)
    sure = {other.record for other in listed if other.is_sure}
    return sure <= {*death.others} <= {other.record for other in listed}


def _is_on_record(person: PersonRecord, died_on: date) -> bool:
    """Return whether the death of a member is on record, so that the family answers."""
    return person.key == SELF and day_of_death(person.member_id) == died_on


@transaction.atomic
def take_back_death(member_id: int, key: str, reason: str, author: Author, origin: Origin) -> None:
    """Take a recorded death back, as it was a mistake, on all records where it was recorded with it: every policy is
    again as before, and what a survivor took over never began; those who reported it read the reason. Raises NotFound
    where no death is on record, and CannotTakeBack. The paper of letters to the person that was stopped isn't printed
    again."""
    listed = list_records_of_death(member_id, key)
    people = {person.member_id: person for person in listed}
    held = {key: hold_member(key) for key in sorted(people)}
    if not held:
        raise NotFound
    if len(people) < len(listed) or any(member.pk != key for key, member in held.items()):
        raise CannotTakeBack(None)
    days = {person: _take_off_record(person, held[person.member_id], reason, origin) for person in people.values()}
    taken_over = _list_taken_over(held, days)
    own = Policy.objects.filter(member__in=held).values_list("pk", flat=True)
    records = ledger.lock_ledgers({*own, *taken_over})
    cause, compute = Cause(author, order=new_uuid(), note=reason), Pricing()
    cancelled: list[Entry] = []
    entries: list[Entry] = []
    orders: set[UUID] = set()
    try:
        for record in sorted(records, key=lambda record: record.policy.number):
            first = record.policy.effective_date
            if record.policy.pk in taken_over:
                if find_terms(record.versions, first):
                    cancelled.append(ledger.add_change(record, Kind.CANCEL, first, cause=cause))
            elif person := people.get(record.policy.member_id or 0):
                changes = _changes_of_death(record, person.key, days[person])
                ids = {change.id for change in changes}
                orders |= {row.order for row in record.rows if str(row.pk) in ids}
                entries += [ledger.withdraw_change(record, change, cause=cause, compute=compute) for change in changes]
    except (ChangeRefused, PriceRefused) as refused:
        raise CannotTakeBack(refused) from refused
    ledger.write(cancelled)  # before what they took the place of: a policy is followed once
    ledger.write(entries)
    for person in people.values():
        send_recorded_back(person.member_id, person.key, reason, origin)
    withdraw_from_families(orders, held)


def _take_off_record(person: PersonRecord, member: Member, reason: str, origin: Origin) -> date:
    relative_id = None if person.key == SELF else UUID(person.key)
    return members.take_back_death(member, relative_id, reason, origin)


def _list_taken_over(member_ids: Collection[int], days: Mapping[PersonRecord, date]) -> set[UUID]:
    """Return the policies that survivors took over from members, and those that took the place of these since.
    ``days``: of deaths."""
    passed = Policy.objects.filter(predecessor__member__in=member_ids).select_related("predecessor")
    listed, new = set[UUID](), {policy.pk for policy in passed if _was_taken_over(policy, days)}
    while new:
        listed |= new
        new = {*Policy.objects.filter(predecessor__in=new).values_list("pk", flat=True)} - listed
    return listed


def _was_taken_over(policy: Policy, days: Mapping[PersonRecord, date]) -> bool:
    """Return whether a survivor took a policy over from a member. ``days``: of deaths."""
    before = policy.predecessor
    if before is None or before.member_id is None or before.member_id == policy.member_id:
        return False
    died_on = days.get(PersonRecord(before.member_id, SELF))
    return died_on is not None and policy.effective_date > died_on


def _changes_of_death(record: Ledger, key: str, died_on: date) -> list[timeline.Change]:
    """Return the changes that a death made to a policy, the newest first."""
    own = [row for row in record.rows if row.event is not None and row.event.key == DEATH]
    ids = {str(row.pk) for row in own if row.happened_on == died_on}
    kinds = (Kind.END, Kind.CANCEL) if key == SELF else (Kind.DROP_PERSON,)
    standing = [change for change in record.history if change.id in ids and change.kind in kinds]
    return [change for change in reversed(standing) if key == SELF or change.key == key]


def _pass_on(member: Member, death: Death, outcomes: Sequence[DeathOutcome], origin: Origin) -> None:
    """Issue the policies that a survivor takes over, on a record of their own."""
    passing = [outcome for outcome in outcomes if outcome.fate is Fate.PASSES and outcome.after]
    if not passing:
        return
    covered = {person.key for outcome in passing if outcome.after for person in outcome.after.covered}
    children = [UUID(key) for key in sorted(covered - {SELF})]
    earlier = Policy.objects.filter(predecessor__member=member).exclude(member=member).values_list("member", flat=True)
    survivor = open_survivor_record(member, UUID(passing[0].survivor), children, set(earlier), death.email, origin)
    for outcome in passing:
        issue_to_survivor(outcome, survivor, death.author)
    if death.email:
        invite_enrollee.enqueue(survivor.member.pk, member.user.language if member.user else "en")


@dataclass(frozen=True)
class _Act:
    """A death that is worked out on one of the person's records. ``living``: the keys of the family's people of whom no
    death is on record. ``heads``: see _find_heads."""

    death: Death
    key: str
    cause: Cause
    compute: Pricing
    living: Collection[str]
    heads: Mapping[UUID, UUID] = field(default_factory=dict)

    @property
    def end_of_month(self) -> date:
        return take_step(Step.END_OF_MONTH, self.death.died_on)


def _work_out(death: Death, records: Sequence[Ledger]) -> list[DeathOutcome]:
    event, reason = LifeEvent.objects.filter(key=DEATH).first(), reason_of("died", "end")
    cause = Cause(death.author, event, death.died_on, reason, new_uuid(), note=death.proof)
    compute, outcomes = Pricing(), []
    for person in death.records:
        act = _Act(death, person.key, cause, compute, living_people(person.member_id))
        outcomes += _work_out_record(act, [row for row in records if row.policy.member_id == person.member_id])
    return outcomes


def _work_out_record(act: _Act, records: Sequence[Ledger]) -> list[DeathOutcome]:
    act, plans = replace(act, heads=_find_heads(act, records)), act.compute.plans.plans
    views = {record.policy.pk: plans.get(record.policy.plan_id) for record in records}
    memberships = {key for key, view in views.items() if view is not None and view.is_membership}
    premier = [record for record in records if (view := views[record.policy.pk]) is not None and view.is_premier]
    outcomes = []
    for record in records:
        needing = [other for other in premier if _goes_on(other, act)] if record.policy.pk in memberships else []
        outcome = _work_out_policy(act, replace(record), needing)
        if outcome is not None:
            outcomes.append(outcome)
    return _refuse_bare_plans(outcomes, memberships, {record.policy.pk for record in premier})


def _find_heads(act: _Act, records: Sequence[Ledger]) -> dict[UUID, UUID]:
    """Return the policies whose choice others take, by the ids of these: a policy that took the place of another one
    goes the way of that one, where the family chooses for it."""
    open_ones = {
        record.policy.pk
        for record in records
        if _goes_on(record, act) and (record.policy.end_date is None or record.policy.end_date > act.end_of_month)
    }
    heads: dict[UUID, UUID] = {}
    for policy in sorted((record.policy for record in records), key=lambda policy: policy.effective_date):
        if policy.predecessor_id in open_ones:
            heads[policy.pk] = heads.get(policy.predecessor_id, policy.predecessor_id)
    return heads


def _refuse_bare_plans(
    outcomes: Sequence[DeathOutcome], memberships: Collection[UUID], premier: Collection[UUID]
) -> list[DeathOutcome]:
    """Mark the plans as refused that would go on without their membership: where a survivor takes them over and a
    group's membership doesn't pass, and where they wait and it does."""
    of_memberships = [outcome for outcome in outcomes if outcome.policy.pk in memberships]
    fates = {outcome.fate for outcome in of_memberships}
    bare = set()
    if Fate.PASSES not in fates and any(outcome.policy.group_id is not None for outcome in of_memberships):
        bare.add(Fate.PASSES)
    if Fate.PASSES in fates and Fate.WAITS not in fates:
        bare.add(Fate.WAITS)
    problem = str(PROBLEMS[Problem.WITHOUT_MEMBERSHIP])
    return [
        replace(outcome, problem=problem) if outcome.fate in bare and outcome.policy.pk in premier else outcome
        for outcome in outcomes
    ]


def _work_out_policy(act: _Act, record: Ledger, needing: Sequence[Ledger]) -> DeathOutcome | None:
    """Return the effect on a policy, None where it covers the person no longer on that day. ``needing``: the plans of
    the family that need a membership, which goes on and passes with them."""
    death, policy = act.death, record.policy
    covering = [
        period
        for period in ledger.periods_of(record.versions)
        if (period.last is None or period.last >= death.died_on) and period.terms.person(act.key)
    ]
    if not covering:
        return None
    before = covering[0].terms
    shared = act.key == SELF and (_goes_on(record, act, before) or bool(needing))
    if not shared:
        fate = Fate.ENDS if act.key == SELF else Fate.GOES_ON
        return _write_outcome(act, record, DeathOutcome(policy, act.key, fate, death.died_on, before))
    takeover, choice = _find_takeover(act, record, needing), _choose(act, needing or [record])
    passes = choice is Family.TAKES_OVER and isinstance(takeover, _Takeover)
    fate = Fate.PASSES if passes else Fate.WAITS if choice is Family.ASK else Fate.ENDS_FOR_ALL
    is_open = not needing and policy.pk not in act.heads
    outcome = DeathOutcome(policy, act.key, fate, act.end_of_month, before, is_open=is_open)
    if isinstance(takeover, str):
        refused = choice is Family.TAKES_OVER and not needing
        return _write_outcome(act, record, replace(outcome, obstacle=takeover, problem=takeover if refused else ""))
    outcome = replace(outcome, heir=takeover.heir.key, offered=takeover.terms, first=takeover.first)
    if passes:
        outcome = replace(outcome, survivor=outcome.heir, after=takeover.terms, ends_on=policy.end_date)
    return _write_outcome(act, record, outcome)


def _write_outcome(act: _Act, record: Ledger, outcome: DeathOutcome) -> DeathOutcome:
    """Return an outcome with the entry that makes it, or with why it can't be made. What waits or ends before has
    none."""
    policy, last_day = record.policy, outcome.last_day
    if policy.end_date is not None and policy.end_date <= last_day:
        return replace(outcome, last_day=policy.end_date, is_open=False, problem="")
    if outcome.fate is Fate.WAITS or outcome.problem:
        return outcome
    first = max(last_day + _DAY, policy.effective_date)
    before = find_terms(record.versions, first) or outcome.before
    try:
        if outcome.fate is Fate.GOES_ON:
            kind, compute = Kind.DROP_PERSON, act.compute
            entry = ledger.add_change(record, kind, first, cause=act.cause, compute=compute, key=act.key)
        else:
            entry = issuing.end_on(record, last_day, act.cause)
    except (ChangeRefused, PriceRefused) as refused:
        return replace(outcome, before=before, problem=_explain(refused))
    after = outcome.after if outcome.fate is Fate.PASSES else find_terms(record.versions, first)
    return replace(outcome, before=before, after=after, entry=entry)


def _explain(refused: ChangeRefused | PriceRefused) -> str:
    return explain_code(refused.why if isinstance(refused, ChangeRefused) else refused.code)


def _goes_on(record: Ledger, act: _Act, otherwise: Terms | None = None) -> bool:
    """Return whether a policy covers others after the day of death."""
    first = max(act.death.died_on + _DAY, record.policy.effective_date)
    terms = find_terms(record.versions, first) or otherwise
    return terms is not None and any(person.key != SELF for person in terms.covered)


def _choose(act: _Act, records: Sequence[Ledger]) -> Family:
    """Return the family's choice for a policy, of a membership for the plans that need it: it goes with any of them."""
    keys = [act.heads.get(record.policy.pk, record.policy.pk) for record in records]
    choices = {act.death.families.get(key, Family.ASK) for key in keys}
    return next(choice for choice in (Family.TAKES_OVER, Family.ASK, Family.END) if choice in choices)


@dataclass(frozen=True)
class _Takeover:
    """A policy that ``heir`` may take over: its terms from the first day on."""

    heir: Covered
    first: date
    terms: Terms


def _find_takeover(act: _Act, record: Ledger, needing: Sequence[Ledger]) -> _Takeover | str:
    """Return how a survivor may take a policy over, or why none can: ``needing`` a membership, those who take over one
    of its plans."""
    policy, plans = record.policy, act.compute.plans
    if obstacle := find_obstacle(policy, plans):
        return obstacle
    first = max(act.end_of_month + _DAY, policy.effective_date)
    before = find_terms(record.versions, first)
    if before is None:
        return "It ends with the month of the death."
    passing = (record, *(other for other in needing if not find_obstacle(other.policy, plans)))
    heir = next(filter(None, (find_survivor(other, first, act.living) for other in passing)), None)
    if heir is None:
        return "It covers no surviving spouse or partner."
    if has_plan(find_own_record(UUID(heir.key)), before.plan_id, first, policy.end_date):
        return "The surviving spouse or partner has this plan already."
    try:
        terms = pass_terms(before, heir, first, act.compute)
    except PriceRefused as refused:
        return f"It has no price for the surviving spouse or partner. {_explain(refused)}"
    view = plans.plans.get(before.plan_id)
    problem = check_tier(view, terms) if view else ""
    return str(PROBLEMS[problem]) if problem else _Takeover(heir, first, terms)


FATES: Mapping[Fate, str] = {
    Fate.ENDS: "ends",
    Fate.ENDS_FOR_ALL: "ends for everyone",
    Fate.GOES_ON: "goes on without them",
    Fate.PASSES: "goes on in the name of the surviving spouse or partner",
    Fate.WAITS: "stays until the family has answered",
}
"""Fates in words, for staff."""

"""Another class, other pay or other hours of a group's person, from the first of a month to come.

Previewed and written by the same code: prices follow pay and hours as with every change of facts, and the shares of
another class are those of the group's present contributions from that day.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from decimal import Decimal
from typing import TYPE_CHECKING, Any
from uuid import UUID

from django.db import transaction
from django.db.models import F
from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _

from planfront.audit.services import Origin, record
from planfront.catalog.selectors import catalog
from planfront.coverage import ledger, sale
from planfront.coverage.buyer import find_holder
from planfront.coverage.fees import read_fees
from planfront.coverage.group import schemas
from planfront.coverage.group.amounts import Amounts, amounts_of
from planfront.coverage.group.fee_amounts import add_with_fees
from planfront.coverage.group.new_shares import is_new_share, list_days
from planfront.coverage.ledger import Cause, Entry, Ledger
from planfront.coverage.models import Policy
from planfront.coverage.models.record import INTO_CLASS
from planfront.coverage.outcome_wording import explain_code, explain_sale
from planfront.coverage.payers import Payers
from planfront.coverage.person_changes import rating_inputs
from planfront.coverage.pricing import PriceRefused, Pricing
from planfront.coverage.timeline import ChangeRefused, Kind, Refused, Terms, Version, find_terms
from planfront.kernel.errors import BusinessError, FieldErrors, NotFound
from planfront.kernel.money import display
from planfront.kernel.security.crypto import hash_content
from planfront.kernel.security.ids import new_uuid
from planfront.kernel.text import texts
from planfront.kernel.text.parse import dollars, show_date, us_date
from planfront.members.group_people import person_of_group
from planfront.members.pay import MOST, Pay, pay_problem, yearly_pay
from planfront.members.person_history import FactCause
from planfront.members.selectors import CLASS, ClassHistory
from planfront.members.services import change_person, hold_member
from planfront.parties.groups.selectors import terms_of_id
from planfront.parties.groups.wording import pay_period

if TYPE_CHECKING:
    from planfront.coverage.authors import Author
    from planfront.coverage.owed_fees import OwedFee
    from planfront.members.group_people import GroupPerson
    from planfront.members.selectors import MemberFacts
    from planfront.parties.groups.terms import ClassTerm, GroupTerms

WORK = "work"
"""The cause of changes of class, pay and hours (see members.person_history)."""
_AHEAD = 3
MOVED_ON = gettext_lazy("Something has changed. Please review the amounts again.")


def list_first_days() -> list[date]:
    """Return the days from which on class, pay and hours can be other ones."""
    return list_days()[:_AHEAD]


@dataclass(frozen=True)
class WorkChange:
    """A change as it was typed. ``facts``: those that become other ones, by column of the member."""

    member: MemberFacts
    person: GroupPerson
    terms: GroupTerms
    day: date
    facts: Mapping[str, Any]

    @property
    def moves(self) -> bool:
        return CLASS in self.facts

    @property
    def before(self) -> ClassTerm | None:
        return self.terms.class_of(self.person.class_id)

    @property
    def after(self) -> ClassTerm | None:
        return self.terms.class_of(self.facts.get(CLASS, self.person.class_id))


@dataclass(frozen=True)
class Effect:
    """The effect of a change on a policy. ``entries``: what is written; none where it stays. ``problem``: why its price
    can't follow; ``lost``: why the plan wouldn't be sold to the person any more."""

    policy: Policy
    before: Terms
    after: Terms
    entries: Sequence[Entry] = field(default_factory=tuple)
    problem: str = ""
    lost: str = ""


def read_work_change(member: MemberFacts, body: schemas.WorkOrder) -> WorkChange:
    """Return what was typed. Raises NotFound for who is in no group, and FieldErrors where nothing would change."""
    person = person_of_group(member.group_id, member.id) if member.group_id is not None else None
    if person is None or member.group_id is None:
        raise NotFound
    terms, day = terms_of_id(member.group_id), us_date(body.day)
    if day not in list_first_days():
        raise FieldErrors.single("day", texts.CHOICE)
    facts: dict[str, Any] = {}
    if body.class_id is not None and body.class_id != person.class_id:
        if terms.class_of(body.class_id) is None or body.class_id not in {own.id for own in terms.classes}:
            raise FieldErrors.single("class_id", texts.CHOICE)
        if terms.class_of(person.class_id) != terms.class_of(body.class_id):
            facts[CLASS] = body.class_id
    hours = _read_amount("weekly_hours", body.weekly_hours)
    if hours is not None and hours != member.weekly_hours:
        facts["weekly_hours"] = hours
    if body.annual_salary.strip():
        salary = _read_salary(body, hours if hours is not None else member.weekly_hours)
        if salary != member.annual_salary:
            facts["annual_salary"] = salary
    if not facts:
        raise FieldErrors.single("class_id", _("Nothing changed yet."))
    return WorkChange(member, person, terms, day, facts)


def _read_salary(body: schemas.WorkOrder, hours: Decimal | None) -> Decimal:
    amount = _read_amount("annual_salary", body.annual_salary) or Decimal(0)
    name, _question = pay_problem(Pay(amount), hours)
    if name:
        raise FieldErrors.single("annual_salary", _("Enter the pay for a year."))
    return yearly_pay(Pay(amount, "year"), hours)


def _read_amount(name: str, text: str) -> Decimal | None:
    if not text.strip():
        return None
    amount = dollars(text)
    if amount is None:
        raise FieldErrors.single(name, _("Enter a number."))
    if amount > MOST[name]:
        raise FieldErrors.single(name, _("Enter at most %(most)s.") % {"most": f"{MOST[name]:,}"})
    return amount


Worked = dict[int, "list[Effect] | BusinessError"]
"""The effects of changes by member, or why one of them can't be made at all."""


def work_out(change: WorkChange, author: Author) -> list[Effect]:
    """Return what a change does to each of the person's policies of the group that are in force on its day. Raises
    BusinessError where it can't be made at all."""
    return effects_of(change, work_out_all([change], author))


def effects_of(change: WorkChange, worked: Worked) -> list[Effect]:
    """Return the effects of one of the changes that were worked out. Raises BusinessError."""
    effects = worked[change.member.id]
    if isinstance(effects, BusinessError):
        raise effects
    return effects


def work_out_all(
    changes: Sequence[WorkChange], author: Author, *, lock: bool = False, order: UUID | None = None
) -> Worked:
    """Work out changes of people from one day on, each in the policies of their own group, in as many queries as one of
    them; those who are to be rated anew take some of their own. ``lock``: to write them, inside a transaction.
    ``order``: names them all together; each has one of its own without."""
    if not changes:
        return {}
    (day,) = {change.day for change in changes}
    rows = Policy.objects.open_on(day).filter(member__in=[change.member.id for change in changes])
    rows = rows.filter(group=F("member__group"))
    records = ledger.lock_ledgers(list(rows.values_list("pk", flat=True))) if lock else ledger.load_ledgers(rows)
    moved = {
        change.member.id: ClassHistory(change.person.class_id, [(day, change.facts[CLASS])])
        for change in changes
        if change.moves
    }
    payers = Payers([held.policy for held in records], moved)
    by_member: dict[int, list[Ledger]] = {}
    for held in sorted(records, key=lambda held: held.policy.number):
        held.payers = payers
        by_member.setdefault(held.policy.member_id or 0, []).append(held)
    pricing, worked = Pricing(), Worked()
    for change in changes:
        try:
            worked[change.member.id] = _work_out_person(
                change, by_member.get(change.member.id, ()), pricing, Cause(author, order=order or new_uuid())
            )
        except BusinessError as refused:
            worked[change.member.id] = refused
    return worked


def _work_out_person(change: WorkChange, records: Iterable[Ledger], pricing: Pricing, cause: Cause) -> list[Effect]:
    rated = {name: value for name, value in change.facts.items() if name != CLASS}
    holder = find_holder(change.member, rated) if rating_inputs(rated) else None
    effects = []
    for held in records:
        before = find_terms(held.versions, max(change.day, held.policy.effective_date))
        if before is not None:
            effects.append(_work_out_policy(change, held, before, pricing, cause, holder))
    return effects


def _work_out_policy(
    change: WorkChange, held: Ledger, before: Terms, pricing: Pricing, cause: Cause, holder: sale.Buyer | None
) -> Effect:
    policy, day = held.policy, max(change.day, held.policy.effective_date)
    if policy.awaits_decision:
        return Effect(policy, before, before, problem=_("It's waiting for the insurer's decision."))
    inputs = rating_inputs(change.facts)
    used = pricing.inputs_used(before) if inputs else frozenset()
    inputs = {name: value for name, value in inputs.items() if name in used}
    entries: list[Entry] = []
    try:
        if inputs:
            entries += _add(held, Kind.FACTS, day, cause, compute=pricing, inputs=inputs)
        if change.moves:
            entries += _move(change, held, day, cause)
    except PriceRefused as refused:
        return Effect(policy, before, before, problem=explain_code(refused.code))
    after = find_terms(held.versions, day) or before
    view = catalog().plans.get(before.plan_id)
    rated = replace(before, inputs={**before.inputs, **inputs})
    refusal = sale.find_lost_sale(policy, view, rated, day, holder) if view and inputs and holder else None
    return Effect(policy, before, after, entries, lost=explain_sale(refusal) if refusal else "")


def _move(change: WorkChange, held: Ledger, day: date, cause: Cause) -> list[Entry]:
    """Add the shares of the class that a person comes into; none where the policy has the same in the new class."""
    versions, history, rows = held.versions, held.history, held.rows
    entries = _add(held, Kind.SHARES, day, cause)
    if not any(_is_new(held.policy, versions, version) for entry in entries for version in entry.added):
        held.versions, held.history, held.rows = versions, history, rows
        return []
    for entry in entries:
        if change.after is not None:
            entry.change.facts[INTO_CLASS] = {language: change.after.named(language) for language in ("en", "es")}
    return entries


def _is_new(policy: Policy, versions: Sequence[Version], added: Version) -> bool:
    before = find_terms(versions, added.effective)
    return before is None or added.terms is None or is_new_share(policy, before, added.terms)


def _add(held: Ledger, kind: Kind, day: date, cause: Cause, **facts: Any) -> list[Entry]:
    """Add a change to a policy; none where it alters nothing or falls on days after another plan follows."""
    try:
        return [ledger.add_change(held, kind, day, cause=cause, **facts)]
    except ChangeRefused as refused:
        if refused.why in (Refused.SAME, Refused.NOT_IN_FORCE):
            return []
        raise BusinessError("changeRefused", _("A later change prevents this. Call us, and we'll help.")) from refused


def digest_of(change: WorkChange, effects: Iterable[Effect]) -> str:
    rows = [
        [str(row.policy.pk), row.problem, ledger.write_terms(row.before), ledger.write_terms(row.after)]
        for row in effects
    ]
    facts = {name: str(value) for name, value in sorted(change.facts.items())}
    return hash_content([change.day.isoformat(), facts, rows])


@transaction.atomic
def write_work_change(change: WorkChange, digest: str, author: Author, origin: Origin) -> str:
    """Write a change as it was previewed, and return the order that withdraws it. Raises BusinessError
    ``changeDiffers`` with the preview as it would be now."""
    if hold_member(change.member.id).pk != change.member.id:
        raise NotFound
    effects = effects_of(change, work_out_all([change], author, lock=True))
    if digest_of(change, effects) != digest:
        raise BusinessError("changeDiffers", MOVED_ON, {"preview": describe(change, effects).model_dump()})
    return write_effects(change, effects, origin)


def write_effects(change: WorkChange, effects: Sequence[Effect], origin: Origin) -> str:
    """Write a change that was worked out, and return the order that withdraws it. Runs inside a transaction that holds
    the member and the policies."""
    entries = [entry for row in effects for entry in row.entries]
    order = entries[0].change.order if entries else new_uuid()
    if entries:
        ledger.write(entries)
    cause = FactCause(WORK, origin, effective=change.day, order=order)
    change_person(change.member.id, None, cause, **change.facts)
    meta = {"order": str(order), "policies": [row.policy.number for row in effects if row.entries]}
    record(
        "member.work_changed",
        origin=origin,
        subject_type="member",
        subject_id=change.member.id,
        fields=sorted(change.facts),
        meta=meta,
    )
    return str(order)


def describe(change: WorkChange, effects: Sequence[Effect]) -> schemas.WorkPreview:
    """Return what a change does, with a month's amounts before and after and what else it means."""
    before, after = add_up(change, effects, read_fees(row.policy.pk for row in effects))
    return schemas.WorkPreview(
        digest=digest_of(change, effects),
        day=show_date(change.day),
        class_name=change.after.named(get_language() or "en") if change.after else "",
        before=schemas.MonthSplit.build(before),
        after=schemas.MonthSplit.build(after),
        rows=[
            schemas.WorkRow(
                policy_number=row.policy.number,
                plan=row.policy.plan_name,
                problem=row.problem,
                before=schemas.MonthSplit.build(amounts_of(row.before)),
                after=schemas.MonthSplit.build(amounts_of(row.after)),
            )
            for row in effects
        ],
        notes=explain(change, effects),
    )


def add_up(change: WorkChange, effects: Sequence[Effect], fees: Iterable[OwedFee]) -> tuple[Amounts, Amounts]:
    """Return a month's amounts before and after a change. ``fees``: of these policies, and of others too."""
    own = {row.policy.pk for row in effects}
    dues = [fee for fee in fees if fee.policy_id in own]
    before, after = (change.terms.periods(row) for row in (change.before, change.after))
    return (
        add_with_fees([amounts_of(row.before) for row in effects], dues, change.day, before),
        add_with_fees([amounts_of(row.after) for row in effects], dues, change.day, after),
    )


def explain(change: WorkChange, effects: Sequence[Effect]) -> list[str]:
    """Return what a change means beside its amounts, in sentences."""
    return [*_explain_effects(change, effects), *_explain_class(change)]


def _explain_effects(change: WorkChange, effects: Sequence[Effect]) -> list[str]:
    notes = []
    for row in effects:
        before, after = amounts_of(row.before), amounts_of(row.after)
        words = {
            "plan": row.policy.plan_name,
            "group": change.terms.name,
            "before": display(before.employer),
            "after": display(after.employer),
        }
        if before.employer != after.employer:
            notes.append(_("%(plan)s: %(group)s pays %(after)s a month instead of %(before)s.") % words)
        if row.problem:
            notes.append(_("%(plan)s: the price stays the same. %(why)s") % {**words, "why": row.problem})
        if row.lost:
            notes.append(_("%(plan)s: %(why)s It goes on until it is ended.") % {**words, "why": row.lost})
    return notes


def _explain_class(change: WorkChange) -> list[str]:
    """Say what else another class means: when people are paid, and what they may buy."""
    before, after, language = change.before, change.after, get_language() or "en"
    if not change.moves or after is None:
        return []
    words = {"name": change.person.first_name, "class": after.named(language)}
    notes = []
    periods = [change.terms.periods(own) for own in (before, after)]
    if periods[0] != periods[1] and all(periods):
        notes.append(_("%(name)s is paid %(period)s.") % {**words, "period": pay_period(periods[1])})
    if not after.eligible:
        notes.append(_("People in %(class)s can't enroll in more plans.") % words)
    elif after.min_hours is not None and (change.facts.get("weekly_hours", change.member.weekly_hours) or 0):
        hours = change.facts.get("weekly_hours", change.member.weekly_hours)
        if hours < after.min_hours:
            notes.append(
                _("%(class)s needs at least %(least)s hours a week to enroll.") % {**words, "least": after.min_hours}
            )
    if before is not None and before.categories != after.categories and after.eligible:
        notes.append(_("What %(name)s may buy follows %(class)s. Plans they have continue.") % words)
    return notes

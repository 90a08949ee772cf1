"""Effects of a death beside those on policies, as its preview shows them: the letters, what the family pays from the
next month, and what is said or stopped with it. All from what records the death."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from decimal import Decimal
from uuid import UUID

from django.utils.translation import override

from planfront.catalog.fee_names import association_name
from planfront.coverage.approvals.deaths import count_reports
from planfront.coverage.deaths import Death, DeathOutcome, Fate
from planfront.coverage.effective_days import Step, take_step
from planfront.coverage.fees import DuesChange, preview_dues, read_dues
from planfront.coverage.ledger import Ledger, load_ledgers
from planfront.coverage.letters.deaths import prepare_letters
from planfront.coverage.models import Policy
from planfront.coverage.names import Names
from planfront.coverage.owed_fees import DUES, MEMBER, paid_by, read_sold, sum_owed
from planfront.coverage.timeline import SELF, Terms, find_terms
from planfront.kernel import clock
from planfront.kernel.money import ZERO, display
from planfront.kernel.security.ids import new_uuid
from planfront.kernel.text.parse import show_date
from planfront.letters.services import NewLetter, compose_letter, count_letters_to_stop
from planfront.members.models import Member
from planfront.members.selectors import find_own_record, is_addressable

_DAY = timedelta(days=1)


@dataclass(frozen=True)
class FamilyLetter:
    """A letter to those who stay, as it will be written. ``way``: how it goes, in words."""

    recipient: str
    brand: str
    day: str
    language: str
    subject: str
    paragraphs: Sequence[str]
    way: str


@dataclass(frozen=True)
class Cost:
    """A part of what the family pays for a month, before a death and after it; None where it isn't on record."""

    name: str
    before: Decimal | None
    after: Decimal | None

    @property
    def was(self) -> str:
        return _show(self.before)

    @property
    def amount(self) -> str:
        return _show(self.after)


@dataclass(frozen=True)
class FamilyMonth:
    """The costs of a family for a month. ``first``: of the month after a death, "" for today's."""

    first: str
    costs: Sequence[Cost]
    waits: bool = False

    @property
    def was(self) -> str:
        return _show(_sum([cost.before for cost in self.costs]))

    @property
    def total(self) -> str:
        return _show(_sum([cost.after for cost in self.costs]))


@dataclass(frozen=True)
class DeathEffects:
    """``told``: those who hear of the death, each with how."""

    letters: Sequence[FamilyLetter]
    month: FamilyMonth
    told: Sequence[tuple[str, str]]
    stops: Sequence[str]


def preview_effects(death: Death, outcomes: Sequence[DeathOutcome], names: Names) -> DeathEffects:
    """Return the effects of a death that can be recorded. ``names``: of the first record's family."""
    members = Member.objects.select_related("brand", "user").in_bulk([record.member_id for record in death.records])
    people = [(members[record.member_id], record.key) for record in death.records]
    letters = [_show_letter(row) for row in prepare_letters(new_uuid(), people, death.died_on, outcomes)]
    told, stops = _list_told(death, outcomes, letters, names), _list_stops(death, members)
    return DeathEffects(letters, _price_month(death, outcomes), list(told), list(stops))


def _show_letter(letter: NewLetter) -> FamilyLetter:
    to, words = letter.recipient, compose_letter(letter)
    ways = [text for text, goes in (("on paper", letter.on_paper), ("by email", letter.email)) if goes]
    day, way = show_date(clock.today()), " and ".join(ways)
    return FamilyLetter(to.name, letter.brand.name, day, words.language, words.subject, words.paragraphs, way)


def price_today(member_id: int) -> FamilyMonth:
    """Return what a family pays for a month today."""
    today = clock.today()
    costs = [
        Cost(record.policy.plan_name, None, _own_part(find_terms(record.versions, today)))
        for record in _load_records([member_id])
    ]
    dues = sum_owed(paid_by(MEMBER, read_dues([member_id]).get(member_id, ())), today)
    return FamilyMonth("", [cost for cost in [*costs, _name_dues(None, dues)] if cost.after != ZERO])


def _price_month(death: Death, outcomes: Sequence[DeathOutcome]) -> FamilyMonth:
    first = take_step(Step.END_OF_MONTH, death.died_on) + _DAY
    by_policy = {outcome.policy.pk: outcome for outcome in outcomes}
    records = _load_records([record.member_id for record in death.records])
    costs = [_price_policy(record, by_policy.get(record.policy.pk), death.died_on, first) for record in records]
    listed = [
        cost for cost in [*costs, _price_dues(death, outcomes, first)] if (cost.before, cost.after) != (ZERO, ZERO)
    ]
    waits = any(outcome.fate is Fate.WAITS for outcome in outcomes)
    return FamilyMonth(show_date(first), listed, waits)


def _load_records(member_ids: Sequence[int]) -> list[Ledger]:
    return load_ledgers(Policy.objects.filter(member__in=member_ids).order_by("number"))


def _price_policy(record: Ledger, outcome: DeathOutcome | None, died_on: date, first: date) -> Cost:
    entry = outcome.entry if outcome else None
    after = find_terms(entry.ledger.versions if entry else record.versions, first)
    if outcome and outcome.fate is Fate.PASSES and outcome.first and outcome.first <= first:
        after = outcome.after
    return Cost(record.policy.plan_name, _own_part(find_terms(record.versions, died_on)), _own_part(after))


def _own_part(terms: Terms | None) -> Decimal | None:
    """Return a month without what a group pays of it: nothing for no terms, None where no premium is on record."""
    if terms is None:
        return ZERO
    return None if terms.monthly is None else terms.monthly - terms.employer


def _price_dues(death: Death, outcomes: Sequence[DeathOutcome], first: date) -> Cost:
    before = after = ZERO
    for record in death.records:
        own = [outcome for outcome in outcomes if outcome.policy.member_id == record.member_id]
        dues = _compare_dues(record.member_id, own)
        before += sum_owed(paid_by(MEMBER, dues.now), death.died_on)
        after += sum_owed(paid_by(MEMBER, dues.then), first)
    return _name_dues(before, after + sum_dues_of_survivor(outcomes, first))


def _compare_dues(member_id: int, outcomes: Sequence[DeathOutcome]) -> DuesChange:
    entries = [outcome.entry for outcome in outcomes if outcome.entry]
    if entries:
        return preview_dues(entries)
    dues = read_dues([member_id]).get(member_id, ())
    return DuesChange(dues, dues)


def _name_dues(before: Decimal | None, after: Decimal) -> Cost:
    with override("en"):
        return Cost(association_name(), before, after)


def sum_dues_of_survivor(outcomes: Sequence[DeathOutcome], first: date) -> Decimal:
    """Return the dues that a survivor owes from a day on for the policies taken over, none where they owe them
    already."""
    for outcome in outcomes:
        dues = [fee.amount for fee in read_sold(outcome.policy.sold_fees) if fee.code == DUES and not fee.once]
        if outcome.survivor and dues:
            own = find_own_record(UUID(outcome.survivor))
            owes = own is not None and sum_owed(read_dues([own]).get(own, ()), first)
            return ZERO if owes else sum(dues, ZERO)
    return ZERO


def _sum(amounts: Sequence[Decimal | None]) -> Decimal | None:
    return None if None in amounts else sum((amount or ZERO for amount in amounts), ZERO)


def _show(amount: Decimal | None) -> str:
    return "Not known" if amount is None else display(amount)


def _list_told(
    death: Death, outcomes: Sequence[DeathOutcome], letters: Sequence[FamilyLetter], names: Names
) -> Iterator[tuple[str, str]]:
    for letter in letters:
        yield letter.recipient, f"The letter shown here, once, {letter.way}"
    survivor = next((outcome.survivor for outcome in outcomes if outcome.survivor), "")
    if survivor and death.email:
        yield names.full(survivor) or death.email, f"An invitation to a sign-in of their own, to {death.email}"
    if reports := sum(count_reports(record.member_id, record.key) for record in death.records):
        yield _count(reports, "report of this death", "reports of this death"), "Shown as recorded to the sender"


def _list_stops(death: Death, members: Mapping[int, Member]) -> Iterator[str]:
    """Return what stops with the death of members, whose deaths aren't on record yet."""
    for record in death.records:
        if record.key != SELF or not is_addressable(record.member_id):
            continue
        member = members[record.member_id]
        if member.user is not None and member.user.is_active:
            yield f"{member.first_name}'s sign-in"
        letters, papers = count_letters_to_stop(member.pk, death.died_on)
        if letters:
            yield f"{_count(letters, 'letter', 'letters')} to {member.first_name} not sent yet"
        if papers:
            yield f"{_count(papers, 'paper copy', 'paper copies')} waiting to be printed"
        yield f"Later letters and renewal offers to {member.first_name}"


def _count(number: int, singular: str, plural: str) -> str:
    return f"{number} {singular if number == 1 else plural}"

"""A policy as staff read it: what holds on a day, what happened to it, and two versions side by side."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, datetime
from decimal import Decimal
from typing import Any
from uuid import UUID

from planfront.accounts.selectors import user_names
from planfront.backoffice.applications.price_steps import Reason, reasons_of
from planfront.backoffice.policy_servicing.premium_chart import (
    ChartStep,
    PremiumChart,
    Scale,
    draw_premium_chart,
    scale_of,
)
from planfront.catalog.selectors import catalog
from planfront.catalog.snapshot import Catalog
from planfront.coverage.authors import Author, By
from planfront.coverage.fee_wording import name_fee
from planfront.coverage.fees import read_fees
from planfront.coverage.history import PolicyEvent, PolicyHistory
from planfront.coverage.issuing import CARRIED_OVER
from planfront.coverage.ledger import Ledger, Stay, VersionPeriod, periods_of, stays_of, version_periods
from planfront.coverage.models import Change, CoveredPerson, Policy
from planfront.coverage.models.record import INTO_CLASS, WITHDRAWAL
from planfront.coverage.owed_fees import GROUP, OwedFee
from planfront.coverage.reason_codes import find_code
from planfront.coverage.selectors import annotate_insurer_numbers
from planfront.coverage.successors import is_move
from planfront.coverage.timeline import SELF, Covered, Kind, Place, Role, Terms, Version, find_version
from planfront.coverage.withdrawals import may_withdraw
from planfront.eligibility.texts import TIER_NAMES
from planfront.kernel import clock
from planfront.kernel.money import display
from planfront.kernel.text.parse import age_on, full_name, show_date
from planfront.members.identifiers import dependent_number, subscriber_number
from planfront.parties.groups.schemas import PriceShare
from planfront.shopping.pricing.sponsorship import stored_info

NOT_KNOWN = "Not recorded"
NOTHING = "No coverage"
STAFF = Author(By.STAFF)
_ROLES = {Role.SUBSCRIBER: "Member", Role.SPOUSE: "Spouse", Role.PARTNER: "Partner", Role.CHILD: "Child"}
_KINDS = {
    Kind.ISSUE: "Issued",
    Kind.ADD_PERSON: "A person joined",
    Kind.DROP_PERSON: "A person left",
    Kind.PLAN: "Another plan",
    Kind.AMOUNT: "Another amount",
    Kind.RIDERS: "Other riders",
    Kind.PLACE: "Moved",
    Kind.FACTS: "Tobacco use, gender, income or hours",
    Kind.CORRECTION: "A person corrected",
    Kind.RENEWAL: "Renewed",
    Kind.SHARES: "The group pays a different share",
    Kind.END: "Ended",
    Kind.CANCEL: "Canceled from the first day",
    Kind.REINSTATE: "Reinstated",
    WITHDRAWAL: "A change was withdrawn",
}
_BY = {By.MEMBER: "Member", By.GROUP: "Group", By.REP: "Rep", By.STAFF: "Staff", By.SYSTEM: "System"}


@dataclass(frozen=True)
class Names:
    """Names of a policy's plans, people and riders. ``people`` and ``roles`` are by key."""

    plans: Catalog
    policy: Policy
    people: Mapping[str, str]
    roles: Mapping[str, Role]

    def plan(self, plan_id: int) -> str:
        view = self.plans.plans.get(plan_id)
        if view is not None:
            return view.name
        return self.policy.plan_name if plan_id == self.policy.plan_id else f"Plan {plan_id}, not in the catalog"

    def carrier(self, plan_id: int) -> str:
        view = self.plans.plans.get(plan_id)
        return view.carrier_name if view else ""

    def person(self, key: str, role: Role) -> str:
        return self.people.get(key) or f"{_ROLES[role]}, name not recorded"

    def riders(self, plan_id: int, codes: Iterable[str]) -> str:
        view = self.plans.plans.get(plan_id)
        sold = {rider["code"]: rider["name"] for rider in self.policy.riders if rider.get("name")}
        labels = {rider.code: rider.label for rider in view.riders} | sold if view else sold
        return ", ".join(labels.get(code, code) for code in codes)


def names_of(story: PolicyHistory) -> Names:
    people = {row.key: full_name(row.relative) for row in story.people if row.relative is not None}
    member = story.policy.member
    roles = {row.key: Role(row.role) for row in story.people}
    return Names(catalog(), story.policy, {**people, **({SELF: member.name} if member else {})}, roles)


@dataclass(frozen=True)
class Fact:
    label: str
    value: str


@dataclass(frozen=True)
class InForce:
    """Coverage on a day as known at an instant.

    Without any, ``words`` give the reason and ``facts`` are empty. ``share`` is the group's part, where the price is
    the one for which it was stated.
    """

    day: date
    words: str
    price: str = ""
    number: int = 0
    facts: Sequence[Fact] = ()
    reason: Reason | None = None
    known_since: datetime | None = None
    why: str = ""
    share: PriceShare | None = None


def in_force_on(story: PolicyHistory, names: Names, day: date, known: datetime | None) -> InForce:
    version = find_version(story.record.versions, day, known)
    terms = version.terms if version else None
    if version is None or terms is None:
        return InForce(day, _why_nothing(story.record.versions, version, day, known))
    change = story.record.change_of(version)
    proof = terms.proof or (_sold_proof(story, terms) if change.kind == Kind.ISSUE else {})
    return InForce(
        day,
        "",
        monthly_text(terms),
        story.record.number_of(version),
        [*_facts(names, terms), *_list_fee_facts(story.policy, day, known)],
        reasons_of([(proof, names.plans.plans.get(terms.plan_id))])[0],
        version.recorded,
        _cause(change),
        stored_info(terms.share, terms.fees),
    )


def _sold_proof(story: PolicyHistory, terms: Terms) -> Mapping[str, Any]:
    """Return the proof of the sale, where the price is still the one at which the policy was sold."""
    sale = getattr(story.policy, "sale", None)
    return sale.proof if sale is not None and sale.monthly == terms.premium else {}


def _why_nothing(versions: Sequence[Version], version: Version | None, day: date, known: datetime | None) -> str:
    if not versions:
        return "This policy has no versions."
    periods = version_periods(versions, known)
    if not periods:
        return "This policy wasn't recorded yet."
    covered = [period for period in periods if period.version.terms]
    if not covered:
        return "Canceled from the first day. No day is covered."
    if version is None:
        return f"It starts on {show_date(covered[0].first)}."
    last_days = [period.last for period in covered if period.last and period.last < day]
    return f"Ended. The last day was {show_date(last_days[-1])}." if last_days else "No coverage on this day."


def monthly_text(terms: Terms) -> str:
    return "No price recorded" if terms.monthly is None else display(terms.monthly)


def tier_text(tier: str) -> str:
    return str(TIER_NAMES.get(tier, tier)) if tier else NOT_KNOWN


def place_text(place: Place) -> str:
    where = " ".join(filter(None, (place.state, place.zip)))
    return f"{where}, county {place.county_fips}" if where and place.county_fips else where or NOT_KNOWN


def covered_text(names: Names, covered: Iterable[Covered]) -> str:
    return ", ".join(names.person(person.key, person.role) for person in covered) or NOT_KNOWN


def _facts(names: Names, terms: Terms) -> list[Fact]:
    """Return the facts of a version, in the order of comparison. The price is apart."""
    return [
        Fact("Plan", names.plan(terms.plan_id)),
        Fact("Tier", tier_text(terms.tier)),
        Fact("Covered", covered_text(names, terms.covered)),
        Fact("Place", place_text(terms.place)),
        *([Fact("Amount", display(terms.amount))] if terms.amount is not None else []),
        *([Fact("Riders", names.riders(terms.plan_id, terms.riders))] if terms.riders else []),
        *([Fact("Premium", display(terms.premium))] if terms.premium is not None and terms.fees else []),
        *([Fact("Fees", f"{display(terms.fees)} a month")] if terms.fees else []),
        Fact("Rates of", show_date(terms.rated_on)),
    ]


def _list_fee_facts(policy: Policy, day: date, known: datetime | None) -> list[Fact]:
    """Return the fees beside the premium that the policy brings: a month's of a day, and what is charged once."""
    fees = read_fees([policy.pk], known)
    monthly = [Fact(name_fee(fee), f"{display(fee.amount)} a month{_payer(fee)}") for fee in fees if fee.owed_on(day)]
    once = [
        Fact(name_fee(fee), f"{display(fee.amount)} once, with the month of {show_date(fee.first)}{_payer(fee)}")
        for fee in fees
        if fee.once
    ]
    return [*monthly, *once]


def _payer(fee: OwedFee) -> str:
    return ", paid by the group" if fee.payer == GROUP else ""


def draw_history_chart(
    story: PolicyHistory, names: Names, *, day: date, known: datetime | None
) -> tuple[PremiumChart, PremiumChart | None]:
    """Return the chart as known now and, if asked for another instant, as known then; both to one scale."""
    scale = _scale(story.record, day)
    now = _drawn(story.record, names, scale, day)
    return now, _drawn(story.record, names, scale, day, known) if known is not None else None


def draw_charts_of_change(
    story: PolicyHistory, added: Sequence[Version], names: Names
) -> tuple[PremiumChart, PremiumChart]:
    """Return the chart as it is, and with the added versions, to one scale."""
    with_added, today = replace(story.record, versions=[*story.record.versions, *added]), clock.today()
    scale = _scale(with_added, today)
    return _drawn(story.record, names, scale, today), _drawn(with_added, names, scale, today)


def _scale(record: Ledger, shown: date) -> Scale:
    return scale_of([version.effective for version in record.versions], clock.today(), shown)


def _drawn(record: Ledger, names: Names, scale: Scale, shown: date, instant: datetime | None = None) -> PremiumChart:
    steps = [
        _held(names, period, record.number_of(period.version)) for period in version_periods(record.versions, instant)
    ]
    return draw_premium_chart(steps, scale, today=clock.today(), shown=shown)


def _held(names: Names, period: VersionPeriod, number: int) -> ChartStep:
    terms = period.version.terms
    if terms is None:
        return ChartStep(number, period.first, period.last, None, NOTHING, "", in_force=False)
    covered = [names.person(person.key, person.role).partition(" ")[0] for person in terms.covered]
    about = f"{tier_text(terms.tier)}: {', '.join(covered)}" if covered and terms.tier else ", ".join(covered)
    return ChartStep(number, period.first, period.last, terms.monthly, monthly_text(terms), about)


@dataclass(frozen=True)
class Entry:
    """A change in words.

    ``withdrawn`` is when it was withdrawn, ``agreed`` the second person. ``order`` is the order it belongs to, where
    staff may withdraw it.
    """

    what: str
    about: str
    cause: str
    effective: str
    reported: date
    recorded: datetime
    who: str
    before: str
    after: str
    withdrawn: datetime | None = None
    code: str = ""
    note: str = ""
    agreed: str = ""
    order: UUID | None = None


def entries_of(story: PolicyHistory, names: Names, agreed: Mapping[UUID, str]) -> list[Entry]:
    """Return every change, newest first. ``agreed`` are second persons by order."""
    called = user_names({event.change.by_user for event in story.events})
    return [_entry(event, names, called, agreed) for event in reversed(story.events)]


def _entry(event: PolicyEvent, names: Names, called: Mapping[int, str], agreed: Mapping[UUID, str]) -> Entry:
    change = event.change
    return Entry(
        what=kind_text(change),
        about=_about(names, event.withdraws or change),
        cause=_reason(change),
        code=find_code(change),
        effective=effective_text(change),
        reported=change.reported_on,
        recorded=change.recorded,
        who=_who(change, called),
        before=_money(change.before),
        after=_money(change.after),
        withdrawn=event.withdrawn,
        agreed=agreed.get(change.order, ""),
        note=str(change.facts.get("note", "")),
        order=change.order if event.withdrawn is None and not event.idle and may_withdraw(change, STAFF) else None,
    )


def kind_text(change: Change) -> str:
    if is_move(change):
        return "To another insurer" if change.kind == Kind.END else "From another insurer"
    if CARRIED_OVER in change.facts:
        return "Carried over"
    if INTO_CLASS in change.facts:
        return "Moved to another class"
    return _KINDS.get(change.kind, change.kind.replace("_", " ").capitalize())


@dataclass(frozen=True)
class Carried:
    """The origin of a policy that was in force elsewhere. ``ours``: its first price by our rates, "" where that is what
    is billed."""

    import_id: int | None
    file: str
    row: int
    billed_to: str
    billed: str
    ours: str


def carried_of(story: PolicyHistory) -> Carried | None:
    """Return where a policy comes from, None where it was sold here."""
    issue = next((event.change for event in story.events if CARRIED_OVER in event.change.facts), None)
    if issue is None:
        return None
    facts = issue.facts[CARRIED_OVER]
    premiums = (row.terms.premium for row in story.record.versions if row.terms)
    billed = next((premium for premium in premiums if premium is not None), None)
    ours = facts["our_price"]
    day = f", on day {facts['bill_day']} of the month" if facts["bill_day"] else ""
    differs = ours is not None and Decimal(ours) != billed
    return Carried(
        import_id=story.policy.carried_over_id,
        file=facts["file"],
        row=facts["row"],
        billed_to=f"{facts['payer'].capitalize()}{day}",
        billed=_money(billed),
        ours=_money(Decimal(ours)) if differs else "No price" if ours is None else "",
    )


def effective_text(change: Change) -> str:
    if change.kind == Kind.END:
        return f"Last day {show_date(change.effective)}"
    return f"From {show_date(change.effective)}"


def _who(change: Change, called: Mapping[int, str]) -> str:
    role = _BY.get(By(change.by), change.by)
    if change.by_user is None:
        return role
    return f"{role}: {called.get(change.by_user, 'a closed account')}"


def _money(amount: Decimal | None) -> str:
    return "–" if amount is None else display(amount)


def _reason(change: Change) -> str:
    """Return the reason of a change; "" where none is stated."""
    if change.event is not None:
        day = f" on {show_date(change.happened_on)}" if change.happened_on else ""
        return f"{change.event.name}{day}"
    return change.reason.name if change.reason is not None else ""


def _cause(change: Change) -> str:
    """Return the change that led to a version, with its reason."""
    what, why = kind_text(change), _reason(change)
    return f"{what}: {why}" if why else what


def _about(names: Names, change: Change) -> str:
    """Return the facts of a change in words; for a withdrawal, of the withdrawn change."""
    return ", ".join(filter(None, (_who_or_where(names, change.facts), _chosen(names, change.facts))))


def _who_or_where(names: Names, facts: Mapping[str, Any]) -> str:
    if "person" in facts:
        return names.person(facts["person"]["key"], Role(facts["person"]["role"]))
    if INTO_CLASS in facts:
        return str(facts[INTO_CLASS]["en"])
    if "key" in facts:
        return names.person(facts["key"], names.roles.get(facts["key"], Role.CHILD))
    return place_text(Place(**facts["place"])) if "place" in facts else ""


def _chosen(names: Names, facts: Mapping[str, Any]) -> str:
    """Return the plan, else the amount or the riders, of a change."""
    if "plan_id" in facts:
        return names.plan(facts["plan_id"])
    if "amount" in facts:
        return display(Decimal(facts["amount"]))
    if "riders" in facts:
        return names.riders(names.policy.plan_id, facts["riders"]) or "No riders"
    return names.plan(facts["terms"]["plan_id"]) if "terms" in facts else ""


@dataclass(frozen=True)
class Compared:
    label: str
    one: str
    other: str

    @property
    def differs(self) -> bool:
        return self.one != self.other


@dataclass(frozen=True)
class Comparison:
    """Two versions by their numbers, line by line."""

    one: int
    other: int
    rows: Sequence[Compared] = ()
    words: str = ""


def compare(story: PolicyHistory, names: Names, first: Version, other: Version) -> Comparison:
    left, right = _column(story, names, first), _column(story, names, other)
    labels = list(dict.fromkeys([*left, *right]))
    labels.sort(key=_ORDER.index)
    rows = [Compared(label, left.get(label, "–"), right.get(label, "–")) for label in labels]
    numbers = story.record.number_of(first), story.record.number_of(other)
    return Comparison(*numbers, rows, _difference(names, first.terms, other.terms))


_ORDER = (
    "Effective",
    "A month",
    "Plan",
    "Tier",
    "Covered",
    "Place",
    "Amount",
    "Riders",
    "Premium",
    "Fees",
    "Rates of",
    "Because of",
    "Recorded",
)


def _column(story: PolicyHistory, names: Names, version: Version) -> dict[str, str]:
    terms = version.terms
    facts = {fact.label: fact.value for fact in _facts(names, terms)} if terms else {}
    return {
        "Effective": show_date(version.effective),
        "A month": monthly_text(terms) if terms else NOTHING,
        **facts,
        "Because of": _cause(story.record.change_of(version)),
        "Recorded": clock.show_moment(version.recorded),
    }


def _difference(names: Names, first: Terms | None, other: Terms | None) -> str:
    """Return the differences in sentences."""
    if first is None or other is None:
        return "The same." if first is other else f"{'The first' if first is None else 'The second'} has no coverage."
    keys = {person.key for person in first.covered}, {person.key for person in other.covered}
    joined = [person for person in other.covered if person.key not in keys[0]]
    left = [person for person in first.covered if person.key not in keys[1]]
    sentences = [_price_difference(first.monthly, other.monthly)]
    sentences += [f"{covered_text(names, joined)} joined."] if joined else []
    sentences += [f"{covered_text(names, left)} left."] if left else []
    return " ".join(filter(None, sentences))


def _price_difference(first: Decimal | None, other: Decimal | None) -> str:
    if first is None or other is None:
        return "" if first is other else "Only one of them has a price."
    if first == other:
        return "The same price."
    return f"{display(abs(other - first))} {'more' if other > first else 'less'} a month."


@dataclass(frozen=True)
class Person:
    """A person whom the policy covers or covered. ``over``: no longer, or never. ``stays``: a child beyond the plan's
    age limit."""

    name: str
    role: str
    born: date
    age: str
    covered: str
    original: date
    number: str
    insurer_id: str
    over: bool
    key: UUID
    is_child: bool
    stays: bool


def people_of(story: PolicyHistory, names: Names) -> list[Person]:
    today, stays = clock.today(), stays_of(periods_of(story.record.versions))
    return [
        Person(
            name=names.person(row.key, Role(row.role)),
            role=_ROLES[Role(row.role)],
            born=row.birth_date,
            age=_age(row.birth_date, today),
            covered=_describe_stays(row, stays.get(row.key, ())),
            original=row.original_date,
            number=_number(story.policy, row),
            insurer_id=row.insurer_id,
            over=row.end_date is not None and row.end_date < max(today, row.effective_date),
            key=row.pk,
            is_child=row.role == Role.CHILD,
            stays=row.stays,
        )
        for row in story.people
    ]


def _number(policy: Policy, row: CoveredPerson) -> str:
    """Return the store's own number of a person; "" of a subscriber who isn't on record."""
    if row.relative_id is not None:
        return dependent_number(row.relative_id)
    return subscriber_number(policy.member_id) if policy.member_id is not None else ""


def _age(born: date, today: date) -> str:
    years = age_on(born, today)
    return "" if years is None else f"{years} year{'' if years == 1 else 's'}"


def _describe_stays(row: CoveredPerson, stays: Sequence[Stay]) -> str:
    """Return the days on which the policy covers somebody, the last stay first."""
    if row.end_date is not None and row.end_date < row.effective_date:
        return "Never"
    return "; before that ".join(
        f"From {show_date(stay.first)}" if stay.last is None else f"{show_date(stay.first)} to {show_date(stay.last)}"
        for stay in reversed(stays)
    )


@dataclass(frozen=True)
class Coming:
    """A coming change, by day."""

    day: date
    what: str


def coming_of(story: PolicyHistory) -> list[Coming]:
    """Return the later days on which something changes, as known now. An end that was taken back leaves a version
    like the one before it, and new rates may come to the same price."""
    today, result = clock.today(), []
    before: VersionPeriod | None = None
    for period in version_periods(story.record.versions):
        if period.first > today and (before is None or _differ(before.version.terms, period.version.terms)):
            result.append(Coming(period.first, _what_comes(before, period)))
        before = period
    return result


def _differ(before: Terms | None, after: Terms | None) -> bool:
    """Return whether anything but the day of the rates and the proof of the price is different."""
    if before is None or after is None:
        return before is not after
    return replace(before, rated_on=after.rated_on, proof=after.proof) != after


def _what_comes(before: VersionPeriod | None, period: VersionPeriod) -> str:
    terms = period.version.terms
    if terms is None:
        return "The first day without coverage"
    if before is None or before.version.terms is None:
        return f"Coverage starts, {monthly_text(terms)} a month" if terms.premium is not None else "Coverage starts"
    return f"{monthly_text(terms)} a month" if terms.premium is not None else "Other terms"


@dataclass(frozen=True)
class Choice:
    number: int
    words: str


def choices_of(story: PolicyHistory) -> list[Choice]:
    """Return versions to choose from, by first day."""
    numbered = ((story.record.number_of(version), version) for version in _by_day(story))
    return [
        Choice(
            number,
            f"From {show_date(version.effective)}, recorded {clock.show_day(version.recorded)} (version {number})",
        )
        for number, version in numbered
    ]


def _by_day(story: PolicyHistory) -> list[Version]:
    return sorted(story.record.versions, key=lambda version: (version.effective, version.recorded))


@dataclass(frozen=True)
class Asked:
    """The reader's choice: a day, the instant up to which changes count (None for all), and two versions."""

    day: date
    known: datetime | None = None
    one: int = 0
    other: int = 0
    errors: Sequence[str] = field(default_factory=tuple)


def choose(story: PolicyHistory, choice: Asked) -> tuple[Version, Version] | None:
    """Return the two versions to compare: the named ones, else the last two by day."""
    ordered = _by_day(story)
    if len(ordered) < 2:
        return None
    by_number = dict(enumerate(story.record.versions, 1))
    return by_number.get(choice.one, ordered[-2]), by_number.get(choice.other, ordered[-1])


def head_of(story: PolicyHistory, names: Names) -> str:
    """Return the head's sentence: since when and until when the policy is in force."""
    policy, today = story.policy, clock.today()
    state = policy.state
    first, last = show_date(policy.effective_date), show_date(policy.end_date) if policy.end_date else ""
    if state == "cancelled":
        return "Canceled from the first day. No day was covered."
    if state == "pending":
        return f"{names.carrier(policy.plan_id) or 'The insurer'} hasn't decided yet. It would start on {first}."
    if state == "ended":
        return f"Coverage from {first} to {last}."
    until = f", until {last}" if last else ""
    if state == "accepted":
        away = (policy.effective_date - today).days
        return f"Starts on {first}, in {away} day{'' if away == 1 else 's'}{until}."
    return f"In force since {first}{until}."


def insurer_numbers_of(story: PolicyHistory, names: Names) -> list[tuple[str, str]]:
    """Return what the insurer calls the plan, the group and the store of a policy, as far as it is on record."""
    plan = names.plans.plans.get(story.policy.plan_id)
    if plan is None:
        return []
    rows = annotate_insurer_numbers(Policy.objects.filter(pk=story.policy.pk))
    (numbers,) = rows.values_list("insurer_code", "group_number", "account_number")
    labelled = zip(("Plan", "Group", "Account"), numbers, strict=True)
    return [(f"{label} at {plan.carrier_name}", number) for label, number in labelled if number]

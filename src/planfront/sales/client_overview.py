"""One client: what is in force, the household, what comes, and what happened, newest first."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from decimal import Decimal
from typing import TYPE_CHECKING, Literal
from uuid import UUID

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from planfront.coverage import wording
from planfront.coverage.authors import By
from planfront.coverage.clients.tasks import RepTaskList, Task, TaskKind
from planfront.coverage.history import PolicyEvent, list_events
from planfront.coverage.ledger import CoveragePeriod, Ledger, load_ledgers, period_on, periods_of
from planfront.coverage.member_reads import list_family
from planfront.coverage.names import Names, person_of
from planfront.coverage.parties import divorces_to_review
from planfront.coverage.plan_facts import find_chosen_plan, find_following_plan, is_declined
from planfront.coverage.rep_policies import RepScope
from planfront.coverage.selectors import designations_of, policies_of_member
from planfront.coverage.states import OVER, PolicyState
from planfront.coverage.successors import find_following
from planfront.coverage.timeline import SELF, Covered, Kind, Role, monthly_of
from planfront.kernel import clock
from planfront.kernel.money import ZERO, display
from planfront.kernel.text.parse import show_date
from planfront.letters.selectors import letters_of
from planfront.members.selectors import day_of_death, living_people
from planfront.sales.selectors import receipt_numbers
from planfront.shopping.sent_quotes.selectors import quotes_to
from planfront.shopping.worklists.owner import Owner

if TYPE_CHECKING:
    from planfront.coverage.models import Change, Policy, RenewalItem
    from planfront.coverage.schemas import FamilyPerson
    from planfront.members.selectors import MemberFacts

EventKind = Literal["policy", "enrollment", "quote", "letter"]
_MOST = 50
_POINTS = 3
_BEFORE_ALL = datetime.min.replace(tzinfo=UTC)
_DAY = timedelta(days=1)
_NEWBORN = timedelta(days=60)
_FAMILY_TIERS = ("IC", "IF")


@dataclass(frozen=True)
class Event:
    """Something that happened to a client, or will. ``amount``: what it costs a month, or with its sign what it adds.
    ``number``: of the policy it is about. ``at``: what it is sorted by."""

    kind: EventKind
    day: date
    title: str
    detail: str = ""
    amount: str = ""
    number: str = ""
    at: datetime = _BEFORE_ALL


@dataclass(frozen=True)
class Holding:
    """A policy that isn't over, with its terms in few words. ``starts_later``: nobody is covered by it yet."""

    policy: Policy
    terms: str
    monthly: Decimal | None
    starts_later: bool


@dataclass(frozen=True)
class TalkingPoint:
    title: str
    reason: str


@dataclass(frozen=True)
class ClientOverview:
    """``elsewhere``: how many more policies another rep looks after."""

    member: MemberFacts
    since: date | None
    holdings: list[Holding]
    elsewhere: int
    family: list[FamilyPerson]
    plans_of: dict[str, list[str]]
    ahead: list[Event]
    past: list[Event]
    talking_points: list[TalkingPoint]
    died_on: date | None = None


def load_overview(scope: RepScope, member: MemberFacts) -> ClientOverview:
    """Read everything about one client of a rep, in a constant number of queries."""
    today, names = clock.today(), Names(member)
    task_list = RepTaskList(scope, today, [member.id])
    own = set(task_list.policies.values_list("policy_id", flat=True))
    policies = policies_of_member(member.id)
    every = load_ledgers(policies)
    ledgers = [record for record in every if record.policy.pk in own]
    running = [record for record in ledgers if record.policy.state_on(today) not in OVER]
    running.sort(key=lambda record: (record.policy.category, record.policy.number))
    tasks = task_list.upcoming(_MOST)
    answered = map(_answered, task_list.renewals().exclude(choice="").select_related("run", "policy__member"))
    living = living_people(member.id)
    begun = [policy.effective_date for policy in policies if policy.state_on(today) != PolicyState.CANCELLED]
    return ClientOverview(
        member=member,
        since=min(begun, default=None),
        holdings=[_hold(record, ledgers, today) for record in running],
        elsewhere=sum(record.policy.state_on(today) not in OVER for record in every) - len(running),
        family=list_family(ledgers, names, today),
        plans_of=_plans_of(running, today),
        ahead=_sort_ahead([*_ahead(running, names, today), *filter(None, map(_expected, tasks)), *answered]),
        past=_past(scope, member, every, own, names),
        talking_points=_talking_points(running, names, tasks, living, today)[:_POINTS] if SELF in living else [],
        died_on=day_of_death(member.id) if SELF not in living else None,
    )


def _hold(record: Ledger, ledgers: Iterable[Ledger], today: date) -> Holding:
    periods = periods_of(record.versions)
    current = period_on(periods, today)
    words = [wording.tier_text(current.terms.tier)] if current else []
    if record.policy.amount is not None:
        words.append(display(record.policy.amount).removesuffix(".00"))
    words.append(wording.state_text(record.policy, record.policy.state_on(today)))
    chain = wording.chain_texts(record.policy, [other.policy for other in ledgers])
    words += [text.removesuffix(".") for text in chain]
    following = next((period for period in periods if current and period.first > max(today, current.first)), None)
    price = monthly_of(following.terms) if following else None
    if following and price is not None:
        words.append(_("%(price)s from %(day)s") % {"price": display(price), "day": show_date(following.first)})
    monthly = monthly_of(current.terms) if current else None
    return Holding(record.policy, ". ".join(filter(None, words)), monthly, record.policy.effective_date > today)


def _plans_of(running: Iterable[Ledger], today: date) -> dict[str, list[str]]:
    """Return the categories of the plans that cover each person."""
    plans: dict[str, list[str]] = {}
    for record in running:
        period = period_on(periods_of(record.versions), today)
        for person in period.terms.covered if period else ():
            if record.policy.category not in plans.setdefault(person.key, []):
                plans[person.key].append(record.policy.category)
    return plans


# --- ahead ------------------------------------------------------------------------------------------------------------


def _sort_ahead(events: Iterable[Event]) -> list[Event]:
    """Return what is written already or is to be expected, the furthest day first."""
    return sorted(events, key=lambda event: (event.day, event.title), reverse=True)


def _ahead(running: Iterable[Ledger], names: Names, today: date) -> list[Event]:
    """Return what is written already."""
    events: list[Event] = []
    following = find_following(record.policy for record in running)
    for record in running:
        periods = periods_of(record.versions)
        before = next((period for period in reversed(periods) if period.first <= today), None)
        for period in periods:
            if period.first > today:
                events.append(_coming(record, period, before, names))
                before = period
        if record.policy.end_date is not None and record.policy.pk not in following:
            title = _("%(plan)s ends") % {"plan": record.policy.plan_name}
            detail = _("Covered until the end of that day.")
            events.append(Event("policy", record.policy.end_date, title, detail, number=record.policy.number))
    return events


def _coming(record: Ledger, period: CoveragePeriod, before: CoveragePeriod | None, names: Names) -> Event:
    change = record.change_of(period.version)
    title = wording.title_of(change, names.first(person_of(change)))
    price, earlier = monthly_of(period.terms), monthly_of(before.terms) if before else None
    difference = price - earlier if price is not None and earlier is not None else None
    return Event(
        "policy",
        period.first,
        f"{record.policy.plan_name}: {title}",
        _("From here on, %(price)s a month.") % {"price": display(price)} if price is not None else "",
        wording.difference_text(difference),
        record.policy.number,
    )


def _expected(task: Task) -> Event | None:
    words = {"plan": task.plan, "name": task.person, "age": task.age}
    if task.kind is TaskKind.AGEING:
        title = _("%(name)s leaves %(plan)s at %(age)s") % words
        return Event("policy", task.day, title, _("It covers children up to this age."), number=task.number)
    if task.kind is TaskKind.RENEWAL and task.answer_by is not None:
        return _expected_renewal(task, task.answer_by)
    if task.kind is TaskKind.BIRTHDAY:
        return Event("policy", task.day, _("Birthday: turns %(age)s") % words)
    return None


def _expected_renewal(task: Task, answer_by: date) -> Event:
    """Describe a new year that the client hasn't answered: a plan that isn't continued ends on its last day."""
    words = {"plan": task.plan, "next": task.next_plan, "day": show_date(answer_by), "first": show_date(task.day)}
    if task.after is None:
        title, last = _("%(plan)s ends, and no plan takes its place") % words, task.day - _DAY
        detail = _("Another plan can be chosen until %(day)s. Without an answer, coverage ends.") % words
        return Event("policy", last, title, detail, number=task.number)
    amount = wording.difference_text(task.difference)
    if task.next_plan:
        words |= {"before": display(task.before) if task.before is not None else "–", "after": display(task.after)}
        title = _("%(plan)s ends, and %(next)s takes its place") % words
        detail = _(
            "From %(first)s %(after)s a month instead of %(before)s. Another plan can be chosen until %(day)s; without "
            "an answer, %(next)s starts."
        )
        return Event("policy", task.day - _DAY, title, detail % words, amount, task.number)
    detail = _("The client can answer until %(day)s. Without an answer, the plan renews.") % words
    return Event("policy", task.day, _("%(plan)s renews") % words, detail, amount, task.number)


def _answered(item: RenewalItem) -> Event:
    """Describe a new year as the client answered it."""
    policy, last = item.policy, item.first_day - _DAY
    words = {
        "plan": policy.plan_name,
        "next": find_chosen_plan(item) or find_following_plan(item),
        "first": show_date(item.first_day),
        "day": clock.show_day(item.chosen_at) if item.chosen_at else "",
    }
    if is_declined(item):
        detail = _("The client declined the renewal on %(day)s.") % words
        return Event("policy", last, _("%(plan)s ends") % words, detail, number=policy.number)
    if words["next"]:
        detail = _("%(next)s starts on %(first)s. The client chose it on %(day)s.") % words
        title = _("%(plan)s ends, and %(next)s takes its place") % words
        return Event("policy", last, title, detail, number=policy.number)
    detail = _("The client chose to keep it on %(day)s.") % words
    amount = wording.difference_text(item.difference)
    return Event("policy", item.first_day, _("%(plan)s renews") % words, detail, amount, policy.number)


# --- past -------------------------------------------------------------------------------------------------------------


def _past(scope: RepScope, member: MemberFacts, every: Sequence[Ledger], own: set[UUID], names: Names) -> list[Event]:
    """Return what happened, the newest first. Of a policy that another rep looks after, only that something did."""
    mine = [record for record in every if record.policy.pk in own]
    events = _changes(list_events(mine), names)
    events += [_hidden(row) for record in every if record.policy.pk not in own for row in record.rows]
    events += _quotes(scope, member)
    events += _letters(member, {record.policy.number for record in mine})
    return sorted(events, key=lambda event: (event.day, event.at, event.title), reverse=True)


def _changes(events: Sequence[PolicyEvent], names: Names) -> list[Event]:
    """Return an event for each order: what was done together is one."""
    orders: dict[tuple[UUID, str, date], list[PolicyEvent]] = {}
    for event in events:
        orders.setdefault((event.change.order, event.change.kind, _day_of(event.change)), []).append(event)
    receipts = receipt_numbers({event.policy.pk for event in events})
    return [_change(together, receipts, names) for together in orders.values()]


def _day_of(row: Change) -> date:
    """Return the day of a change for the client: coverage that was put on record later began when it began."""
    return min(row.effective, row.reported_on) if row.kind == Kind.ISSUE else row.reported_on


def _change(events: Sequence[PolicyEvent], receipts: Mapping[UUID, int], names: Names) -> Event:
    first, rows = events[0].change, [event.change for event in events]
    confirmation = receipts.get(events[0].policy.pk)
    if first.kind == Kind.ISSUE and confirmation is not None:
        title = _("Enrolled: %(plans)s") % {
            "plans": ", ".join(dict.fromkeys(event.policy.plan_name for event in events))
        }
        detail = _("Confirmation #%(number)s") % {"number": confirmation}
        return Event("enrollment", first.reported_on, title, detail, _sum_after(rows), "", first.recorded)
    titles = dict.fromkeys(
        wording.title_of(event.change, names.first(event.person), event.policy.end_date) for event in events
    )
    title = ", ".join(titles)
    if first.event is not None and first.kind != Kind.PLACE:  # "Move: Moved" would say it twice
        title = f"{wording.event_name(first.event)}: {title}"
    details = [_describe(event) for event in events]
    if first.by != By.SYSTEM:
        details.append(_("By: %(author)s") % {"author": wording.author_text(first.by)})
    amount = _sum_after(rows) if first.kind == Kind.ISSUE else _sum_difference(rows)
    number = events[0].policy.number if len(events) == 1 else ""
    return Event("policy", _day_of(first), title, ". ".join(details) + ".", amount, number, first.recorded)


def _describe(event: PolicyEvent) -> str:
    """Say which policy changed from which day on, with its price before and after."""
    row = event.change
    words = {"plan": event.policy.plan_name, "day": show_date(row.effective)}
    if row.before is not None and row.after is not None and row.before != row.after:
        words |= {"before": display(row.before), "after": display(row.after)}
        return _("%(plan)s from %(before)s to %(after)s on %(day)s") % words
    return _("%(plan)s on %(day)s") % words


def _sum_after(rows: Sequence[Change]) -> str:
    prices = [row.after for row in rows if row.after is not None]
    return wording.money_text(sum(prices, ZERO)) if prices else ""


def _sum_difference(rows: Sequence[Change]) -> str:
    differences = [row.after - row.before for row in rows if row.after is not None and row.before is not None]
    return wording.difference_text(sum(differences, ZERO)) if differences else ""


def _hidden(row: Change) -> Event:
    """Return an event of a policy that another rep looks after: its kind and day, nothing else."""
    title = _("A change to a plan that another rep manages")
    return Event("policy", row.reported_on, title, at=row.recorded)


def _quotes(scope: RepScope, member: MemberFacts) -> list[Event]:
    """Return the quotes that the rep sent to the client's address."""
    if not member.email:
        return []
    events = []
    for row in quotes_to(Owner(scope.brand_id, agent_id=scope.agent_id), member.email):
        plans = ", ".join(line["plan_name"] for line in row.frozen["lines"])
        day = clock.local(row.sent_at).date()
        opened = _("Opened on %(day)s.") % {"day": clock.show_day(row.opened_at)} if row.opened_at else ""
        amount = wording.money_text(row.recurring_month_cost)
        events.append(
            Event("quote", day, _("Quote sent: %(plans)s") % {"plans": plans}, opened, amount, at=row.sent_at)
        )
    return events


def _letters(member: MemberFacts, numbers: set[str]) -> list[Event]:
    """Return the letters about policies that the rep looks after."""
    events = []
    for letter in letters_of(member.id):
        if letter.policies and numbers.issuperset(letter.policies):
            ways = [_("By email")] if letter.mailed else []
            ways += [_("On paper")] if letter.on_paper else []
            words = {"subject": letter.subject, "ways": ". ".join(ways)}
            detail = _("“%(subject)s”. %(ways)s.") % words
            title = letter.get_kind_display()
            events.append(Event("letter", letter.day, title, detail, number="", at=letter.created_at))
    return events


# --- worth saying -----------------------------------------------------------------------------------------------------


def _talking_points(
    running: Sequence[Ledger], names: Names, tasks: Sequence[Task], living: Collection[str], today: date
) -> list[TalkingPoint]:
    """Return what a good rep would bring up about the living, most urgent first."""
    covered = [person for person in _list_covered(running) if person.key in living]
    return [
        *_newborns(covered, names, today),
        *_offers(tasks),
        *_leavers(tasks),
        *_beneficiaries(running, covered, names, today),
        *_enough(running, today),
    ]


def _newborns(covered: Iterable[Covered], names: Names, today: date) -> Iterator[TalkingPoint]:
    born = {person.key: person.birth_date for person in covered if today - _NEWBORN <= person.birth_date <= today}
    for key, day in born.items():
        days = (today - day).days
        words = {"name": names.first(key), "days": days}
        reason = ngettext("%(name)s is %(days)s day old.", "%(name)s is %(days)s days old.", days) % words
        yield TalkingPoint(_("Congratulate them on the baby."), reason)


def _list_covered(running: Iterable[Ledger]) -> list[Covered]:
    """Return the people whom policies cover, covered or will cover, once for each period."""
    return [person for record in running for period in periods_of(record.versions) for person in period.terms.covered]


def _offers(tasks: Iterable[Task]) -> Iterator[TalkingPoint]:
    for task in tasks:
        if task.kind is not TaskKind.RENEWAL or task.answer_by is None:
            continue
        last = show_date(task.day - _DAY)
        words = {"plan": task.plan, "day": show_date(task.answer_by), "last": last, "next": task.next_plan}
        if task.after is not None and not task.next_plan:
            yield TalkingPoint(_("Ask about the renewal."), _("%(plan)s can be answered until %(day)s.") % words)
            continue
        reason = (
            _("%(plan)s ends on %(last)s, and %(next)s takes its place. Another plan can be chosen until %(day)s.")
            if task.next_plan
            else _("%(plan)s ends on %(last)s, and no plan takes its place. Another plan can be chosen until %(day)s.")
        )
        yield TalkingPoint(_("Ask about the plan that ends."), reason % words)


def _leavers(tasks: Iterable[Task]) -> Iterator[TalkingPoint]:
    for task in tasks:
        if task.kind is TaskKind.AGEING:
            words = {"name": task.person, "plan": task.plan, "day": show_date(task.day)}
            reason = _("%(plan)s covers %(name)s until %(day)s.") % words
            yield TalkingPoint(_("Offer %(name)s a plan of their own.") % words, reason)


def _beneficiaries(
    running: Sequence[Ledger], covered: Iterable[Covered], names: Names, today: date
) -> Iterator[TalkingPoint]:
    # Only that some were named: the beneficiaries themselves are the member's own business.
    designations = designations_of([record.policy.pk for record in running], today)
    since = max((row.effective for row in designations), default=None)
    if since is None:
        return
    if divorces := divorces_to_review(record.policy.pk for record in running):
        words = {"day": show_date(since), "divorced": show_date(max(divorces.values()))}
        reason = _("They were last named for %(day)s; the divorce of %(divorced)s came after that.") % words
        yield TalkingPoint(_("Ask about beneficiaries."), reason)
        return
    joined = dict.fromkeys(row.key for row in covered if row.key != SELF and row.joined_on > since)
    if joined:
        words = {"who": ", ".join(map(names.first, joined)), "day": show_date(since)}
        reason = _("They were last named for %(day)s; %(who)s joined after that.") % words
        yield TalkingPoint(_("Ask about beneficiaries."), reason)


def _enough(running: Iterable[Ledger], today: date) -> Iterator[TalkingPoint]:
    for record in running:
        period = period_on(periods_of(record.versions), today)
        if period is None or period.terms.tier not in _FAMILY_TIERS:
            continue
        if any(person.role is Role.CHILD for person in period.terms.covered):
            words = {"plan": record.policy.plan_name, "tier": wording.tier_text(period.terms.tier)}
            reason = _("%(tier)s covers additional children at no extra cost.") % words
            yield TalkingPoint(_("Don't sell another plan like %(plan)s.") % words, reason)

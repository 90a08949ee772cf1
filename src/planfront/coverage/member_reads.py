"""A member's coverage, read for the calls in a constant number of queries."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from typing import TYPE_CHECKING

from django.utils.translation import get_language

from planfront.catalog.schemas import Document
from planfront.catalog.selectors import catalog, documents_of
from planfront.coverage import schemas, wording
from planfront.coverage.approvals.listing import list_held
from planfront.coverage.authors import Author, By
from planfront.coverage.fee_wording import build_fee, build_month
from planfront.coverage.fees import read_fees
from planfront.coverage.history import list_events
from planfront.coverage.ledger import CoveragePeriod, Ledger, Stay, load_ledgers, period_on, periods_of, stays_of
from planfront.coverage.names import Names, person_of
from planfront.coverage.parties import divorces_to_review, list_minors, needs_trustee, read_divorce_note
from planfront.coverage.plan_facts import pays_at_death
from planfront.coverage.selectors import designations_of
from planfront.coverage.states import OVER, PolicyState
from planfront.coverage.timeline import SELF, Covered, Version, find_version, monthly_of
from planfront.coverage.visible import visible_policies
from planfront.coverage.withdrawals import may_withdraw
from planfront.kernel import clock
from planfront.kernel.http.paging import cut_list
from planfront.kernel.text.parse import age_on, show_date
from planfront.members.reference import choices
from planfront.members.selectors import MemberFacts

if TYPE_CHECKING:
    from planfront.catalog.models import PlanDocument
    from planfront.catalog.snapshot import PlanView
    from planfront.coverage.models import Policy

_ENTRIES = 8
"""As many as a page of the history has; what was changed together is one."""
_ORDER = (PolicyState.ACTIVE, PolicyState.ACCEPTED, PolicyState.PENDING, PolicyState.ENDED, PolicyState.CANCELLED)


def read_coverage(member: MemberFacts, author: Author) -> schemas.MemberCoverage:
    """Return all coverage of a member, running policies first."""
    today, names = clock.today(), Names(member)
    ledgers = load_ledgers(visible_policies(member, author))
    ledgers.sort(key=lambda record: (_ORDER.index(record.policy.state_on(today)), record.policy.number))
    documents = documents_of({record.policy.plan_id for record in ledgers})
    plans, history = catalog().plans, _cut_changes(_build_changes(ledgers, names, author), 1)
    return schemas.MemberCoverage(
        member_id=member.id,
        name=member.name,
        first_name=member.first_name,
        day=show_date(today),
        people=list_family(ledgers, names, today),
        policies=[
            _build_summary(record, plans.get(record.policy.plan_id), names, documents, [row.policy for row in ledgers])
            for record in ledgers
        ],
        month=build_month(ledgers, read_fees(record.policy.pk for record in ledgers), today),
        # Whom somebody wants to leave money to is nobody else's business.
        designations=_build_designations([record.policy for record in ledgers], today)
        if author.by == By.MEMBER
        else [],
        changes=history.result,
        changes_pages=history.pages,
        held=list_held(member, names, author),
    )


def read_changes(member: MemberFacts, author: Author, page: int) -> schemas.ChangePage:
    """Return a page of everything that happened to a member's policies."""
    ledgers = load_ledgers(visible_policies(member, author))
    return _cut_changes(_build_changes(ledgers, Names(member), author), page)


def _cut_changes(rows: Sequence[schemas.ChangeRow], page: int) -> schemas.ChangePage:
    """Return a page of rows; those that were changed together and read alike stay together, in the order of the first
    one."""
    entries: dict[tuple[str, str], list[schemas.ChangeRow]] = {}
    for row in rows:
        entries.setdefault((row.order_id, row.title), []).append(row)
    cut = cut_list(list(entries), page, _ENTRIES)
    return schemas.ChangePage(
        result=[row for key in cut.keys for row in entries[key]], total=cut.total, page=cut.page, pages=cut.pages
    )


def read_story(
    member: MemberFacts, policy: Policy, author: Author, day: date, known: date | None
) -> schemas.PolicyStory:
    """A policy through time, and what was in force on a day as it was known at the end of another."""
    (record,), names, plans = load_ledgers([policy]), Names(member), catalog().plans
    versions = [row for row in record.versions if known is None or clock.local(row.recorded).date() <= known]
    version = find_version(versions, day)
    return schemas.PolicyStory(
        policy=_build_summary(
            record, plans.get(policy.plan_id), names, documents_of([policy.plan_id]), visible_policies(member, author)
        ),
        day=show_date(day),
        known=show_date(known) if known else "",
        as_of=_build_version(record, version, names, plans) if version and version.terms is not None else None,
        versions=[_build_version(record, period.version, names, plans, period.last) for period in periods_of(versions)],
        fees=[build_fee(fee, {policy.pk: policy.number}) for fee in read_fees([policy.pk])],
        changes=_build_changes([record], names, author),
    )


def list_family(ledgers: Iterable[Ledger], names: Names, today: date) -> list[schemas.FamilyPerson]:
    """Return everyone whom a policy that isn't over covers, the member first."""
    people: dict[str, Covered] = {}
    for record in ledgers:
        if record.policy.state_on(today) in OVER:
            continue
        for period in periods_of(record.versions):
            if period.last is None or period.last >= today:
                people |= {person.key: person for person in period.terms.covered}
    ordered = sorted(people.values(), key=lambda person: (person.key != SELF, person.birth_date))
    return [
        schemas.FamilyPerson(
            id=person.key,
            name=names.full(person.key),
            first_name=names.first(person.key),
            role=person.role.value,
            birth_date=show_date(person.birth_date),
            age=max(0, age_on(person.birth_date, today)),
        )
        for person in ordered
    ]


def _build_summary(
    record: Ledger,
    view: PlanView | None,
    names: Names,
    documents: Mapping[int, tuple[PlanDocument, ...]],
    visible: Iterable[Policy],
) -> schemas.PolicySummary:
    policy, today = record.policy, clock.today()
    state = policy.state_on(today)
    periods = periods_of(record.versions)
    shown = period_on(periods, today)
    covered = shown.terms.covered if shown else ()
    later = [period for period in periods if period.first > today]
    return schemas.PolicySummary(
        number=policy.number,
        plan_id=policy.plan_id,
        plan=policy.plan_name,
        category=policy.category,
        carrier=view.carrier_name if view else "",
        logo=view.logo if view else "",
        state=state.value,
        state_text=wording.state_text(policy, state),
        chain=wording.chain_texts(policy, visible),
        starts_on=show_date(policy.effective_date),
        ends_on=show_date(policy.end_date) if policy.end_date and state != PolicyState.CANCELLED else "",
        monthly=wording.money_text(monthly_of(shown.terms)) if shown else "",
        amount=wording.money_text(policy.amount),
        has_riders=any(rider.component for rider in view.riders) if view else False,
        tier_text=wording.tier_text(shown.terms.tier) if shown else "",
        people=covered_people(record, covered, names),
        joins_later=covered_people(record, _people_joining_later(covered, later), names),
        documents=[
            Document(kind=document.kind, title=document.title, url=document.href, language=document.language)
            for document in documents.get(policy.plan_id, ())
        ],
    )


def _people_joining_later(covered: Iterable[Covered], later: Iterable[CoveragePeriod]) -> list[Covered]:
    """Return the people who are covered at some later time and not yet."""
    present = {person.key for person in covered}
    joining = {person.key: person for period in later for person in period.terms.covered if person.key not in present}
    return list(joining.values())


def covered_people(record: Ledger, covered: Iterable[Covered], names: Names) -> list[schemas.CoveredBy]:
    """People with the days of their stay, and of those before it."""
    stays = stays_of(periods_of(record.versions))
    return [
        schemas.CoveredBy(
            id=person.key,
            name=names.full(person.key),
            first_name=names.first(person.key),
            role=person.role.value,
            birth_date=show_date(person.birth_date),
            since=show_date(stay.first),
            until=show_date(stay.last),
            first_ever=show_date(person.original_date) if person.original_date < stay.first else "",
            earlier=[
                schemas.EarlierStay(since=show_date(other.first), until=show_date(other.last))
                for other in stays.get(person.key, ())
                if other.first < stay.first
            ],
        )
        for person in covered
        for stay in [_find_stay(person, stays.get(person.key, ()))]
    ]


def _find_stay(person: Covered, stays: Sequence[Stay]) -> Stay:
    """Return the stay that a person has in some terms: the last one that began by the day on which the person joined,
    else the first one."""
    begun = [stay for stay in stays if stay.first <= person.joined_on]
    return (begun or stays[:1] or [Stay(person.joined_on, None)])[-1]


def _build_version(
    record: Ledger, version: Version, names: Names, plans: Mapping[int, PlanView], until: date | None = None
) -> schemas.VersionRow:
    terms = version.terms
    change = record.change_of(version)
    return schemas.VersionRow(
        id=f"{version.effective.isoformat()}.{int(version.recorded.timestamp() * 1_000_000)}",
        change_id=version.change_id,
        effective=show_date(version.effective),
        until=show_date(until),
        recorded=clock.show_day(version.recorded),
        title=wording.title_of(change, names.first(person_of(change))),
        plan=plans[terms.plan_id].name if terms and terms.plan_id in plans else record.policy.plan_name,
        monthly=wording.money_text(monthly_of(terms)),
        tier=wording.tier_text(terms.tier) if terms else "",
        people=covered_people(record, terms.covered if terms else (), names),
    )


def _build_changes(ledgers: Iterable[Ledger], names: Names, author: Author) -> list[schemas.ChangeRow]:
    """Return what happened, the newest first. What was taken back can't be taken back again."""
    events = sorted(list_events(ledgers), key=lambda event: (event.change.recorded, event.change.pk.hex), reverse=True)
    return [
        schemas.ChangeRow(
            id=str(event.change.pk),
            order_id=str(event.change.order),
            policy_number=event.policy.number,
            plan=event.policy.plan_name,
            kind=event.change.kind,
            title=wording.title_of_event(event, names.first(event.person)),
            effective=show_date(event.change.effective),
            recorded=clock.show_day(event.change.recorded),
            by=wording.author_text(event.change.by),
            before=wording.money_text(event.change.before),
            after=wording.money_text(event.change.after),
            may_withdraw=event.withdrawn is None and not event.idle and may_withdraw(event.change, author),
            withdrawn_on=clock.show_day(event.withdrawn) if event.withdrawn else "",
        )
        for event in events
    ]


def _build_designations(policies: list[Policy], today: date) -> list[schemas.Designation]:
    """Return the present designation of each policy that isn't over; one without people where a plan pays at death and
    nobody is named."""
    open_policies = {policy.pk: policy for policy in policies if policy.state_on(today) not in OVER}
    rows = designations_of(open_policies, today)
    named, plans = {row.policy_id for row in rows}, catalog()
    unnamed = [
        policy
        for policy in open_policies.values()
        if policy.pk not in named and policy.plan_id in plans.plans and pays_at_death(policy, plans)
    ]
    divorces = divorces_to_review(row.policy_id for row in rows) if rows else {}
    minors = list_minors(policies[0].member_id) if rows and policies[0].member_id else set()
    words = {choice.value: choice.name for choice in choices("beneficiary_relationships")} if rows else {}
    return [
        schemas.Designation(
            policy_number=open_policies[row.policy_id].number,
            plan=open_policies[row.policy_id].plan_name,
            since=show_date(row.effective),
            people=[
                schemas.DesignatedPerson(
                    name=person["name"],
                    relationship=words.get(person["relationship"], person["relationship"]),
                    relationship_key=person["relationship"],
                    share=str(person["share"]),
                    trustee=person.get("trustee", ""),
                    needs_trustee=needs_trustee(person, minors),
                )
                for person in row.people
            ],
            divorced_on=show_date(divorces.get(row.policy_id)),
            divorce_note=read_divorce_note(open_policies[row.policy_id].brand_id, get_language() or "en")
            if row.policy_id in divorces
            else "",
        )
        for row in rows
    ] + [
        schemas.Designation(
            policy_number=policy.number, plan=policy.plan_name, since="", people=[], divorced_on="", divorce_note=""
        )
        for policy in unnamed
    ]

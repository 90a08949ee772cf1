"""A person as staff read them: what holds on a day, what holds from a later one, and what was recorded of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from decimal import Decimal
from types import SimpleNamespace
from typing import Any
from uuid import UUID

from django.contrib.admin import AdminSite
from django.core.exceptions import PermissionDenied
from django.core.paginator import Page, Paginator
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, QueryDict
from django.template.response import TemplateResponse
from django.urls import reverse
from django.views.decorators.cache import never_cache

from planfront.accounts.selectors import user_names
from planfront.backoffice.applications.case_file import POLICY_TONES, icon_of, source_of
from planfront.backoffice.applications.price_steps import Reason, reasons_of
from planfront.backoffice.applications.sealed import Seal, Shown
from planfront.backoffice.applications.sealed_pages import Sealed, load_open_seal, may_open
from planfront.backoffice.directory.person_file import (
    applications_of,
    find_returned,
    list_messages,
    load_calls,
    note_call,
    standing_of,
)
from planfront.backoffice.lists.cells import coverage_text, name_initials
from planfront.backoffice.today.waiting import list_member_tasks
from planfront.catalog.selectors import catalog
from planfront.coverage.fee_wording import build_month
from planfront.coverage.fees import read_fees
from planfront.coverage.ledger import Ledger, load_ledgers, period_on, periods_of
from planfront.coverage.models import LifeEvent, Policy, PolicyState
from planfront.coverage.selectors import policies_of_member
from planfront.coverage.states import OVER
from planfront.coverage.timeline import Kind
from planfront.eligibility.texts import TIER_NAMES
from planfront.enrollment.payments.reads import Paying, load_paying, name_instrument
from planfront.kernel import clock
from planfront.kernel.money import display
from planfront.kernel.text.parse import NAME_PARTS, age_on, full_name, show_date, show_phone, us_date
from planfront.members.identifiers import dependent_number, subscriber_number
from planfront.members.models import MARITAL_NAMES, Death, Gender, Member, PersonVersion, Relative
from planfront.members.person_facts import (
    HOME,
    MAILING,
    FactKind,
    FactRow,
    address_line,
    changes_after,
    facts_on,
    since_when,
)
from planfront.members.person_history import Person, facts_kept, read_row, stored_facts, to_stored, versions_of
from planfront.members.selectors import member_by_id, ssn_of
from planfront.parties.groups.selectors import name_class
from planfront.sales.models import Confirmation, Sale

_NONE, _SAME_AS_HOME = "–", "Same as home"
_ENTRIES = 30
_BY = {
    "member": "Member",
    "group": "Group",
    "rep": "Rep",
    "staff": "Staff",
    "visitor": "Shopper",
    "system": "System",
}
_CAUSES = {
    "staff": "Changed on the record",
    "number": "Number added",
    "merge": "Two records merged",
    "merge_undone": "A merge undone",
    "came_back": "Hired again",
    "contact": "Changed on My details",
    "roster": "Group's roster",
    "joined": "Joined a policy",
    "group": "Changed by the group",
    "work": "Class, pay or hours changed",
}
_KINDS = {
    FactKind.FIRST: "On record before the first change",
    FactKind.CHANGE: "Change",
    FactKind.CORRECTION: "Correction",
    FactKind.WITHDRAWAL: "Taken back",
}
_DAY_FORMAT = "Enter the date as mm/dd/yyyy."


@dataclass(frozen=True)
class Label:
    """Facts that are read together, and how they are shown."""

    name: str
    columns: Sequence[str]
    show: Callable[[Mapping[str, Any]], str]


def _show_day(value: str | None) -> str:
    return show_date(date.fromisoformat(value)) if value else ""


def _show_number(digits: str) -> str:
    return f"Ending {digits[-4:]}" if digits else ""


def _show_mailing(facts: Mapping[str, Any]) -> str:
    return address_line(facts, "mailing_") or _SAME_AS_HOME


_LABELS = (
    Label("Name", NAME_PARTS, lambda facts: full_name(SimpleNamespace(**facts))),
    Label("Birth date", ("birth_date",), lambda facts: _show_day(facts["birth_date"])),
    Label("Gender", ("gender",), lambda facts: "" if facts["gender"] is None else str(Gender(facts["gender"]).label)),
    Label("Social Security number", ("ssn",), lambda facts: _show_number(facts["ssn"])),
    Label("Marital status", ("marital_status",), lambda facts: MARITAL_NAMES.get(facts["marital_status"], "")),
    Label("Tobacco", ("is_smoker",), lambda facts: {True: "Yes", False: "No"}.get(facts["is_smoker"], "")),
    Label("Home address", HOME, address_line),
    Label("Mailing address", MAILING, _show_mailing),
    Label("Email", ("email",), lambda facts: facts["email"]),
    Label("Phone", ("phone",), lambda facts: show_phone(facts["phone"])),
    Label("Class", ("group_class_id",), lambda facts: name_class(facts["group_class_id"])),
    Label("Hours per week", ("weekly_hours",), lambda facts: facts["weekly_hours"] or ""),
    Label(
        "Yearly income",
        ("annual_salary",),
        lambda facts: display(Decimal(facts["annual_salary"])) if facts["annual_salary"] else "",
    ),
)


def describe_fact(name: str, value: Any) -> tuple[str, str]:
    """Return the label of a fact by its column, and its value in words."""
    label = next(label for label in _LABELS if tuple(label.columns) == (name,))
    return label.name, "Not recorded" if value is None else label.show({name: to_stored(value)})


@dataclass(frozen=True)
class Value:
    """A fact that holds. ``since``: from which day, "" where nothing else is on record."""

    label: str
    text: str
    since: str = ""


@dataclass(frozen=True)
class Difference:
    label: str
    before: str
    after: str


@dataclass(frozen=True)
class Later:
    """A fact that becomes different on a later day."""

    day: date
    differences: Sequence[Difference]


@dataclass(frozen=True)
class Entry:
    """A row of the history in words. ``withdrawn``: when it was taken back."""

    what: str
    is_correction: bool
    differences: Sequence[Difference]
    effective: str
    recorded: datetime
    who: str
    why: str
    note: str
    withdrawn: datetime | None


@dataclass(frozen=True)
class Asked:
    """The reader's choice: a day, and the day at whose end it was known (None: now)."""

    day: date
    known: date | None
    errors: Sequence[str]


def read_asked(query: QueryDict) -> Asked:
    """Return the days in the address, with errors for unreadable ones."""
    typed = {name: query.get(name, "").strip() for name in ("on", "known")}
    days = {name: us_date(text) if text else None for name, text in typed.items()}
    errors = [_DAY_FORMAT] if any(text and days[name] is None for name, text in typed.items()) else []
    return Asked(days["on"] or clock.today(), days["known"], errors)


def _labels_of(person: Person) -> list[Label]:
    return [label for label in _LABELS if set(label.columns) <= set(facts_kept(person))]


def list_values(person: Person, rows: Sequence[FactRow], choice: Asked) -> list[Value]:
    """Return what holds of a person on the day that was asked for."""
    facts = stored_facts(person) | facts_on(rows, choice.day, choice.known)
    counting = [row for row in rows if choice.known is None or row.recorded_on <= choice.known]
    values = []
    for label in _labels_of(person):
        days = [day for name in label.columns if (day := since_when(counting, name, choice.day))]
        values.append(Value(label.name, label.show(facts) or _NONE, show_date(max(days)) if days else ""))
    return values


def list_later(person: Person, rows: Sequence[FactRow], choice: Asked) -> list[Later]:
    return [
        Later(day, _compare(person, before, after))
        for day, before, after in changes_after(rows, choice.day, choice.known)
    ]


def describe_later(person: Person) -> str:
    """Return in sentences what is planned to become different; "" for nothing."""
    rows = [read_row(version) for version in versions_of(person)]
    sentences = [
        f"From {show_date(later.day)}: {difference.label.lower()} {difference.after}."
        for later in list_later(person, rows, Asked(clock.today(), None, ()))
        for difference in later.differences
    ]
    return " ".join(sentences)


def _compare(person: Person, before: Mapping[str, Any], after: Mapping[str, Any]) -> list[Difference]:
    return [
        Difference(label.name, label.show(before) or _NONE, label.show(after) or _NONE)
        for label in _labels_of(person)
        if any(before.get(name) != after.get(name) for name in label.columns)
    ]


def list_entries(person: Person, versions: Sequence[PersonVersion]) -> list[Entry]:
    """Return everything that was recorded of a person, newest first."""
    rows = [read_row(version) for version in versions]
    withdrawn = {version.withdraws: version.recorded for version in versions if version.withdraws}
    called = user_names({version.by_user for version in versions})
    events = dict(LifeEvent.objects.values_list("key", "name"))
    return [
        _describe(person, version, rows, withdrawn.get(version.number), called, events)
        for version in reversed(versions)
    ]


def _describe(
    person: Person,
    version: PersonVersion,
    rows: Sequence[FactRow],
    withdrawn: datetime | None,
    called: Mapping[int, str],
    events: Mapping[str, str],
) -> Entry:
    kind = FactKind(version.kind)
    return Entry(
        what=_KINDS[kind],
        is_correction=kind is FactKind.CORRECTION,
        differences=_differences_of(person, version, rows),
        effective=f"From {show_date(version.effective)}" if version.effective else "From the start",
        recorded=version.recorded,
        who=_name_author(version, called) if kind is not FactKind.FIRST else "",
        why=_CAUSES.get(version.cause) or events.get(version.cause) or version.cause.replace("_", " ").capitalize(),
        note=version.note,
        withdrawn=withdrawn,
    )


def _differences_of(person: Person, version: PersonVersion, rows: Sequence[FactRow]) -> list[Difference]:
    """Return what a row made different on its day; of a withdrawal, what it took back."""
    if version.kind == FactKind.FIRST:
        return []
    number = version.withdraws or version.number
    row = next(row for row in rows if row.number == number)
    before = facts_on([other for other in rows if other.number < number], row.effective or date.min)
    changed = {**before, **row.facts}
    return _compare(person, changed, before) if version.withdraws else _compare(person, before, changed)


def _name_author(version: PersonVersion, called: Mapping[int, str]) -> str:
    role = _BY.get(version.by, version.by)
    return f"{role}: {called.get(version.by_user, 'a closed account')}" if version.by_user else role


@dataclass(frozen=True)
class Holding:
    """A policy of the member, with the tier and price of today, and the steps of the price. ``tone`` colors ``status``:
    good, warn, bad, or "soon" for what starts later."""

    policy: Policy
    href: str
    icon: str
    tier: str
    price: str
    status: str
    tone: str
    reason: Reason

    @property
    def is_over(self) -> bool:
        return self.policy.state in OVER


def _list_holdings(ledgers: Sequence[Ledger], sales: Mapping[UUID, Sale]) -> list[Holding]:
    plans = catalog().plans
    sold = [(_proof_of(held, sales.get(held.policy.pk)), plans.get(held.policy.plan_id)) for held in ledgers]
    holdings = [
        Holding(
            held.policy,
            reverse("admin:coverage_policy_change", args=[held.policy.pk]),
            icon_of(held.policy.category),
            str(TIER_NAMES.get(held.policy.tier, held.policy.tier)),
            "" if held.policy.monthly is None else display(held.policy.monthly),
            *_standing_of(held.policy),
            reason,
        )
        for held, reason in zip(ledgers, reasons_of(sold), strict=True)
    ]
    return sorted(holdings, key=lambda holding: holding.is_over)


def _standing_of(policy: Policy) -> tuple[str, str]:
    """Return a policy's state in words with its day, and its tone."""
    state = policy.state
    if state == PolicyState.ACCEPTED:
        return f"Starts {show_date(policy.effective_date)}", "soon"
    if state in OVER and policy.end_date:
        return f"{state.label} {show_date(policy.end_date)}", POLICY_TONES[state]
    if state == PolicyState.ACTIVE and policy.end_date:
        return f"Ends {show_date(policy.end_date)}", "warn"
    return str(state.label), POLICY_TONES[state]


def _proof_of(held: Ledger, sale: Sale | None) -> Mapping[str, Any]:
    """Return the proof of the price that a policy's row shows, else of its sale where that price still holds."""
    period = period_on(periods_of(held.versions), clock.today())
    if period is None or period.terms.proof:
        return period.terms.proof if period else {}
    return sale.proof if sale is not None and sale.monthly == period.terms.premium else {}


@dataclass(frozen=True)
class Paid:
    """The way it is paid, masked, and the page of that enrollment. ``day``: of the choice. ``planned``: what is
    charged instead from ``planned_from`` on."""

    number: str
    source: str
    day: date
    address: str
    planned: str = ""
    planned_from: date | None = None


def _load_sales(policies: Sequence[Policy]) -> dict[UUID, Sale]:
    """Return how policies were sold, by policy, without what is sealed."""
    way = "confirmation__enrollment__payment_method"
    sealed = ("confirmation__receipt", *(f"{way}__{name}" for name in ("account_number", "card_token", "card_details")))
    rows = Sale.objects.filter(policy__in=policies).select_related(way, "confirmation__enrollment__application")
    return {sale.policy_id: sale for sale in rows.defer(*sealed)}


def _list_payments(member: Member, sales: Iterable[Sale]) -> list[Paid]:
    """Return how each of the member's enrollments is paid, as their own page of payments has it; one that is over, as
    it was chosen with it. The newest first."""
    receipts = {sale.confirmation.enrollment_id: sale.confirmation for sale in sales}
    facts = member_by_id(member.brand_id, member.pk)
    paying = {row.quote.pk: row for row in load_paying(facts)} if facts else {}
    payments = [_read_payment(row, receipts.get(key)) for key, row in paying.items()]
    for key, receipt in receipts.items():
        if key not in paying:
            source = source_of(getattr(receipt.enrollment, "payment_method", None)) or _NOT_PAID
            day = clock.local(receipt.created_at).date()
            payments.append(Paid(str(receipt.number), source, day, _application_address(receipt)))
    return sorted(payments, key=lambda row: row.day, reverse=True)


_NOT_PAID = "No payment method"


def _read_payment(paying: Paying, receipt: Confirmation | None) -> Paid:
    current, planned = paying.instrument, paying.planned
    source = (name_instrument(current) if paying.is_charged else "") or paying.billed or source_of(current) or _NOT_PAID
    chosen = current.saved_at if current else paying.quote.created_at
    return Paid(
        paying.number,
        source,
        clock.local(chosen).date(),
        _application_address(receipt) if receipt else "",
        name_instrument(planned),
        getattr(planned, "starts_on", None),
    )


def _application_address(receipt: Confirmation) -> str:
    application = getattr(receipt.enrollment, "application", None)
    return reverse("admin:enrollment_application_change", args=[application.pk]) if application else ""


def _seals_of(member: Member, relative: Relative | None) -> dict[str, Seal]:
    """Return the person's number, closed; {} where none is on record."""
    last = relative.ssn[-4:] if relative else member.ssn_last4
    if not last:
        return {}

    def read() -> list[Shown]:
        number = relative.ssn if relative else ssn_of(member.pk)
        return [Shown("", f"{number[:3]}-{number[3:5]}-{number[5:]}")]

    whose = f"relative {relative.pk}" if relative else ""
    return {"ssn": Seal("ssn", "ssn", "Social Security number", f"Ending {last}", read, whose)}


@never_cache
def show_person(request: HttpRequest, member: Member, site: AdminSite, context: dict[str, Any]) -> HttpResponse:
    """Show the case file of a member, or with ``who`` somebody of the family, to all who may see the member."""
    family = list(member.relatives.exclude(kind=Relative.Kind.FORMER).order_by("kind", "birth_date", "id"))
    relative = next((row for row in family if str(row.pk) == request.GET.get("who", "")), None)
    person: Person = relative or member
    may, seals = may_open(request), _seals_of(member, relative)
    if request.method == "POST" and not (may and is_about_case(request)):
        raise PermissionDenied
    choice, versions = read_asked(request.GET), versions_of(person)
    rows = [read_row(version) for version in versions]
    policies = policies_of_member(member.pk)
    ledgers, sales = load_ledgers(policies), _load_sales(policies)
    applications = applications_of(sales.values())
    if request.method == "POST" and "text" in request.POST and note_call(request, applications):
        return HttpResponseRedirect(f"{request.get_full_path()}#calls")
    standing = standing_of(member)
    entries: Page[Entry] = Paginator(list_entries(person, versions), _ENTRIES).get_page(request.GET.get("page"))
    page = {
        **context,
        "title": "Person",
        "subtitle": full_name(person),
        "original": member,
        "member": member,
        "person": person,
        "name": full_name(person),
        "initials": name_initials(full_name(person)),
        "age": age_on(person.birth_date, clock.today()),
        "number": dependent_number(relative.pk) if relative else subscriber_number(member.pk),
        "death": Death.objects.filter(member=member, relative=relative).first(),
        "family": family,
        "asked": choice,
        "typed": {name: request.GET.get(name, "")[:40] for name in ("on", "known")},
        "today": clock.today(),
        "facts": list_values(person, rows, choice),
        "now": _list_known(person, rows),
        "coverage": coverage_text(standing.coverage_standing, standing.coverage_starts),
        "later": list_later(person, rows, choice),
        "entries": entries,
        "holdings": _list_holdings(ledgers, sales),
        "payments": _list_payments(member, sales.values()),
        "returned": find_returned(request, site, member),
        "sent": list_messages(request, site, member),
        "tasks": list_member_tasks(request, site, member),
        "typed_call": request.POST,
        **load_calls(request, applications),
        "seals": seals,
        "may_open": may,
        **(load_open_seal(request, Sealed("member", member.pk, member.brand_id), seals) if may else {}),
        "month": build_month(ledgers, read_fees(policy.pk for policy in policies), clock.today()),
        "move": _move_address(request, policies),
    }
    return TemplateResponse(request, "backoffice/people/person.html", page)


_KNOWN_BY = ("Birth date", "Home address", "Mailing address", "Phone", "Email")


def _list_known(person: Person, rows: Sequence[FactRow]) -> list[Value]:
    """Return what a caller is known and reached by today; no mailing address where it is the home."""
    values = [value for value in list_values(person, rows, Asked(clock.today(), None, ())) if value.label in _KNOWN_BY]
    return [value for value in values if value.text != _SAME_AS_HOME]


def is_about_case(request: HttpRequest) -> bool:
    """Return whether a POST opens a number or writes down a call; others save the record."""
    return bool({"seal", "text"} & request.POST.keys())


def _move_address(request: HttpRequest, policies: Iterable[Policy]) -> str:
    """Return where a move is reported: on the first policy that isn't over; "" for readers."""
    running = [policy for policy in policies if policy.state not in OVER]
    if not running or not request.user.has_perm("coverage.change_policy"):
        return ""
    return reverse("admin:policy_to", args=[running[-1].pk, Kind.PLACE.value])

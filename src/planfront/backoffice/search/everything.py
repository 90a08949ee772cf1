"""One search over everything that staff may see: people, policies, enrollments, numbers, codes, pages, mail.

Each kind is a table of the back office, read through its own page: brand, role and rights are that page's. What was
typed decides what is looked for: #1234567 a confirmation, mm/dd/yyyy a birth date, ten digits a phone, four the end of
a number.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, datetime
from functools import cached_property
from typing import Any

from django.contrib.admin import AdminSite
from django.db.models import Model, Q, QuerySet
from django.http import HttpRequest
from django.urls import reverse

from planfront.accounts.models import User
from planfront.backoffice.applications.enrollments import mailed_to
from planfront.book.models import Policy
from planfront.brands.models import Brand
from planfront.catalog.models import Plan
from planfront.enrollment.models import Application
from planfront.enrollment.worklists.search import KeyKind, known_by
from planfront.kernel import clock
from planfront.kernel.money import display
from planfront.kernel.parse import show_date
from planfront.members.models import Member
from planfront.messaging.models import OutboundEmail
from planfront.producers.models import Agent
from planfront.sponsors.models import Group

MOST = 200
FEW = 3
LEAST_LETTERS = 2
_PHONE = re.compile(r"\+?[\d\s().-]+")


@dataclass(frozen=True)
class SearchQuery:
    """What somebody typed, read in every way it can be meant. ``unfinished`` while they type: four digits may become a
    longer number, so nothing is looked for by the last four, which goes on record."""

    text: str
    unfinished: bool = False

    @cached_property
    def words(self) -> list[str]:
        return self.text.split()

    @cached_property
    def number(self) -> int | None:
        digits = self.text.removeprefix("#")
        return int(digits) if digits.isascii() and digits.isdigit() and len(digits) <= 18 else None

    @cached_property
    def phone(self) -> str:
        digits = re.sub(r"\D", "", self.text) if _PHONE.fullmatch(self.text) else ""
        return digits[-10:] if len(digits) == 10 or (len(digits) == 11 and digits[0] == "1") else ""

    @cached_property
    def day(self) -> date | None:
        try:
            return datetime.strptime(self.text, "%m/%d/%Y").date()  # noqa: DTZ007 - a birth date has no zone
        except ValueError:
            return None

    @property
    def last_four(self) -> str:
        return self.text if not self.unfinished and re.fullmatch(r"[0-9]{4}", self.text) else ""

    @property
    def email(self) -> str:
        return self.text if "@" in self.text else ""

    @property
    def enough(self) -> bool:
        return len(self.text) >= LEAST_LETTERS


def _named(asked: SearchQuery, *fields: str) -> Q:
    """Every word occurs in one of the fields."""
    every = Q()
    for word in asked.words:
        some = Q()
        for field in fields:
            some |= Q(**{f"{field}__icontains": word})
        every &= some
    return every


def _people(asked: SearchQuery) -> Q:
    if asked.email:
        return Q(email__iexact=asked.email)
    if asked.day:
        return Q(birth_date=asked.day)
    if asked.phone:
        return Q(phone=asked.phone)
    if asked.number is not None:
        numbered = Q(pk=asked.number) | Q(employee_number=asked.text)
        return numbered | Q(ssn_last4=asked.last_four) if asked.last_four else numbered
    return _named(asked, "first_name", "middle_name", "last_name") | Q(employee_number__iexact=asked.text)


def _policies(asked: SearchQuery) -> Q:
    if asked.number is not None:
        return Q(sale__confirmation__number=asked.number) | Q(number__icontains=str(asked.number))
    applicant = "sale__confirmation__enrollment__application__applicant"
    return Q(number__istartswith=asked.text) | _named(asked, applicant)


def _enrollments(asked: SearchQuery) -> Q:
    if asked.email:
        return mailed_to(asked.email) | Q(enrollment__member__email__iexact=asked.email)
    if asked.day:
        return known_by(KeyKind.BORN, asked.day.isoformat())
    if asked.phone:
        return known_by(KeyKind.PHONE, asked.phone)
    if asked.number is not None:
        numbered = Q(enrollment__confirmation__number=asked.number)
        return numbered | known_by(KeyKind.LAST_FOUR, asked.last_four) if asked.last_four else numbered
    named = _named(asked, "applicant") | Q(enrollment__public_id=asked.text)
    return named | known_by(KeyKind.NAME, asked.text) if len(asked.words) > 1 else named


def _reps(asked: SearchQuery) -> Q:
    if asked.phone:
        return Q(phone=asked.phone)
    exact = Q(code__iexact=asked.text) | Q(npn=asked.text) | Q(email__iexact=asked.text)
    return exact | Q(landing_url__icontains=asked.text.strip("/")) | _named(asked, "first_name", "last_name")


def _groups(asked: SearchQuery) -> Q:
    exact = Q(code__iexact=asked.text) | Q(landing_url__icontains=asked.text.strip("/"))
    return exact | _named(asked, "name")


def _plans(asked: SearchQuery) -> Q:
    exact = Q(code__iexact=asked.text) | Q(form_no__iexact=asked.text) | Q(hios_plan_id__iexact=asked.text)
    return exact | (Q(pk=asked.number) if asked.number is not None else _named(asked, "name"))


def _accounts(asked: SearchQuery) -> Q:
    return Q(email__iexact=asked.text) | _named(asked, "name")


def _brands(asked: SearchQuery) -> Q:
    return _named(asked, "name") | Q(domains__host__icontains=asked.text)


def _mail(asked: SearchQuery) -> Q:
    return Q(to__iexact=asked.email) if asked.email else Q(pk__in=())


@dataclass(frozen=True)
class Hit:
    """A row as the results show it. ``codes`` are what it is known by exactly."""

    kind: str
    key: str
    title: str
    about: str
    aside: str = ""
    beside: str = ""
    codes: tuple[str, ...] = ()

    @property
    def initials(self) -> str:
        return "".join(word[0] for word in self.title.split()[:2] if word[0].isalpha()).upper()

    @property
    def href(self) -> str:
        return reverse("admin:everything_open", args=[self.kind, self.key])


def _person(row: Any) -> Hit:
    place = ", ".join(part for part in (row.city, row.state) if part)
    about = ", ".join(part for part in (show_date(row.birth_date), place) if part)
    belongs = row.group.name if row.group else ("" if row.active else "Not active")
    name = f"{row.first_name} {row.last_name}"
    return Hit("people", str(row.pk), name, f"Member. {about}", row.brand.name, belongs, (str(row.pk), row.email))


def _policy(row: Any) -> Hit:
    sale = getattr(row, "sale", None)
    application = getattr(sale.confirmation.enrollment, "application", None) if sale else None
    who = application.applicant if application else (row.member.name if row.member else "")
    since = f"{row.state.label}. From {show_date(row.effective_date)}"
    about = f"{who}. {since}" if who else since
    title = f"{row.number}, {row.plan_name}"
    return Hit(
        "policies",
        str(row.pk),
        title,
        about,
        "" if row.monthly is None else display(row.monthly),
        "a month",
        (row.number,),
    )


def _enrollment(row: Any) -> Hit:
    confirmation = getattr(row.enrollment, "confirmation", None)
    number = f"#{confirmation.number}" if confirmation else "No number yet"
    moment = row.submitted_at or row.updated_at
    verb = "Submitted" if row.submitted_at else "Last changed"
    about = f"{row.get_state_display()}. {verb} {clock.show_day(moment)}"
    codes = (str(confirmation.number),) if confirmation else ()
    title = f"{number}, {row.applicant or 'no name yet'}"
    return Hit("enrollments", str(row.pk), title, about, row.enrollment.brand.name, codes=codes)


def _rep(row: Any) -> Hit:
    page = f"Landing page /{row.landing_url}" if row.landing_url else "No landing page"
    state = "" if row.active else "Not active"
    name = f"{row.first_name} {row.last_name}"
    return Hit("reps", str(row.pk), name, f"Rep. {page}", row.code, state, (row.code, row.npn, row.landing_url or ""))


def _group(row: Any) -> Hit:
    page = f"Landing page /{row.landing_url}" if row.landing_url else "No landing page"
    state = "" if row.active else "Not active"
    return Hit("groups", str(row.pk), row.name, f"Group. {page}", row.code, state, (row.code, row.landing_url or ""))


def _plan(row: Any) -> Hit:
    state = "On sale" if row.active and row.listed else "Variant" if row.active else "Draft"
    about = f"{row.get_category_display()}. {row.carrier.name}"
    return Hit("plans", str(row.pk), row.name, about, str(row.pk), state, (str(row.pk), row.code, row.hios_plan_id))


def _account(row: Any) -> Hit:
    state = "" if row.is_active else "Not active"
    return Hit("accounts", str(row.pk), row.name or row.email, row.email, row.get_role_display(), state, (row.email,))


def _brand(row: Any) -> Hit:
    hosts = ", ".join(sorted(domain.host for domain in row.domains.all()))
    return Hit("brands", str(row.pk), row.name, hosts, row.key, "" if row.active else "Not open", (row.key,))


def _mail_hit(row: Any) -> Hit:
    return Hit("mail", str(row.pk), row.subject, f"To {row.to}", clock.show_day(row.created_at))


@dataclass(frozen=True)
class Kind:
    """A table that is searched: how it is matched, read and shown."""

    key: str
    label: str
    icon: str
    model: type[Model]
    match: Callable[[SearchQuery], Q]
    shown: Callable[[Any], Hit]
    order: tuple[str, ...]
    related: tuple[str, ...] = ()
    prefetched: tuple[str, ...] = ()


_ENROLLMENT = ("enrollment__brand", "enrollment__confirmation")
KINDS = {
    kind.key: kind
    for kind in (
        Kind(
            "people",
            "People",
            "person",
            Member,
            _people,
            _person,
            ("last_name", "first_name", "pk"),
            ("brand", "group"),
        ),
        Kind(
            "policies",
            "Policies",
            "policy",
            Policy,
            _policies,
            _policy,
            ("-effective_date", "number"),
            ("sale__confirmation__enrollment__application", "member"),
        ),
        Kind(
            "enrollments",
            "Enrollments",
            "assignment",
            Application,
            _enrollments,
            _enrollment,
            ("-updated_at",),
            _ENROLLMENT,
        ),
        Kind("reps", "Reps", "badge", Agent, _reps, _rep, ("last_name", "first_name", "pk")),
        Kind("groups", "Groups", "apartment", Group, _groups, _group, ("name", "pk")),
        Kind("plans", "Plans", "folder", Plan, _plans, _plan, ("name", "pk"), ("carrier",)),
        Kind("accounts", "Accounts", "key", User, _accounts, _account, ("email",)),
        Kind("brands", "Brands", "palette", Brand, _brands, _brand, ("name",), (), ("domains",)),
        Kind("mail", "Mail", "outgoing_mail", OutboundEmail, _mail, _mail_hit, ("-created_at",)),
    )
}
# Read with the rows above, but sealed and long.
_HEAVY = {
    "policies": (
        "sale__proof",
        "sale__confirmation__receipt",
        "sale__confirmation__enrollment__application__frozen",
    ),
    "enrollments": ("frozen", "enrollment__confirmation__receipt"),
    "mail": ("html", "text"),
}


def rows_of(site: AdminSite, request: HttpRequest, kind: Kind) -> QuerySet[Any] | None:
    """The kind's rows that the signed-in staff may look at; None for none at all."""
    page = site.get_model_admin(kind.model)
    if not page.has_view_permission(request):
        return None
    rows = page.get_queryset(request).select_related(*kind.related) if kind.related else page.get_queryset(request)
    return rows.prefetch_related(*kind.prefetched).defer(*_HEAVY.get(kind.key, ()))


@dataclass(frozen=True)
class Found:
    """What was found of a kind: how many, at most MOST + 1, and those that are shown."""

    kind: Kind
    count: int
    hits: list[Hit]

    @property
    def number(self) -> str:
        return f"{MOST}+" if self.count > MOST else str(self.count)


def search(site: AdminSite, request: HttpRequest, asked: SearchQuery, chosen: str = "") -> list[Found]:
    """What each kind has, in their order: a few rows, of the chosen kind all. Kinds with nothing are left out."""
    result = []
    for kind in KINDS.values():
        rows = rows_of(site, request, kind)
        if rows is None:
            continue
        keys = rows.filter(kind.match(asked)).order_by(*kind.order).values_list("pk", flat=True)
        matching = list(dict.fromkeys(keys[: MOST + 1]))
        if matching:
            shown = matching[: MOST if kind.key == chosen else FEW]
            result.append(Found(kind, len(matching), hits_of(rows, kind, shown)))
    return result


def hits_of(rows: QuerySet[Any], kind: Kind, keys: list[Any]) -> list[Hit]:
    by_key = rows.in_bulk(keys)
    return [kind.shown(by_key[key]) for key in keys if key in by_key]


def best(asked: SearchQuery, founds: list[Found]) -> Hit | None:
    """What is most likely meant: an exact code or number, else a person whose name begins so."""
    hits = [hit for item in founds for hit in item.hits]
    text = asked.text.removeprefix("#").strip("/").lower()
    exact = next((hit for hit in hits if text in [code.lower() for code in hit.codes if code]), None)
    people = [hit for hit in hits if hit.kind in {"people", "reps"}]
    named = next((hit for hit in people if hit.title.lower().startswith(text)), None)
    return exact or named or next((hit for hit in people if f" {text}" in hit.title.lower()), None)


def pages(site: Any, request: HttpRequest, asked: SearchQuery) -> list[dict[str, Any]]:
    """Entries of the side bar that are called so."""
    entries = [entry for group in site.get_sidebar_list(request) for entry in group["items"]]
    return [entry for entry in entries if asked.text.lower() in str(entry["title"]).lower()]

"""Search of reps, groups, their codes and pages, stores and plans."""

from __future__ import annotations

from typing import Any

from django.db.models import Count, OuterRef, Q, Subquery
from django.db.models.functions import Coalesce

from planfront.backoffice.search.hits import Action, Hit, Source, address_of
from planfront.backoffice.search.query import SearchQuery
from planfront.brands.models import Brand, Domain
from planfront.catalog.models import Plan
from planfront.kernel.text.words import names_begin
from planfront.members.models import Member
from planfront.parties.groups.models import Group, Portal
from planfront.parties.reps.models import Agent, License
from planfront.rating.models import RateTable


def _count_by(rows: Any, by: str) -> Any:
    counted = rows.order_by().values(by).annotate(count=Count("pk")).values("count")
    return Coalesce(Subquery(counted), 0)


def _number_of(count: int, word: str) -> str:
    return f"{count:,} {word}{'' if count == 1 else 's'}"


def _reps(query: SearchQuery) -> Q | None:
    if query.email:
        return Q(email__iexact=query.email)
    if query.phone:
        return Q(phone=query.phone) | Q(npn=query.phone)
    if not query.code:
        return None
    return Q(code__iexact=query.code) | Q(npn=query.code) | _match_name(query, "first_name", "middle_name", "last_name")


def _match_name(query: SearchQuery, *columns: str) -> Q:
    return names_begin(query.name, *columns) if query.name else Q()


def _facts_of_rep() -> dict[str, Any]:
    return {
        "members": _count_by(Member.objects.filter(agent=OuterRef("pk"), active=True), "agent"),
        "states": Coalesce(
            Subquery(
                License.objects.filter(agent=OuterRef("pk"))
                .order_by()
                .values("agent")
                .annotate(count=Count("state", distinct=True))
                .values("count")
            ),
            0,
        ),
    }


def _rep(row: Any) -> Hit:
    about = f"Rep. Licensed in {_number_of(row.states, 'state')}, {_number_of(row.members, 'member')}"
    book = Action("Book of business", address_of(Member, query=f"?agent__id__exact={row.pk}"), Member)
    state = "" if row.active else "Not active"
    return Hit(Agent, row.pk, row.name, about, row.code, state, (row.code, row.npn), person=True, actions=(book,))


def _groups(query: SearchQuery) -> Q | None:
    if query.email:
        return Q(email__iexact=query.email)
    if query.phone:
        return Q(phone=query.phone)
    return Q(code__iexact=query.code) | _match_name(query, "name") if query.code else None


def _people_of_group() -> dict[str, Any]:
    return {"members": _count_by(Member.objects.filter(group=OuterRef("pk"), active=True), "group")}


def _group(row: Any) -> Hit:
    place = ", ".join(part for part in (row.city, row.state) if part)
    about = ". ".join(part for part in (f"Group. {_number_of(row.members, 'member')}", place) if part)
    people = Action("People", address_of(Member, query=f"?group__id__exact={row.pk}"), Member)
    state = "" if row.active else "Not active"
    return Hit(Group, row.pk, row.name, about, row.code, state, (row.code,), actions=(people,))


def _codes(query: SearchQuery) -> Q | None:
    """Return the condition for the beginning of a code, or any part of a page's address."""
    if not query.code or len(query.words) > 1:
        return None
    return Q(code__istartswith=query.code) | Q(landing_url__icontains=query.code)


def _portal_codes(query: SearchQuery) -> Q | None:
    return Q(code__istartswith=query.code) if query.code and len(query.words) == 1 else None


def _code(row: Any, name: str, word: str) -> Hit:
    page = getattr(row, "landing_url", None) or ""
    codes = tuple(filter(None, (row.code, page)))
    about = f"Code of {name}"
    if page:
        about = f"{about}, landing page /{page}"
    return Hit(type(row), row.pk, row.code, about, word, "" if row.active else "Not active", codes)


def _code_of_rep(row: Any) -> Hit:
    return _code(row, row.name, "Rep")


def _code_of_group(row: Any) -> Hit:
    return _code(row, row.name, "Group")


def _code_of_portal(row: Any) -> Hit:
    return _code(row, row.name, "Portal")


def _brands(query: SearchQuery) -> Q | None:
    if not query.code:
        return None
    hosts = Domain.objects.filter(host__icontains=query.code).values("brand")
    return _match_name(query, "name") | Q(key__iexact=query.code) | Q(pk__in=hosts)


def _primary_host() -> dict[str, Any]:
    hosts = Domain.objects.filter(brand=OuterRef("pk")).order_by("-primary", "host")
    return {"host": Subquery(hosts.values("host")[:1])}


def _brand(row: Any) -> Hit:
    state = "" if row.active else "Not open"
    domains = Action("Domains", address_of(Domain, query=f"?brand__id__exact={row.pk}"), Domain)
    return Hit(
        Brand, row.pk, row.name, f"Store. {row.host or 'No domain yet'}", row.key, state, (row.key,), actions=(domains,)
    )


def _portals(query: SearchQuery) -> Q | None:
    return names_begin(query.name, "name") if query.name else None


def _portal(row: Any) -> Hit:
    state = "" if row.active else "Not active"
    groups = Action("Groups", address_of(Group, query=f"?portals__id__exact={row.pk}"), Group)
    return Hit(Portal, row.pk, row.name, "Portal", row.code, state, (row.code,), actions=(groups,))


def _plans(query: SearchQuery) -> Q | None:
    if not query.code:
        return None
    exact = Q(code__iexact=query.code) | Q(form_no__iexact=query.code) | Q(hios_plan_id__iexact=query.code)
    return exact | (Q(pk=query.number) if query.number is not None else names_begin(query.name, "name"))


def _plan(row: Any) -> Hit:
    state = "On sale" if row.active and row.listed else "Variant" if row.active else "Draft"
    about = f"{row.get_category_display()}. {row.carrier.name}"
    rates = Action("Rates", address_of(RateTable, query=f"?plan__id__exact={row.pk}"), RateTable)
    codes = (str(row.pk), row.code, row.hios_plan_id, row.form_no)
    return Hit(Plan, row.pk, row.name, about, f"Plan {row.pk}", state, codes, actions=(rates,))


_PERSON = ("last_name", "first_name", "pk")
REPS = Source(Agent, _reps, _rep, _PERSON, deferred=("bio",), extra=_facts_of_rep)
GROUPS = Source(Group, _groups, _group, ("name", "pk"), deferred=("about",), extra=_people_of_group)
CODES = (
    Source(Agent, _codes, _code_of_rep, ("code",), deferred=("bio",)),
    Source(Group, _codes, _code_of_group, ("code",), deferred=("about",)),
    Source(Portal, _portal_codes, _code_of_portal, ("code",)),
)
BRANDS = Source(Brand, _brands, _brand, ("name",), extra=_primary_host)
PORTALS = Source(Portal, _portals, _portal, ("name",))
PLANS = Source(Plan, _plans, _plan, ("name", "pk"), related=("carrier",))

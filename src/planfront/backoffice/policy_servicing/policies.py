"""Policies: found by number, member or confirmation; each is a page with what was in force when, and why."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import date, datetime, time
from functools import partial
from typing import Any, ClassVar
from uuid import UUID

from django.contrib.admin import SimpleListFilter
from django.core.exceptions import PermissionDenied
from django.core.paginator import Paginator
from django.db.models import QuerySet, Value
from django.db.models.functions import Upper
from django.db.models.lookups import Exact
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404
from django.template.response import TemplateResponse
from django.urls import URLPattern, path
from django.utils import timezone
from django.views.decorators.cache import never_cache

from planfront.backoffice.applications.sealed import Seal, Shown
from planfront.backoffice.applications.sealed_pages import Sealed, load_open_seal, may_open
from planfront.backoffice.lists.base import ReadOnlyPage, column
from planfront.backoffice.lists.cells import monthly_cell, person_cell, two_lines
from planfront.backoffice.lists.export import in_list
from planfront.backoffice.lists.filters import by_brand, by_choice, by_words
from planfront.backoffice.lists.private_search import PrivateSearch
from planfront.backoffice.policy_servicing import (
    changes,
    deaths,
    parties,
    pending_approvals,
    policy_story,
    premium_chart,
    second_person,
)
from planfront.backoffice.policy_servicing.month_grid import draw_policy_grid
from planfront.backoffice.policy_servicing.policy_head import head_of_page, may_change
from planfront.backoffice.policy_servicing.policy_story import Asked, Names
from planfront.catalog.categories import Category
from planfront.catalog.models import Plan
from planfront.coverage.approvals.staff import requests_of
from planfront.coverage.deaths import policies_awaiting_family
from planfront.coverage.fees import annotate_fees
from planfront.coverage.history import PolicyHistory, load_history
from planfront.coverage.models import Designation, Policy, PolicyState, StaffChangeRequest, StaffRequestState
from planfront.coverage.parties import divorces_to_review, policies_to_review
from planfront.coverage.selectors import annotate_insurer_numbers
from planfront.coverage.states import in_state
from planfront.kernel import clock
from planfront.kernel.money import as_text
from planfront.kernel.text.parse import show_date, us_date
from planfront.members.identifiers import subscriber_number
from planfront.members.name_search import few_with, forms_of

_LONGEST_NUMBER, _ENTRIES = 19, 30
_TIMES = ("%I:%M %p", "%I:%M%p", "%H:%M")
_DAY_WANTED = "Enter the date as mm/dd/yyyy."
_MOMENT_WANTED = "Enter the date as mm/dd/yyyy, with a time such as 2:14 PM if it matters."


class StateFilter(SimpleListFilter):
    """Policies by what they are today."""

    title = "state"
    parameter_name = "state"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return [(value, str(label)) for value, label in PolicyState.choices]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        chosen = self.value()
        return queryset.filter(in_state(chosen, clock.today())) if chosen in PolicyState.values else queryset


class SecondPersonFilter(SimpleListFilter):
    """Policies of which a change was asked for that reaches back further than one person alone may reach."""

    title = "second person"
    parameter_name = "asked"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return [(state.value, str(state.label)) for state in (StaffRequestState.WAITING, StaffRequestState.SENT_BACK)]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        chosen = self.value()
        if chosen not in StaffRequestState.values:
            return queryset
        return queryset.filter(pk__in=StaffChangeRequest.objects.filter(state=chosen).values("policy"))


class PolicyPage(PrivateSearch, ReadOnlyPage):
    brand_path = "brand_id"
    find_by = "Find by policy number, member or confirmation number"
    list_display = (
        "plan",
        "person",
        "shown_category",
        "price",
        "effective_date",
        "state",
        "shown_brand",
    )
    list_filter = (
        StateFilter,
        SecondPersonFilter,
        by_choice(
            "beneficiaries", "beneficiaries", ("review", "Beneficiary named before a divorce"), policies_to_review
        ),
        by_choice("family", "family", ("answer", "Waiting for the family after a death"), policies_awaiting_family),
        by_words("category", "category", dict(Category.choices)),
        by_brand("brand_id"),
    )
    list_select_related = ("brand", "member")
    search_fields = (
        "=number",
        "=insurer_number",
        "plan_name",
        "member__first_name",
        "member__last_name",
        "=sale__confirmation__number",
    )
    merged_columns: ClassVar = {
        "plan": ("number", "plan_name", "insurer_code", "group_number", "account_number"),
        "person": ("member_name", "member_number"),
        "price": ("monthly", "monthly_fees", "once"),
    }
    export_paths: ClassVar = {"shown_brand": "brand__name", "shown_category": "category"}
    ordering = ("-effective_date", "number")

    def narrow_by_index(self, word: str) -> Any:
        """Return keys of policies that a word finds by number or by a rare name; None also where a plan has the
        name."""
        people = few_with(forms_of(word), names_only=True)
        if people is None or Plan.objects.filter(name__icontains=word).exists():
            return None
        keys = Policy.objects.order_by().values("pk")
        matches = [keys.filter(Exact(Upper("number"), Upper(Value(word)))), keys.filter(insurer_number=word)]
        matches.append(keys.filter(member__in=people))
        if word.isascii() and word.isdecimal() and len(word) < _LONGEST_NUMBER:
            matches.append(keys.filter(sale__confirmation__number=int(word)))
        return matches[0].union(*matches[1:])

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """Show the policy in place of a form. POST opens a sealed value of it."""
        policy = self.get_object(request, object_id)
        if policy is None or not self.has_view_permission(request, policy):
            refused: HttpResponse = super().change_view(request, object_id, form_url, extra_context)
            return refused
        return show_policy(request, policy, self._context(request))

    def get_urls(self) -> list[URLPattern]:
        view = self.admin_site.admin_view
        own = [
            path("<uuid:policy_id>/to/<slug:kind>/", view(self.to_view), name="policy_to"),
            path("<uuid:policy_id>/who/<slug:which>/", view(self.parties_view), name="policy_parties"),
            path("<uuid:policy_id>/beneficiaries/", view(self.beneficiaries_view), name="policy_beneficiaries"),
            path("<uuid:policy_id>/death/", view(self.death_view), name="policy_death"),
            path("<uuid:policy_id>/asked/<uuid:key>/", view(self.asked_view), name="policy_asked"),
            path("<uuid:policy_id>/child/<uuid:person_id>/", view(self.child_view), name="policy_child"),
            path("<uuid:policy_id>/insurer/<uuid:person_id>/", view(self.insurer_view), name="policy_insurer_id"),
            path("<uuid:policy_id>/withdraw/<uuid:order_id>/", view(self.withdraw_view), name="policy_withdraw"),
        ]
        return [*own, *super().get_urls()]

    def to_view(self, request: HttpRequest, policy_id: UUID, kind: str) -> HttpResponse:
        return changes.change_policy(request, self._policy(request, policy_id), kind, self._context(request))

    def parties_view(self, request: HttpRequest, policy_id: UUID, which: str) -> HttpResponse:
        return parties.change_parties(request, self._policy(request, policy_id), which, self._context(request))

    def beneficiaries_view(self, request: HttpRequest, policy_id: UUID) -> HttpResponse:
        """Keep the beneficiaries who were named before a divorce. POST only."""
        return parties.keep_beneficiaries(request, self._policy(request, policy_id))

    def death_view(self, request: HttpRequest, policy_id: UUID) -> HttpResponse:
        return deaths.death_page(request, self._policy(request, policy_id), self._context(request))

    def asked_view(self, request: HttpRequest, policy_id: UUID, key: UUID) -> HttpResponse:
        return second_person.asked_page(request, self._policy(request, policy_id), key, self._context(request))

    def withdraw_view(self, request: HttpRequest, policy_id: UUID, order_id: UUID) -> HttpResponse:
        return changes.withdraw_change(request, self._policy(request, policy_id), order_id, self._context(request))

    def child_view(self, request: HttpRequest, policy_id: UUID, person_id: UUID) -> HttpResponse:
        """Keep a child beyond the plan's age limit, or no longer. POST only."""
        return changes.keep_child_covered(request, self._policy(request, policy_id), person_id)

    def insurer_view(self, request: HttpRequest, policy_id: UUID, person_id: UUID) -> HttpResponse:
        """Write what the insurer calls a covered person. POST only."""
        return changes.write_insurer_id(request, self._policy(request, policy_id), person_id)

    def _policy(self, request: HttpRequest, policy_id: UUID) -> Policy:
        """Return a policy of the staff's brands, or raise 404."""
        return get_object_or_404(self.get_queryset(request), pk=policy_id)

    def _context(self, request: HttpRequest) -> dict[str, Any]:
        return {**self.admin_site.each_context(request), "opts": self.opts}

    def get_queryset(self, request: HttpRequest) -> QuerySet[Policy]:
        rows: QuerySet[Policy] = super().get_queryset(request)
        if in_list(request):
            return rows.select_related(*self.list_select_related)
        return rows.select_related("brand", "member", "group", "portal", "sale")

    def _lines(self, names: list[str], queryset: QuerySet[Policy]) -> Iterator[list[Any]]:
        exported = annotate_insurer_numbers(annotate_fees(queryset, clock.today()))
        lines: Iterator[list[Any]] = super()._lines(names, exported)
        return lines

    @column("Policy", ordering="plan_name")
    def plan(self, row: Policy) -> str:
        return two_lines(row.plan_name, row.number)

    @column("Member", ordering="member__last_name")
    def person(self, row: Policy) -> str:
        return person_cell(row.member.name, f"Member {row.member_id}") if row.member else "–"

    @column("Price", ordering="monthly")
    def price(self, row: Policy) -> str:
        return monthly_cell(row.monthly)

    @column("Monthly dues")
    def monthly_fees(self, row: Policy) -> str:
        """Return the month's fees beside the price, in an export alone."""
        return as_text(vars(row)["monthly_fees"])

    @column("Charged once")
    def once(self, row: Policy) -> str:
        return as_text(vars(row)["once"])

    @column("Member", ordering="member__last_name")
    def member_name(self, row: Policy) -> str:
        return row.member.name if row.member else "–"

    @column("Member number")
    def member_number(self, row: Policy) -> str:
        return subscriber_number(row.member_id) if row.member_id else ""

    @column("Insurer's plan code")
    def insurer_code(self, row: Any) -> str:
        return str(row.insurer_code or "")

    @column("Group number")
    def group_number(self, row: Any) -> str:
        return str(row.group_number or "")

    @column("Account number")
    def account_number(self, row: Any) -> str:
        return str(row.account_number or "")

    @column("Category", ordering="category")
    def shown_category(self, row: Policy) -> str:
        return str(Category(row.category).label) if row.category in Category.values else row.category

    @column("Brand", ordering="brand__name")
    def shown_brand(self, row: Policy) -> str:
        return row.brand.name

    @column("State", label={"Active": "success", "Accepted": "success", "Ended": "danger", "Canceled": "danger"})
    def state(self, row: Policy) -> str:
        return str(row.state.label)


@never_cache
def show_policy(request: HttpRequest, policy: Policy, context: dict[str, Any]) -> HttpResponse:
    """Show the policy's history to all who may see policies. Beneficiaries are sealed."""
    may = may_open(request)
    if request.method == "POST" and not (may and "seal" in request.POST):
        raise PermissionDenied
    story = load_history(policy)
    names, choice = policy_story.names_of(story), read_asked(request.GET)
    now, then = policy_story.draw_history_chart(story, names, day=choice.day, known=choice.known)
    pair = policy_story.choose(story, choice)
    seals, requests, approvals = _seals_of(policy), requests_of(policy.pk), pending_approvals.approvals_of(policy)
    agreed = {**second_person.names_of_deciders(requests), **pending_approvals.names_of_deciders(approvals)}
    page = {
        **head_of_page(request, story, names, context),
        "may_change": bool(may_change(request) and policy.member_id),
        "asked": choice,
        "typed": {
            "on": request.GET.get("on", "")[:40] or show_date(choice.day),
            "known": request.GET.get("known", "")[:40],
        },
        "moved": bool(request.GET.get("on") or request.GET.get("known")),
        "height": premium_chart.HEIGHT,
        "story": story,
        "now": now,
        "then": then,
        "in_force": policy_story.in_force_on(story, names, choice.day, choice.known),
        "entries": Paginator(policy_story.entries_of(story, names, agreed), _ENTRIES).get_page(request.GET.get("page")),
        "grid": draw_policy_grid(story, names.plans),
        "requests": second_person.open_requests(story, requests),
        "held": pending_approvals.describe_waiting(approvals),
        "choices": policy_story.choices_of(story),
        "comparison": policy_story.compare(story, names, *pair) if pair else None,
        "people": policy_story.people_of(story, names),
        "carried": policy_story.carried_of(story),
        "may_view_imports": request.user.has_perm("imports.view_importrun"),
        "in_force_now": policy.state == PolicyState.ACTIVE,
        "coming": policy_story.coming_of(story),
        "seals": list(seals.values()),
        "to_review": divorces_to_review([policy.pk]).get(policy.pk) if seals else None,
        "may_open": may,
        "proofs": _list_proofs(story, names),
        **(load_open_seal(request, Sealed("policy", policy.pk, policy.brand_id), seals) if may else {}),
    }
    return TemplateResponse(request, "backoffice/coverage/policy.html", page)


def read_asked(query: QueryDict) -> Asked:
    """Return the day and moment in the address, with errors for unreadable ones."""
    errors: list[str] = []
    day: date | None = clock.today()
    if text := query.get("on", "").strip():
        day = us_date(text)
        errors += [] if day else [_DAY_WANTED]
    instant = None
    if text := query.get("known", "").strip():
        instant = _read_moment(text)
        errors += [] if instant else [_MOMENT_WANTED]
    first, other = (_seal_number(query.get(name, "")) for name in ("one", "other"))
    return Asked(day or clock.today(), instant, first, other, errors)


def _seal_number(text: str) -> int:
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 7 else 0


def _read_moment(text: str) -> datetime | None:
    """Return an instant: ``mm/dd/yyyy`` is the end of that day, with a time the end of that minute, in the operator's
    time zone."""
    written, _space, hour = text.partition(" ")
    day = us_date(written.rstrip(","))
    if day is None:
        return None
    at = time.max
    if hour.strip():
        read = _read_time(hour.strip())
        if read is None:
            return None
        at = read.replace(second=59, microsecond=999_999)
    return timezone.make_aware(datetime.combine(day, at))


def _read_time(text: str) -> time | None:
    for form in _TIMES:
        try:
            return datetime.strptime(text, form).time()  # noqa: DTZ007 - its zone is the operator's
        except ValueError:
            continue
    return None


def _seals_of(policy: Policy) -> dict[str, Seal]:
    """Return the sealed beneficiaries, by the day from which they hold."""
    rows = Designation.objects.filter(policy=policy).order_by("-effective", "-recorded").defer("people")
    return {
        f"designation-{number}": Seal(
            f"designation-{number}",
            "designation",
            f"who receives the benefit from {show_date(row.effective)} on",
            f"From {show_date(row.effective)}, recorded {clock.show_moment(row.recorded)}",
            partial(_read_designation, row),
        )
        for number, row in enumerate(rows, 1)
    }


def _read_designation(row: Designation) -> Iterable[Shown]:
    people = row.people if isinstance(row.people, list) else []
    text = "\n".join(_beneficiary_text(person) for person in people) or "No one is named."
    return [Shown("Who receives the benefit", text)]


def _beneficiary_text(person: dict[str, Any]) -> str:
    name, relationship, share = (str(person.get(key) or "") for key in ("name", "relationship", "share"))
    trustee = f"trustee {person['trustee']}" if person.get("trustee") else ""
    return ", ".join(filter(None, (name, relationship, f"{share}%" if share else "", trustee)))


def _list_proofs(story: PolicyHistory, names: Names) -> list[tuple[str, str]]:
    """Return ids, as evidence."""
    policy = story.policy
    rows = [("Policy", str(policy.pk)), ("Versions", str(len(story.record.versions)))]
    rows += policy_story.insurer_numbers_of(story, names)
    rows += [
        (f"{names.person(person.key, names.roles[person.key])} at the insurer", person.insurer_id)
        for person in story.people
        if person.insurer_id
    ]
    return rows


PAGES = ((Policy, PolicyPage),)

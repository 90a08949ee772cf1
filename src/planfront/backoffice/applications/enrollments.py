"""Enrollments: found by what people know of them; each is a case file with everything that happened to it."""

from __future__ import annotations

from contextlib import suppress
from datetime import timedelta
from typing import Any, ClassVar
from uuid import UUID

from django.contrib.admin import SimpleListFilter
from django.db.models import Exists, OuterRef, Q, QuerySet, Subquery
from django.http import HttpRequest, HttpResponse

from planfront.backoffice.applications.case_page import show_case
from planfront.backoffice.lists.base import ReadOnlyPage, column
from planfront.backoffice.lists.cells import person_cell, two_lines
from planfront.backoffice.lists.export import in_list
from planfront.backoffice.lists.filters import DateRange, by_brand, by_code
from planfront.backoffice.lists.paging import is_many
from planfront.backoffice.lists.private_search import PrivateSearch
from planfront.catalog.models import Carrier, Plan
from planfront.eligibility.texts import TIER_NAMES
from planfront.enrollment.models import Application, State
from planfront.enrollment.steps.registry import STEPS
from planfront.enrollment.worklists.figures import NONE, at_last_step, exclude_samples, list_stuck
from planfront.kernel import clock
from planfront.kernel.text.words import names_begin
from planfront.members.models import Member
from planfront.members.name_search import few_with, forms_of
from planfront.messaging.models import OutboundEmail
from planfront.sales.models import Confirmation, Sale
from planfront.shopping.models import SentQuote

LABELS = {
    State.DRAFT.label: "info",
    State.SUBMITTED.label: "info",
    State.PENDING.label: "warning",
    State.ACCEPTED.label: "success",
    State.ACTIVE.label: "success",
    State.TERMINATED.label: "danger",
    State.CANCELLED.label: "danger",
}
_MAILED = 200
_LONGEST_NUMBER = 19


class ByCarrier(SimpleListFilter):
    """Enrollments with a policy of a carrier."""

    title = "carrier"
    parameter_name = "carrier"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return [(str(key), name) for key, name in Carrier.objects.order_by("name").values_list("pk", "name")]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        chosen = self.value()
        if chosen is None or not chosen.isdecimal():
            return queryset
        plans = list(Plan.objects.filter(carrier_id=int(chosen)).order_by().values_list("pk", flat=True))
        sold = Sale.objects.filter(plan_id__in=plans)
        if is_many(sold):  # asked of each enrollment in the order of the list, until a page is full
            return queryset.filter(Exists(sold.filter(confirmation__enrollment=OuterRef("enrollment_id"))))
        return queryset.filter(enrollment_id__in=sold.order_by().values("confirmation__enrollment_id"))


class Stuck(SimpleListFilter):
    """Drafts that can be continued and that nothing happened to for some days."""

    title = "stuck for"
    parameter_name = "stuck"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return [(str(days), f"{days} days") for days in (3, 7, 14, 30)]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        days, now = self.value(), clock.now()
        if days not in {"3", "7", "14", "30"}:
            return queryset
        return list_stuck(queryset, now=now, since=now - timedelta(days=int(days)))


class LastStep(SimpleListFilter):
    """The furthest step that was finished."""

    title = "last completed step"
    parameter_name = "step"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return [(NONE, "None yet"), *((step.key, str(step.title())) for step in STEPS)]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        key = self.value()
        return at_last_step(queryset, key) if key else queryset


class EnrollmentPage(PrivateSearch, ReadOnlyPage):
    brand_path = "enrollment__brand_id"
    find_by = "Find by confirmation number, name or email address"
    list_display = (
        "number",
        "person",
        "shown_state",
        "brand",
        "rep",
        "group",
        "updated_at",
        "submitted_at",
    )
    list_display_links = ("number", "person")
    merged_columns: ClassVar = {"person": ("applicant",)}
    export_paths: ClassVar = {
        "number": "enrollment__confirmation__number",
        "shown_state": "state",
        "brand": "enrollment__brand__name",
        "rep": "enrollment__agent__code",
        "group": "enrollment__group__code",
    }
    list_filter = (
        "state",
        by_brand("enrollment__brand_id"),
        by_code("rep's code", "rep", "enrollment__agent__code"),
        by_code("group's code", "group", "enrollment__group__code"),
        ByCarrier,
        ("created_at", DateRange),
        ("submitted_at", DateRange),
        Stuck,
        LastStep,
    )
    list_select_related = (
        "enrollment__brand",
        "enrollment__agent",
        "enrollment__group",
        "enrollment__confirmation",
    )
    search_fields = (
        "=enrollment__confirmation__number",
        "applicant",
        "enrollment__member__first_name",
        "enrollment__member__last_name",
        "=enrollment__member__email",
        "=enrollment__public_id",
        "=id",
    )
    ordering = ("-updated_at",)

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """Show the case file in place of a form. POST opens a sealed value, or saves a note of a call."""
        application = self.get_object(request, object_id)
        if application is None or not self.has_view_permission(request, application):
            refused: HttpResponse = super().change_view(request, object_id, form_url, extra_context)
            return refused
        return show_case(request, application, {**self.admin_site.each_context(request), "opts": self.opts})

    def get_queryset(self, request: HttpRequest) -> QuerySet[Application]:
        rows: QuerySet[Application] = exclude_samples(super().get_queryset(request))
        if in_list(request):
            quotes = SentQuote.objects.filter(enrollment=OuterRef("enrollment")).order_by("-sent_at")
            rows = rows.select_related(*self.list_select_related)
            rows = rows.annotate(quoted_at=Subquery(quotes.values("sent_at")[:1]))
            return rows.defer("frozen", "enrollment__confirmation__receipt")
        return rows.defer("frozen")

    def narrow_by_index(self, word: str) -> Any:
        """Return keys of enrollments that a word finds: by a rare name, by the beginning of the applicant's name, or by
        a number."""
        people = few_with(forms_of(word), names_only=True)
        if people is None:
            return None
        conditions = [Q(enrollment__member__in=people), names_begin([word], "applicant"), Q(enrollment__public_id=word)]
        if word.isascii() and word.isdecimal() and len(word) < _LONGEST_NUMBER:
            conditions.append(Q(enrollment__confirmation__number=int(word)))
        with suppress(ValueError):
            conditions.append(Q(pk=UUID(word)))
        return _keys_of(*conditions)

    def get_search_results(self, request: HttpRequest, queryset: QuerySet[Any], search_term: str) -> tuple[Any, bool]:
        """Search by an address too: its member's enrollments, and those that emails to it are about."""
        words = search_term.split()
        if len(words) == 1 and "@" in words[0] and self.get_search_fields(request):
            own = Member.objects.filter(email__in={words[0], words[0].lower()}).order_by().values("pk")
            keys = _keys_of(Q(enrollment__member__in=own), mailed_to(words[0]))
            return queryset.filter(pk__in=keys), False
        return super().get_search_results(request, queryset, search_term)

    @column("Confirmation", ordering="enrollment__confirmation__number")
    def number(self, row: Application) -> str:
        confirmation: Confirmation | None = getattr(row.enrollment, "confirmation", None)
        return str(confirmation.number) if confirmation else "–"

    @column("Applicant", ordering="applicant")
    def person(self, row: Application) -> str:
        tier = TIER_NAMES.get(row.enrollment.tier, "") if row.enrollment.tier else ""
        if row.applicant.strip():
            return person_cell(row.applicant, tier)
        quoted_at = getattr(row, "quoted_at", None)  # to whom is sealed
        return two_lines(f"Quote sent {clock.show_day(quoted_at)}" if quoted_at else "No name yet", tier)

    @column("State", ordering="state", label=LABELS)
    def shown_state(self, row: Application) -> str:
        return row.get_state_display()

    @column("Brand", ordering="enrollment__brand__name")
    def brand(self, row: Application) -> str:
        return row.enrollment.brand.name

    @column("Rep", ordering="enrollment__agent__code")
    def rep(self, row: Application) -> str:
        return row.enrollment.agent.code if row.enrollment.agent else "–"

    @column("Group", ordering="enrollment__group__code")
    def group(self, row: Application) -> str:
        return row.enrollment.group.code if row.enrollment.group else "–"


def _keys_of(*conditions: Q) -> QuerySet[Any]:
    """Return keys of enrollments that meet any of the conditions. Each is looked up by its own index, which an "or"
    would not use."""
    keys = [Application.objects.filter(condition).order_by().values("pk") for condition in conditions]
    return keys[0].union(*keys[1:])


def mailed_to(address: str) -> Q:
    """Return applications whose receipt or code was emailed to an address."""
    rows = OutboundEmail.objects.filter(to__iexact=address).order_by("-created_at")
    receipts, codes = set[str](), set[str]()
    for key in rows.values_list("dedupe_key", flat=True)[:_MAILED]:
        name, _colon, rest = key.partition(":")
        if name == "receipt" and rest.endswith(":client"):
            receipts.add(rest.removesuffix(":client"))
        elif name == "resume":
            codes.add(rest)
    return Q(enrollment__confirmation__in=_read_uuids(receipts)) | Q(resume_codes__in=_read_uuids(codes))


def _read_uuids(texts: set[str]) -> list[UUID]:
    return [UUID(text) for text in texts if len(text) == 36]


PAGES = ((Application, EnrollmentPage),)

"""Rate tables: to look at. New rates come by an import, never by editing."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import chain
from typing import Any

from django.contrib import messages
from django.contrib.admin import SimpleListFilter
from django.core.exceptions import PermissionDenied
from django.db.models import Q, QuerySet
from django.http import (
    Http404,
    HttpRequest,
    HttpResponseBase,
    HttpResponseRedirect,
)
from django.shortcuts import get_object_or_404
from django.urls import URLPattern, path, reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from planfront.backoffice.lists.base import ReadOnlyPage, column, rows
from planfront.kernel import clock
from planfront.kernel.files.handed_out import FileColumn, FileKind, Need, answer_file
from planfront.kernel.text.parse import show_date
from planfront.rating.importers.template_book import export_csv, export_workbook
from planfront.rating.importers.template_columns import SECTIONS
from planfront.rating.models import RateFactor, RateRow, RateTable, TableStatus
from planfront.rating.selectors import table_ids_in_force

MOST_IN_WORKBOOK = 100_000
RATES = FileKind(
    "rates-in-force",
    _("Rates"),
    _("All rates in force today, or one table, as a file that the import of rates takes back."),
    Need.INSURERS,
    tuple(
        FileColumn(f"{part}: {column.name}", _(column.help)) for part, columns in SECTIONS.items() for column in columns
    ),
    ("csv", "xlsx"),
    "rating.view_ratetable",
    "admin:rating_ratetable_changelist",
)
LINK = "text-primary-600 dark:text-primary-500 underline"
LABELS = {
    TableStatus.LOADING.label: "info",
    TableStatus.DRAFT.label: "warning",
    TableStatus.APPROVED.label: "success",
}
RATE_COLUMNS = (
    "component",
    "role",
    "tier",
    "kids_lo",
    "kids_hi",
    "area",
    "age_lo",
    "age_hi",
    "sex",
    "tobacco",
    "option",
    "rate",
)


class InForce(SimpleListFilter):
    """A filter by whether a table is in force today, later, or no longer."""

    title = "in force"
    parameter_name = "in_force"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return [("now", "Today"), ("later", "Later"), ("over", "Ended")]

    def queryset(self, request: HttpRequest, queryset: QuerySet[RateTable]) -> QuerySet[RateTable]:
        today = clock.today()
        approved = Q(status=TableStatus.APPROVED)
        chosen = {
            "now": approved & Q(eff_from__lte=today) & (Q(eff_to=None) | Q(eff_to__gte=today)),
            "later": approved & Q(eff_from__gt=today),
            "over": Q(status=TableStatus.RETIRED) | (approved & Q(eff_to__lt=today)),
        }
        return queryset.filter(chosen.get(self.value() or "", Q()))


class RateTablePage(ReadOnlyPage):
    """Every table that was ever imported or made, with its rates and factors."""

    list_display = (
        "plan",
        "version",
        "shown_status",
        "eff_from",
        "eff_to",
        "method",
        "row_count",
        "shown_import",
    )
    list_display_links = ("plan", "version")
    list_filter = (InForce, "status", "method", "plan__category", "plan__carrier")
    list_select_related = ("plan", "plan__carrier")
    search_fields = ("=plan__id", "plan__name", "=plan__hios_plan_id")
    ordering = ("plan_id", "-version")
    inlines = (
        rows(RateRow, read_only=True, fields=RATE_COLUMNS, per_page=100, verbose_name_plural="rates"),
        rows(RateFactor, read_only=True, fields=("kind", "key", "factor"), verbose_name_plural="factors"),
    )
    fieldsets = (
        (
            None,
            {
                "fields": (
                    ("plan", "version"),
                    ("shown_status", "method"),
                    ("eff_from", "eff_to"),
                    ("row_count", "shown_digest"),
                    ("shown_import", "shown_export"),
                    ("created_by", "approved_by"),
                    "approved_at",
                )
            },
        ),
        ("Areas and ages", {"fields": ("area_scheme", ("age_basis", "age_mode"))}),
        (
            "Children and spouse",
            {"fields": (("max_children_rated", "child_cap_under"), ("child_age", "spouse_on_own_age"))},
        ),
        (
            "Units and earnings",
            {
                "fields": (
                    ("unit_base", "unit_size"),
                    ("default_amount", "benefit_pct"),
                    ("benefit_min", "benefit_max"),
                    ("earn_cap", "modal_factor"),
                    "age_reductions",
                )
            },
        ),
        (
            "Rounding and parts",
            {
                "fields": (
                    ("earn_round", "benefit_round"),
                    ("unit_round", "factor_round"),
                    ("component_round", "premium_round"),
                    "components",
                )
            },
        ),
    )
    readonly_fields = ("shown_status", "shown_import", "shown_export", "shown_digest")

    def title_of(self, row: RateTable) -> str:
        return f"{row.plan.name}, version {row.version} from {show_date(row.eff_from)}"

    @column("Status", ordering="status", label=LABELS)
    def shown_status(self, table: RateTable) -> str:
        return table.get_status_display()

    @column("Import", ordering="source")
    def shown_import(self, table: RateTable) -> SafeString | str:
        if table.source_id is None:
            return "-"
        address = reverse("admin:imports_importrun_change", args=[table.source_id])
        return format_html(
            '<a class="text-primary-600 dark:text-primary-500 underline" href="{}">#{}</a>', address, table.source_id
        )

    @column("Export")
    def shown_export(self, table: RateTable) -> SafeString:
        return format_html('<a class="{}" href="{}">XLSX, this store\'s template</a>', LINK, "../export.xlsx")

    @column("Digest")
    def shown_digest(self, table: RateTable) -> str:
        return f"{table.digest[:16]}…" if table.digest else "-"

    def get_urls(self) -> list[URLPattern]:
        wrap = self.admin_site.admin_view
        own = [
            path("<int:table_id>/export.xlsx", wrap(self.export_view), name="rating_export"),
            path("in-force.<slug:kind>", wrap(self.in_force_view), name="rating_in_force"),
        ]
        return [*own, *super().get_urls()]

    def in_force_view(self, request: HttpRequest, kind: str) -> HttpResponseBase:
        """Return all rates in force today as a file for the import of rates."""
        if not self.has_view_permission(request):
            raise PermissionDenied
        today = clock.today()
        ids = table_ids_in_force(today)
        rates = RateRow.objects.filter(rate_table__in=ids)
        content: bytes | Iterable[str]
        if kind == "csv":
            content = chain("\ufeff", export_csv(ids))
        elif kind == "xlsx" and rates.count() <= MOST_IN_WORKBOOK:
            content = export_workbook(ids)
        elif kind == "xlsx":
            messages.info(request, "There are too many rates for a workbook. Download them as CSV.")
            return HttpResponseRedirect(reverse("admin:imports_importrun_add") + "?kind=rates")
        else:
            raise Http404
        return answer_file(RATES, kind, content, f"{RATES.name}-{today}")

    def export_view(self, request: HttpRequest, table_id: int) -> HttpResponseBase:
        """Return one table as a file that imports to the same table."""
        if not self.has_view_permission(request):
            raise PermissionDenied
        table = get_object_or_404(RateTable, pk=table_id)
        return answer_file(RATES, "xlsx", export_workbook([table.pk]), f"plan-{table.plan_id}-v{table.version}")


PAGES = ((RateTable, RateTablePage),)

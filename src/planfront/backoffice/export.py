"""Lists as CSV: the rows that staff filtered, searched and sorted, in the columns of the list and no others."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator
from datetime import date, datetime
from decimal import Decimal
from typing import Any

from django.contrib.admin.options import IncorrectLookupParameters
from django.contrib.admin.utils import label_for_field, lookup_field
from django.contrib.admin.views.main import PAGE_VAR
from django.core.exceptions import PermissionDenied
from django.db.models import Model, QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, StreamingHttpResponse
from django.urls import URLPattern, path
from django.utils import timezone
from django.utils.html import strip_tags
from django.utils.safestring import SafeString
from django.utils.text import capfirst

from planfront.kernel import clock

_CHUNK = 500


class Line:
    """A file that csv writes a line to and that hands it on."""

    def write(self, text: str) -> str:
        return text


def csv_cell(value: Any) -> Any:
    """A cell that no spreadsheet takes for a formula."""
    text = str(value)
    return f"'{text}" if text[:1] in {"=", "+", "-", "@", "\t", "\r"} else value


def csv_answer(name: str, heading: Iterable[Any], lines: Iterable[Iterable[Any]]) -> StreamingHttpResponse:
    """A CSV file that is written while it is sent, named after its content and today."""
    writer = csv.writer(Line())

    def written() -> Iterator[str]:
        yield "\ufeff"  # spreadsheets take a file without it for one of another encoding
        yield writer.writerow([csv_cell(one) for one in heading])
        for line in lines:
            yield writer.writerow([csv_cell(plain(one)) for one in line])

    answer = StreamingHttpResponse(written(), content_type="text/csv; charset=utf-8")
    answer.headers["Content-Disposition"] = f'attachment; filename="{name}-{clock.today():%Y-%m-%d}.csv"'
    answer.headers["Cache-Control"] = "no-store"
    return answer


def plain(value: Any) -> Any:
    """What a cell holds in place of a Python value; times are those of the installation's zone."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, datetime):
        local = value.astimezone(timezone.get_current_timezone())
        return f"{local:%Y-%m-%d %H:%M:%S}"
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, Decimal | int):
        return value
    if isinstance(value, list | tuple):
        return " ".join(str(one) for one in value)
    return strip_tags(value) if isinstance(value, SafeString) else str(value)


def in_list(request: HttpRequest) -> bool:
    """Whether rows are read for a list or its export, which open no sealed column."""
    match = request.resolver_match
    return match is not None and (match.url_name or "").endswith(("_changelist", "_export"))


class Exports:
    """Of a page: the button above its list and the action on ticked rows. Each export leaves an audit event.

    A list that nothing narrows says in ``no_filter`` or ``no_search`` why not.
    """

    no_filter = ""
    no_search = ""

    def get_urls(self: Any) -> list[URLPattern]:
        name = f"{self.opts.app_label}_{self.opts.model_name}_export"
        own = path("export.csv", self.admin_site.admin_view(self.list_csv_view), name=name)
        return [own, *super().get_urls()]  # type: ignore[misc]

    def get_actions(self: Any, request: HttpRequest) -> dict[str, Any]:
        found: dict[str, Any] = super().get_actions(request)  # type: ignore[misc]
        if self.has_view_permission(request) and "export_csv" not in found:
            found["export_csv"] = (type(self).export_csv, "export_csv", "Export CSV")
        return found

    def changelist_view(self: Any, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
        query = request.GET.copy()
        query.pop(PAGE_VAR, None)
        address = f"export.csv?{query.urlencode()}" if query else "export.csv"
        answer: HttpResponse = super().changelist_view(  # type: ignore[misc]
            request, {"export_address": address, **(extra_context or {})}
        )
        return answer

    def list_csv_view(self: Any, request: HttpRequest) -> HttpResponse | StreamingHttpResponse:
        """The whole list as it is filtered, searched and sorted by the address."""
        if not self.has_view_permission(request):
            raise PermissionDenied
        try:
            listed = self.get_changelist_instance(request)
        except IncorrectLookupParameters:
            return HttpResponseRedirect("./?e=1")
        answer: StreamingHttpResponse = self._exported(
            request, listed.queryset, listed.list_display, request.GET.keys()
        )
        return answer

    def export_csv(self: Any, request: HttpRequest, queryset: QuerySet[Any]) -> HttpResponse | StreamingHttpResponse:
        """The ticked rows."""
        answer: StreamingHttpResponse = self._exported(request, queryset, self.get_list_display(request), ["selected"])
        return answer

    def _exported(
        self: Any, request: HttpRequest, queryset: QuerySet[Any], columns: Iterable[str], filters: Iterable[str]
    ) -> StreamingHttpResponse:
        names = [name for name in columns if name != "action_checkbox"]
        self.audit(request, None, "exported", names, {"rows": queryset.count(), "filters": sorted(filters)})
        heading = [capfirst(str(label_for_field(name, self.model, model_admin=self))) for name in names]
        rows = queryset.iterator(chunk_size=_CHUNK)
        return csv_answer(str(self.opts.verbose_name_plural).replace(" ", "-"), heading, self._lines(names, rows))

    def _lines(self, names: list[str], rows: Iterable[Model]) -> Iterator[list[Any]]:
        return ([self._cell(name, row) for name in names] for row in rows)

    def _cell(self: Any, name: str, row: Model) -> Any:
        field, _attribute, value = lookup_field(name, row, self)
        if field is not None and field.is_relation:
            return getattr(row, field.name)
        return dict(field.flatchoices).get(value, value) if field is not None and field.choices else value

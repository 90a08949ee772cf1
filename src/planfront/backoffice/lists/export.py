"""Lists as CSV: the rows that staff filtered, searched and sorted, in the columns of the list and no others."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import chain
from typing import Any, ClassVar

from django.contrib.admin.options import IncorrectLookupParameters
from django.contrib.admin.utils import get_fields_from_path, label_for_field, lookup_field
from django.contrib.admin.views.main import PAGE_VAR
from django.core.exceptions import FieldDoesNotExist, PermissionDenied
from django.db.models import Model, QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, StreamingHttpResponse
from django.urls import URLPattern, path
from django.utils.text import capfirst

from planfront.backoffice.lists.file_words import describe_column, describe_list
from planfront.backoffice.lists.labels import humanize_label
from planfront.backoffice.navigation import place_of
from planfront.kernel import clock
from planfront.kernel.files.csv_lines import write_parts
from planfront.kernel.files.handed_out import FileColumn, FileKind, answer_file
from planfront.kernel.security.fields import EncryptedTextField

_CHUNK = 2_000  # rows read at once


def csv_answer(kind: FileKind, lines: Iterable[Iterable[Any]], name: str = "") -> HttpResponse | StreamingHttpResponse:
    """Return a CSV file named after its content and today, sent in parts while it is written."""
    parts = write_parts(chain([kind.heading], lines))
    return answer_file(kind, "csv", parts, f"{name or kind.name}-{clock.real_today():%Y-%m-%d}")


def in_list(request: HttpRequest) -> bool:
    """Return whether rows are read for a list or its export, which open no sealed column."""
    match = request.resolver_match
    return match is not None and (match.url_name or "").endswith(("_changelist", "_export"))


class Exports:
    """A page whose list can be exported: all of it, or the ticked rows. Each export leaves an audit event.

    ``export_paths`` name the column or path behind a method of ``list_display``. Where every column has one, rows are
    read without making objects of them. ``merged_columns`` has the columns that share one cell of the list. A list
    without filters or search gives the reason in ``no_filter`` or ``no_search``.
    """

    export_paths: ClassVar[Mapping[str, str]] = {}
    merged_columns: ClassVar[Mapping[str, tuple[str, ...]]] = {}
    no_filter = ""
    no_search = ""

    def get_urls(self: Any) -> list[URLPattern]:
        name = f"{self.opts.app_label}_{self.opts.model_name}_export"
        own = path("export.csv", self.admin_site.admin_view(self.list_csv_view), name=name)
        return [own, *super().get_urls()]  # type: ignore[misc]

    def get_actions(self: Any, request: HttpRequest) -> dict[str, Any]:
        actions: dict[str, Any] = super().get_actions(request)  # type: ignore[misc]
        if self.has_view_permission(request) and "export_csv" not in actions:
            actions["export_csv"] = (type(self).export_csv, "export_csv", "Export CSV")
        return actions

    def changelist_view(self: Any, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
        query = request.GET.copy()
        query.pop(PAGE_VAR, None)
        address = f"export.csv?{query.urlencode()}" if query else "export.csv"
        answer: HttpResponse = super().changelist_view(  # type: ignore[misc]
            request, {"export_address": address, **(extra_context or {})}
        )
        return answer

    def list_csv_view(self: Any, request: HttpRequest) -> HttpResponse | StreamingHttpResponse:
        """Return the whole list as the address filters, searches and sorts it."""
        if not self.has_view_permission(request):
            raise PermissionDenied
        try:
            listed = self.get_changelist_instance(request)
        except IncorrectLookupParameters:
            return HttpResponseRedirect("./?e=1")
        answer: StreamingHttpResponse = self._exported(request, listed.queryset, request.GET.keys())
        return answer

    def export_csv(self: Any, request: HttpRequest, queryset: QuerySet[Any]) -> HttpResponse | StreamingHttpResponse:
        """Return the ticked rows."""
        answer: StreamingHttpResponse = self._exported(request, queryset, ["selected"])
        return answer

    def file_kind(self: Any, request: HttpRequest) -> FileKind:
        """Return the list as a kind of file."""
        need, content = describe_list(self.opts.label_lower)
        place = place_of(self.opts.label_lower)
        title = place[1]["title"] if place else capfirst(str(self.opts.verbose_name_plural))
        columns = [FileColumn(self._heading(name), describe_column(need, name)) for name in self._file_columns(request)]
        return FileKind(
            str(self.opts.verbose_name_plural).replace(" ", "-"),
            title,
            content,
            need,
            tuple(columns),
            permission=f"{self.opts.app_label}.view_{self.opts.model_name}",
            place=f"admin:{self.opts.app_label}_{self.opts.model_name}_changelist",
        )

    def _file_columns(self: Any, request: HttpRequest) -> list[str]:
        """Return the columns of the list; what shares a cell there has a column of its own."""
        columns = self.get_list_display(request)
        return [part for name in columns for part in self.merged_columns.get(name, (name,))]

    def _heading(self: Any, name: str) -> str:
        return str(capfirst(humanize_label(str(label_for_field(name, self.model, model_admin=self)))))

    def _exported(
        self: Any, request: HttpRequest, queryset: QuerySet[Any], filters: Iterable[str]
    ) -> HttpResponse | StreamingHttpResponse:
        names = self._file_columns(request)
        self.audit(request, None, "exported", names, {"rows": queryset.count(), "filters": sorted(filters)})
        return csv_answer(self.file_kind(request), self._lines(names, queryset))

    def _lines(self: Any, names: list[str], queryset: QuerySet[Any]) -> Iterator[list[Any]]:
        paths = [self._path(name) for name in names]
        if all(paths):
            labels = [self._labels(path) for path in paths]
            for values in queryset.values_list(*paths).iterator(chunk_size=_CHUNK):
                yield [words.get(value, value) for words, value in zip(labels, values, strict=True)]
        else:
            for row in queryset.iterator(chunk_size=_CHUNK):
                yield [self._cell(name, row) for name in names]

    def _path(self: Any, name: str) -> str:
        """Return the database column behind a list's column; "" where an object is needed."""
        if name in self.export_paths:
            return str(self.export_paths[name])
        if callable(name) or hasattr(self, name):
            return ""
        try:
            field = self.opts.get_field(name)
        except FieldDoesNotExist:
            return ""
        return name if field.concrete and not field.is_relation and not isinstance(field, EncryptedTextField) else ""

    def _labels(self: Any, path: str) -> Mapping[Any, Any]:
        return dict(get_fields_from_path(self.model, path)[-1].flatchoices)

    def _cell(self: Any, name: str, row: Model) -> Any:
        field, _attribute, value = lookup_field(name, row, self)
        if field is not None and field.is_relation:
            return getattr(row, field.name)
        return dict(field.flatchoices).get(value, value) if field is not None and field.choices else value

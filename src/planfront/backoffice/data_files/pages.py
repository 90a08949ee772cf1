"""Imports: what was uploaded, by whom, and what became of it. The pages of one import are in import_views."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.db.models import QuerySet
from django.http import HttpRequest
from django.urls import reverse

from planfront.backoffice.data_files.steps import UPLOAD
from planfront.backoffice.data_files.views import ImportViews
from planfront.backoffice.lists.base import column
from planfront.backoffice.lists.panels import Button, Panel
from planfront.imports.models import ImportRun, State
from planfront.imports.registry import kinds

LABELS = {
    State.QUEUED.label: "info",
    State.READING.label: "info",
    State.STAGED.label: "warning",
    State.APPROVED.label: "warning",
    State.LIVE.label: "success",
    State.REFUSED.label: "danger",
}


class ImportPage(ImportViews):
    """The list, with its own pages for uploading and for one import."""

    folder, adding = "imports", UPLOAD
    list_display = (
        "number",
        "title",
        "file_name",
        "shown_state",
        "rows_done",
        "uploaded_by",
        "created_at",
        "go_live_on",
    )
    list_display_links = ("number", "file_name")
    list_filter = ("state", "kind", "uploaded_by")
    list_select_related = ("uploaded_by",)
    search_fields = ("=id", "file_name", "=sha256")
    ordering = ("-id",)

    def list_panel(self, request: HttpRequest) -> Panel:
        return Panel(
            "A file is imported completely or not at all. A second person approves what it changes and chooses the "
            "day it goes live.",
            buttons=(Button("Upload a file", reverse("admin:imports_importrun_add")),)
            if self.has_add_permission(request)
            else (),
        )

    def get_queryset(self, request: HttpRequest) -> QuerySet[ImportRun]:
        rows: QuerySet[ImportRun] = super().get_queryset(request)
        return rows.defer("options", "review", "undo")

    @column("Import", ordering="id")
    def number(self, run: ImportRun) -> str:
        return f"#{run.pk}"

    @column("Kind", ordering="kind")
    def title(self, run: ImportRun) -> str:
        return next((str(kind.title) for kind in kinds() if kind.kind == run.kind), run.kind)

    @column("State", ordering="state", label=LABELS)
    def shown_state(self, run: ImportRun) -> str:
        return run.get_state_display()

    def own_views(self) -> Iterable[tuple[str, str, Any]]:
        return (
            ("columns", "columns/<slug:kind>/", self.columns_view),
            ("template", "template/<slug:kind>/<str:file_name>", self.template_view),
            ("progress", "<int:run_id>/progress/", self.progress_view),
            ("issues", "<int:run_id>/issues.csv", self.issues_view),
            ("sheets", "<int:run_id>/sheets/", self.sheets_view),
            ("step", "<int:run_id>/step/<slug:step>/", self.step_view),
        )


PAGES = ((ImportRun, ImportPage),)

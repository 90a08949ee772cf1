"""Rosters of groups: what was uploaded and what became of it. The pages of one roster are in views."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.db.models import QuerySet
from django.http import HttpRequest
from django.urls import reverse

from planfront.backoffice.lists.base import column
from planfront.backoffice.lists.panels import Button, Panel
from planfront.backoffice.rosters.mend_views import RosterMendViews
from planfront.backoffice.rosters.views import ADD
from planfront.members.models import RosterImport, RosterState

LABELS = {
    RosterState.CHECKING.label: "info",
    RosterState.APPLYING.label: "info",
    RosterState.UNDOING.label: "info",
    RosterState.MAPPING.label: "warning",
    RosterState.READY.label: "warning",
    RosterState.APPLIED.label: "success",
    RosterState.REFUSED.label: "danger",
}


class RosterPage(RosterMendViews):
    """The list, with its own pages for uploading and for one roster."""

    folder, adding = "rosters", ADD
    brand_path = "brand"
    list_display = ("shown_name", "group", "brand", "shown_state", "shown_rows", "created_by", "created_at")
    list_display_links = ("shown_name",)
    list_filter = ("state", "brand", "group")
    list_select_related = ("group", "brand", "created_by")
    search_fields = ("file_name", "group__name", "=group__code", "=sha256")
    ordering = ("-created_at",)

    def list_panel(self, request: HttpRequest) -> Panel:
        return Panel(
            "A group's file of people. You'll see what it would change first. Families without errors are applied "
            "together and can be undone. Fix the other rows here, or send them back.",
            buttons=(Button("Upload a roster", reverse("admin:members_rosterimport_add")),)
            if self.has_add_permission(request)
            else (),
        )

    def get_queryset(self, request: HttpRequest) -> QuerySet[RosterImport]:
        rows: QuerySet[RosterImport] = super().get_queryset(request)
        return rows.defer("table", "corrections", "outcomes")

    @column("State", ordering="state", label=LABELS)
    def shown_state(self, roster: RosterImport) -> str:
        return roster.get_state_display()

    @column("File", ordering="file_name")
    def shown_name(self, roster: RosterImport) -> str:
        return f"{roster.file_name} (held rows)" if roster.rest_of_id else roster.file_name

    @column("Rows")
    def shown_rows(self, roster: RosterImport) -> int:
        return int(roster.counts.get("rows", roster.rows_total))

    def own_views(self) -> Iterable[tuple[str, str, Any]]:
        return (
            ("template", "template/<str:file_name>", self.template_view),
            ("columns", "<uuid:roster_id>/columns/", self.columns_view),
            ("sheets", "<uuid:roster_id>/sheets/", self.sheets_view),
            ("progress", "<uuid:roster_id>/progress/", self.progress_view),
            ("issues", "<uuid:roster_id>/issues.csv", self.issues_view),
            ("changes", "<uuid:roster_id>/changes.csv", self.changes_view),
            ("mend", "<uuid:roster_id>/mend/", self.mend_view),
            ("fill", "<uuid:roster_id>/fill/", self.fill_view),
            ("returned", "<uuid:roster_id>/returned/", self.returned_view),
            ("held", "<uuid:roster_id>/rows-to-correct.<slug:kind>", self.held_view),
            ("step", "<uuid:roster_id>/step/<slug:step>/", self.step_view),
        )


PAGES = ((RosterImport, RosterPage),)

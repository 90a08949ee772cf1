"""Rosters of groups: what was uploaded and what became of it. The pages of one roster are in roster_views."""

from __future__ import annotations

from typing import Any

from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.urls import URLPattern, path

from planfront.backoffice.base import ReadOnlyPage, shown
from planfront.backoffice.roster_views import RosterViews
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


class RosterPage(RosterViews, ReadOnlyPage):
    """The list, with its own pages for uploading and for one roster."""

    brand_path = "brand"
    list_display = ("file_name", "group", "brand", "shown_state", "shown_rows", "created_by", "created_at")
    list_filter = ("state", "brand", "group")
    list_before_template = "backoffice/rosters/before_list.html"
    list_select_related = ("group", "brand", "created_by")
    search_fields = ("file_name", "group__name", "=group__code", "=sha256")
    ordering = ("-created_at",)

    def get_queryset(self, request: HttpRequest) -> QuerySet[RosterImport]:
        rows: QuerySet[RosterImport] = super().get_queryset(request)
        return rows.defer("table")

    @shown("State", ordering="state", label=LABELS)
    def shown_state(self, roster: RosterImport) -> str:
        return roster.get_state_display()

    @shown("Rows")
    def shown_rows(self, roster: RosterImport) -> int:
        return int(roster.counts.get("rows", roster.rows_total))

    def has_add_permission(self, request: HttpRequest) -> bool:
        return bool(request.user.has_perm("members.add_rosterimport"))

    def add_view(
        self, request: HttpRequest, form_url: str = "", extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        return self.upload_view(request)

    def change_view(
        self,
        request: HttpRequest,
        object_id: str,
        form_url: str = "",
        extra_context: dict[str, Any] | None = None,
    ) -> HttpResponse:
        return self.roster_view(request, object_id)

    def get_urls(self) -> list[URLPattern]:
        def named(name: str, route: str, view: Any) -> URLPattern:
            made: URLPattern = path(route, self.admin_site.admin_view(view), name=f"rosters_{name}")
            return made

        own = [
            named("template", "template/<str:file_name>", self.template_view),
            named("columns", "<uuid:roster_id>/columns/", self.columns_view),
            named("progress", "<uuid:roster_id>/progress/", self.progress_view),
            named("issues", "<uuid:roster_id>/issues.csv", self.issues_view),
            named("changes", "<uuid:roster_id>/changes.csv", self.changes_view),
            named("step", "<uuid:roster_id>/step/<slug:step>/", self.step_view),
        ]
        return own + super().get_urls()


PAGES = ((RosterImport, RosterPage),)

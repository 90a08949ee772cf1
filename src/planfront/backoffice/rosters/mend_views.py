"""Held rows of a roster: corrected on the page, filled in at once, or sent back as a file and uploaded again."""

from __future__ import annotations

from uuid import UUID

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase, HttpResponseRedirect
from django.urls import reverse

from planfront.backoffice.lists.base import origin_of_staff
from planfront.backoffice.rosters.views import ADD, MENDING, RosterViews, error_text, roster_url
from planfront.kernel.errors import AppError
from planfront.kernel.files.handed_out import answer_file
from planfront.members.models import RosterImport, RosterState
from planfront.members.roster import services
from planfront.members.roster.files import as_csv, as_xlsx
from planfront.members.roster.mending import FILLED, held_page, list_missing_fields, sent_corrections
from planfront.members.roster.rest import held_rows
from planfront.members.roster.returned import HELD_ROWS, held_sheet
from planfront.members.roster.words import list_open_words

HELD_FILES = {"xlsx": as_xlsx, "csv": as_csv}


class RosterMendViews(RosterViews):
    """Each needs the permission to upload; rosters of other brands answer 404."""

    def mend_view(self, request: HttpRequest, roster_id: UUID) -> HttpResponse:
        roster = self._to_mend(request, roster_id)
        if roster.state not in (*MENDING, RosterState.CHECKING):
            return HttpResponseRedirect(roster_url(roster))
        moving = roster.state == RosterState.CHECKING
        page, rows = held_page(roster, request.GET.get("page"))
        if request.method == "POST" and not moving:
            corrections = sent_corrections(request.POST.dict(), rows)
            self._apply_correction(
                request,
                roster,
                lambda origin: services.mend_roster(roster_id=roster.pk, origin=origin, **corrections),
            )
            return HttpResponseRedirect(f"{request.path}?page={page.number}")
        if not moving and not page.paginator.count:
            return HttpResponseRedirect(roster_url(roster))
        context = {
            "roster": roster,
            "moving": moving,
            "progress": self.progress_of(roster),
            "page": page,
            "rows": rows,
            "lacking": [] if moving else list_missing_fields(roster),
            "open_words": [] if moving else list_open_words(roster),
            "back": roster_url(roster),
            "back_text": roster.file_name,
        }
        return self.page(request, "mend", "Fix rows", context)

    def fill_view(self, request: HttpRequest, roster_id: UUID) -> HttpResponse:
        """Fill a field in all rows that lack it."""
        roster = self._to_mend(request, roster_id)
        name, cell = request.POST.get("field", ""), request.POST.get("cell", "").strip()
        if request.method != "POST" or name not in FILLED:
            raise Http404
        if cell:
            self._apply_correction(
                request,
                roster,
                lambda origin: services.fill_roster(roster_id=roster.pk, field=name, cell=cell, origin=origin),
            )
        return HttpResponseRedirect(reverse("admin:rosters_mend", args=[roster.pk]))

    def held_view(self, request: HttpRequest, roster_id: UUID, kind: str) -> HttpResponseBase:
        """Return the held rows with their errors, for the sender of the file. It has their numbers in full."""
        roster = self._to_mend(request, roster_id)
        if kind not in HELD_FILES or roster.state not in MENDING:
            raise Http404
        self.audit(request, roster, "exported", ["held rows"], {"rows": len(held_rows(roster))})
        return answer_file(HELD_ROWS, kind, HELD_FILES[kind](held_sheet(roster)), HELD_ROWS.name)

    def returned_view(self, request: HttpRequest, roster_id: UUID) -> HttpResponse:
        """Take the corrected rows again."""
        roster = self._to_mend(request, roster_id)
        file = request.FILES.get("file")
        if request.method != "POST":
            raise Http404
        if file is None:
            messages.error(request, "Choose the file with the corrected rows.")
        else:
            self._apply_correction(
                request,
                roster,
                lambda origin: services.replace_roster(roster_id=roster.pk, blocks=file.chunks(), origin=origin),
            )
        return HttpResponseRedirect(roster_url(roster))

    def _to_mend(self, request: HttpRequest, roster_id: UUID) -> RosterImport:
        roster = self.roster_of(request, roster_id)
        if not request.user.has_perm(ADD):
            raise PermissionDenied
        return roster

    def _apply_correction(self, request: HttpRequest, roster: RosterImport, work: services.Step) -> None:
        try:
            work(origin_of_staff(request, roster.brand_id))
        except AppError as error:
            messages.error(request, error_text(error))

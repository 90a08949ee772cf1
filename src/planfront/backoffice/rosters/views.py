"""Uploading a roster, confirming its columns, following it, and applying or undoing it."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase, HttpResponseRedirect, JsonResponse
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from planfront.backoffice.data_files.uploads import Step, UploadPage, form_data
from planfront.backoffice.lists.base import origin_of_staff
from planfront.backoffice.lists.export import csv_answer
from planfront.backoffice.rosters.forms import ColumnsForm, RosterForm, WordsForm
from planfront.backoffice.scope import for_staff
from planfront.brands.models import Brand
from planfront.kernel.errors import AppError, FieldErrors
from planfront.kernel.files.handed_out import FileKind, Need, answer_file, columns_of
from planfront.members.models import RosterChange, RosterImport, RosterState
from planfront.members.roster import services
from planfront.members.roster.differences import field_label, field_words, list_differences
from planfront.members.roster.fields import FIELDS
from planfront.members.roster.files import BLANK, blank_csv, blank_xlsx
from planfront.members.roster.places import Places, list_reasons, outcome_of
from planfront.members.roster.rest import HELD
from planfront.members.roster.table import read_table
from planfront.members.roster.words import list_questions
from planfront.parties.groups.models import Group
from planfront.parties.groups.selectors import class_names

ADD, APPLY = "members.add_rosterimport", "members.apply_rosterimport"
LIST = "admin:members_rosterimport_changelist"
PER_PAGE = 50
SHOWN_REASONS = 200
TEMPLATES = {"roster.csv": blank_csv, "roster.xlsx": blank_xlsx}
ERRORS = FileKind(
    "roster-rows",
    _("Errors of a roster"),
    _("One line per error or note that the check of a roster found."),
    Need.DAILY,
    columns_of("row", "cell", "column", "reason", "what happens"),
    permission="members.view_rosterimport",
    place=LIST,
)
CHANGES = FileKind(
    "roster-changes",
    _("Changes by a roster"),
    _("One line per person whom a roster adds or changes."),
    Need.DAILY,
    columns_of("row", "name", "effect", "fields", "not undone because"),
    permission="members.view_rosterimport",
    place=LIST,
)
MENDING = (RosterState.REFUSED, RosterState.READY)
MOVING = (RosterState.CHECKING, RosterState.APPLYING, RosterState.UNDOING)
_MAY_MAP = (RosterState.MAPPING, RosterState.REFUSED, RosterState.READY)


STEPS = {
    step.name: step
    for step in (
        Step(
            "apply",
            "Apply",
            "Apply this roster?",
            "All of these changes are made, or none of them. You can undo them afterwards.",
            (RosterState.READY,),
            APPLY,
        ),
        Step(
            "undo",
            "Undo",
            "Undo this roster?",
            "Members who haven't changed since this roster get back what was there before, and new members are "
            "removed. Anyone who has changed since, or now has coverage, an account or an enrollment, stays; "
            "the page lists them.",
            (RosterState.APPLIED,),
            APPLY,
            danger=True,
        ),
        Step(
            "discard",
            "Discard",
            "Discard this roster?",
            "Everything read from the file is deleted. No member changes.",
            (*_MAY_MAP, RosterState.CHECKING),
            ADD,
            danger=True,
        ),
    )
}


class RosterViews(UploadPage):
    """Views of the rosters page. Every view answers 404 for rosters of other brands."""

    def upload_view(self, request: HttpRequest) -> HttpResponse:
        if not self.has_add_permission(request):
            raise PermissionDenied
        groups = for_staff(request, Group.objects.filter(active=True), "brands")
        brands = for_staff(request, Brand.objects.all(), "pk")
        form = RosterForm(groups, brands, *form_data(request))
        if request.method == "POST" and form.is_valid() and (roster := self._upload_roster(request, form)):
            return HttpResponseRedirect(reverse("admin:rosters_columns", args=[roster.pk]))
        context = {"form": form, "fields": FIELDS, "templates": TEMPLATES}
        return self.page(request, "upload", "Upload a roster", context)

    def _upload_roster(self, request: HttpRequest, form: RosterForm) -> RosterImport | None:
        data = form.cleaned_data
        try:
            return services.upload_roster(
                brand_id=data["brand"].pk,
                group_id=data["group"].pk,
                file_name=data["file"].name,
                blocks=data["file"].chunks(),
                by=request.user.pk,
                origin=origin_of_staff(request, data["brand"].pk),
            )
        except FieldErrors as error:
            form.add_error("file", str(error.errors[0].error_message))
            return None

    def template_view(self, request: HttpRequest, file_name: str) -> HttpResponseBase:
        if file_name not in TEMPLATES:
            raise Http404
        name, _dot, form = file_name.rpartition(".")
        return answer_file(BLANK, form, TEMPLATES[file_name](), name)

    def columns_view(self, request: HttpRequest, roster_id: UUID) -> HttpResponse:
        roster = self.roster_of(request, roster_id)
        if not request.user.has_perm(ADD):
            raise PermissionDenied
        if roster.state not in _MAY_MAP:
            return HttpResponseRedirect(roster_url(roster))
        sent = request.POST if request.method == "POST" else None
        form = ColumnsForm(roster, sent)
        mapping = form.mapping() if sent is not None and form.is_valid() else roster.mapping
        words = WordsForm(list_questions(roster, mapping), sent)
        if sent is not None and form.is_valid() and words.is_valid():
            try:
                services.map_roster(
                    roster_id=roster.pk,
                    mapping=mapping,
                    words=words.answers(),
                    everybody_employee=form.everybody_employee(),
                    origin=origin_of_staff(request, roster.brand_id),
                )
            except AppError as error:
                form.add_error(None, error_text(error))
            else:
                return HttpResponseRedirect(roster_url(roster))
        context = {
            "form": form,
            "words": words,
            "roster": roster,
            "back": roster_url(roster),
            "back_text": roster.file_name,
        }
        table = read_table(roster)
        context |= {"notes": table.get("notes", []), "rows": len(table["rows"])}
        if roster.state == RosterState.MAPPING:
            context["sheets"] = [(sheet["name"], sheet["read"]) for sheet in table.get("sheets", [])]
        if roster.state == RosterState.MAPPING:
            context |= {"back": reverse(LIST), "back_text": "All rosters"}
        return self.page(request, "columns", "Which column is which?", context)

    def sheets_view(self, request: HttpRequest, roster_id: UUID) -> HttpResponse:
        """Read the file again, with the sheets that were chosen."""
        roster = self.roster_of(request, roster_id)
        if not request.user.has_perm(ADD):
            raise PermissionDenied
        chosen = request.POST.getlist("sheet")
        if request.method == "POST" and chosen:
            try:
                origin = origin_of_staff(request, roster.brand_id)
                services.choose_sheets(roster_id=roster.pk, names=chosen, origin=origin)
            except AppError as error:
                messages.error(request, error_text(error))
        return HttpResponseRedirect(reverse("admin:rosters_columns", args=[roster.pk]))

    def one_view(self, request: HttpRequest, object_id: str) -> HttpResponse:
        roster = self.roster_of(request, object_id)
        if roster.state == RosterState.MAPPING and request.user.has_perm(ADD):
            return HttpResponseRedirect(reverse("admin:rosters_columns", args=[roster.pk]))
        effect = request.GET.get("effect", "")
        rows = _changes_of(roster)
        if effect == "kept":
            rows = rows.exclude(kept="")
        elif effect:
            rows = rows.filter(effect=effect)
        reasons, places = list_reasons(roster), Places(roster)
        page = Paginator(rows, PER_PAGE).get_page(request.GET.get("page"))
        classes = class_names(roster.group_id)
        for change in page:
            change.labels = list_differences(change, classes)
            change.where = places.of_rows([change.row], ())
        context = {
            "roster": roster,
            "moving": roster.state in MOVING,
            "progress": self.progress_of(roster),
            "counts": _list_counts(roster),
            "steps": [step for step in STEPS.values() if _may_perform(request, roster, step)],
            "may_map": roster.state in _MAY_MAP and request.user.has_perm(ADD),
            "held": roster.counts.get(HELD, 0) if roster.state in MENDING else 0,
            "rests": roster.rests.exclude(state=RosterState.DISCARDED),
            "reasons": reasons[:SHOWN_REASONS],
            "reason_count": len(reasons),
            "shown_reasons": SHOWN_REASONS,
            "changes": page,
            "effect": effect,
            "effects": [*RosterChange.Effect.choices, *([("kept", "Not undone")] if roster.undone_at else [])],
        }
        return self.page(request, "roster", roster.file_name, context)

    def progress_view(self, request: HttpRequest, roster_id: UUID) -> HttpResponse:
        return JsonResponse(self.progress_of(self.roster_of(request, roster_id)), headers={"Cache-Control": "no-store"})

    def issues_view(self, request: HttpRequest, roster_id: UUID) -> HttpResponseBase:
        roster = self.roster_of(request, roster_id)
        places = Places(roster)
        lines = (
            [
                *(issue.row, places.of_cell(issue.row, issue.field), field_label(issue.field)),
                *(places.in_words(issue.message), outcome_of(issue.code, fatal=issue.fatal)),
            ]
            for issue in roster.issues.all()
        )
        return csv_answer(ERRORS, lines)

    def changes_view(self, request: HttpRequest, roster_id: UUID) -> HttpResponseBase:
        roster = self.roster_of(request, roster_id)
        self.audit(request, roster, "exported", ["changes"])
        lines = (
            [row.row, row.name, row.get_effect_display(), ", ".join(field_words(row)), row.kept]
            for row in _changes_of(roster).defer("before", "after").iterator()
        )
        return csv_answer(CHANGES, lines)

    def progress_of(self, roster: RosterImport) -> dict[str, Any]:
        done, total = roster.rows_done, max(roster.rows_total, 1)
        moving = roster.state in MOVING
        percent = min(99, done * 100 // total) if moving else 100
        return {
            "state": roster.state,
            "label": roster.get_state_display(),
            "done": done,
            "total": total,
            "percent": percent,
            "moving": moving,
        }

    def step_view(self, request: HttpRequest, roster_id: UUID, step: str) -> HttpResponse:
        """Ask for confirmation; POST takes the step."""
        roster, action = self.roster_of(request, roster_id), STEPS.get(step)
        if action is None:
            raise Http404
        if not request.user.has_perm(action.permission):
            raise PermissionDenied
        if request.method == "POST":
            return self._perform_step(request, roster, action)
        context = {
            "roster": roster,
            "step": action,
            "counts": _list_counts(roster),
            "held": roster.counts.get(HELD, 0) if action.name == "apply" else 0,
            "refused": "" if roster.state in action.states else services.MOVED_ON,
            "back": roster_url(roster),
            "back_text": roster.file_name,
        }
        return self.page(request, "step", action.question, context)

    def _perform_step(self, request: HttpRequest, roster: RosterImport, step: Step) -> HttpResponse:
        work = {
            "apply": services.start_applying_roster,
            "undo": services.start_undoing_roster,
            "discard": services.discard_roster,
        }[step.name]
        try:
            work(roster_id=roster.pk, origin=origin_of_staff(request, roster.brand_id))
        except AppError as error:
            messages.error(request, error_text(error))
        return HttpResponseRedirect(roster_url(roster))

    def roster_of(self, request: HttpRequest, roster_id: UUID | str) -> RosterImport:
        try:
            key = roster_id if isinstance(roster_id, UUID) else UUID(roster_id)
        except ValueError:
            raise Http404 from None
        rows = self.get_queryset(request).select_related("group", "brand", "created_by")
        roster: RosterImport | None = rows.filter(pk=key).first()
        if roster is None:
            raise Http404
        return roster


def _changes_of(roster: RosterImport) -> Any:
    return RosterChange.objects.filter(roster=roster).order_by("row")


def _may_perform(request: HttpRequest, roster: RosterImport, step: Step) -> bool:
    return roster.state in step.states and bool(request.user.has_perm(step.permission))


_COUNTS = (
    ("new", "New members"),
    ("changed", "Changed"),
    ("ended", "Coverage ends"),
    ("unchanged", "Unchanged"),
    ("left_out", "Left out"),
    ("not_used", "Rows not used"),
    ("not_in_file", "Not in the file: nothing changes for them"),
    (HELD, "Rows held back"),
    ("bad", "Bad values"),
    ("restored", "Restored"),
    ("kept", "Not undone"),
)


def _list_counts(roster: RosterImport) -> list[tuple[str, int]]:
    counts = roster.counts
    return [(label, counts[name]) for name, label in _COUNTS if counts.get(name)]


def roster_url(roster: RosterImport) -> str:
    return reverse("admin:members_rosterimport_change", args=[roster.pk])


def error_text(error: AppError) -> str:
    return str(error.errors[0].error_message) if isinstance(error, FieldErrors) else str(error.message)

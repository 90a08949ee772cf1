"""Uploading a file, following one import, and the steps of its life."""

from __future__ import annotations

import re
from typing import cast

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase, HttpResponseRedirect, JsonResponse
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from planfront.accounts.models import User
from planfront.backoffice.data_files.forms import GoLiveForm, UploadForm
from planfront.backoffice.data_files.steps import STEPS, UPLOAD, is_own, list_steps
from planfront.backoffice.data_files.uploads import Step, UploadPage, form_data
from planfront.backoffice.lists.base import origin_of_staff
from planfront.backoffice.lists.export import csv_answer
from planfront.imports import registry, selectors, services
from planfront.imports.models import ImportRun, State
from planfront.kernel import clock
from planfront.kernel.errors import AppError, FieldErrors, NotFound
from planfront.kernel.files.handed_out import FileKind, Need, answer_file, columns_of
from planfront.kernel.files.storages import StorageUnavailable

SHOWN_ISSUES = 200
LIVE = "This import is live."
BLANK = FileKind(
    "template",
    _("Blank files to fill in"),
    _("For each kind of import a file with its headings, which its upload page explains one by one."),
    Need.DAILY,
    forms=("csv", "xlsx"),
    permission=UPLOAD,
    place="admin:imports_importrun_add",
)
ISSUES = FileKind(
    "issues",
    _("Errors of an import"),
    _("One line per error or note that the check of a file found."),
    Need.DAILY,
    columns_of("row", "column", "code", "reason", "rejects the file"),
    permission="imports.view_importrun",
    place="admin:imports_importrun_changelist",
)


class ImportViews(UploadPage):
    """Views of the imports page. Every view checks permission and answers 404 for what is not there."""

    def upload_view(self, request: HttpRequest) -> HttpResponse:
        if not self.has_add_permission(request):
            raise PermissionDenied
        if "kind" not in request.GET:
            return self.page(request, "kinds", "Import a file", {"kinds": registry.kinds()})
        importer = _find_importer(request.GET["kind"])
        form = UploadForm(importer, *form_data(request))
        if request.method == "POST" and form.is_valid() and (run := self._create_run(request, importer, form)):
            return HttpResponseRedirect(_url(run))
        context = {
            "importer": importer,
            "form": form,
            "back": reverse("admin:imports_importrun_add"),
            "back_text": "All kinds",
        }
        return self.page(request, "upload", f"Import: {importer.title}", context)

    def _create_run(self, request: HttpRequest, importer: registry.Importer, form: UploadForm) -> ImportRun | None:
        upload = form.cleaned_data["file"]
        try:
            run, new = services.create_run(
                kind=importer.kind,
                file_name=upload.name,
                blocks=upload.chunks(),
                given=form.given(),
                by=cast(User, request.user),
                origin=origin_of_staff(request),
                queue=True,
            )
        except FieldErrors as error:
            for item in error.errors:
                form.add_error(
                    item.target_element if item.target_element in form.fields else None, str(item.error_message)
                )
            return None
        except StorageUnavailable as error:
            form.add_error("file", str(error.message))
            return None
        if not new:
            messages.info(request, f"This file is already here, as import #{run.pk}.")
        return run

    def columns_view(self, request: HttpRequest, kind: str) -> HttpResponse:
        self._may_look(request)
        importer = _find_importer(kind)
        return self.page(request, "columns", f"Columns: {importer.title}", {"importer": importer})

    def template_view(self, request: HttpRequest, kind: str, file_name: str) -> HttpResponseBase:
        self._may_look(request)
        importer = _find_importer(kind)
        if file_name not in importer.templates():
            raise Http404
        blank = importer.template(file_name)
        name, _dot, form = file_name.rpartition(".")
        return answer_file(BLANK, form, blank.body, name)

    def one_view(self, request: HttpRequest, object_id: str) -> HttpResponse:
        self._may_look(request)
        run = _find_run(object_id)
        context = {
            "run": run,
            "may_upload": self.has_add_permission(request),
            "importer": _find_importer(run.kind),
            "has_before": any(change.get("before") for change in run.review.get("changes", ())),
            "has_percent": any(change.get("percent") is not None for change in run.review.get("changes", ())),
            "progress": selectors.progress_of(run),
            "moving": run.state in (State.QUEUED, State.READING),
            "issues": selectors.issues_of(run, SHOWN_ISSUES),
            "issue_counts": selectors.issue_counts(run),
            "shown_issues": SHOWN_ISSUES,
            "steps": list_steps(request, run),
            "needs_other": is_own(request, run) and run.state in (State.STAGED, State.APPROVED, State.LIVE),
            "sheets": selectors.sheets_of(run),
            "facts": {_split_words(name): number for name, number in selectors.list_counts(run.counts)},
            "counts": {
                _split_words(name): number for name, number in selectors.list_counts(run.review.get("counts", {}))
            },
        }
        return self.page(request, "run", f"Import #{run.pk}: {run.file_name}", context)

    def progress_view(self, request: HttpRequest, run_id: int) -> HttpResponse:
        self._may_look(request)
        return JsonResponse(selectors.progress_of(_find_run(run_id)), headers={"Cache-Control": "no-store"})

    def issues_view(self, request: HttpRequest, run_id: int) -> HttpResponseBase:
        self._may_look(request)
        run = _find_run(run_id)
        lines = (
            [issue.row or "", issue.column, issue.code, issue.message, issue.fatal]
            for issue in selectors.issues_of(run)
        )
        return csv_answer(ISSUES, lines, f"import-{run.pk}-issues")

    def sheets_view(self, request: HttpRequest, run_id: int) -> HttpResponse:
        """Read the file again, with the sheets that were chosen."""
        if not self.has_add_permission(request):
            raise PermissionDenied
        run = _find_run(run_id)
        names = {name for name, _read in selectors.sheets_of(run)}
        chosen = [name for name in request.POST.getlist("sheet") if name in names]
        if request.method != "POST" or not chosen:
            return HttpResponseRedirect(_url(run))
        try:
            person, origin = cast(User, request.user), origin_of_staff(request)
            run = services.choose_sheets(run_id=run.pk, sheets=chosen, by=person, origin=origin)
        except AppError as error:
            messages.error(request, str(error.message))
        return HttpResponseRedirect(_url(run))

    def step_view(self, request: HttpRequest, run_id: int, step: str) -> HttpResponse:
        """Ask for confirmation; POST takes the step."""
        run, action = _find_run(run_id), STEPS.get(step)
        if action is None:
            raise Http404
        if not request.user.has_perm(action.permission):
            raise PermissionDenied
        form = GoLiveForm(*form_data(request)) if action.name == "approve" else None
        if request.method == "POST" and (form is None or form.is_valid()):
            return self._perform_step(request, run, action, form)
        context = {"run": run, "step": action, "form": form, "back": _url(run), "back_text": f"Import #{run.pk}"}
        context["refused"] = "" if action in list_steps(request, run) else _why_not(request, run, action)
        return self.page(request, "step", action.question, context)

    def _perform_step(self, request: HttpRequest, run: ImportRun, step: Step, form: GoLiveForm | None) -> HttpResponse:
        try:
            self._carry_out(request, run, step, form)
        except AppError as error:
            wrong = [str(item.error_message) for item in error.errors] if isinstance(error, FieldErrors) else []
            messages.error(request, " ".join(wrong) or str(error.message))
        else:
            live = selectors.run_get(run.pk).state == State.LIVE
            messages.success(request, LIVE if live else step.done)
        return HttpResponseRedirect(_url(run))

    def _carry_out(self, request: HttpRequest, run: ImportRun, step: Step, form: GoLiveForm | None) -> None:
        person, origin = cast(User, request.user), origin_of_staff(request)
        if form is not None:
            services.approve_run(run_id=run.pk, by=person, go_live_on=form.day(), origin=origin)
            if form.day() == clock.today():
                services.take_run_live(run_id=run.pk, by=person, origin=origin)
        elif step.name == "go-live":
            services.take_run_live(run_id=run.pk, by=person, origin=origin)
        elif step.name == "roll-back":
            services.roll_back_run(run_id=run.pk, by=person, origin=origin)
        else:
            services.discard_run(run_id=run.pk, origin=origin)

    def _may_look(self, request: HttpRequest) -> None:
        if not self.has_view_permission(request):
            raise PermissionDenied


def _find_run(run_id: int | str) -> ImportRun:
    try:
        return selectors.run_get(int(run_id))
    except (NotFound, ValueError):
        raise Http404 from None


def _find_importer(kind: str) -> registry.Importer:
    try:
        return registry.importer(kind)
    except NotFound:
        raise Http404 from None


def _url(run: ImportRun) -> str:
    return reverse("admin:imports_importrun_change", args=[run.pk])


def _why_not(request: HttpRequest, run: ImportRun, step: Step) -> str:
    if step.second_person and is_own(request, run):
        return "You uploaded this file, so someone else has to do this."
    return f"This import is “{run.get_state_display()}”, so that's no longer possible."


def _split_words(name: str) -> str:
    """Return a key such as `left_out` or `newPlans` in words."""
    return re.sub(r"(?<=[a-z])(?=[A-Z])", " ", name).replace("_", " ").lower()

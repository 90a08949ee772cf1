"""Questionnaires: editing the draft, looking at it, publishing it, its versions."""

from __future__ import annotations

from typing import Any, ClassVar

from django.contrib import messages
from django.contrib.admin import display
from django.core.exceptions import PermissionDenied
from django.db.models import TextField
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404
from django.template.response import TemplateResponse
from django.urls import URLPattern, path, reverse
from unfold.admin import StackedInline, TabularInline
from unfold.widgets import UnfoldAdminTextareaWidget

from planfront.backoffice.lists.base import Deletable, Page, list_action, origin_of_staff
from planfront.backoffice.lists.spanish import spanish_form
from planfront.catalog import questionnaires
from planfront.catalog.models import PlanQuestion, PlanQuestionOption, PlanQuestionSet, QuestionSetVersion
from planfront.catalog.questions import DRAFT, read
from planfront.catalog.wording import pick
from planfront.kernel.errors import BusinessError

LANGUAGES = (("en", "English"), ("es", "Spanish"))


_DRAFT = "Part of a draft; published versions stay."


class OptionRows(Deletable, TabularInline):  # type: ignore[misc]
    deletable = _DRAFT
    model = PlanQuestionOption
    form = spanish_form(PlanQuestionOption, "option_group", "text")
    fields = ("position", "option_group", "option_group_es", "text", "text_es", "declines", "refers")
    ordering_field = "position"
    hide_ordering_field = True
    verbose_name, verbose_name_plural = "checkbox", "Checkboxes"
    extra = 0


class QuestionRows(Deletable, StackedInline):  # type: ignore[misc]
    deletable = _DRAFT
    model = PlanQuestion
    form = spanish_form(PlanQuestion, "text", "decline_message")
    fields = (
        "position",
        ("text", "text_es"),
        ("sub_type", "require_detail"),
        "true_condition",
        ("decline_on", "refer_on"),
        ("decline_message", "decline_message_es"),
    )
    formfield_overrides: ClassVar[dict[Any, Any]] = {
        TextField: {"widget": UnfoldAdminTextareaWidget(attrs={"rows": 3})}
    }
    ordering_field = "position"
    hide_ordering_field = True
    verbose_name, verbose_name_plural = "question", "Questions"
    inlines = (OptionRows,)
    extra = 0
    tab = True

    def formfield_for_choice_field(self, db_field: Any, request: HttpRequest, **kwargs: Any) -> Any:
        """Call an empty consequence "neither"; an empty condition takes either answer."""
        if db_field.name in {"decline_on", "refer_on"}:
            kwargs["choices"] = [("", "neither"), *(choice for choice in db_field.choices if choice[0])]
        return super().formfield_for_choice_field(db_field, request, **kwargs)


class QuestionSetPage(Page):
    """The draft. Shoppers see what was published last; publishing is a step of its own."""

    form = spanish_form(PlanQuestionSet, "title", "success_message")
    fields = (
        ("code", "kind", "active"),
        ("title", "title_es"),
        ("success_message", "success_message_es"),
        "plans",
    )
    list_display = ("title", "code", "kind", "published", "active")
    list_filter = ("kind", "active")
    search_fields = ("title", "code")
    filter_horizontal = ("plans",)
    inlines = (QuestionRows,)
    actions_detail = ("versions",)

    @display(description="Published")
    def published(self, row: PlanQuestionSet) -> str:
        if not row.version:
            return "not yet"
        return f"version {row.version}" + (", draft differs" if questionnaires.has_changes(row) else "")

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> tuple[str, ...]:
        """Protect the keys by which answers refer to a published questionnaire."""
        return ("code", "kind") if obj is not None and obj.version else ()

    def save_related(self, request: HttpRequest, form: Any, formsets: Any, change: bool) -> None:
        super().save_related(request, form, formsets, change)
        changed = [name for name in form.changed_data if name == "plans"]
        if any(formset.has_changed() for formset in formsets):
            changed.append("questions")
        if changed:
            self.audit(request, form.instance, "draft_changed", changed)

    @list_action("Preview, publish, history")
    def versions(self, request: HttpRequest, object_id: str) -> HttpResponse:
        return HttpResponseRedirect(reverse("admin:question_versions", args=[object_id]))

    def get_urls(self) -> list[URLPattern]:
        view = self.admin_site.admin_view
        own = [
            path("<int:set_id>/versions/", view(self.versions_view), name="question_versions"),
            path("<int:set_id>/versions/<int:number>/", view(self.version_view), name="question_version"),
            path("<int:set_id>/<slug:step>/do/", view(self.step_view), name="question_step"),
        ]
        return [*own, *super().get_urls()]

    def versions_view(self, request: HttpRequest, set_id: int) -> HttpResponse:
        """Show the draft as shoppers would see it, its possible steps, and earlier versions."""
        row = self._row(request, set_id)
        context = {
            "row": row,
            "shown": _preview_questions(row.pk, DRAFT, questionnaires.draft_content(row)),
            "problems": questionnaires.draft_problems(row),
            "changed": questionnaires.has_changes(row),
            "history": row.versions.all(),
            "may": self.has_change_permission(request, row),
        }
        return self._page(request, f"{row.title}: preview and versions", context, "versions")

    def version_view(self, request: HttpRequest, set_id: int, number: int) -> HttpResponse:
        row = self._row(request, set_id)
        version = get_object_or_404(QuestionSetVersion, question_set=row, number=number)
        questions = _preview_questions(row.pk, number, version.content)
        may = self.has_change_permission(request, row)
        context = {"row": row, "version": version, "shown": questions, "may": may}
        return self._page(request, f"{row.title}: version {number}", context, "version")

    def step_view(self, request: HttpRequest, set_id: int, step: str) -> HttpResponse:
        """Publish, copy, or make version ``number`` the draft again. POST only."""
        row = self._row(request, set_id)
        if request.method != "POST" or not self.has_change_permission(request, row):
            raise PermissionDenied
        back, origin = row.pk, origin_of_staff(request)
        try:
            if step == "publish":
                note, by = request.POST.get("note", ""), str(request.user)
                result = questionnaires.publish_questionnaire(question_set=row, origin=origin, by=by, note=note)
                messages.success(request, f"Version {result.number} is published. Open quotes are asked again.")
            elif step == "copy":
                back = questionnaires.copy_questionnaire(question_set=row, origin=origin).pk
                messages.success(request, "This is the copy. It belongs to no plan and is not published yet.")
            elif step == "restore":
                number = request.POST.get("number", "")
                target = {"question_set": row, "number": int(number) if number.isdecimal() else 0}
                version = get_object_or_404(QuestionSetVersion, **target)
                questionnaires.draft_restore(version=version, origin=origin)
                messages.success(request, f"Version {version.number} is the draft again. Nothing was published.")
            else:
                raise Http404
        except BusinessError as error:
            messages.error(request, str(error.message))
        return HttpResponseRedirect(reverse("admin:question_versions", args=[back]))

    def _row(self, request: HttpRequest, set_id: int) -> PlanQuestionSet:
        row = get_object_or_404(PlanQuestionSet, pk=set_id)
        if not self.has_view_permission(request, row):
            raise PermissionDenied
        return row

    def _page(self, request: HttpRequest, title: str, context: dict[str, Any], name: str) -> HttpResponse:
        shared = {**self.admin_site.each_context(request), "title": title, "opts": self.opts}
        return TemplateResponse(request, f"backoffice/questions/{name}.html", {**shared, **context})


def _preview_questions(set_id: int, number: int, content: dict[str, Any]) -> list[dict[str, Any]]:
    """Return a questionnaire in each language, in the order and groups in which shoppers see it."""
    questions = read(set_id, number, content)
    return [
        {
            "language": name,
            "title": pick(questions.i18n, "title", questions.title, code),
            "thanks": pick(questions.i18n, "success_message", questions.success_message, code),
            "questions": [_question_text(question, code) for question in questions.questions],
        }
        for code, name in LANGUAGES
    ]


def _question_text(question: Any, code: str) -> dict[str, Any]:
    groups: dict[str, list[Any]] = {}
    for option in question.options:
        group = pick(option.i18n, "option_group", option.group, code)
        text = pick(option.i18n, "text", option.text, code)
        groups.setdefault(group, []).append({"text": text, "declines": option.declines, "refers": option.refers})
    rules = [
        f"{question.true_condition} to continue" if question.true_condition else "",
        f"declines on {question.decline_on}" if question.decline_on else "",
        f"the insurer decides on {question.refer_on}" if question.refer_on else "",
        "Yes asks for a text" if question.sub_type == "text_field" else "",
        "Yes asks for one or two treatments" if question.require_detail or question.sub_type == "detail" else "",
    ]
    missing = code != "en" and not (question.i18n.get(code) or {}).get("text")
    return {
        "text": pick(question.i18n, "text", question.text, code),
        "rules": [rule for rule in rules if rule],
        "groups": [{"name": name, "options": options} for name, options in groups.items()],
        "decline": pick(question.i18n, "decline_message", question.decline_message, code),
        "missing": missing,
    }


PAGES = ((PlanQuestionSet, QuestionSetPage),)

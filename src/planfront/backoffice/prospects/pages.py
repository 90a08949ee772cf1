"""Leads, rep enquiries, the chat's questions, consents."""

from __future__ import annotations

from typing import Any, ClassVar, cast
from uuid import UUID

from django import forms
from django.contrib import messages
from django.contrib.admin import SimpleListFilter, display
from django.contrib.admin.options import IncorrectLookupParameters
from django.core.exceptions import PermissionDenied
from django.db.models import Max, QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed, HttpResponseRedirect
from django.shortcuts import get_object_or_404
from django.urls import URLPattern, path, reverse

from planfront.backoffice.lists.base import Page, ReadOnlyPage, Rows, column, list_action, origin_of_staff, rows
from planfront.backoffice.lists.cells import NOTHING, person_cell, two_lines
from planfront.backoffice.lists.export import in_list
from planfront.backoffice.lists.filters import ByState, DateRange, by_code
from planfront.backoffice.lists.labels import LabelledList
from planfront.backoffice.lists.spanish import spanish_form
from planfront.backoffice.prospects.lead_person import CALLS, prepare, show_age, show_lead
from planfront.backoffice.rosters.views import error_text
from planfront.catalog.categories import Category
from planfront.kernel.errors import AppError, FieldErrors
from planfront.kernel.text.parse import show_phone
from planfront.leads.consents import revoke_consent, revoke_location
from planfront.leads.inbox import clients_of, hand_over
from planfront.leads.models import (
    AssistantQuestion,
    Consent,
    ConsentRevocation,
    ConsentText,
    Fact,
    How,
    Kind,
    Lead,
    LeadAnswer,
    LeadNote,
    LocationConsent,
    Progress,
    RepEnquiry,
)
from planfront.leads.person import LeadFacts, load_facts, load_person
from planfront.leads.selectors import lines
from planfront.parties.reps.assigning import explain_refusal, find_seller

_CONSENTS = rows(
    Consent, read_only=True, fields=("purpose", "version", "text", "page", "ip", "at"), verbose_name_plural="Consents"
)
_ANSWERS = rows(
    LeadAnswer,
    read_only=True,
    fields=("asked", "answer", "answered_at"),
    ordering=("answered_at",),
    verbose_name_plural="Answers",
)

_NOTES = rows(
    LeadNote, read_only=True, fields=("at", "author", "text"), ordering=("at",), verbose_name_plural="Notes of reps"
)


class _RevocationRows(Rows):
    """Withdrawals can be added, never changed."""

    model = ConsentRevocation
    fields = ("purpose", "how", "version", "at")
    readonly_fields = ("version", "at")
    verbose_name_plural = "Withdrawn consents"

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


class _Inbox(Page):
    """Messages of visitors. Staff add a status and notes. Opening one is recorded; lists don't read sealed columns."""

    brand_path = "brand"
    ordering = ("-created_at",)
    sealed: tuple[str, ...] = ("notes",)

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        queryset: QuerySet[Any] = super().get_queryset(request)
        return queryset.defer(*self.sealed) if in_list(request) else queryset

    def save_formset(self, request: HttpRequest, form: Any, formset: Any, change: bool) -> None:
        """Add withdrawals; the server sets their version and time."""
        formset.new_objects, formset.changed_objects, formset.deleted_objects = [], [], []
        for extra_form in formset.extra_forms:
            if extra_form.has_changed():
                formset.new_objects += revoke_consent(
                    contact=form.instance,
                    purpose=extra_form.cleaned_data["purpose"],
                    how=extra_form.cleaned_data["how"],
                    origin=origin_of_staff(request),
                )

    def change_view(self, request: HttpRequest, object_id: str, *args: Any, **kwargs: Any) -> HttpResponse:
        answer = cast(HttpResponse, super().change_view(request, object_id, *args, **kwargs))
        row = self.get_object(request, object_id) if request.method == "GET" and answer.status_code == 200 else None
        if row is not None:
            self.audit(request, row, "opened", [])
        return answer


class _LeadList(LabelledList):
    """The leads of one page, as people."""

    def get_results(self, request: HttpRequest) -> None:
        super().get_results(request)
        listed: list[Any] = list(self.result_list)  # type: ignore[has-type]  # Django's, without types
        facts = {item.lead_id: item for item in load_facts(Lead.objects.filter(pk__in=[row.pk for row in listed]))}
        for row in listed:
            row.person = facts[row.pk]
        self.result_list = listed


class LeadForm(forms.ModelForm):  # type: ignore[type-arg]
    """A lead, assigned only to a rep who may take it."""

    class Meta:
        model = Lead
        fields = ("status", "lost_reason", "follow_up_on", "assigned", "held", "notes")

    def clean_assigned(self) -> Any:
        rep = self.cleaned_data["assigned"]
        if rep is None or "assigned" not in self.changed_data:
            return rep
        (lead,) = clients_of(Lead.objects.filter(pk=self.instance.pk))
        try:
            problem = explain_refusal(find_seller(self.instance.brand_id, rep.pk), lead)
        except FieldErrors:
            problem = f"{rep.name} doesn't sell at this brand."
        if problem:
            raise forms.ValidationError(problem)
        return rep


class LeadPage(_Inbox):
    """Leads as people. Answers are sealed: those of the rows that a page of the list shows are opened, an export has
    none of them."""

    form = LeadForm
    change_form_before_template = "backoffice/leads/person.html"
    list_display = ("who", "phone", "need", "came_in", "assigned", "status", "brand")
    list_display_links = ("who",)
    list_filter = (
        "status",
        "brand",
        by_code("assigned rep's code", "rep", "assigned__code"),
        ("created_at", DateRange),
    )
    merged_columns: ClassVar = {"who": (), "phone": (), "need": (), "came_in": ("created_at",)}
    search_fields = ("=agent__code", "=assigned__code", "page")
    list_select_related = ("brand", "assigned")
    autocomplete_fields = ("assigned",)
    fields = (
        ("status", "lost_reason", "follow_up_on"),
        ("assigned", "held"),
        "notes",
        ("created_at", "updated_at", "completed_at"),
        ("brand", "agent"),
        ("page", "language", "added_by"),
    )
    readonly_fields = ("created_at", "updated_at", "completed_at", "brand", "agent", "page", "language", "added_by")
    inlines = (_ANSWERS, _NOTES, _CONSENTS, _RevocationRows)

    def get_changelist(self, request: HttpRequest, **kwargs: Any) -> type[_LeadList]:
        return _LeadList

    def get_urls(self) -> list[URLPattern]:
        view = self.admin_site.admin_view
        return [path("<uuid:lead_id>/quote/", view(self.quote_view), name="lead_quote"), *super().get_urls()]

    def render_change_form(self, request: HttpRequest, context: dict[str, Any], *arguments: Any, **named: Any) -> Any:
        if (lead := context.get("original")) is not None:
            context |= show_lead(lead)
        return super().render_change_form(request, context, *arguments, **named)

    def title_of(self, row: Lead) -> str:
        return load_person(row).title

    def save_model(self, request: HttpRequest, obj: Lead, form: forms.ModelForm[Any], change: bool) -> None:
        """Hand a lead that got another rep over as its rep would."""
        agent_id = obj.assigned_id if "assigned" in form.changed_data else None
        if agent_id is not None:
            obj.assigned_id = form.initial["assigned"]
        super().save_model(request, obj, form, change)
        if agent_id is not None:
            try:
                seller = find_seller(obj.brand_id, agent_id)
                hand_over(lead=obj, seller=seller, origin=origin_of_staff(request, obj.brand_id))
            except AppError as error:
                messages.error(request, error_text(error))

    @column("Lead")
    def who(self, lead: Any) -> str:
        facts: LeadFacts = lead.person
        return person_cell(facts.title, ", ".join(filter(None, (str(facts.age or ""), facts.place))))

    @column("Phone")
    def phone(self, lead: Any) -> str:
        facts: LeadFacts = lead.person
        number = facts.phone.replace(" ", "\u00a0").replace("-", "\u2011")  # in one line
        return two_lines(number or NOTHING, CALLS[facts.call.state] if number else "")

    @column("Needs")
    def need(self, lead: Any) -> str:
        facts: LeadFacts = lead.person
        return two_lines(facts.need or NOTHING, "" if lead.completed_at else "Chat not finished")

    @column("Since", ordering="created_at")
    def came_in(self, lead: Lead) -> str:
        return show_age(lead.created_at)

    def quote_view(self, request: HttpRequest, lead_id: UUID) -> HttpResponse:
        """Prepare the quote of a lead for its rep, who opens it from the lead. POST only."""
        lead = get_object_or_404(self.get_queryset(request), pk=lead_id)
        if request.method != "POST":
            return HttpResponseNotAllowed(["POST"])
        if not self.has_change_permission(request, lead):
            raise PermissionDenied
        prepare(request, lead, origin_of_staff(request, lead.brand_id))
        return HttpResponseRedirect(reverse("admin:leads_lead_change", args=[lead.pk]))


class EnquiryForm(forms.ModelForm):  # type: ignore[type-arg]
    class Meta:
        model = RepEnquiry
        fields = ("status", "held", "notes")

    def clean_status(self) -> str:
        status = str(self.cleaned_data["status"])
        same = RepEnquiry.objects.filter(brand=self.instance.brand_id, contact_hash=self.instance.contact_hash)
        if status == Progress.NEW and same.filter(status=status).exclude(pk=self.instance.pk).exists():
            raise forms.ValidationError("The same person has sent another inquiry, which is new.")
        return status


class EnquiryPage(_Inbox):
    form = EnquiryForm
    list_display = ("created_at", "brand", "state", "status")
    list_filter = ("status", "brand", ByState, ("created_at", DateRange))
    no_search = "Names and contacts are sealed."
    list_select_related = ("brand",)
    fields = (("status", "held"), "notes", ("name", "phone_shown", "email"), ("state", "brand", "created_at"))
    readonly_fields = ("name", "phone_shown", "email", "state", "brand", "created_at")
    inlines = (_CONSENTS, _RevocationRows)
    sealed = ("notes", "name", "phone", "email")

    @display(description="Phone")
    def phone_shown(self, enquiry: RepEnquiry) -> str:
        return show_phone(enquiry.phone)


class QuestionForm(spanish_form(AssistantQuestion, "question", "options")):  # type: ignore[misc]
    """Keeps the tree whole: conditions look back to answers that exist."""

    def clean(self) -> dict[str, Any]:
        cleaned_data: dict[str, Any] = super().clean() or self.cleaned_data
        options, spanish = lines(cleaned_data.get("options", "")), lines(cleaned_data.get("options_es", ""))
        if cleaned_data.get("kind") == Kind.CHOICE and len(options) < 2:
            self.add_error("options", "Enter at least two answers, one per line.")
        if spanish and len(spanish) != len(options):
            self.add_error("options_es", "Enter as many lines as in English.")
        meanings = lines(cleaned_data.get("stands_for", ""))
        if meanings and len(meanings) != len(options):
            self.add_error("stands_for", "Enter one line for each answer.")
        if cleaned_data.get("fact") == Fact.COVERED and set(meanings) - {"IO", "IS", "IC", "IF", "-"}:
            self.add_error("stands_for", "Enter IO, IS, IC, IF or - on each line.")
        if cleaned_data.get("fact") == Fact.WANTED and set(" ".join(meanings).split()) - {*Category.values, "-"}:
            self.add_error("stands_for", f"Enter these categories, or -: {', '.join(Category.values)}.")
        self._check_condition(cleaned_data)
        self._check_followers(cleaned_data, options)
        return cleaned_data

    def _check_condition(self, values: dict[str, Any]) -> None:
        before, answers = values.get("when_question"), lines(values.get("when_answers", ""))
        if before is None:
            if answers:
                self.add_error("when_question", "Choose the question that these answers belong to.")
            return
        if before.pk == self.instance.pk or before.position >= (values.get("position") or 0):
            self.add_error("when_question", "Choose a question with a lower position.")
        if before.brand_id not in (None, values["brand"].pk if values.get("brand") else None):
            self.add_error("when_question", "That question is asked on another brand only.")
        options = lines(before.options) if before.kind == Kind.CHOICE else ()
        if not answers or set(answers) - set(options):
            self.add_error("when_answers", f"Enter one or more of: {', '.join(options) or '(no answers to choose)'}.")

    def _check_followers(self, values: dict[str, Any], options: tuple[str, ...]) -> None:
        """Require that questions that depend on this one stay behind it, on its brand, and keep their answers."""
        if self.instance.pk is None:
            return
        answers = options if values.get("kind") == Kind.CHOICE else ()
        brand = values["brand"].pk if values.get("brand") else None
        for follower in AssistantQuestion.objects.filter(when_question=self.instance):
            if follower.position <= (values.get("position") or 0):
                self.add_error("position", f"“{follower}” is asked after this one.")
            if set(lines(follower.when_answers)) - set(answers):
                self.add_error("options", f"“{follower}” depends on an answer that isn't listed.")
            if brand not in (None, follower.brand_id):
                self.add_error("brand", f"“{follower}” is asked on other brands, too.")


class QuestionPage(Page):
    """The chat's questions as a tree: order, conditions, both languages."""

    brand_path = "brand"
    form = QuestionForm
    fields = (
        ("position", "brand", "active"),
        ("question", "question_es"),
        "kind",
        ("options", "options_es"),
        ("fact", "stands_for"),
        ("when_question", "when_answers"),
    )
    list_display = ("position", "question", "kind", "asked", "brand", "active")
    list_display_links = ("question",)
    list_filter = ("active", "brand", "kind")
    search_fields = ("question",)
    list_select_related = ("brand", "when_question")
    ordering = ("position", "id")

    @display(description="Asked")
    def asked(self, row: AssistantQuestion) -> str:
        if row.when_question is None:
            return "always"
        return f"after {row.when_question.position}: {' or '.join(lines(row.when_answers))}"


class ConsentTextPage(Page):
    """Texts next to the boxes. People agreed to exact words, so a version never changes: add the next one."""

    form = spanish_form(ConsentText, "text")
    list_display = ("purpose", "version")
    list_filter = ("purpose",)
    search_fields = ("text",)
    ordering = ("purpose", "-version")

    def get_fields(self, request: HttpRequest, obj: Any = None) -> tuple[str, ...]:
        return ("purpose", "version", "text", "spanish") if obj else ("purpose", "text", "text_es")

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> tuple[str, ...]:
        return ("version", "spanish") if obj else ()

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def save_model(self, request: HttpRequest, obj: Any, form: Any, change: bool) -> None:
        last = ConsentText.objects.filter(purpose=obj.purpose).aggregate(last=Max("version"))["last"]
        obj.version = (last or 0) + 1
        super().save_model(request, obj, form, change)

    @display(description="Text (Spanish)")
    def spanish(self, row: ConsentText) -> str:
        return str((row.i18n.get("es") or {}).get("text", ""))


class _ByVersion(SimpleListFilter):
    title = "version"
    parameter_name = "version"

    def lookups(self, _request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        versions = ConsentText.objects.order_by("version").values_list("version", flat=True).distinct()
        return [(str(version), str(version)) for version in versions]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        chosen = self.value()
        if chosen is None:
            return queryset
        if not chosen.isdecimal():
            raise IncorrectLookupParameters
        return queryset.filter(version=chosen)


class ConsentPage(ReadOnlyPage):
    """Consents. The lead or the enquiry names the person."""

    brand_path = "brand"
    list_display = ("at", "brand", "purpose", "version", "page", "ip")
    list_filter = ("purpose", _ByVersion, "brand", ("at", DateRange))
    search_fields = ("page", "=ip")
    list_select_related = ("brand",)
    ordering = ("-at",)
    fields = (("at", "ip"), ("purpose", "version"), "text", ("brand", "page"), ("lead", "enquiry"))


class RevocationPage(ReadOnlyPage):
    """Revoked consents. The lead or the enquiry names the person."""

    brand_path = "brand"
    list_display = ("at", "brand", "purpose", "version", "how")
    list_filter = ("purpose", "how", "brand", ("at", DateRange))
    no_search = "Has no text. The lead or inquiry shows who it was."
    list_select_related = ("brand",)
    ordering = ("-at",)
    fields = (("at", "how"), ("purpose", "version"), ("brand", "lead", "enquiry"))


class LocationPage(ReadOnlyPage):
    brand_path = "brand"
    list_display = ("at", "brand", "allowed", "how", "agent", "group", "page")
    list_filter = ("allowed", "how", "brand", ("at", DateRange))
    search_fields = ("=agent__code", "=group__code", "page")
    actions = ("withdraw",)
    list_select_related = ("brand", "agent", "group")
    ordering = ("-at",)
    fields = (("at", "ip"), ("allowed", "how"), "version", "text", ("brand", "page"), ("agent", "group"))

    @list_action("Record as withdrawn")
    def withdraw(self, request: HttpRequest, queryset: QuerySet[LocationConsent]) -> None:
        """Withdraw the consent of visitors who asked by phone or mail; the new row says no."""
        origin = origin_of_staff(request)
        result = [revoke_location(row=row, how=How.OTHER, origin=origin) for row in queryset.order_by("at")]
        self.message_user(request, f"{len(result) - result.count(None)} recorded.", messages.SUCCESS)


PAGES = (
    (Lead, LeadPage),
    (RepEnquiry, EnquiryPage),
    (AssistantQuestion, QuestionPage),
    (ConsentText, ConsentTextPage),
    (Consent, ConsentPage),
    (ConsentRevocation, RevocationPage),
    (LocationConsent, LocationPage),
)

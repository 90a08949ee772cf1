"""Letters as they were sent, the operator's words for them, and files for the printer."""

from __future__ import annotations

from typing import Any, cast
from uuid import UUID

from django import forms
from django.contrib import messages
from django.contrib.admin import SimpleListFilter
from django.core.exceptions import PermissionDenied
from django.db.models import Count, QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseBase, HttpResponseNotAllowed, HttpResponseRedirect
from django.shortcuts import get_object_or_404
from django.urls import URLPattern, path, reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _
from unfold.widgets import UnfoldAdminTextareaWidget

from planfront.accounts.models import User
from planfront.audit.services import record
from planfront.backoffice.lists.base import Page, ReadOnlyPage, column, origin_of_staff
from planfront.backoffice.lists.export import in_list
from planfront.backoffice.lists.filters import by_brand, by_words
from planfront.backoffice.lists.panels import Button, Panel
from planfront.backoffice.lists.private_search import PrivateSearch
from planfront.brands.models import Brand
from planfront.kernel import clock
from planfront.kernel.files.handed_out import FileKind, Need, answer_file
from planfront.letters import documents
from planfront.letters.kinds import NAMES, unknown_names
from planfront.letters.models import Letter, LetterText, PrintFile
from planfront.letters.selectors import count_without_address, find_words, letters_to_print
from planfront.letters.services import describe_sample, make_print_file

_LANGUAGES = {"en": "English", "es": "Spanish"}
_PRINT = "letters.add_printfile"
_WAYS = (("waits", "Waiting for the printer"), ("printed", "Sent to the printer"), ("mail", "By email only"))


class PaperFilter(SimpleListFilter):
    """Letters by whether they go on paper."""

    title = "paper"
    parameter_name = "paper"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return list(_WAYS)

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        chosen = self.value()
        if chosen == "mail":
            return queryset.filter(on_paper=False)
        if chosen in ("waits", "printed"):
            return queryset.filter(on_paper=True, print_file__isnull=chosen == "waits")
        return queryset


LETTER = FileKind(
    "letter",
    _("A letter"),
    _("The letter as the member got it. Each opening is on the audit record."),
    Need.AUDITOR,
    forms=("pdf",),
    permission="letters.view_letter",
    place="admin:letters_letter_changelist",
)
PRINT = FileKind(
    "letters",
    _("Letters for the printer"),
    _("All letters that went on paper in one file, ready to print."),
    Need.DAILY,
    forms=("pdf",),
    permission="letters.view_printfile",
    place="admin:letters_printfile_changelist",
)


class LetterPage(PrivateSearch, ReadOnlyPage):
    """Letters as they were sent. Opening one is on record."""

    brand_path = "brand_id"
    find_by = "Find by member or subject"
    list_display = ("created_at", "subject", "member_name", "kind", "in_language", "brand", "way")
    list_display_links = ("created_at", "subject")
    list_filter = (PaperFilter, "kind", by_brand("brand_id"), by_words("language", "language", _LANGUAGES))
    list_select_related = ("brand", "member")
    search_fields = ("subject", "member__first_name", "member__last_name")
    ordering = ("-created_at", "id")
    fields = (
        ("subject", "kind", "in_language"),
        ("brand", "member_page", "policy_numbers"),
        ("created_at", "way"),
        "pdf",
    )
    readonly_fields = ("in_language", "member_page", "policy_numbers", "way", "pdf")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Letter]:
        rows: QuerySet[Letter] = super().get_queryset(request)
        return rows.defer("document", "recipient") if in_list(request) else rows

    def get_urls(self) -> list[URLPattern]:
        view = self.admin_site.admin_view
        return [path("<uuid:letter_id>/pdf/", view(self.pdf_view), name="letter_pdf"), *super().get_urls()]

    @column("Member", ordering="member__last_name")
    def member_name(self, letter: Letter) -> str:
        return letter.member.name if letter.member else "–"

    @column("Member")
    def member_page(self, letter: Letter) -> str:
        if letter.member is None:
            return "–"
        address = reverse("admin:members_member_change", args=[letter.member.pk])
        return format_html('<a href="{}">{}</a>', address, letter.member.name)

    @column("Language", ordering="language")
    def in_language(self, letter: Letter) -> str:
        return _LANGUAGES.get(letter.language, letter.language)

    @column("Policies")
    def policy_numbers(self, letter: Letter) -> str:
        return ", ".join(letter.policies) or "–"

    @column("Delivery")
    def way(self, letter: Letter) -> str:
        paper = "on paper" if letter.print_file_id else "waiting for the printer"
        ways = [*(["by email"] if letter.mailed else []), *([paper] if letter.on_paper else [])]
        return " and ".join(ways).capitalize()

    @column("Letter")
    def pdf(self, letter: Letter) -> SafeString:
        return format_html('<a href="{}">Open the PDF</a>', reverse("admin:letter_pdf", args=[letter.pk]))

    def pdf_view(self, request: HttpRequest, letter_id: UUID) -> HttpResponseBase:
        letter = get_object_or_404(self.get_queryset(request), pk=letter_id)
        if not self.has_view_permission(request, letter):
            raise PermissionDenied
        self.audit(request, letter, "opened", [])
        return _letter_file(letter.document)


def _letter_file(document: dict[str, Any]) -> HttpResponseBase:
    name = document["name"].removesuffix(".pdf")
    return answer_file(LETTER, "pdf", documents.make_letter(document), name, inline=True)


class PrintFilePage(ReadOnlyPage):
    """Files for the printer; for who works for all brands, as letters of all are in one."""

    list_display = ("made_at", "made_by", "letters", "file")
    list_filter = ("made_at",)
    list_select_related = ("made_by",)
    no_search = "a file a day, known by its day"
    ordering = ("-id",)

    def get_queryset(self, request: HttpRequest) -> QuerySet[PrintFile]:
        rows: QuerySet[PrintFile] = super().get_queryset(request)
        return rows.annotate(counted=Count("letters"))

    def get_urls(self) -> list[URLPattern]:
        view = self.admin_site.admin_view
        return [
            path("make/", view(self.make_view), name="print_file_make"),
            path("<int:file_id>/pdf/", view(self.pdf_view), name="print_file_pdf"),
            *super().get_urls(),
        ]

    def list_panel(self, request: HttpRequest) -> Panel:
        count = letters_to_print().count()
        waiting = {0: "No letters are waiting", 1: "1 letter is waiting"}.get(count, f"{count} letters are waiting")
        make = Button("Create the file", reverse("admin:print_file_make"), posts=True)
        return Panel(
            f"{waiting} for the printer. Each letter is in one file only. Earlier files can be opened again.",
            buttons=(make,) if count and request.user.has_perm(_PRINT) else (),
        )

    @column("Letters", ordering="counted")
    def letters(self, file: PrintFile) -> int:
        return cast(int, file.counted)  # type: ignore[attr-defined]

    @column("File")
    def file(self, file: PrintFile) -> SafeString:
        return format_html('<a href="{}">Open the PDF</a>', reverse("admin:print_file_pdf", args=[file.pk]))

    def make_view(self, request: HttpRequest) -> HttpResponse:
        """Make the file for the printer. POST only."""
        if request.method != "POST":
            return HttpResponseNotAllowed(["POST"])
        if not request.user.has_perm(_PRINT):
            raise PermissionDenied
        file = make_print_file(by=cast(User, request.user), brands=None, origin=origin_of_staff(request))
        if file is None:
            messages.info(request, "No letters are waiting for the printer.")
        else:
            count = file.letters.count()
            messages.success(request, f"The file has {count} letter{'' if count == 1 else 's'}. Open it to print it.")
            if bare := count_without_address(file.letters.all()):
                those = "1 letter has" if bare == 1 else f"{bare} letters have"
                messages.warning(request, f"{those} no postal address. Ask for it, and write it on the letter.")
        return HttpResponseRedirect(reverse("admin:letters_printfile_changelist"))

    def pdf_view(self, request: HttpRequest, file_id: int) -> HttpResponseBase:
        file = get_object_or_404(self.get_queryset(request), pk=file_id)
        if not self.has_view_permission(request, file):
            raise PermissionDenied
        self.audit(request, file, "opened", [])
        content = documents.make_print_file(file.letters.order_by("created_at", "id"))
        name = f"{PRINT.name}-{clock.local(file.made_at):%Y-%m-%d}-{file.pk}"
        return answer_file(PRINT, "pdf", content, name, inline=True)


class LetterTextForm(forms.ModelForm):  # type: ignore[type-arg]
    """Placeholders that the kind doesn't have are refused, and a day that is over: what was sent keeps its words."""

    def clean(self) -> dict[str, Any]:
        data: dict[str, Any] = super().clean() or {}
        kind, day = data.get("kind"), data.get("in_force_from")
        data["subject"] = " ".join(str(data.get("subject") or "").split())  # one line: it is an email's, too
        for name in ("subject", "body") if kind else ():
            if unknown := unknown_names(str(kind), str(data.get(name) or "")):
                words = ", ".join("{" + word + "}" for word in unknown)
                placeholders = ", ".join("{" + word + "}" for word in NAMES[str(kind)])
                self.add_error(name, f"This letter has no placeholder {words}. It has {placeholders}.")
        if day is not None and day < clock.today():
            self.add_error("in_force_from", "Choose today or a later day. Letters that were sent don't change.")
        return data


class LetterTextPage(Page):
    """Another version follows from its day on; none is ever changed."""

    brand_path = "brand_id"
    form = LetterTextForm
    list_display = ("shown_kind", "language", "shown_brand", "in_force_from", "subject", "sample")
    list_filter = ("kind", "language", by_brand("brand_id"))
    list_select_related = ("brand",)
    search_fields = ("subject", "body")
    ordering = ("kind", "language", "-in_force_from", "-id")
    fields = (("kind", "language"), ("brand", "in_force_from"), "subject", "body")

    def list_panel(self, request: HttpRequest) -> Panel:
        return Panel(
            "Letters come with standard text in English and Spanish. A version here replaces it from its first "
            "day, for one store or for all. Versions are never changed, so you can always see what was sent."
        )

    def get_urls(self) -> list[URLPattern]:
        view = self.admin_site.admin_view
        return [path("<int:text_id>/sample/", view(self.sample_view), name="letter_sample"), *super().get_urls()]

    def formfield_for_dbfield(self, db_field: Any, request: HttpRequest, **kwargs: Any) -> Any:
        field = super().formfield_for_dbfield(db_field, request, **kwargs)
        if db_field.name == "body":
            field.widget = UnfoldAdminTextareaWidget(attrs={"rows": 14})
            field.help_text = "A blank line separates paragraphs. Placeholders such as {plans} are filled in."
        return field

    def get_changeform_initial_data(self, request: HttpRequest) -> dict[str, Any]:
        """Begin with the words that are in force."""
        kind, lang = request.GET.get("kind", "change"), request.GET.get("language", "en")
        initial: dict[str, Any] = {"kind": kind, "language": lang, "in_force_from": clock.today()}
        if kind in NAMES and lang in ("en", "es"):
            words = find_words(kind, 0, lang, clock.today())
            initial |= {"subject": words.subject, "body": words.body}
        return initial

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def save_model(self, request: HttpRequest, obj: LetterText, form: Any, change: bool) -> None:
        obj.made_at, obj.made_by = clock.now(), cast(User, request.user)
        obj.save()
        origin = origin_of_staff(request, obj.brand_id)
        meta = {"kind": obj.kind, "language": obj.language}
        record("letters.words_saved", origin=origin, subject_type="lettertext", subject_id=obj.pk, meta=meta)

    @column("Letter", ordering="kind")
    def shown_kind(self, row: LetterText) -> str:
        return row.get_kind_display()

    @column("Store", ordering="brand__name")
    def shown_brand(self, row: LetterText) -> str:
        return row.brand.name if row.brand else "All stores"

    @column("Sample")
    def sample(self, row: LetterText) -> SafeString:
        return format_html('<a href="{}">See it as a PDF</a>', reverse("admin:letter_sample", args=[row.pk]))

    def sample_view(self, request: HttpRequest, text_id: int) -> HttpResponseBase:
        """Return the words with made-up facts."""
        text = get_object_or_404(self.get_queryset(request), pk=text_id)
        brand = text.brand or Brand.objects.order_by("pk").first()
        if brand is None or not self.has_view_permission(request, text):
            raise PermissionDenied
        description = describe_sample(text, brand)
        return _letter_file(description)


PAGES = ((Letter, LetterPage), (PrintFile, PrintFilePage), (LetterText, LetterTextPage))

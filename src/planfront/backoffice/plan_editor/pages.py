"""Plans, carriers and provider networks."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.admin import SimpleListFilter
from django.core.exceptions import PermissionDenied
from django.db.models import Count, QuerySet
from django.http import (
    HttpRequest,
    HttpResponse,
    HttpResponseNotAllowed,
    JsonResponse,
    StreamingHttpResponse,
)
from django.shortcuts import get_object_or_404
from django.template.loader import render_to_string
from django.urls import URLPattern, path, reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from unfold.widgets import UnfoldAdminSelectWidget, UnfoldAdminTextInputWidget, UnfoldAdminURLInputWidget

from planfront.backoffice.lists.base import Page, Rows, column, list_action, origin_of_staff, rows
from planfront.backoffice.lists.export import in_list
from planfront.backoffice.lists.spanish import spanish_form
from planfront.backoffice.phone_field import PhoneForm
from planfront.backoffice.plan_editor import plan_views, shop_view
from planfront.backoffice.plan_editor.logo_form import LOGO_FIELDS, LogoForm, LogoShown
from planfront.backoffice.plan_editor.plan_form import DESCRIPTION, HOME_GROUPS, PlanForm, SwitchForm
from planfront.backoffice.plan_editor.services_grid import PLAN_ROWS, ServiceRows
from planfront.brands import selectors as brands
from planfront.catalog.models import (
    AccountNumber,
    Carrier,
    Plan,
    PlanBlackout,
    PlanCode,
    PlanCostShare,
    PlanDocument,
    PlanFee,
    PlanOffer,
    PlanOption,
    PlanRider,
    PlanRule,
    PlanSwitch,
    PlanTier,
    ProviderNetwork,
)
from planfront.catalog.services import copy_plan, replace_places
from planfront.catalog.translating import missing_spanish, plans_missing_spanish, with_texts
from planfront.kernel import clock
from planfront.kernel.http.headers import CSP_OFFICE

_TEXTS = ("facts", "badges", "benefits", "example_title", "example_note", "example_parts", *DESCRIPTION)
# Each text with its Spanish beside it.
_BOTH = ("name_es", ("short_text", "short_text_es"), *((name, f"{name}_es") for name in _TEXTS))


class StatesForm(forms.ModelForm):  # type: ignore[type-arg]
    """An offer; states are typed as codes."""

    states = forms.CharField(
        required=False, widget=UnfoldAdminTextInputWidget(), help_text="NY, TX … Leave empty for every state."
    )

    class Meta:
        model = PlanOffer
        fields = (
            "brand",
            "portal",
            "group",
            "states",
            "allowed",
            "eff_from",
            "eff_to",
            "featured",
            "featured_rank",
        )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.initial["states"] = ", ".join(self.instance.states or [])
        for name in ("brand", "portal", "group"):
            widget = self.fields[name].widget
            widget.can_add_related = widget.can_change_related = False
            widget.can_delete_related = widget.can_view_related = False

    def clean_states(self) -> list[str]:
        return [part.upper() for part in str(self.cleaned_data["states"]).replace(",", " ").split()]


def _rows(model: Any, **attributes: Any) -> Any:
    """Return an inline class in a tab of its own, without a line above each row that repeats the plan."""
    return rows(model, **{"hide_title": True, "deletable": PLAN_ROWS, **attributes})


class CodeRows(Rows):
    """Codes that the plan's insurer uses; the options are those of the plan."""

    model = PlanCode
    hide_title = True
    deletable = PLAN_ROWS
    fields = ("option", "tier", "code")

    def get_formset(self, request: HttpRequest, obj: Plan | None = None, **kwargs: Any) -> Any:
        options = obj.options.values_list("code", "label") if obj else ()
        choices = [("", "Every option"), *((code, f"{label} ({code})") for code, label in options)]
        field = forms.ChoiceField(label="Option", required=False, choices=choices, widget=UnfoldAdminSelectWidget())
        kwargs["form"] = type("CodeForm", (forms.ModelForm,), {"option": field})
        return super().get_formset(request, obj, **kwargs)

    def formfield_for_choice_field(self, db_field: Any, request: HttpRequest, **kwargs: Any) -> Any:
        if db_field.name == "tier":
            kwargs["choices"] = [("", "Every tier"), *db_field.choices]
        return super().formfield_for_choice_field(db_field, request, **kwargs)


class CarrierForm(LogoForm, PhoneForm):
    class Meta:
        model = Carrier
        fields = ()
        help_texts = {"key": "Short and permanent: lowercase letters, digits, hyphens."}


class CarrierPage(LogoShown, Page):
    form = CarrierForm
    readonly_fields = ("logo_now",)
    list_display = ("name", "key", "hios_issuer_id", "naic", "active", "plan_count")
    list_filter = ("active",)
    search_fields = ("name", "key", "hios_issuer_id", "=naic")
    fields = (("name", "key"), ("naic", "hios_issuer_id"), *LOGO_FIELDS, ("phone", "website"), "active")
    inlines = (
        rows(
            AccountNumber,
            hide_title=True,
            deletable="A store that has no account at the insurer any more.",
            verbose_name_plural="Account numbers",
        ),
    )

    class Media:
        css = {"all": ("backoffice/plans.css",)}

    def get_queryset(self, request: HttpRequest) -> QuerySet[Carrier]:
        carriers: QuerySet[Carrier] = super().get_queryset(request).annotate(plan_total=Count("plans"))
        return carriers

    @column("Plans", ordering="plan_total")
    def plan_count(self, carrier: Any) -> str:
        return str(carrier.plan_total)


class NetworkPage(Page):
    form = spanish_form(
        ProviderNetwork,
        "name",
        "note",
        search_url=forms.URLField(assume_scheme="https", max_length=300, widget=UnfoldAdminURLInputWidget()),
    )
    list_display = ("name", "kind", "carrier", "code", "active", "sort_order")
    list_filter = ("kind", "carrier", "active", "brands")
    list_select_related = ("carrier",)
    search_fields = ("name", "code")
    filter_horizontal = ("plans", "brands")
    fieldsets = (
        (
            None,
            {
                "fields": (
                    ("name", "kind"),
                    "search_url",
                    ("carrier", "code"),
                    "note",
                    ("name_es", "note_es"),
                    ("active", "sort_order"),
                )
            },
        ),
        ("Shown in", {"fields": ("brands",), "description": "Without brands it is on every brand's Providers page."}),
        ("Plans that use these providers", {"fields": ("plans",)}),
    )


class SpanishFilter(SimpleListFilter):
    title = "Spanish"
    parameter_name = "spanish"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return [("missing", "Something is missing"), ("complete", "Complete")]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Plan]) -> QuerySet[Plan]:
        if self.value() not in {"missing", "complete"}:
            return queryset
        lacking = plans_missing_spanish()
        return queryset.filter(pk__in=lacking) if self.value() == "missing" else queryset.exclude(pk__in=lacking)


class PlanPage(LogoShown, Page):
    form = PlanForm
    change_form_after_template = "backoffice/plans/rail.html"
    list_display = ("id", "name", "category", "carrier", "sale_state", "premier", "in_spanish", "changed")
    list_display_links = ("id", "name")
    list_filter = (
        "category",
        "carrier",
        "active",
        "listed",
        "is_premier",
        "is_membership",
        "rate_is_estimate",
        "offers__brand",
        "offers__portal",
        "networks",
        SpanishFilter,
    )
    list_filter_submit = True
    list_select_related = ("carrier",)
    search_fields = ("=id", "name", "code", "form_no", "hios_plan_id", "carrier__name")
    ordering = ("sort_order", "id")
    autocomplete_fields = ("related",)
    readonly_fields = (
        "logo_now",
        "in_stores",
        "spanish_state",
        "preview_en",
        "preview_es",
        "filing_shown",
        "network_names",
    )
    actions = ("export_csv", "copy_as_draft")
    actions_submit_line = ("save_and_copy",)
    inlines = (
        _rows(PlanOffer, form=StatesForm, verbose_name_plural="Offers"),
        _rows(PlanRule, verbose_name_plural="Limits"),
        _rows(PlanTier, verbose_name_plural="Tiers"),
        _rows(PlanOption, form=spanish_form(PlanOption, "label", "detail"), verbose_name_plural="Options"),
        CodeRows,
        _rows(PlanFee, form=spanish_form(PlanFee, "label"), verbose_name_plural="Fees"),
        _rows(PlanCostShare, verbose_name_plural="Yearly costs", exclude=("texts",)),
        ServiceRows,
        _rows(PlanRider, fk_name="plan", form=spanish_form(PlanRider, "label", "text"), verbose_name_plural="Riders"),
        _rows(PlanSwitch, fk_name="plan", form=SwitchForm, verbose_name_plural="Variants"),
        _rows(PlanBlackout, form=spanish_form(PlanBlackout, "message"), verbose_name_plural="Blackouts"),
        _rows(PlanDocument, verbose_name_plural="Documents"),
    )
    fieldsets = (
        (None, {"fields": ("in_stores", ("name", "carrier"), ("category", "active"), "listed")}),
        (
            "Plan",
            {
                "classes": ("tab",),
                "fields": (
                    ("code", "form_no"),
                    "hios_plan_id",
                    "is_premier",
                    *LOGO_FIELDS,
                    ("home_group", "sort_order"),
                    ("is_membership", "is_insurance"),
                    "is_disability",
                    "rate_is_estimate",
                    "requirements",
                    "following_numbers",
                    "coverages",
                    ("effective_kind", "lead_days"),
                    ("cutoff_day", "part_month"),
                    "related",
                    "network_names",
                    "filing_shown",
                ),
            },
        ),
        ("Texts", {"classes": ("tab",), "fields": ("spanish_state", *_BOTH)}),
        ("Preview", {"classes": ("tab",), "fields": ("preview_en", "preview_es")}),
        (
            "Service area",
            {"classes": ("tab",), "fields": ("places",), "description": "Service area imports change this, too."},
        ),
    )

    class Media:
        css = {"all": ("backoffice/plans.css",)}
        js = ("backoffice/plans.js", "backoffice/grid.js", "backoffice/care.js", "backoffice/benefits.js")

    def get_fieldsets(self, request: HttpRequest, obj: Any = None) -> Any:
        """Return the tabs. The one of texts counts those without Spanish."""
        missing = len(missing_spanish(obj)) if obj is not None else 0
        words = f"Texts ({missing} missing in Spanish)" if missing else "Texts"
        return [(words if name == "Texts" else name, options) for name, options in super().get_fieldsets(request, obj)]

    def get_urls(self) -> list[URLPattern]:
        preview = path("<int:pk>/shown/", self.admin_site.admin_view(self.shown_view), name="plan_shown")
        return [preview, *super().get_urls()]

    def shown_view(self, request: HttpRequest, pk: int) -> HttpResponse:
        """Show the texts as typed, as shoppers read them in both languages. POST only; nothing is saved."""
        plan = get_object_or_404(Plan.objects.select_related("carrier"), pk=pk)
        if request.method != "POST":
            return HttpResponseNotAllowed(["POST"])
        if not self.has_change_permission(request, plan):
            raise PermissionDenied
        plan_views.type_texts(plan, request.POST)
        sample = shop_view.read_asked(request.POST, shop_view.list_stores())
        rows = shop_view.show_row(request, plan, sample)
        rates = shop_view.load_rates(plan, sample)
        return JsonResponse(
            {
                **{language: plan_views.render_preview(plan, language) for language in ("en", "es")},
                "said": render_to_string("backoffice/plans/said.html", {"said": plan_views.benefit_sentences(plan)}),
                "rates": render_to_string("backoffice/plans/rates.html", {"rates": rates}),
                "row": {"why": rows.why, "origin": rows.origin, "urls": rows.urls},
            }
        )

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """Show the form beside frames with the stores' own rows."""
        plan = Plan.objects.filter(pk=object_id).first() if object_id.isdigit() else None
        rail = {"rail": self._rail(plan), "seen": plan.updated_at.isoformat()} if plan is not None else {}
        answer: HttpResponse = super().change_view(request, object_id, form_url, {**(extra_context or {}), **rail})
        origins = sorted({brands.site_url(brand.pk) for brand in shop_view.list_stores()})
        answer.headers["Content-Security-Policy"] = f"{CSP_OFFICE} {' '.join(origins)}".strip()
        return answer

    def _rail(self, plan: Plan) -> dict[str, Any]:
        stores = shop_view.list_stores()
        sample = shop_view.read_asked({}, stores)
        listed = reverse("admin:rating_ratetable_changelist")
        return {
            "stores": stores,
            "asked": sample,
            "tiers": shop_view.TIERS,
            "frames": shop_view.FRAMES,
            "links": plan_views.store_links(plan),
            "said": plan_views.benefit_sentences(plan),
            "rates": shop_view.load_rates(plan, sample),
            "rates_link": f"{listed}?plan__id__exact={plan.pk}",
            "buyers": shop_view.load_buyers(plan),
            "ages": shop_view.say_ages(plan),
        }

    def formfield_for_dbfield(self, db_field: Any, request: HttpRequest, **kwargs: Any) -> Any:
        if db_field.name == "home_group":
            kwargs["widget"] = UnfoldAdminSelectWidget(choices=HOME_GROUPS)
        return super().formfield_for_dbfield(db_field, request, **kwargs)

    def save_related(self, request: HttpRequest, form: Any, formsets: Any, change: bool) -> None:
        super().save_related(request, form, formsets, change)
        if "places" in form.changed_data:
            replace_places(plan=form.instance, places=form.cleaned_data["places"])
        self._tell_of_spanish(request, form.instance)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Plan]:
        plans: QuerySet[Plan] = super().get_queryset(request)
        return with_texts(plans) if in_list(request) else plans

    def _tell_of_spanish(self, request: HttpRequest, plan: Plan) -> None:
        lacking = missing_spanish(with_texts(Plan.objects.filter(pk=plan.pk)).get())
        if lacking and plan.active:
            messages.warning(request, f"Shoppers who read Spanish meet these in English: {', '.join(lacking)}.")

    @column("Spanish", label={"Complete": "success"})
    def in_spanish(self, plan: Plan) -> str:
        lacking = missing_spanish(plan)
        return f"{len(lacking)} missing" if lacking else "Complete"

    @column("Only in English")
    def spanish_state(self, plan: Plan) -> str:
        lacking = missing_spanish(plan) if plan.pk else []
        return f"{', '.join(lacking)}." if lacking else "Nothing: every text has its Spanish."

    @column("State", label={"On sale": "success", "Draft": "warning", "Variant": "info"})
    def sale_state(self, plan: Plan) -> str:
        if not plan.active:
            return "Draft"
        return "On sale" if plan.listed else "Variant"

    @column("Premier", ordering="is_premier")
    def premier(self, plan: Plan) -> str:
        return "Premier" if plan.is_premier else ""

    @column("Changed", ordering="updated_at")
    def changed(self, plan: Plan) -> str:
        return clock.show_day(plan.updated_at)

    @column("Preview in store")
    def in_stores(self, plan: Plan) -> SafeString:
        return plan_views.store_links(plan) if plan.pk else SafeString("After the first save.")

    @column("As shoppers see it")
    def preview_en(self, plan: Plan) -> SafeString:
        return plan_views.live_preview(plan, "en")

    @column("In Spanish")
    def preview_es(self, plan: Plan) -> SafeString:
        return plan_views.live_preview(plan, "es")

    @column("Provider networks")
    def network_names(self, plan: Plan) -> str:
        return ", ".join(plan.networks.values_list("name", flat=True)) if plan.pk else ""

    @column("Filed by the insurer")
    def filing_shown(self, plan: Plan) -> str:
        filing = getattr(plan, "filing", None) if plan.pk else None
        if filing is None:
            return "Nothing was imported for this plan."
        parts = (filing.business_year, filing.metal_level, filing.plan_type, filing.market, filing.service_area_id)
        return ", ".join(str(part) for part in parts if part)

    @list_action(description="Export as CSV")
    def export_csv(self, request: HttpRequest, queryset: QuerySet[Plan]) -> HttpResponse | StreamingHttpResponse:
        result = queryset.select_related("carrier").prefetch_related("offers", "networks", "documents", "insurer_codes")
        return plan_views.as_csv(result)

    @list_action(description="Copy as draft", permissions=["add"])
    def copy_as_draft(self, request: HttpRequest, queryset: QuerySet[Plan]) -> None:
        for plan in queryset:
            self._copy(request, plan)

    @list_action("Save and copy as draft")
    def save_and_copy(self, request: HttpRequest, obj: Plan) -> None:
        # Named permissions would be looked up in the database by the system checks, before there is one.
        if not self.has_add_permission(request):
            raise PermissionDenied
        self._copy(request, obj)

    def _copy(self, request: HttpRequest, plan: Plan) -> None:
        result = copy_plan(plan_id=plan.pk, origin=origin_of_staff(request))
        link = reverse("admin:catalog_plan_change", args=[result.pk])
        text = format_html('Copied as draft: <a href="{}">{}</a>. It has no rates yet.', link, result.name)
        messages.success(request, text)


PAGES = ((Carrier, CarrierPage), (Plan, PlanPage), (ProviderNetwork, NetworkPage))

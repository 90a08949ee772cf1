"""Pages of a brand other than its form: settings, landing pages, and opening another brand."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, cast
from urllib.parse import urlencode

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.urls import URLPattern, path, reverse
from django.utils.translation import gettext_lazy as _

from planfront.accounts.models import User
from planfront.art.pictures import address as drawn_at
from planfront.audit.services import record
from planfront.backoffice.brand_editor import first_look
from planfront.backoffice.brand_editor.landing import KINDS, STATES, LandingForm, list_landing_rows
from planfront.backoffice.brand_editor.new_brand import OpeningForm, open_brand
from planfront.backoffice.brand_editor.own_pictures import CategoryPictureForm
from planfront.backoffice.brand_editor.own_pictures import list_category_pictures as category_rows
from planfront.backoffice.brand_editor.settings import SettingsForm
from planfront.backoffice.brand_editor.theme import ThemeViews
from planfront.backoffice.health import first_steps
from planfront.backoffice.lists.base import origin_of_staff
from planfront.backoffice.lists.export import csv_answer
from planfront.brands import own_pictures, unopened
from planfront.brands import selectors as brands
from planfront.brands.models import Brand
from planfront.brands.pictures import CSP
from planfront.brands.services import save_settings, set_public
from planfront.catalog.selectors import category_label
from planfront.kernel.errors import Conflict
from planfront.kernel.files.handed_out import FileKind, Need, columns_of
from planfront.shopping import opening

_PAGE = 50
_TO_PRICE = ("catalog.add_plan", "imports.add_importrun")
"""What it takes to bring a plan and its rates."""
LANDING = FileKind(
    "landing-pages",
    _("Landing pages of a brand"),
    _("One line per page of a rep or group in a brand's store."),
    Need.DAILY,
    columns_of("kind", "code", "name", "landing URL", "banner", "about", "active"),
    permission="brands.view_brand",
    place="admin:brands_brand_changelist",
)


def _form_data(request: HttpRequest) -> tuple[Any, Any]:
    """Return the data and files of a POST; None otherwise."""
    return (request.POST, request.FILES) if request.method == "POST" else (None, None)


class BrandViews(ThemeViews):
    """Each view is for staff who may change the brand; the list of landing pages also for who may look at it."""

    def brand_urls(self) -> list[URLPattern]:
        def named(name: str, route: str, view: Any) -> URLPattern:
            urlpattern: URLPattern = path(f"<int:brand_id>/{route}", self.admin_site.admin_view(view), name=name)
            return urlpattern

        return [
            *self.theme_urls(),
            named("brand_start", "start/", self.start_view),
            named("brand_wordmark", "wordmark.svg", self.wordmark_view),
            named("brand_visit", "visit/", self.visit_view),
            named("brand_settings", "settings/", self.settings_view),
            named("brand_pictures", "pictures/", self.pictures_view),
            named("brand_picture", "pictures/<slug:category>/", self.picture_view),
            named("brand_landing", "landing/", self.landing_view),
            named("brand_landing_csv", "landing.csv", self.landing_csv_view),
            named("brand_landing_page", "landing/<slug:kind>/<int:owner_id>/", self.landing_page_view),
        ]

    def start_view(self, request: HttpRequest, brand_id: int) -> HttpResponse:
        """Show what the brand needs before it is public. POST publishes it, takes it offline, or changes its logo or
        colors."""
        brand = self.visible(request, brand_id)
        look = None
        if request.method == "POST":
            brand = self.changeable(request, brand_id)
            if not {"use_logo", "colors"} & {*request.POST}:
                return self._set_public(request, brand)
            look = self._dress(request, brand)
            if isinstance(look, HttpResponse):
                return look
        may_change = self.has_change_permission(request, brand)
        if may_change and look is None and first_look.may_dress(brand):
            look = first_look.show_forms(brand, from_logo=request.GET.get("colors") == "logo")
        requirements = opening.list_requirements(brand)
        needed = [item for item in requirements if not item.optional]
        met = sum(item.met for item in needed)
        return self.section(
            request,
            brand,
            "start",
            "Start",
            requirements=requirements,
            needed=len(needed),
            met=met,
            ready=met == len(needed),
            hosts=brand.domains.order_by("-primary", "host"),
            may_change=may_change,
            to_plans=first_steps.place_to_price() if request.user.has_perms(_TO_PRICE) else "",
            look=look,
            logo=first_look.own_logo(brand),
        )

    def _dress(self, request: HttpRequest, brand: Brand) -> HttpResponse | first_look.FirstLook:
        """Save the logo or the colors that were sent, or return the forms with what is wrong."""
        here = reverse("admin:brand_start", args=[brand.pk])
        look, origin = first_look.show_forms(brand), origin_of_staff(request, brand.pk)
        try:
            if "colors" in request.POST:
                colors = first_look.ColorsForm(brand, request.POST)
                if not colors.is_valid():
                    return replace(look, colors=colors)
                first_look.save_colors(brand, colors, origin)
                messages.success(request, "The colors are saved.")
                return HttpResponseRedirect(f"{here}#colors")
            logo = first_look.LogoForm(request.POST, request.FILES)
            if not logo.is_valid():
                return replace(look, logo=logo)
            first_look.save_logo(brand, logo, origin)
            messages.success(request, "The logo is saved.")
            return HttpResponseRedirect(f"{here}?colors=logo#colors")
        except Conflict as error:
            messages.error(request, str(error.message))
            return HttpResponseRedirect(here)

    def _set_public(self, request: HttpRequest, brand: Brand) -> HttpResponse:
        origin = origin_of_staff(request, brand.pk)
        try:
            if "publish" in request.POST:
                opening.publish_brand(brand=brand, origin=origin)
                messages.success(request, f"{brand.name} is public: everyone can visit it.")
            elif "offline" in request.POST:
                set_public(brand=brand, public=False, origin=origin)
                messages.success(request, f"{brand.name} is offline: only staff can see it.")
        except Conflict as error:
            messages.error(request, str(error.message))
        return HttpResponseRedirect(reverse("admin:brand_start", args=[brand.pk]))

    def wordmark_view(self, request: HttpRequest, brand_id: int) -> HttpResponse:
        """Return the wordmark made from the name. The brand's own host doesn't show it before the brand is public."""
        brand = self.visible(request, brand_id)
        response = HttpResponse(brands.drawn_picture(brand, "logo.svg"), content_type="image/svg+xml")
        response.headers["Cache-Control"] = "private, no-cache"
        response.headers["Content-Security-Policy"] = CSP
        return response

    def visit_view(self, request: HttpRequest, brand_id: int) -> HttpResponse:
        """Redirect to the store. One that isn't public opens for this member of staff."""
        brand = self.visible(request, brand_id)
        if brand.active:
            return HttpResponseRedirect(brands.site_url(brand.pk))
        origin = origin_of_staff(request, brand.pk)
        record("brand.previewed", origin=origin, subject_type="brand", subject_id=brand.pk)
        return HttpResponseRedirect(unopened.preview_link(brand, cast(User, request.user).pk))

    def settings_view(self, request: HttpRequest, brand_id: int) -> HttpResponse:
        brand = self.changeable(request, brand_id)
        here = HttpResponseRedirect(reverse("admin:brand_settings", args=[brand.pk]))
        if "reset" in request.POST:
            self._store(request, brand, {request.POST["reset"][:60]: ""})
            messages.success(request, "The setting is back to its default.")
            return here
        form = SettingsForm(brand, request.POST if request.method == "POST" else None)
        if request.method == "POST" and form.is_valid():
            self._store(request, brand, form.values())
            messages.success(request, "The settings are saved; the store uses them now.")
            return here
        return self.section(request, brand, "settings", "Settings", form=form)

    def _store(self, request: HttpRequest, brand: Brand, values: dict[str, str]) -> None:
        if values:
            save_settings(brand=brand, values=values)
            record(
                "brand.settings_saved",
                origin=origin_of_staff(request, brand.pk),
                subject_type="brand",
                subject_id=brand.pk,
                fields=values,
            )

    def visible(self, request: HttpRequest, brand_id: int) -> Brand:
        """Return the brand, for staff who may see it; raise Http404."""
        brand = self.get_queryset(request).filter(pk=brand_id).first()
        if brand is None or not self.has_view_permission(request, brand):
            raise Http404
        return brand

    def pictures_view(self, request: HttpRequest, brand_id: int) -> HttpResponse:
        """Show each category with its picture."""
        brand = self.changeable(request, brand_id)
        return self.section(
            request, brand, "pictures", "Category pictures", rows=category_rows(brand), drawn_at=drawn_at()
        )

    def picture_view(self, request: HttpRequest, brand_id: int, category: str) -> HttpResponse:
        """Show a category's own picture with its words; POST saves it, or restores the drawn one."""
        brand = self.changeable(request, brand_id)
        if category not in own_pictures.CATEGORIES:
            raise Http404
        origin = origin_of_staff(request, brand.pk)
        label = category_label(category)
        listed = HttpResponseRedirect(reverse("admin:brand_pictures", args=[brand.pk]))
        if "take_back" in request.POST:
            own_pictures.take_back_picture(brand=brand, place=own_pictures.place_of(category), origin=origin)
            messages.success(request, f"{label} have the store's drawn picture again.")
            return listed
        form = CategoryPictureForm(brand, category, *_form_data(request))
        if request.method == "POST" and form.is_valid():
            form.save(origin)
            messages.success(request, f"The picture of {label} is saved; the store shows it now.")
            return listed
        return self.section(
            request, brand, "pictures_category", label, form=form, category=category, drawn_at=drawn_at()
        )

    def landing_view(self, request: HttpRequest, brand_id: int) -> HttpResponse:
        brand = self.visible(request, brand_id)
        filters = {name: request.GET.get(name, "")[:80] for name in ("kind", "state", "words")}
        return self.section(
            request,
            brand,
            "landing",
            "Landing pages",
            asked=filters,
            states=STATES,
            query=urlencode(filters),
            page=Paginator(list_landing_rows(brand, **filters), _PAGE).get_page(request.GET.get("p")),
            site=brands.site_url(brand.pk),
            may_change=self.has_change_permission(request, brand),
        )

    def landing_csv_view(self, request: HttpRequest, brand_id: int) -> HttpResponseBase:
        brand = self.visible(request, brand_id)
        filters = {name: request.GET.get(name, "")[:80] for name in ("kind", "state", "words")}
        lines = (
            (row.kind, row.code, row.name, row.url, row.banner, row.about, row.active)
            for row in list_landing_rows(brand, **filters)
        )
        return csv_answer(LANDING, lines, f"{LANDING.name}-{brand.key}")

    def landing_page_view(self, request: HttpRequest, brand_id: int, kind: str, owner_id: int) -> HttpResponse:
        brand = self.changeable(request, brand_id)
        owner = KINDS[kind][0].objects.filter(pk=owner_id, brands=brand).first() if kind in KINDS else None
        if owner is None:
            raise Http404
        page = self.admin_site.get_model_admin(KINDS[kind][0])
        if not page.has_change_permission(request, owner):
            raise PermissionDenied
        form = LandingForm(brand, kind, owner, *_form_data(request))
        if request.method == "POST" and form.is_valid():
            changed = form.save()
            record(
                "landing_page.saved",
                origin=origin_of_staff(request, brand.pk),
                subject_type=kind,
                subject_id=owner.pk,
                fields=changed,
            )
            messages.success(request, "The landing page is saved.")
            return HttpResponseRedirect(reverse("admin:brand_landing", args=[brand.pk]))
        edit = reverse(f"admin:{page.opts.app_label}_{page.opts.model_name}_change", args=[owner.pk])
        return self.section(request, brand, "landing_page", owner.name, form=form, owner=owner, kind=kind, edit=edit)

    def add_view(
        self, request: HttpRequest, form_url: str = "", extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """Show the form of a new brand; POST creates it."""
        if not self.has_add_permission(request):
            raise PermissionDenied
        form = OpeningForm(request.POST if request.method == "POST" else None)
        if request.method == "POST" and form.is_valid():
            result = open_brand(values=form.cleaned_data, origin=origin_of_staff(request))
            messages.success(request, f"{result.name} is open to staff. Everyone sees it once you publish it.")
            return HttpResponseRedirect(reverse("admin:brand_start", args=[result.pk]))
        context = {**self.admin_site.each_context(request), "opts": self.opts, "title": "Open a brand", "form": form}
        return TemplateResponse(request, "backoffice/brands/open.html", context)

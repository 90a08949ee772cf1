"""The theme editor of a brand: real pages with the look that is being made, publishing it, and the way back."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse
from django.template.response import TemplateResponse
from django.urls import URLPattern, path, reverse
from django.utils.text import slugify
from django.views.decorators.http import require_POST

from planfront.backoffice.brand_editor.sample import sample_visit
from planfront.backoffice.brand_editor.theme_form import COLORS, ThemeForm, hex_of
from planfront.backoffice.lists.base import origin_of_staff
from planfront.brands import contrast, preview, themes
from planfront.brands import selectors as brands
from planfront.brands.models import Brand
from planfront.catalog import selectors as catalog
from planfront.kernel.errors import FieldErrors, NotFound
from planfront.kernel.http.headers import CSP

if TYPE_CHECKING:
    from django.contrib.admin import ModelAdmin

    _Base = ModelAdmin[Brand]
else:
    _Base = object

PAGES = (
    ("home", "Front page"),
    ("plans", "Plans"),
    ("plan", "A plan"),
    ("cart", "Cart"),
    ("application", "Application"),
)
LANGUAGES = (("en", "English"), ("es", "Spanish"))
_PATHS = {"home": "/", "plans": "/plans", "cart": "/cart", "application": "/enrollment/personal-info"}


class ThemeViews(_Base):
    """Views of the brand's page. Each is for staff who may change the brand."""

    def theme_urls(self) -> list[URLPattern]:
        def named(name: str, route: str, view: Any) -> URLPattern:
            urlpattern: URLPattern = path(f"<int:brand_id>/theme/{route}", self.admin_site.admin_view(view), name=name)
            return urlpattern

        return [
            named("brand_theme", "", self.theme_view),
            named("brand_theme_preview", "preview/", require_POST(self.theme_preview_view)),
            named("brand_theme_publish", "publish/", self.theme_publish_view),
            named("brand_theme_discard", "discard/", require_POST(self.theme_discard_view)),
            named("brand_theme_history", "history/", self.theme_history_view),
            named("brand_theme_back", "back/<int:number>/", self.theme_back_view),
        ]

    def changeable(self, request: HttpRequest, brand_id: int) -> Brand:
        """Return the brand, for staff who may change it; raise Http404 or PermissionDenied."""
        brand = self.get_queryset(request).filter(pk=brand_id).first()
        if brand is None:
            raise Http404
        if not self.has_change_permission(request, brand):
            raise PermissionDenied
        return brand

    def section(self, request: HttpRequest, brand: Brand, name: str, title: str, **more: Any) -> TemplateResponse:
        """Return a page of the brand's section."""
        context = {
            **self.admin_site.each_context(request),
            "opts": self.opts,
            "title": f"{brand.name}: {title}",
            "brand": brand,
            "section": name.partition("_")[0],
            **more,
        }
        return TemplateResponse(request, f"backoffice/brands/{name}.html", context)

    def theme_view(self, request: HttpRequest, brand_id: int) -> HttpResponse:
        """Show the editor; POST saves the draft and goes on to the changes that publishing makes."""
        brand = self.changeable(request, brand_id)
        draft = themes.draft_of(brand)
        form = ThemeForm(brand, draft, request.POST if request.method == "POST" else None)
        if request.method == "POST" and self._keep(request, brand, form):
            onward = "admin:brand_theme_publish" if "review" in request.POST else "admin:brand_theme"
            return HttpResponseRedirect(reverse(onward, args=[brand.pk]))
        values = form.values or (draft.values if draft else themes.values_of(brand))
        answer = self.section(
            request,
            brand,
            "theme",
            "Theme",
            form=form,
            draft=draft,
            pages=PAGES,
            languages=LANGUAGES,
            wide=True,
            pairs=contrast.pairs(themes.inputs_of(values)),
            changes=themes.changes(themes.values_of(brand), values),
        )
        answer.headers["Content-Security-Policy"] = f"{CSP}; frame-src {brands.site_url(brand.pk)}"
        return answer

    def _keep(self, request: HttpRequest, brand: Brand, form: ThemeForm) -> bool:
        if not form.is_valid() or form.values is None:
            return False
        if form.outdated():
            form.add_error(None, "Someone else saved or published this draft. Reload the page to see it.")
            return False
        themes.save_draft(
            brand=brand, values=form.values, note=form.cleaned_data["note"], origin=origin_of_staff(request, brand.pk)
        )
        if "review" not in request.POST:
            messages.success(request, "The draft is saved. Shoppers don't see it yet.")
        return True

    def theme_preview_view(self, request: HttpRequest, brand_id: int) -> HttpResponse:
        """Return the editor's preview of unsaved values: a page with them, contrasts, changes, errors."""
        brand = self.changeable(request, brand_id)
        form = ThemeForm(brand, themes.draft_of(brand), request.POST)
        form.is_valid()
        text: dict[str, Any] = {"errors": {name: " ".join(map(str, texts)) for name, texts in form.errors.items()}}
        if form.values is not None:
            text |= _preview_data(brand, form.values) | self._framed(request, brand, form.values)
        return JsonResponse(text)

    def _framed(self, request: HttpRequest, brand: Brand, values: themes.Values) -> dict[str, str]:
        page = request.POST.get("page", "")
        session, quote = sample_visit(brand)
        token = preview.issue(
            preview.Preview(
                brand_id=brand.pk,
                origin=f"{request.scheme}://{request.get_host()}",
                values=values,
                session=session,
                enrollment_id="" if page == "home" else quote,
            )
        )
        origin = brands.site_url(brand.pk)
        return {
            "token": token,
            "origin": origin,
            "url": f"{origin}{_page_path(brand, page)}?{preview.PARAMETER}={token}",
        }

    def theme_publish_view(self, request: HttpRequest, brand_id: int) -> HttpResponse:
        brand = self.changeable(request, brand_id)
        draft = themes.draft_of(brand)
        editor = HttpResponseRedirect(reverse("admin:brand_theme", args=[brand.pk]))
        if draft is None:
            return editor
        changes = themes.changes(themes.values_of(brand), draft.values)
        if request.method != "POST":
            note = f" Note: {draft.note}" if draft.note else ""
            return self.section(
                request,
                brand,
                "theme_confirm",
                "Publish",
                text=f"Shoppers see these values as soon as you publish. You can go back at any time.{note}",
                changes=changes,
                none="The draft matches the store.",
                verb="Publish now",
                back=editor.url,
                back_text="Back to the editor",
            )
        try:
            themes.publish(brand=brand, origin=origin_of_staff(request, brand.pk))
        except (NotFound, FieldErrors):
            messages.error(request, "The draft has changed. Review it again.")
            return editor
        messages.success(request, "Published: shoppers see it from now on.")
        return HttpResponseRedirect(reverse("admin:brand_theme_history", args=[brand.pk]))

    def theme_discard_view(self, request: HttpRequest, brand_id: int) -> HttpResponse:
        brand = self.changeable(request, brand_id)
        themes.discard_draft(brand=brand, origin=origin_of_staff(request, brand.pk))
        messages.success(request, "The draft was deleted. The store hasn't changed.")
        return HttpResponseRedirect(reverse("admin:brand_theme", args=[brand.pk]))

    def theme_history_view(self, request: HttpRequest, brand_id: int) -> HttpResponse:
        brand = self.changeable(request, brand_id)
        return self.section(
            request,
            brand,
            "theme_history",
            "History of the theme",
            entries=themes.list_versions(brand),
            draft=themes.draft_of(brand),
        )

    def theme_back_view(self, request: HttpRequest, brand_id: int, number: int) -> HttpResponse:
        """Show the changes that going back to a version makes; POST makes them."""
        brand = self.changeable(request, brand_id)
        entry = next((item for item in themes.list_versions(brand) if item.version.number == number), None)
        if entry is None:
            raise Http404
        if request.method == "POST":
            try:
                themes.roll_back(brand=brand, number=number, origin=origin_of_staff(request, brand.pk))
                messages.success(request, f"The store is back to version {number}.")
            except FieldErrors as refused:
                messages.error(request, " ".join(str(error.error_message) for error in refused.errors))
            return HttpResponseRedirect(reverse("admin:brand_theme_history", args=[brand.pk]))
        changes = themes.changes(themes.values_of(brand), entry.version.values)
        return self.section(
            request,
            brand,
            "theme_confirm",
            f"Back to version {number}",
            text="Shoppers see these values right away. Going back creates a new version; a draft doesn't change.",
            changes=changes,
            none="The store already looks like this.",
            verb=f"Go back to version {number}",
            back=reverse("admin:brand_theme_history", args=[brand.pk]),
            back_text="Cancel",
        )


def _preview_data(brand: Brand, values: themes.Values) -> dict[str, Any]:
    return {
        "colors": {name: {"text": values[name], "hex": hex_of(values[name])} for name in COLORS},
        "pairs": [
            {"words": pair.words, "ratio": pair.shown_ratio, "least": f"{pair.least:g}:1", "passes": pair.passes}
            for pair in contrast.pairs(themes.inputs_of(values))
        ],
        "changes": [vars(change) for change in themes.changes(themes.values_of(brand), values)],
    }


def _page_path(brand: Brand, page: str) -> str:
    if page != "plan":
        return _PATHS.get(page, "/")
    portal, group = (brands.setting_id(brand.pk, key) for key in ("default_portal_id", "default_group_id"))
    plans = catalog.featured_plans(brand.pk, portal, group, 1)
    return f"/plan/{plans[0].plan_id}/{slugify(plans[0].plan_name)}" if plans else "/plans"

"""Hosts and pictures of a brand."""

from __future__ import annotations

from typing import Any, cast

from django import forms
from django.core.exceptions import ValidationError
from django.http import FileResponse, Http404, HttpRequest
from django.http.response import HttpResponseBase
from django.urls import URLPattern, path, reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from unfold.widgets import UnfoldAdminSelectWidget

from planfront.accounts.models import User
from planfront.backoffice.brand_editor.landing import picture_owners
from planfront.backoffice.brand_editor.own_pictures import check_words
from planfront.backoffice.lists.base import Page, column
from planfront.backoffice.lists.spanish import spanish_form
from planfront.brands import assets, hosts, pictures
from planfront.brands.models import Asset, Domain
from planfront.brands.own_pictures import put_file
from planfront.brands.services import brands_changed


class Publishing(Page):
    """Rows that stores show: every process reads them afresh after a change."""

    def save_model(self, request: HttpRequest, obj: Any, form: Any, change: bool) -> None:
        super().save_model(request, obj, form, change)
        brands_changed()

    def delete_model(self, request: HttpRequest, obj: Any) -> None:
        super().delete_model(request, obj)
        brands_changed()


class DomainForm(forms.ModelForm):  # type: ignore[type-arg]
    """A host, and the pictures that it shows instead of the brand's."""

    class Meta:
        model = Domain
        fields = ("brand", "host", "primary")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        offered = assets.list_choices(self.instance.brand) if self.instance.pk else {}
        for key, kind in pictures.KINDS.items():
            if not offered.get(key) and not self.instance.pictures.get(key):
                self.fields.pop(f"picture_{key}", None)
                continue
            self._offer(key, kind.label, offered.get(key, []))

    def _offer(self, key: str, label: str, offered: list[tuple[str, str]]) -> None:
        now = self.instance.pictures.get(key, "")
        choices = [*offered, (now, now)] if now and now not in dict(offered) else offered
        self.fields[f"picture_{key}"] = forms.ChoiceField(
            label=label,
            required=False,
            initial=now,
            choices=[("", "Same as the brand"), *choices],
            widget=UnfoldAdminSelectWidget,
        )

    def clean_host(self) -> str:
        return hosts.check(str(self.cleaned_data["host"]))

    def clean_primary(self) -> bool:
        primary = bool(self.cleaned_data["primary"])
        if not primary and self.instance.pk and self.instance.primary:
            raise ValidationError("Make another host the primary one instead.")
        return primary

    def save(self, commit: bool = True) -> Any:
        chosen = {key: self.cleaned_data.get(f"picture_{key}", "") for key in pictures.KINDS}
        self.instance.pictures = {key: address for key, address in chosen.items() if address}
        return super().save(commit=commit)


class DomainPage(Publishing):
    deletable = "A host that no longer leads to the brand."
    brand_path = "brand"
    form = DomainForm
    list_display = ("host", "brand", "primary", "own_pictures")
    list_filter = ("brand", "primary")
    list_select_related = ("brand",)
    search_fields = ("host", "brand__name")
    ordering = ("brand", "-primary", "host")

    def get_fieldsets(self, request: HttpRequest, obj: Domain | None = None) -> Any:
        host = (None, {"fields": ("brand", "host", "primary")})
        if obj is None:
            return (host,)
        offered = [name for name in DomainForm(instance=obj).fields if name.startswith("picture_")]
        text = "Pictures for this host only. Upload them under Pictures to choose one here." if not offered else ""
        return (host, ("Pictures of this host", {"fields": offered, "description": text}))

    def get_form(self, request: HttpRequest, obj: Any = None, change: bool = False, **kwargs: Any) -> Any:
        kwargs["fields"] = DomainForm.Meta.fields
        return super().get_form(request, obj, change=change, **kwargs)

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> tuple[str, ...]:
        if obj is None:
            return ()
        return ("brand",) if cast(User, request.user).is_superuser else ("brand", "host")

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Let only superusers add a host: a brand's staff could claim another brand's."""
        return bool(super().has_add_permission(request)) and cast(User, request.user).is_superuser

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Protect the primary host: links in emails lead to it."""
        return bool(super().has_delete_permission(request, obj)) and not (obj is not None and obj.primary)

    def save_model(self, request: HttpRequest, obj: Domain, form: Any, change: bool) -> None:
        if not Domain.objects.filter(brand=obj.brand, primary=True).exclude(pk=obj.pk).exists():
            obj.primary = True
        super().save_model(request, obj, form, change)
        if obj.primary:
            Domain.objects.filter(brand=obj.brand, primary=True).exclude(pk=obj.pk).update(primary=False)
            brands_changed()

    @column("Own pictures")
    def own_pictures(self, domain: Domain) -> str:
        return ", ".join(pictures.KINDS[key].label for key in domain.pictures if key in pictures.KINDS)


class AssetForm(spanish_form(Asset, "alt")):  # type: ignore[misc]
    """Pictures of categories are added where their categories are."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if kind := self.fields.get("kind"):
            kind.choices = [choice for choice in kind.choices if choice[0] != pictures.CATEGORY.key]

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or {}
        kind = cleaned.get("kind") or self.instance.kind
        if cleaned.get("file") and kind:
            try:
                pictures.check(kind, cleaned["file"])
            except ValidationError as refused:
                self.add_error("file", refused)
        if kind and pictures.says_something(kind):
            check_words(self)
        return cleaned

    def save(self, commit: bool = True) -> Any:
        if self.instance.pk is None:
            put_file(self.instance, self.cleaned_data["file"])
        return super().save(commit=commit)


class AssetPage(Publishing):
    """A picture is added and removed, never changed: its address is in use. Its words may be."""

    deletable = "A picture that no page shows."
    brand_path = "brand"
    form = AssetForm
    list_display = ("preview", "name", "kind", "brand", "added_at")
    list_display_links = ("preview", "name")
    list_filter = ("brand", "kind")
    list_select_related = ("brand",)
    search_fields = ("title", "file")

    class Media:
        css = {"all": ("backoffice/brands.css",)}

    def get_urls(self) -> list[URLPattern]:
        view = self.admin_site.admin_view(self.file_view)
        return [path("<int:asset_id>/file/", view, name="brands_asset_file"), *super().get_urls()]

    def get_fields(self, request: HttpRequest, obj: Any = None) -> Any:
        words = ("title", "alt", "alt_es")
        return ("large", "brand", "kind", *words, "shown_address", "used") if obj else ("brand", "kind", *words, "file")

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> Any:
        return ("large", "brand", "kind", "shown_address", "used") if obj else ()

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Refuse to delete a picture that is in use."""
        return bool(super().has_delete_permission(request, obj)) and not (obj is not None and self.used(obj))

    def get_actions(self, request: HttpRequest) -> Any:
        actions = super().get_actions(request)
        actions.pop("delete_selected", None)
        return actions

    def file_view(self, request: HttpRequest, asset_id: int) -> HttpResponseBase:
        """Return the picture itself, on this host, for any brand."""
        row = self.get_queryset(request).filter(pk=asset_id).first()
        name = row.file.name if row else ""
        if row is None or not name:
            raise Http404
        try:
            file = row.file.storage.open(name)
        except FileNotFoundError:
            raise Http404 from None
        answer = FileResponse(file, content_type=pictures.TYPES["." + name.rpartition(".")[2]])
        answer.headers["Content-Security-Policy"] = pictures.CSP
        return answer

    def _image(self, asset: Asset, name: str) -> SafeString:
        src = reverse("admin:brands_asset_file", args=[asset.pk])
        return format_html('<img class="{}" src="{}" alt="{}">', name, src, asset)

    @column("Picture")
    def preview(self, asset: Asset) -> SafeString:
        return self._image(asset, "asset-thumb")

    @column("Picture")
    def large(self, asset: Asset) -> SafeString:
        return self._image(asset, "asset-large")

    @column("Name", ordering="title")
    def name(self, asset: Asset) -> str:
        return str(asset)

    @column("Address")
    def shown_address(self, asset: Asset) -> str:
        return asset.address

    @column("Shown in")
    def used(self, asset: Asset) -> str:
        return ", ".join(filter(None, [asset.place, *assets.uses_of(asset), *picture_owners(asset.address)]))

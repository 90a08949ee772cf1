"""The list of uploaded files, whose rows have pages of their own, and steps that ask for confirmation."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.urls import URLPattern, path, reverse

from planfront.backoffice.lists.base import ReadOnlyPage


@dataclass(frozen=True)
class Step:
    """A button, and the page that asks again before it does anything."""

    name: str
    verb: str
    question: str
    text: str
    states: tuple[str, ...]
    permission: str
    danger: bool = False
    second_person: bool = False
    done: str = ""

    @property
    def label(self) -> str:
        return f"{self.verb}…"


class UploadPage(ReadOnlyPage):
    """The list of uploaded files. ``folder`` holds its templates and begins the names of its addresses."""

    folder = ""
    adding = ""

    def upload_view(self, request: HttpRequest) -> HttpResponse:
        raise NotImplementedError

    def one_view(self, request: HttpRequest, object_id: str) -> HttpResponse:
        raise NotImplementedError

    def own_views(self) -> Iterable[tuple[str, str, Any]]:
        """Name, address and view of each page other than the list, the upload and a row's own."""
        raise NotImplementedError

    def has_add_permission(self, request: HttpRequest) -> bool:
        return bool(request.user.has_perm(self.adding))

    def add_view(
        self, request: HttpRequest, form_url: str = "", extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        return self.upload_view(request)

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        return self.one_view(request, object_id)

    def get_urls(self) -> list[URLPattern]:
        wrap = self.admin_site.admin_view
        own = [path(route, wrap(view), name=f"{self.folder}_{name}") for name, route, view in self.own_views()]
        return own + super().get_urls()

    def page(self, request: HttpRequest, name: str, title: str, context: dict[str, Any]) -> HttpResponse:
        listed = reverse(f"admin:{self.opts.app_label}_{self.opts.model_name}_changelist")
        shared = {
            **self.admin_site.each_context(request),
            "title": title,
            "list": listed,
            "back_text": f"All {self.folder}",
        }
        return TemplateResponse(request, f"backoffice/{self.folder}/{name}.html", {**shared, **context})


def form_data(request: HttpRequest) -> tuple[Any, Any]:
    """Return the data and files of a POST; None otherwise."""
    return (request.POST, request.FILES) if request.method == "POST" else (None, None)

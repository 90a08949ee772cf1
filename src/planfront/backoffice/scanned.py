"""Every file that staff send is looked at by the virus scanner, where there is one, before any page takes it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from planfront.audit.services import record
from planfront.backoffice.lists.base import origin_of_staff
from planfront.backoffice.site import site
from planfront.integrations import scanner

GetResponse = Callable[[HttpRequest], HttpResponse]


class ScanUploads:
    """Middleware, after the sign-in and the check of the form's token."""

    def __init__(self, get_response: GetResponse) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self._get_response(request)

    def process_view(
        self, request: HttpRequest, _view: Any, _arguments: tuple[Any, ...], _named: dict[str, Any]
    ) -> HttpResponse | None:
        """Refuse a form with a file that holds a virus (422), or that nobody could look at (503)."""
        if not scanner.is_set() or request.method != "POST" or not request.path.startswith("/backoffice/"):
            return None
        if not getattr(request.user, "is_staff", False):
            return None
        for _name, files in request.FILES.lists():
            for file in files:
                if (refused := _refuse_if_infected(request, file)) is not None:
                    return refused
        return None


def _refuse_if_infected(request: HttpRequest, file: Any) -> HttpResponse | None:
    try:
        virus = scanner.virus_in(file)
    except scanner.NotScanned as error:
        words = _(
            "The file couldn't be scanned for viruses, so nothing was saved. Please try again in a moment, and tell "
            "the operator if this continues."
        )
        return _refuse_file(request, "unscanned", str(error), 503, words)
    if not virus:
        return None
    return _refuse_file(
        request, "virus", virus, 422, _("The virus scanner found something in the file. Nothing was saved.")
    )


def _refuse_file(request: HttpRequest, why: str, result: str, status: int, words: str) -> HttpResponse:
    record(
        "upload.refused",
        origin=origin_of_staff(request),
        subject_type="upload",
        subject_id="",
        meta={"why": why, "found": result[:80]},
    )
    page = {
        "title": _("The file wasn't accepted"),
        "words": words,
        "is_bad": True,
        "virus": result if why == "virus" else "",
        "back": request.path,
        "back_text": _("Back to the form"),
    }
    return render(request, "backoffice/refused.html", {**site.each_context(request), **page}, status=status)

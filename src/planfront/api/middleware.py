"""What every answer of the API has in common, wherever it answers: below /api/ and at the root."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils.translation import gettext as _

from planfront.kernel.envelope import refusal

GetResponse = Callable[[HttpRequest], HttpResponse]


def wire_form(get_response: GetResponse) -> GetResponse:
    """Answers may hold a person's data, so nothing keeps them; a wrong method is refused in the envelope, too."""

    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        if not _asks_api(request):
            return response
        if response.status_code == 405 and not response.headers["Content-Type"].startswith("application/json"):
            response = _refused(response.headers["Allow"])
        response.headers.setdefault("Cache-Control", "no-store")
        return response

    return middleware


def _asks_api(request: HttpRequest) -> bool:
    """Whether the address is the API's, also one below /api/ that no call has."""
    match = request.resolver_match
    return request.path.startswith("/api/") or (match is not None and "api" in match.namespaces)


def _refused(allowed: str) -> HttpResponse:
    return JsonResponse(refusal(405, _("This call takes another method.")), status=405, headers={"Allow": allowed})

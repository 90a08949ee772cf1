"""The address in an email's List-Unsubscribe header: a page for people, one press for mail programs (RFC 8058)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol, cast

from django.http import HttpRequest, HttpResponse

from planfront.audit.services import Origin
from planfront.kernel.errors import NotFound, TooManyRequests
from planfront.kernel.http.request import client_ip
from planfront.webapp.views import index

if TYPE_CHECKING:
    from planfront.brands.models import Brand

_PLAIN = "text/plain; charset=utf-8"


class Stop(Protocol):
    """A way to stop email by the token of its link. Raises NotFound, TooManyRequests."""

    def __call__(self, *, brand_id: int, token: str, origin: Origin) -> Any: ...


def unsubscribe(request: HttpRequest, token: str, stop: Stop) -> HttpResponse:
    """GET shows the page that asks once more. POST with ``List-Unsubscribe=One-Click`` stops the mail at once, without
    session or cookie; the link's token is the authority. Sending it again changes nothing."""
    if request.method != "POST":
        return index(request, request.path.lstrip("/"))
    if request.POST.get("List-Unsubscribe") != "One-Click":
        return HttpResponse("List-Unsubscribe=One-Click is missing.\n", status=400, content_type=_PLAIN)
    brand = cast("Brand", request.brand)  # type: ignore[attr-defined]
    origin = Origin(kind="visitor", brand_id=brand.pk, ip=client_ip(request))
    try:
        stop(brand_id=brand.pk, token=token, origin=origin)
    except NotFound:
        return HttpResponse("Not found.\n", status=404, content_type=_PLAIN)
    except TooManyRequests:
        return HttpResponse("Too many requests.\n", status=429, content_type=_PLAIN)
    return HttpResponse("Unsubscribed.\n", content_type=_PLAIN)

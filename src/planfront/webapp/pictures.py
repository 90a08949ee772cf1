"""Pictures that operators uploaded for their brands."""

from __future__ import annotations

from pathlib import PurePosixPath
from typing import TYPE_CHECKING, cast

from django.http import FileResponse, Http404, HttpRequest
from django.http.response import HttpResponseBase
from django.views.decorators.http import require_safe

from planfront.brands.assets import kept
from planfront.brands.pictures import CSP, TYPES
from planfront.kernel.errors import NotFound

if TYPE_CHECKING:
    from planfront.brands.models import Brand


@require_safe
def picture(request: HttpRequest, folder: str, name: str) -> HttpResponseBase:
    """A picture of the host's brand. Its address changes with the file, so it may be kept for long."""
    brand = cast("Brand", request.brand)  # type: ignore[attr-defined]
    try:
        found = kept(brand.pk, folder, name)
    except NotFound:
        raise Http404 from None
    answer = FileResponse(found.open("rb"), content_type=TYPES[PurePosixPath(name).suffix])
    answer.headers["Cache-Control"] = "public, max-age=604800, immutable"
    answer.headers["Vary"] = "Host"
    answer.headers["Content-Security-Policy"] = CSP
    return answer

"""Pictures that operators uploaded: for their brands, and logos of carriers and plans."""

from __future__ import annotations

from pathlib import PurePosixPath
from typing import TYPE_CHECKING, cast

from django.core.files import File
from django.http import FileResponse, Http404, HttpRequest
from django.http.response import HttpResponseBase
from django.views.decorators.http import require_safe

from planfront.brands.assets import open_picture
from planfront.brands.files import storage
from planfront.brands.pictures import CARRIER, CSP, TYPES
from planfront.kernel.errors import NotFound

if TYPE_CHECKING:
    from planfront.brands.models import Brand


@require_safe
def logo(_request: HttpRequest, folder: str, name: str) -> HttpResponseBase:
    """Serve the logo of a carrier or plan, which stores share."""
    path = f"{CARRIER.key}/{folder}/{name}"
    suffix = PurePosixPath(name).suffix
    if suffix not in TYPES:
        raise Http404
    try:
        return _answer(storage().open(path), suffix)
    except FileNotFoundError:
        raise Http404 from None


def _answer(file: File[bytes], suffix: str) -> FileResponse:
    answer = FileResponse(file, content_type=TYPES[suffix])
    answer.headers["Cache-Control"] = "public, max-age=604800, immutable"
    answer.headers["Vary"] = "Host"
    answer.headers["Content-Security-Policy"] = CSP
    return answer


@require_safe
def picture(request: HttpRequest, folder: str, name: str) -> HttpResponseBase:
    """Serve a picture of the host's brand. Its address changes with the file, so it may be cached for long."""
    brand = cast("Brand", request.brand)  # type: ignore[attr-defined]
    try:
        result = open_picture(brand.pk, folder, name)
    except NotFound:
        raise Http404 from None
    return _answer(result, PurePosixPath(name).suffix)

"""Instruction videos: each film in the parts that a player asks for, with captions, poster and transcript."""

from __future__ import annotations

import re
from pathlib import PurePosixPath
from typing import TYPE_CHECKING, cast

from django.http import FileResponse, Http404, HttpRequest, HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.views.decorators.http import require_safe

from planfront.brands import videos
from planfront.brands.films import TYPES
from planfront.kernel.errors import NotFound
from planfront.kernel.files.storages import are_shared, read_part, storage

if TYPE_CHECKING:
    from planfront.brands.models import Brand

_RANGE = re.compile(r"bytes=(\d{0,15})-(\d{0,15})")
# An answer that its reader doesn't take waits on the disk. Players ask for the next part.
_LARGEST_PART = 4 << 20


def _brand(request: HttpRequest) -> Brand:
    return cast("Brand", request.brand)  # type: ignore[attr-defined]


@require_safe
def film(request: HttpRequest, folder: str, name: str) -> HttpResponseBase:
    """Serve a file of a video. Its address changes with the file, so it may be cached for long."""
    try:
        path = str(videos.video_file(_brand(request).pk, folder, name).name)
        size = storage().size(path)
    except (NotFound, FileNotFoundError):
        raise Http404 from None
    part = _requested_range(request.headers.get("Range", ""), size)
    if part is None:
        return HttpResponse(status=416, headers={"Content-Range": f"bytes */{size}"})
    start, stop = part
    in_part = "Range" in request.headers
    if in_part:
        stop = min(stop, start + _LARGEST_PART)
    answer = _stream(path, start, stop, whole=not in_part)
    answer.headers["Content-Type"] = TYPES[PurePosixPath(name).suffix]
    answer.headers["Content-Length"] = str(stop - start)
    answer.headers["Content-Disposition"] = f'inline; filename="{name}"'
    answer.headers["Accept-Ranges"] = "bytes"
    answer.headers["Cache-Control"] = "public, max-age=604800, immutable"
    answer.headers["Vary"] = "Host"
    answer.headers["Content-Security-Policy"] = "default-src 'none'; media-src 'self'; frame-ancestors 'none'"
    if in_part:
        answer.status_code = 206
        answer.headers["Content-Range"] = f"bytes {start}-{stop - 1}/{size}"
    return answer


def _stream(path: str, start: int, stop: int, *, whole: bool) -> StreamingHttpResponse:
    """Stream a part of a film. The server sends a whole file of this machine's disk without us."""
    if whole and not are_shared():
        return FileResponse(storage().open(path))
    return StreamingHttpResponse(read_part(path, start, stop))


@require_safe
def transcript(request: HttpRequest, video_id: int) -> HttpResponse:
    """Serve the words of a video as plain text."""
    try:
        text = videos.transcript(_brand(request).pk, video_id)
    except NotFound:
        raise Http404 from None
    answer = HttpResponse(text, content_type="text/plain; charset=utf-8")
    answer.headers["Cache-Control"] = "public, max-age=300"
    answer.headers["Vary"] = "Host"
    return answer


def _requested_range(header: str, size: int) -> tuple[int, int] | None:
    """Return start and stop of the requested bytes; the whole file without a range we know; None for a range outside
    the file."""
    match = _RANGE.fullmatch(header.strip())
    if not match or not any(match.groups()):
        return (0, size) if not header else None
    first, last = match.groups()
    if not first:
        start, stop = max(size - int(last), 0), size
    else:
        start, stop = int(first), min(int(last) + 1 if last else size, size)
    return (start, stop) if start < stop else None

"""Reads of how-to videos: those in a brand's footer, and their files."""

from __future__ import annotations

from django.db.models import Q
from django.db.models.fields.files import FieldFile

from planfront.brands.files import address
from planfront.brands.films import FOLDER
from planfront.brands.models import Video
from planfront.brands.selectors import hold
from planfront.kernel.errors import NotFound


def list_videos(brand_id: int) -> list[dict[str, str]]:
    """Return a brand's videos as a page offers them; members' before employers'. Shared: don't change it."""
    return hold(brand_id, "videos", lambda: _list_videos(brand_id))


def _list_videos(brand_id: int) -> list[dict[str, str]]:
    rows = Video.objects.filter(brand_id=brand_id, active=True).order_by("-audience", "language")
    return [
        {
            "audience": row.audience,
            "language": row.language,
            "title": row.title,
            "film": address(row.film.name),
            "captions": address(row.captions.name),
            "poster": address(row.poster.name),
            "transcript": f"/media/{FOLDER}/{row.pk}/transcript.txt",
        }
        for row in rows
    ]


def transcript(brand_id: int, video_id: int) -> str:
    """The words of an active video of the brand. Raises NotFound."""
    row = Video.objects.filter(pk=video_id, brand_id=brand_id, active=True).first()
    if row is None:
        raise NotFound
    return row.transcript


def video_file(brand_id: int, folder: str, name: str) -> FieldFile:
    """A file of an active video of the brand; it may have gone. Raises NotFound."""
    path = f"{FOLDER}/{folder}/{name}"
    is_file = Q(film=path) | Q(captions=path) | Q(poster=path)
    row = Video.objects.filter(is_file, brand_id=brand_id, active=True).first()
    if row is None:
        raise NotFound
    return next(file for file in (row.film, row.captions, row.poster) if file.name == path)

"""Gives one brand its how-to videos: silent slides of this store's own pages, made for the demo."""

from __future__ import annotations

from pathlib import Path

from django.core.files.base import ContentFile

from planfront.brands.films import FOLDER
from planfront.brands.models import Audience, Brand, Video
from planfront_demo.content import CONTENT

_FILMS = Path(__file__).parent / "films"


def seed_videos(brand: Brand) -> None:
    for seed in CONTENT.videos:
        row = Video(brand=brand, audience=Audience(seed.key), title=seed.title, transcript=seed.transcript)
        for field, suffix in ((row.film, "mp4"), (row.captions, "vtt"), (row.poster, "jpg")):
            name = f"{FOLDER}/demo/{seed.key}.{suffix}"
            if not field.storage.exists(name):
                field.storage.save(name, ContentFile((_FILMS / f"{seed.key}.{suffix}").read_bytes()))
            field.name = name
        row.save()

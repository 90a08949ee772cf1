"""The common part of reps and groups: columns, facts, look-ups, and how one is added."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, fields
from datetime import datetime
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from django.db import models, transaction

from planfront.audit.services import Origin, record

if TYPE_CHECKING:
    from planfront.brands.models import Brand


class Party(models.Model):
    """A rep or a group. ``code`` is compared in upper case; ``landing_url`` is one path segment."""

    code = models.CharField(max_length=20, unique=True)
    landing_url = models.SlugField(max_length=60, unique=True, null=True, blank=True)
    tagline = models.CharField(max_length=160, blank=True)
    tagline_es = models.CharField("tagline (Spanish)", max_length=160, blank=True, default="", db_default="")
    phone = models.CharField(max_length=10, blank=True, help_text="Ten digits.")
    logo = models.CharField(max_length=200, blank=True)
    image_link = models.CharField(max_length=200, blank=True)
    banner_image = models.CharField(max_length=200, blank=True)
    brands = models.ManyToManyField("brands.Brand", related_name="+")
    active = models.BooleanField(default=True)
    updated_at = models.DateTimeField(auto_now=True)

    class Meta:
        abstract = True


@dataclass(frozen=True, kw_only=True)
class PartyFacts:
    """A party as other rooms and the public see one. Phone is ten digits; pictures are paths or ""."""

    id: int
    code: str
    name: str
    landing_url: str
    tagline: str
    tagline_es: str
    phone: str
    email: str
    logo: str
    image: str
    image_link: str
    banner_image: str


def party_facts(row: Party) -> dict[str, Any]:
    """Return the fields of ``PartyFacts``."""
    facts = {field.name: getattr(row, field.name) for field in fields(PartyFacts)}
    return {**facts, "landing_url": row.landing_url or ""}


Row = TypeVar("Row", bound=Party)
Facts = TypeVar("Facts", bound=PartyFacts)


@dataclass(frozen=True)
class Directory(Generic[Row, Facts]):
    """The look-ups of one kind of party. Each is inside one brand and sees active rows only."""

    model: type[Row]
    facts: Callable[[Row], Facts]

    def rows(self, brand_id: int) -> models.QuerySet[Row]:
        return self.model._default_manager.filter(brands=brand_id, active=True)

    def first(self, brand_id: int, **conditions: Any) -> Facts | None:
        row = self.rows(brand_id).filter(**conditions).order_by("pk").first()
        return self.facts(row) if row else None

    def by_id(self, brand_id: int, party_id: int) -> Facts | None:
        return self.first(brand_id, pk=party_id)

    def by_code(self, brand_id: int, code: str) -> Facts | None:
        """Find a party by its code; case and surrounding blanks don't matter."""
        return self.first(brand_id, code=code.strip().upper())

    def by_landing(self, brand_id: int, landing_url: str) -> Facts | None:
        return self.first(brand_id, landing_url=landing_url.lower())

    def landing_pages(self, brand_id: int) -> dict[str, datetime]:
        """Return the landing pages in order, and when each changed."""
        rows = self.rows(brand_id).exclude(landing_url=None).exclude(landing_url="").order_by("landing_url")
        return {str(url): changed for url, changed in rows.values_list("landing_url", "updated_at")}


@transaction.atomic
def add_party(
    model: type[Row],
    *,
    code: str,
    brands: Iterable[Brand],
    origin: Origin,
    landing_url: str | None = None,
    **columns: Any,
) -> Row:
    """Add a party of the given brands. The code is kept in upper case, the landing URL in lower case."""
    landing = landing_url.lower() if landing_url else None
    row = model._default_manager.create(code=code.strip().upper(), landing_url=landing, **columns)
    row.brands.set(brands)
    kind = str(model._meta.model_name)
    record(f"{kind}.created", origin=origin, subject_type=kind, subject_id=row.pk)
    return row

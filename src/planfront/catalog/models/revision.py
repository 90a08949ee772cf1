"""The edition of the catalog, counted by triggers."""

from __future__ import annotations

from django.db import models


class Revision(models.Model):
    """The edition of one part of the catalog, for one brand or (``brand_id`` 0) for all of them.

    Triggers of the database write it, so that no writer can forget it; see catalog.revision for how it is read.
    ``number`` never comes back. ``writer``: the transaction on PostgreSQL, where several that run at once each leave a
    row, and nobody waits for another; 0 on SQLite.
    """

    brand_id = models.BigIntegerField()
    part = models.CharField(max_length=10)
    number = models.BigIntegerField()
    writer = models.BigIntegerField(default=0)

    class Meta:
        indexes = [models.Index(fields=["brand_id", "part"], name="catalog_revision_of")]

    def __str__(self) -> str:
        return f"{self.part} of brand {self.brand_id}: {self.number}"

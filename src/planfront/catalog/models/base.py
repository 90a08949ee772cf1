"""The base of every catalog table."""

from __future__ import annotations

from django.db import models


class Stamped(models.Model):
    """``updated_at``: when the row was saved last; ``queryset.update()`` must set it itself.

    Every such table is watched by triggers, which tell compiled catalogs from stale ones (see catalog.revision).
    """

    updated_at = models.DateTimeField(auto_now=True, db_index=True)

    class Meta:
        abstract = True

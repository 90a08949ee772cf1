"""What every catalog table has."""

from __future__ import annotations

from django.db import models


class Stamped(models.Model):
    """``updated_at`` is part of the stamp that tells compiled snapshots from stale ones (see catalog.snapshot).

    Change rows with save(), bulk_create() or the services; ``queryset.update()`` must set ``updated_at`` itself.
    """

    updated_at = models.DateTimeField(auto_now=True, db_index=True)

    class Meta:
        abstract = True

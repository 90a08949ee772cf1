"""Marks of readers on their work: done, or back at a later time."""

from __future__ import annotations

from django.conf import settings
from django.db import models


class WorkMark(models.Model):
    """An item of work that its reader finished (``until`` None), or put off until a moment of the business day.
    ``kind`` and ``item`` name it, ``href`` leads to what it was about."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+", db_index=False)
    brand_id = models.BigIntegerField()
    kind = models.CharField(max_length=30)
    item = models.CharField(max_length=80)
    href = models.CharField(max_length=200, blank=True)
    at = models.DateTimeField(db_index=True)
    until = models.DateTimeField(null=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["user", "brand_id", "kind", "item"], name="today_mark_once")]

    def __str__(self) -> str:
        return f"{self.kind}:{self.item}"

"""Marks of readers on their work, and their daily email."""

from __future__ import annotations

from django.conf import settings
from django.db import models


class WorkMark(models.Model):
    """An item of work that its reader finished (``until`` None), or put off until a moment of the business day.
    ``kind`` and ``item`` name it, ``href`` leads to what it was about. ``brand_id`` is 0 on the list of staff."""

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


class DailyEmail(models.Model):
    """The daily email of an account on a brand; most readers have a row only once it was due. ``off``: the reader
    turned it off. ``day``: the last day for which the list was read."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    brand_id = models.BigIntegerField()
    off = models.BooleanField(default=False)
    day = models.DateField(null=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["user", "brand_id"], name="today_daily_email_once")]

    def __str__(self) -> str:
        return f"daily email, {'off' if self.off else 'on'}"

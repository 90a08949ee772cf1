"""Counters that slow down guessing of codes and passwords, on either database."""

from __future__ import annotations

from django.db import models


class Throttle(models.Model):
    """Tries of one key (a keyed hash of who and what) since ``since``."""

    key = models.CharField(max_length=64, primary_key=True)
    since = models.DateTimeField()
    count = models.PositiveIntegerField(default=0)

    def __str__(self) -> str:
        return f"{self.count} since {self.since:%Y-%m-%d %H:%M}"

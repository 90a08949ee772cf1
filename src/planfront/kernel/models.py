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


class SimulatedDay(models.Model):
    """The business day of a demo installation, in one row; none while time is real.

    Every process goes by ``day``. Its work is over once ``done`` is the same: a day is closed after its work, so that
    what was interrupted goes on with it. ``target`` is how far it is to be moved; ``mover`` names the process that does
    it, ``at_work`` the instant at which it last did. ``failures``: ``[{"day", "duty", "error"}]`` of this move.
    """

    id = models.PositiveSmallIntegerField(primary_key=True, default=1, editable=False)
    day = models.DateField()
    done = models.DateField()
    target = models.DateField()
    mover = models.UUIDField(null=True)
    at_work = models.DateTimeField(null=True)
    failures = models.JSONField(default=list)

    def __str__(self) -> str:
        return f"simulated {self.day}"

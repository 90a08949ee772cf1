"""Counters of tries, the day of a demo, and how outside services are, on either database."""

from __future__ import annotations

from django.db import models


class Throttle(models.Model):
    """The tries of one key (a keyed hash of scope and subject) since ``since``."""

    key = models.CharField(max_length=64, primary_key=True)
    since = models.DateTimeField()
    count = models.PositiveIntegerField(default=0)

    def __str__(self) -> str:
        return f"{self.count} since {self.since:%Y-%m-%d %H:%M}"


class SimulatedDay(models.Model):
    """The business day of a demo installation, in one row; none while time is real.

    Every process goes by ``day``. Its work is over once ``done`` is the same day; an interrupted day goes on from
    there. ``target`` is the last day of the move; ``mover`` names the process that moves, ``at_work`` the last instant
    at which it did. ``failures``: ``[{"day", "duty", "error"}]`` of this move.
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


class OutsideService(models.Model):
    """The calls to an outside service by all processes: its circuit breaker, its quota, its last answers.

    ``since``: the time of the last change from well to unwell or back. ``retry_at``: until then an open breaker lets
    nothing through, and a half-open one nothing but the call that tries. ``failures`` in a row. ``used`` calls since
    ``hour_began``. ``problem``: the code of the last failure.
    """

    class State(models.TextChoices):
        CLOSED = "closed", "Answers"
        OPEN = "open", "Left alone"
        HALF_OPEN = "half_open", "Being tried"

    name = models.CharField(max_length=60, primary_key=True)
    state = models.CharField(max_length=9, choices=State.choices, default=State.CLOSED)
    since = models.DateTimeField()
    failures = models.PositiveIntegerField(default=0)
    retry_at = models.DateTimeField(null=True)
    hour_began = models.DateTimeField()
    used = models.PositiveIntegerField(default=0)
    last_success = models.DateTimeField(null=True)
    last_failure = models.DateTimeField(null=True)
    problem = models.CharField(max_length=40, blank=True)

    def __str__(self) -> str:
        return f"{self.name}: {self.state}"


class Lease(models.Model):
    """A right that one process at a time has, of all on all nodes: ``holder`` until ``until``, by the database's clock.

    ``due``: the next time for the work that is done under it, if it has one. ``jobs.leases`` takes and renews it.
    """

    name = models.CharField(max_length=120, primary_key=True)
    holder = models.CharField(max_length=64, blank=True)
    until = models.DateTimeField()
    due = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.name}: {self.holder or 'nobody'}"

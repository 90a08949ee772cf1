"""Append-only record of who did what. Triggers in both databases refuse changes (see migration 0002)."""

from __future__ import annotations

from datetime import date, datetime
from typing import cast

from django.db import models

from planfront.kernel import clock
from planfront.kernel.security.ids import new_uuid


class AuditEvent(models.Model):
    """One thing that happened. Holds names of changed fields and typed facts, never sensitive values."""

    id = models.UUIDField(primary_key=True, default=new_uuid, editable=False)
    at = models.DateTimeField(db_index=True)
    action = models.CharField(max_length=80, db_index=True)
    actor_kind = models.CharField(max_length=16)
    actor_id = models.BigIntegerField(null=True)
    on_behalf_of = models.BigIntegerField(null=True)
    brand_id = models.BigIntegerField(null=True)
    ip = models.CharField(max_length=45, blank=True)
    subject_type = models.CharField(max_length=40)
    subject_id = models.CharField(max_length=64, db_index=True)
    fields = models.JSONField(default=list)
    meta = models.JSONField(default=dict)
    # Null, not "": a column with a default would copy the table, and SQLite would lose its triggers.
    request_id = models.CharField(max_length=64, null=True, editable=False)
    """Of the request that caused it; empty outside of one, and before this was kept."""

    class Meta:
        verbose_name = "audit event"
        verbose_name_plural = "audit events"

    def __str__(self) -> str:
        return f"Event of {clock.show_moment(self.at)}"


class Tally(models.Model):
    """The number of things that began on a day at a brand, among rows that were deleted since. Names no person."""

    brand_id = models.BigIntegerField()
    day = models.DateField()
    name = models.CharField(max_length=40)
    count = models.PositiveBigIntegerField(default=0)

    class Meta:
        verbose_name_plural = "tallies"
        constraints = [models.UniqueConstraint(fields=["name", "day", "brand_id"], name="audit_tally_once")]

    def __str__(self) -> str:
        return f"{self.count} {self.name} on {self.day:%Y-%m-%d}"


class DayFigure(models.Model):
    """A figure of a day at a brand. ``key``: what it is broken down by. Names no person."""

    name = models.CharField(max_length=24)
    day = models.DateField()
    brand_id = models.BigIntegerField()
    key = models.CharField(max_length=80)
    count = models.PositiveBigIntegerField()
    cents = models.BigIntegerField(default=0)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["name", "day", "brand_id", "key"], name="audit_day_figure_once")]

    def __str__(self) -> str:
        return f"{self.count} {self.name} {self.key} on {self.day:%Y-%m-%d}"


class StaleDay(models.Model):
    """A day whose figure has to be counted again: that of the instant ``at``, or ``day``. Triggers add it."""

    name = models.CharField(max_length=24)
    at = models.DateTimeField(null=True)
    day = models.DateField(null=True)

    def __str__(self) -> str:
        return f"{self.name} of {self.stale_day:%Y-%m-%d}"

    @property
    def stale_day(self) -> date:
        return self.day or clock.local(cast("datetime", self.at)).date()


class EventPermit(models.Model):
    """While a row is here, inside a transaction of the pruning, the triggers let events up to ``until`` be deleted."""

    until = models.DateTimeField()

    def __str__(self) -> str:
        return f"permit until {self.until:%Y-%m-%d}"


class HeldRow(models.Model):
    """A row that has to be kept whatever its age. ``table`` is its model ("app.model"), ``hold`` that of the reason."""

    table = models.CharField(max_length=80)
    key = models.CharField(max_length=64)
    hold = models.UUIDField(db_index=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["table", "key", "hold"], name="audit_held_once")]

    def __str__(self) -> str:
        return f"held row of {self.table}"


class OpenedRecord(AuditEvent):
    """The events of ``services.opened``: who looked at something sealed, at what, and why."""

    class Meta:
        proxy = True
        verbose_name = "opened record"
        verbose_name_plural = "opened records"

    def __str__(self) -> str:
        return f"Opened {clock.show_moment(self.at)}"

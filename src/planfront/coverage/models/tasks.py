"""Tasks of a rep's day."""

from __future__ import annotations

from django.db import models


class DoneTask(models.Model):
    """A task of a rep's day that the rep has done. ``key`` names the task (see clients.tasks)."""

    agent = models.ForeignKey("parties.Agent", on_delete=models.CASCADE, related_name="+", db_index=False)
    key = models.CharField(max_length=80)
    done_on = models.DateField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["agent", "key"], name="coverage_task_done_once")]

    def __str__(self) -> str:
        return self.key

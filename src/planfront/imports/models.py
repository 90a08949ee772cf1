"""One uploaded file from reading to going live, what is wrong with it, and what it would change."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q

from planfront.kernel.security.ids import new_uuid


class State(models.TextChoices):
    """queued → reading → refused | staged → approved → live → rolled_back; discarded from all before live."""

    QUEUED = "queued", "Waiting"
    READING = "reading", "Reading"
    REFUSED = "refused", "Rejected"
    STAGED = "staged", "Ready for review"
    APPROVED = "approved", "Approved"
    LIVE = "live", "Live"
    ROLLED_BACK = "rolled_back", "Rolled back"
    DISCARDED = "discarded", "Discarded"


OPEN = (State.QUEUED, State.READING, State.STAGED, State.APPROVED)
ENDED = (State.REFUSED, State.DISCARDED)


class Action(models.TextChoices):
    NEW = "new", "New"
    CHANGED = "changed", "Changed"
    ENDED = "ended", "Ended"


def _person() -> models.ForeignKey[object, object]:
    return models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )


class ImportRun(models.Model):
    """`rows_done` is where a broken-off reading goes on; `claim` names the process that may write to the run.

    `review` was made when what is in force was as `review_basis` says. `undo` is what going live changed, so that
    rolling back can restore it. `problem` is why a scheduled go-live did not happen, or why it can't be approved.
    `cleared`: nothing of a refused or discarded file is left.
    """

    kind = models.CharField(max_length=30)
    file_name = models.CharField(max_length=200)
    file = models.UUIDField(default=new_uuid, editable=False)
    size = models.PositiveBigIntegerField(default=0)
    sha256 = models.CharField(max_length=64)
    options = models.JSONField(default=dict, blank=True)
    options_sha256 = models.CharField(max_length=64)
    state = models.CharField(max_length=11, choices=State.choices, default=State.QUEUED)
    rows_total = models.PositiveBigIntegerField(default=0)
    rows_done = models.PositiveBigIntegerField(default=0)
    counts = models.JSONField(default=dict, blank=True)
    review = models.JSONField(default=dict, blank=True)
    review_basis = models.CharField(max_length=64, blank=True, editable=False)
    undo = models.JSONField(default=dict, blank=True)
    problem = models.CharField(max_length=300, blank=True)
    claim = models.UUIDField(null=True, blank=True, editable=False)
    cleared = models.BooleanField(default=False, editable=False)
    created_at = models.DateTimeField()
    staged_at = models.DateTimeField(null=True, blank=True)
    approved_at = models.DateTimeField(null=True, blank=True)
    go_live_on = models.DateField(null=True, blank=True)
    live_at = models.DateTimeField(null=True, blank=True)
    rolled_back_at = models.DateTimeField(null=True, blank=True)
    ended_at = models.DateTimeField(null=True, blank=True)
    uploaded_by = _person()
    approved_by = _person()

    class Meta:
        ordering = ["-id"]
        verbose_name = "import"
        permissions = [("approve_importrun", "Can approve imports, take them live and roll them back")]
        constraints = [
            models.UniqueConstraint(
                fields=["kind", "sha256", "options_sha256"],
                condition=Q(state__in=["queued", "reading", "staged", "approved"]),
                name="imports_run_once",
            ),
            # Four eyes: unknown people (the command line, seeds) are not compared.
            models.CheckConstraint(
                condition=Q(approved_by=None) | Q(uploaded_by=None) | ~Q(approved_by=models.F("uploaded_by")),
                name="imports_four_eyes",
            ),
        ]

    def __str__(self) -> str:
        return f"import {self.pk}: {self.file_name}"

    @property
    def sheets(self) -> list[str]:
        """The sheets of a workbook to read; none: all that have the headings."""
        names: list[str] = self.options.get("sheets", [])
        return names


class ImportIssue(models.Model):
    """Something about one row of a file. Fatal issues refuse the file; the others leave the row out."""

    run = models.ForeignKey(ImportRun, on_delete=models.CASCADE, related_name="issues")
    row = models.PositiveBigIntegerField()
    column = models.CharField(max_length=80, blank=True)
    code = models.CharField(max_length=30)
    message = models.CharField(max_length=300, blank=True)
    fatal = models.BooleanField()

    class Meta:
        ordering = ["id"]

    def __str__(self) -> str:
        where = f"row {self.row}, {self.column}" if self.column else f"row {self.row}"
        return f"{where if self.row else 'file'}: {self.message or self.code}"


class StagedChange(models.Model):
    """One thing a run would add, change or end. `before` is what it was when the file was read."""

    run = models.ForeignKey(ImportRun, on_delete=models.CASCADE, related_name="changes")
    position = models.PositiveIntegerField()
    subject = models.CharField(max_length=120)
    action = models.CharField(max_length=7, choices=Action.choices)
    before = models.JSONField(null=True)
    after = models.JSONField(null=True)

    class Meta:
        ordering = ["run", "position"]
        constraints = [
            models.UniqueConstraint(fields=["run", "position"], name="imports_change_position"),
            models.UniqueConstraint(fields=["run", "subject"], name="imports_change_once"),
        ]

    def __str__(self) -> str:
        return f"{self.action} {self.subject}"

"""The outbox of coverage: every write as a row, for letters, bills, files and figures to read in order."""

from __future__ import annotations

from django.db import models
from django.db.models import Q

from planfront.coverage.models.record import WITHDRAWAL
from planfront.coverage.timeline import Kind


class EventKind(models.TextChoices):
    """The kinds of coverage events: those of changes (timeline.Kind), and the writes that make no version of their
    own."""

    ISSUE = Kind.ISSUE.value
    ADD_PERSON = Kind.ADD_PERSON.value
    DROP_PERSON = Kind.DROP_PERSON.value
    PLAN = Kind.PLAN.value
    AMOUNT = Kind.AMOUNT.value
    RIDERS = Kind.RIDERS.value
    PLACE = Kind.PLACE.value
    FACTS = Kind.FACTS.value
    CORRECTION = Kind.CORRECTION.value
    RENEWAL = Kind.RENEWAL.value
    SHARES = Kind.SHARES.value
    END = Kind.END.value
    CANCEL = Kind.CANCEL.value
    REINSTATE = Kind.REINSTATE.value
    WITHDRAWAL = WITHDRAWAL
    NEW_RATES = "new_rates"
    """The rates of a new year of an age-rated policy."""
    AWAITS_DECISION = "awaits_decision"
    DECISION = "decision"
    """The insurer's decision, with the change that it makes if it makes one."""
    REPS = "reps"
    BENEFICIARIES = "beneficiaries"
    FEES = "fees"
    """Fees beside the premium of the policy (models.Fee)."""
    ADJUSTMENT = "adjustment"
    """The cost of a backdated change, ``subject``, for months that have begun (models.Adjustment)."""
    OTHER_MEMBER = "other_member"
    """The policy went to another record of its member, which the event names."""
    PERSON = "person"
    """Facts of the member or of a relative were written: the row ``subject`` (members.models.PersonVersion)."""
    RENEWAL_OFFERED = "renewal_offered"
    """A second person agreed to a renewal run, ``subject``."""
    RENEWAL_DECIDED = "renewal_decided"
    """A policy that a renewal run had set aside was renewed or ended; ``subject``: its item."""


class CoverageEvent(models.Model):
    """A write of coverage, added in its own transaction (``events.publish_events``).

    ``sequence``: its place among all events; None until the first reader after its transaction numbers it
    (``events.process_events``), so that no reader passes an event whose transaction is still running. ``member``: the
    one whose coverage it is. ``kind``: an EventKind. ``subject``: the id of what else it is about, by kind. ``day``:
    the business day of ``recorded``.
    """

    id = models.BigAutoField(primary_key=True)
    sequence = models.BigIntegerField(null=True, unique=True, editable=False)
    kind = models.CharField(max_length=20)
    policy = models.ForeignKey("coverage.Policy", null=True, on_delete=models.CASCADE, related_name="events")
    change = models.ForeignKey("coverage.Change", null=True, on_delete=models.CASCADE, related_name="+")
    member = models.ForeignKey("members.Member", null=True, on_delete=models.SET_NULL, related_name="+")
    order = models.UUIDField(null=True)
    subject = models.CharField(max_length=40, blank=True)
    day = models.DateField()
    recorded = models.DateTimeField()

    class Meta:
        ordering = ["sequence"]
        indexes = [models.Index(fields=["id"], name="coverage_unnumbered", condition=Q(sequence__isnull=True))]

    def __str__(self) -> str:
        return f"{self.kind} of policy {self.policy_id}" if self.policy_id else self.kind


class EventReader(models.Model):
    """The last event that a reader has read: its cursor."""

    name = models.CharField(max_length=40, primary_key=True)
    sequence = models.BigIntegerField(default=0)

    def __str__(self) -> str:
        return f"{self.name} at {self.sequence}"

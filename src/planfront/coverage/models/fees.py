"""Rows of what members and groups owe beside a month's premium."""

from __future__ import annotations

from datetime import datetime

from django.db import models
from django.db.models import F, Q

from planfront.coverage.models.record import Change, Policy
from planfront.kernel.security.ids import new_uuid


class FeeSource(models.TextChoices):
    ASSOCIATION = "association", "Association"
    PLAN = "plan", "Plan"


class FeePayer(models.TextChoices):
    MEMBER = "member", "Member"
    GROUP = "group", "Group"


class FeeRows(models.QuerySet["Fee"]):
    """Fees as they are known."""

    def standing(self, known: datetime | None = None) -> FeeRows:
        """Return what is owed, as known at an instant (None: now)."""
        rows = self.exclude(until__lt=F("effective"))
        if known is None:
            return rows.filter(replaced_by=None)
        return rows.filter(Q(replaced_by=None) | Q(replaced_by__recorded__gt=known), recorded__lte=known)


class Fee(models.Model):
    """A fee that is owed beside a policy's premium (see owed_fees). Rows are only added: one that ``replaces`` another
    says since ``recorded`` what holds in its place, and nothing is owed where it ends before it begins.

    ``policy``: the one that brings it; of an association's dues, which a member owes once, the one that began first.
    ``code``: ``owed_fees.DUES``, else the plan's fee. ``plan_id``: the plan it was sold with. ``effective`` and
    ``until``: the first and the last day of a monthly one, None without an end; ``once``: charged on its day alone.
    ``payer``: who bears it, the member or the policy's group.
    """

    id = models.UUIDField(primary_key=True, default=new_uuid, editable=False)
    policy = models.ForeignKey(Policy, on_delete=models.CASCADE, related_name="fee_rows", db_index=False)
    source = models.CharField(max_length=11, choices=FeeSource.choices)
    code = models.CharField(max_length=40)
    plan_id = models.BigIntegerField(null=True)
    amount = models.DecimalField(max_digits=10, decimal_places=2)
    once = models.BooleanField(default=False)
    effective = models.DateField()
    until = models.DateField(null=True, blank=True)
    payer = models.CharField(max_length=6, choices=FeePayer.choices, default=FeePayer.MEMBER)
    recorded = models.DateTimeField()
    replaces = models.OneToOneField("self", null=True, blank=True, on_delete=models.CASCADE, related_name="replaced_by")

    objects = FeeRows.as_manager()

    class Meta:
        ordering = ["policy", "effective", "recorded", "id"]
        indexes = [models.Index(fields=["policy", "effective"], name="coverage_fees")]
        constraints = [models.CheckConstraint(condition=Q(amount__gt=0), name="coverage_fee_amount")]

    def __str__(self) -> str:
        return f"{self.code} of policy {self.policy_id} from {self.effective}"


class Adjustment(models.Model):
    """The amount that a backdated change adds to a month that had begun when it was made, or takes from it. A change
    that is taken back leaves its rows, and rows with the opposite amounts come with its withdrawal: the sum of a
    policy's rows is the difference between what its months cost today and what they cost when they began.

    ``month``: its first day. ``payer``: who owes it, or gets it back. ``order``: of changes that were made together.
    """

    id = models.UUIDField(primary_key=True, default=new_uuid, editable=False)
    policy = models.ForeignKey(Policy, on_delete=models.CASCADE, related_name="adjustments", db_index=False)
    change = models.ForeignKey(Change, on_delete=models.CASCADE, related_name="adjustments", db_index=False)
    order = models.UUIDField()
    month = models.DateField()
    payer = models.CharField(max_length=6, choices=FeePayer.choices)
    amount = models.DecimalField(max_digits=10, decimal_places=2)
    recorded = models.DateTimeField()

    class Meta:
        ordering = ["policy", "recorded", "month", "payer"]
        constraints = [
            models.UniqueConstraint(fields=["change", "month", "payer"], name="coverage_adjustment_once"),
            models.CheckConstraint(condition=~Q(amount=0), name="coverage_adjustment_amount"),
        ]
        indexes = [models.Index(fields=["policy", "month"], name="coverage_adjustments")]

    def __str__(self) -> str:
        return f"{self.amount} for {self.month} of policy {self.policy_id}"

"""Issued policies and the one confirmation number of a submitted enrollment."""

from __future__ import annotations

from django.db import models

from planfront.kernel.fields import EncryptedJSONField
from planfront.kernel.ids import new_uuid


class Confirmation(models.Model):
    """The receipt of one enrollment, as it was told to the applicant. Never changed after it is written."""

    id = models.UUIDField(primary_key=True, default=new_uuid, editable=False)
    number = models.PositiveBigIntegerField(unique=True)
    brand_id = models.BigIntegerField(db_index=True)
    enrollment = models.OneToOneField("shopping.TempEnrollment", on_delete=models.PROTECT, related_name="confirmation")
    receipt = EncryptedJSONField()
    created_at = models.DateTimeField(db_index=True)

    def __str__(self) -> str:
        return f"confirmation {self.number}"


class PolicyStatus(models.TextChoices):
    PENDING = "pending", "Pending underwriting"
    ACCEPTED = "accepted", "Accepted"
    ACTIVE = "active", "Active"
    TERMINATED = "terminated", "Terminated"
    CANCELLED = "cancelled", "Cancelled"


class Policy(models.Model):
    """One plan of a submitted enrollment, with the price and the proof it was sold at."""

    id = models.UUIDField(primary_key=True, default=new_uuid, editable=False)
    number = models.CharField(max_length=24, unique=True)
    confirmation = models.ForeignKey(Confirmation, on_delete=models.PROTECT, related_name="policies")
    plan_id = models.BigIntegerField(db_index=True)
    plan_name = models.CharField(max_length=200)
    category = models.CharField(max_length=20)
    plan_pricing_id = models.CharField(max_length=200)
    monthly = models.DecimalField(max_digits=10, decimal_places=2)
    one_time = models.DecimalField(max_digits=10, decimal_places=2)
    proof = models.JSONField(default=dict)
    effective_date = models.DateField()
    status = models.CharField(max_length=10, choices=PolicyStatus.choices, default=PolicyStatus.ACCEPTED)

    class Meta:
        verbose_name_plural = "policies"
        ordering = ["number"]

    def __str__(self) -> str:
        return self.number

"""Tables of sales: the one confirmation number of a submitted application, its policies, and the insurer's open
decisions."""

from __future__ import annotations

from django.db import models

from planfront.kernel.security.fields import EncryptedJSONField
from planfront.kernel.security.ids import new_uuid


class Confirmation(models.Model):
    """The receipt of one enrollment, as it was told to the applicant. Never changed after it is written."""

    id = models.UUIDField(primary_key=True, default=new_uuid, editable=False)
    number = models.PositiveBigIntegerField(unique=True)
    brand_id = models.BigIntegerField(db_index=True)
    enrollment = models.OneToOneField("shopping.Quote", on_delete=models.PROTECT, related_name="confirmation")
    receipt = EncryptedJSONField()
    created_at = models.DateTimeField()

    class Meta:
        # What was sold on which days is read off this index and the policies' one, without the sealed receipts.
        indexes = [models.Index(fields=["created_at", "brand_id", "enrollment", "id"], name="sales_sold")]

    def __str__(self) -> str:
        return f"confirmation {self.number}"


class Sale(models.Model):
    """A policy as it was sold with a confirmation, with the proof of its price.

    ``monthly``: the premium with riders; an amount that the insurer approves later raises it.
    """

    policy = models.OneToOneField("coverage.Policy", primary_key=True, on_delete=models.PROTECT, related_name="sale")
    confirmation = models.ForeignKey(Confirmation, on_delete=models.PROTECT, related_name="sales", db_index=False)
    plan_id = models.BigIntegerField(db_index=True)
    category = models.CharField(max_length=20)
    plan_pricing_id = models.CharField(max_length=200)
    monthly = models.DecimalField(max_digits=10, decimal_places=2)
    proof = models.JSONField(default=dict)

    class Meta:
        indexes = [models.Index(fields=["confirmation", "plan_id", "category", "monthly"], name="sales_premium")]

    def __str__(self) -> str:
        return f"sale of policy {self.policy_id}"


class CaseKind(models.TextChoices):
    AMOUNT = "amount", "Amount above the guaranteed one"
    PLAN = "plan", "Whole plan"


class CaseStatus(models.TextChoices):
    PENDING = "pending", "Pending underwriting"
    APPROVED = "approved", "Approved"
    DECLINED = "declined", "Declined"


class UnderwritingCase(models.Model):
    """A decision that waits for the insurer: on the part of an amount above the guaranteed one, or on a whole plan.

    For an amount, the guaranteed part is in force and charged meanwhile. ``premium``, ``more`` and ``proof`` are the
    price of the whole amount as the applicant saw it: the premium, the addition to the month with its fees, and its
    proof. ``before`` keeps the values that an approval replaced, and the names of plans cancelled with a declined one.
    """

    id = models.UUIDField(primary_key=True, default=new_uuid, editable=False)
    policy = models.OneToOneField("coverage.Policy", on_delete=models.PROTECT, related_name="case")
    kind = models.CharField(max_length=6, choices=CaseKind.choices)
    status = models.CharField(max_length=8, choices=CaseStatus.choices, default=CaseStatus.PENDING, db_index=True)
    guaranteed = models.DecimalField(max_digits=12, decimal_places=2, null=True, blank=True)
    requested = models.DecimalField(max_digits=12, decimal_places=2, null=True, blank=True)
    premium = models.DecimalField(max_digits=10, decimal_places=2, null=True, blank=True)
    more = models.DecimalField(max_digits=10, decimal_places=2, null=True, blank=True)
    proof = models.JSONField(default=dict)
    before = models.JSONField(default=dict)
    created_at = models.DateTimeField(db_index=True)
    decided_at = models.DateTimeField(null=True, blank=True)
    decided_by = models.BigIntegerField(null=True, blank=True)
    reason = models.CharField(max_length=300, blank=True)

    class Meta:
        ordering = ["-created_at"]

    def __str__(self) -> str:
        return f"{self.get_kind_display()}: {self.policy_id}"

    @property
    def linked(self) -> list[str]:
        """Return names of the plans that were cancelled because they went with a declined one."""
        return list(self.before.get("linked", ()))

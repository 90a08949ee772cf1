"""What was sold: the one confirmation number of a submitted enrollment, its policies, and what insurers decide on."""

from __future__ import annotations

from typing import Any

from django.db import models
from django.db.models import F, Q

from planfront.book.authors import By
from planfront.kernel.security.fields import EncryptedJSONField, EncryptedTextField
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
        indexes = [models.Index(fields=["created_at", "brand_id", "enrollment", "id"], name="policies_sold")]

    def __str__(self) -> str:
        return f"confirmation {self.number}"


class Sale(models.Model):
    """A policy of the book as it was sold with a confirmation, with the proof of its price.

    ``monthly``: the premium with riders; an amount that the insurer approves later raises it.
    """

    policy = models.OneToOneField("book.Policy", primary_key=True, on_delete=models.PROTECT, related_name="sale")
    confirmation = models.ForeignKey(Confirmation, on_delete=models.PROTECT, related_name="sales", db_index=False)
    plan_id = models.BigIntegerField(db_index=True)
    category = models.CharField(max_length=20)
    plan_pricing_id = models.CharField(max_length=200)
    monthly = models.DecimalField(max_digits=10, decimal_places=2)
    one_time = models.DecimalField(max_digits=10, decimal_places=2)
    proof = models.JSONField(default=dict)

    class Meta:
        indexes = [models.Index(fields=["confirmation", "plan_id", "category", "monthly"], name="policies_premium")]

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
    """What the insurer still decides on: the part of an amount above the guaranteed one, or a whole plan.

    Of an amount the guaranteed part is in force and charged meanwhile. ``premium``, ``more`` and ``proof`` are the
    price of the whole amount as the applicant was shown it: the premium, what it adds a month with its fees, and how it
    came about. ``before`` keeps what an approval replaced, and the names of the plans that a decline took with it.
    """

    id = models.UUIDField(primary_key=True, default=new_uuid, editable=False)
    policy = models.OneToOneField("book.Policy", on_delete=models.PROTECT, related_name="case")
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
        """Names of the plans that were cancelled because they went with a declined one."""
        return list(self.before.get("linked", ()))


class DoneTask(models.Model):
    """A task of a rep's day that the rep has done. ``key`` names the task (see clients.tasks)."""

    agent = models.ForeignKey("parties.Agent", on_delete=models.CASCADE, related_name="+", db_index=False)
    key = models.CharField(max_length=80)
    done_on = models.DateField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["agent", "key"], name="policies_task_done_once")]

    def __str__(self) -> str:
        return self.key


class HeldState(models.TextChoices):
    WAITING = "waiting", "Waiting"
    AGREED = "agreed", "Agreed"
    DECLINED = "declined", "Sent back"
    WITHDRAWN = "withdrawn", "Taken back"


class WaitsFor(models.TextChoices):
    GROUP = "group", "The group"
    STAFF = "staff", "Our team"


class HeldChange(models.Model):
    """What somebody reported and somebody else has to agree to: an administrator of the member's group, or staff where
    it reaches back further than one person alone may reach.

    ``by``: in which role it was reported. ``order``: as it was sent, sealed (see coverage.schemas.ChangeOrder).
    ``digest``: what was previewed, and ``shown`` its rows, as coverage.schemas.HeldPlan; ``amounts``: who paid how much
    before and would after, as group.splits has it. ``asked_on``: the business day of the report. ``passed_by``: who
    agreed for the group before it went to staff. ``order_id``: the order of the changes that it became. ``reason``:
    why it was sent back.
    """

    id = models.UUIDField(primary_key=True, default=new_uuid, editable=False)
    member = models.ForeignKey("members.Member", on_delete=models.CASCADE, related_name="+", db_index=False)
    group = models.ForeignKey(
        "parties.Group", null=True, blank=True, on_delete=models.CASCADE, related_name="+", db_index=False
    )
    by = models.CharField(max_length=6, choices=By.choices, default=By.MEMBER)
    waits_for = models.CharField(max_length=5, choices=WaitsFor.choices, default=WaitsFor.GROUP)
    order: Any = EncryptedJSONField()
    digest = models.CharField(max_length=64)
    shown = models.JSONField(default=list)
    amounts = models.JSONField(default=dict)
    state = models.CharField(max_length=9, choices=HeldState.choices, default=HeldState.WAITING)
    asked_by = models.BigIntegerField(null=True, blank=True)
    asked_on = models.DateField()
    asked_at = models.DateTimeField()
    passed_by = models.BigIntegerField(null=True, blank=True)
    passed_at = models.DateTimeField(null=True, blank=True)
    decided_by = models.BigIntegerField(null=True, blank=True)
    decided_at = models.DateTimeField(null=True, blank=True)
    reason = EncryptedTextField(blank=True)
    order_id = models.UUIDField(null=True, blank=True)

    class Meta:
        ordering = ["asked_at", "id"]
        verbose_name = "change that waits"
        verbose_name_plural = "changes that wait"
        constraints = [
            models.UniqueConstraint(fields=["member", "by"], condition=Q(state="waiting"), name="policies_one_held"),
            models.CheckConstraint(
                condition=~Q(state__in=["agreed", "declined"])
                | Q(decided_by=None)
                | (
                    (Q(asked_by=None) | ~Q(decided_by=F("asked_by")))
                    & (Q(passed_by=None) | ~Q(decided_by=F("passed_by")))
                ),
                name="policies_two_people",
            ),
        ]
        indexes = [
            models.Index(fields=["group", "state", "asked_at"], name="policies_held_of_group"),
            models.Index(fields=["waits_for", "state", "asked_at"], name="policies_held_for"),
            models.Index(fields=["member", "asked_at"], name="policies_held_of_member"),
        ]

    def __str__(self) -> str:
        return f"change of member {self.member_id}, {self.state}"

"""Changes that a second person has to agree to before they are written."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.db import models
from django.db.models import F, Q

from planfront.coverage.authors import By
from planfront.coverage.models.record import Policy
from planfront.coverage.timeline import Kind
from planfront.kernel.security.fields import EncryptedJSONField, EncryptedTextField
from planfront.kernel.security.ids import new_uuid


class ReportAbout(models.TextChoices):
    CHANGE = "change", "A change"
    DEATH = "death", "A death"
    FACT = "fact", "A correction"


_STAFF_KINDS = (*(kind.value for kind in Kind), ReportAbout.DEATH.value)


class StaffRequestState(models.TextChoices):
    WAITING = "waiting", "Waits for a second person"
    AGREED = "agreed", "Agreed"
    SENT_BACK = "sent_back", "Sent back"
    WITHDRAWN = "withdrawn", "Withdrawn"


class StaffChangeRequest(models.Model):
    """A change of one policy, or a death (see deaths), that a member of staff asks a second one to agree to, as it
    reaches back further than one person alone may reach. It belongs to the policy, of a death to one of them; what
    others report (ReportedChange) belongs to a member, may concern several policies, and may wait for the group before
    it waits for staff.

    ``order``: what was typed, by the names of the form, sealed as it may name people. ``digest``: what was previewed;
    ``shown``: its lines as they were read, [[days, tier before, price before, tier after, price after, difference]].
    ``order_id``: the order of the changes that it became. ``reason``: why it was sent back.
    """

    id = models.UUIDField(primary_key=True, default=new_uuid, editable=False)
    policy = models.ForeignKey(Policy, on_delete=models.CASCADE, related_name="pending", db_index=False)
    kind = models.CharField(max_length=12, choices=[(kind, kind) for kind in _STAFF_KINDS])
    effective = models.DateField()
    order: Any = EncryptedJSONField()
    digest = models.CharField(max_length=64)
    shown = models.JSONField(default=list)
    state = models.CharField(max_length=9, choices=StaffRequestState.choices, default=StaffRequestState.WAITING)
    asked_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    asked_at = models.DateTimeField()
    decided_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    decided_at = models.DateTimeField(null=True, blank=True)
    reason = EncryptedTextField(blank=True)
    order_id = models.UUIDField(null=True, blank=True)

    class Meta:
        ordering = ["policy", "asked_at"]
        constraints = [
            models.UniqueConstraint(fields=["policy"], condition=Q(state="waiting"), name="coverage_one_waits"),
            models.CheckConstraint(
                condition=~Q(state__in=["agreed", "sent_back"])
                | Q(decided_by=None)
                | Q(asked_by=None)
                | ~Q(decided_by=F("asked_by")),
                name="coverage_two_people",
            ),
        ]
        indexes = [models.Index(fields=["policy", "asked_at"], name="coverage_asked")]

    def __str__(self) -> str:
        return f"{self.kind} of policy {self.policy_id}, {self.state}"


class ApprovalState(models.TextChoices):
    WAITING = "waiting", "Waiting"
    AGREED = "agreed", "Agreed"
    DECLINED = "declined", "Sent back"
    WITHDRAWN = "withdrawn", "Taken back"


class WaitsFor(models.TextChoices):
    GROUP = "group", "The group"
    STAFF = "staff", "Our team"


class ReportedChange(models.Model):
    """A change reported by a member, rep or group that someone else has to agree to: an administrator of the member's
    group, or staff where it reaches back further than one person alone may reach. A reported death always waits for
    staff, who record it (see approvals.deaths); its ``order`` is a coverage.schemas.DeathReport. So does a correction
    (see approvals.corrections), whose ``order`` is a coverage.schemas.Correction.

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
    about = models.CharField(max_length=6, choices=ReportAbout.choices, default=ReportAbout.CHANGE)
    by = models.CharField(max_length=6, choices=By.choices, default=By.MEMBER)
    waits_for = models.CharField(max_length=5, choices=WaitsFor.choices, default=WaitsFor.GROUP)
    order: Any = EncryptedJSONField()
    digest = models.CharField(max_length=64)
    shown = models.JSONField(default=list)
    amounts = models.JSONField(default=dict)
    state = models.CharField(max_length=9, choices=ApprovalState.choices, default=ApprovalState.WAITING)
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
        verbose_name = "pending change"
        verbose_name_plural = "pending changes"
        constraints = [
            models.UniqueConstraint(
                fields=["member", "by"], condition=Q(state="waiting", about="change"), name="coverage_one_approval"
            ),
            models.CheckConstraint(
                condition=~Q(state__in=["agreed", "declined"])
                | Q(decided_by=None)
                | (
                    (Q(asked_by=None) | ~Q(decided_by=F("asked_by")))
                    & (Q(passed_by=None) | ~Q(decided_by=F("passed_by")))
                ),
                name="coverage_reported_by_two",
            ),
        ]
        indexes = [
            models.Index(fields=["group", "state", "asked_at"], name="coverage_approvals_group"),
            models.Index(fields=["waits_for", "state", "asked_at"], name="coverage_approvals_for"),
            models.Index(fields=["member", "asked_at"], name="coverage_approvals_member"),
        ]

    def __str__(self) -> str:
        return f"change of member {self.member_id}, {self.state}"

"""Changes that a second person has to agree to before they are written."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.db import models
from django.db.models import F, Q

from planfront.book.models.record import Policy
from planfront.book.timeline import Kind
from planfront.kernel.security.fields import EncryptedJSONField, EncryptedTextField
from planfront.kernel.security.ids import new_uuid


class PendingState(models.TextChoices):
    WAITING = "waiting", "Waits for a second person"
    AGREED = "agreed", "Agreed"
    SENT_BACK = "sent_back", "Sent back"
    WITHDRAWN = "withdrawn", "Withdrawn"


class PendingChange(models.Model):
    """A change of a policy that reaches back further than one person alone may reach.

    ``order``: what was typed, by the names of the form, sealed as it may name people. ``digest``: what was previewed;
    ``shown``: its lines as they were read, [[days, tier before, price before, tier after, price after, difference]].
    ``order_id``: the order of the changes that it became. ``reason``: why it was sent back.
    """

    id = models.UUIDField(primary_key=True, default=new_uuid, editable=False)
    policy = models.ForeignKey(Policy, on_delete=models.CASCADE, related_name="pending", db_index=False)
    kind = models.CharField(max_length=12, choices=[(kind.value, kind.value) for kind in Kind])
    effective = models.DateField()
    order: Any = EncryptedJSONField()
    digest = models.CharField(max_length=64)
    shown = models.JSONField(default=list)
    state = models.CharField(max_length=9, choices=PendingState.choices, default=PendingState.WAITING)
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
            models.UniqueConstraint(fields=["policy"], condition=Q(state="waiting"), name="book_one_waits"),
            models.CheckConstraint(
                condition=~Q(state__in=["agreed", "sent_back"])
                | Q(decided_by=None)
                | Q(asked_by=None)
                | ~Q(decided_by=F("asked_by")),
                name="book_two_people",
            ),
        ]
        indexes = [models.Index(fields=["policy", "asked_at"], name="book_asked")]

    def __str__(self) -> str:
        return f"{self.kind} of policy {self.policy_id}, {self.state}"

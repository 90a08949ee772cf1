"""Requests of people about their data, and rows that must be kept for a case."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from planfront.kernel import clock
from planfront.kernel.security.fields import BlindIndexField, EncryptedJSONField, EncryptedTextField
from planfront.kernel.security.ids import new_uuid


class Kind(models.TextChoices):
    EXPORT = "export", _("Copy of the data")
    ERASURE = "erasure", _("Erasure")


class State(models.TextChoices):
    """open → done | refused; an erasure waits for the second person while it is open."""

    OPEN = "open", _("Open")
    DONE = "done", _("Done")
    REFUSED = "refused", _("Refused")


class How(models.TextChoices):
    EMAIL = "email", _("By email")
    PHONE = "phone", _("By phone")
    LETTER = "letter", _("By letter")
    PERSON = "person", _("In person")
    OTHER = "other", _("Another way")


def _staff() -> models.ForeignKey[object, object]:
    return models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )


class PrivacyRequest(models.Model):
    """A person's request for a copy of their data, or its erasure.

    ``anchors``: {table: keys} of the rows that staff know to be the person's; everything else follows from them.
    ``subject`` is what staff wrote down of who asks, sealed; both are emptied by an erasure, and ``email_index`` still
    tells whether an address was erased. ``outcome``: {table: [erased, kept]}. Whoever asked for an erasure does not
    approve it.
    """

    id = models.UUIDField(primary_key=True, default=new_uuid, editable=False)
    number = models.PositiveIntegerField(unique=True, editable=False)
    brand = models.ForeignKey("brands.Brand", on_delete=models.PROTECT, related_name="+")
    kind = models.CharField(max_length=8, choices=Kind.choices)
    state = models.CharField(max_length=8, choices=State.choices, default=State.OPEN, db_index=True)
    how = models.CharField("came", max_length=8, choices=How.choices, default=How.EMAIL)
    subject = EncryptedJSONField(blank=True)
    email_index = BlindIndexField(blank=True, db_index=True)
    anchors = models.JSONField(default=dict, blank=True)
    reason = EncryptedTextField(blank=True)
    outcome = models.JSONField(default=dict, blank=True)
    received_on = models.DateField()
    due_on = models.DateField(db_index=True)
    asked_at = models.DateTimeField()
    asked_by = _staff()
    decided_at = models.DateTimeField(null=True, blank=True)
    decided_by = _staff()

    class Meta:
        ordering = ["-asked_at"]
        constraints = [
            models.CheckConstraint(
                condition=~Q(kind="erasure", state="done")
                | Q(asked_by=None)
                | Q(decided_by=None)
                | ~Q(asked_by=F("decided_by")),
                name="privacy_four_eyes",
            )
        ]

    def __str__(self) -> str:
        return f"Privacy request {self.number}"

    @property
    def is_late(self) -> bool:
        return self.state == State.OPEN and self.due_on < clock.real_today()


class LegalHold(models.Model):
    """A legal hold: a person's rows are kept, whatever their age and whoever asks; ``reason`` is sealed."""

    id = models.UUIDField(primary_key=True, default=new_uuid, editable=False)
    request = models.ForeignKey(PrivacyRequest, on_delete=models.PROTECT, related_name="holds")
    reason = EncryptedTextField()
    placed_at = models.DateTimeField()
    placed_by = _staff()
    ended_at = models.DateTimeField(null=True, blank=True)
    ended_by = _staff()

    def __str__(self) -> str:
        return f"legal hold of {clock.local(self.placed_at):%m/%d/%Y}"

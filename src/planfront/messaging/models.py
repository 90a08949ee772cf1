"""Mail on its way out, kept as it was sent."""

from __future__ import annotations

from django.db import models
from django.db.models.functions import Upper

from planfront.kernel import clock
from planfront.kernel.security.fields import BlindIndexField, EncryptedJSONField, EncryptedTextField
from planfront.kernel.security.ids import new_uuid


class Status(models.TextChoices):
    QUEUED = "QUEUED", "Queued"
    SENDING = "SENDING", "Sending"
    SENT = "SENT", "Sent"
    KEPT = "KEPT", "Not sent"
    FAILED = "FAILED", "Failed"
    RETURNED = "RETURNED", "Came back"


class OutboundEmail(models.Model):
    """One mail, rendered when it was queued. Bodies may hold codes, so they are sealed at rest.

    ``dedupe_key`` names the event it reports; the same event never makes two mails. RETURNED: another server said that
    the address doesn't work; while there is such a mail, the brand's mail to it is held. ``failed_at``: when it failed
    or came back last.
    """

    id = models.UUIDField(primary_key=True, default=new_uuid, editable=False)
    brand = models.ForeignKey("brands.Brand", on_delete=models.PROTECT, related_name="+")
    kind = models.CharField(max_length=40, db_index=True)
    to = models.EmailField()
    reply_to = models.EmailField(blank=True, default="", help_text="Leave empty to send answers to the brand.")
    language = models.CharField(max_length=5, default="en")
    subject = models.CharField(max_length=200)
    html = EncryptedTextField()
    text = EncryptedTextField()
    document = EncryptedJSONField(null=True, help_text="What the attached PDF is made of (messaging.documents).")
    unsubscribe = EncryptedTextField(blank=True, default="", help_text="Address that stops commercial email.")
    dedupe_key = models.CharField(max_length=120, unique=True)
    status = models.CharField(max_length=8, choices=Status.choices, default=Status.QUEUED, db_index=True)
    attempts = models.PositiveSmallIntegerField(default=0)
    last_error = models.CharField(max_length=80, blank=True)
    created_at = models.DateTimeField(db_index=True)
    claimed_at = models.DateTimeField(null=True, blank=True)
    sent_at = models.DateTimeField(null=True, blank=True)
    failed_at = models.DateTimeField(null=True, blank=True)
    request_id = models.CharField("request", max_length=64, blank=True, default="", editable=False)

    class Meta:
        verbose_name = "email"
        verbose_name_plural = "emails"
        indexes = [models.Index(Upper("to"), name="messaging_by_address")]

    def __str__(self) -> str:
        return f"{self.kind.replace('_', ' ').capitalize()} {clock.show_moment(self.created_at)}"


class Suppression(models.Model):
    """An address that unsubscribed from a brand's commercial mail, whoever sends it. ``email`` is sealed, and looked
    up by its hash; "" where the address was never kept."""

    id = models.UUIDField(primary_key=True, default=new_uuid, editable=False)
    brand = models.ForeignKey("brands.Brand", on_delete=models.CASCADE, related_name="+")
    email_hash = BlindIndexField()
    email = EncryptedTextField(blank=True)
    created_at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["brand", "email_hash"], name="messaging_suppressed_once")]

    def __str__(self) -> str:
        return f"suppressed {self.created_at:%Y-%m-%d}"

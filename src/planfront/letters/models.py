"""Letters as they were sent, the operator's words for them, and the files that were printed."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.db import models
from django.db.models import Q

from planfront.kernel.security.fields import EncryptedJSONField, EncryptedTextField
from planfront.kernel.security.ids import new_uuid
from planfront.letters.kinds import Kind


class LetterText(models.Model):
    """The words of a kind of letter in a language, from a day on. They never change: another version follows them.

    ``brand`` None: of every brand that has none of its own. Placeholders such as ``{plan}``: see kinds.
    """

    kind = models.CharField(max_length=16, choices=Kind.choices)
    brand = models.ForeignKey("brands.Brand", null=True, blank=True, on_delete=models.PROTECT, related_name="+")
    language = models.CharField(max_length=2, choices=[("en", "English"), ("es", "Spanish")])
    in_force_from = models.DateField()
    subject = models.CharField(max_length=150)
    body = models.TextField(max_length=6000)
    made_at = models.DateTimeField()
    made_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )

    class Meta:
        ordering = ["kind", "language", "-in_force_from", "-id"]
        verbose_name = "letter text"
        verbose_name_plural = "letter texts"

    def __str__(self) -> str:
        return f"{self.get_kind_display()} ({self.language}) from {self.in_force_from:%m/%d/%Y}"


class PrintFile(models.Model):
    """The letters that were printed together, as one PDF."""

    made_at = models.DateTimeField()
    made_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )

    class Meta:
        ordering = ["-id"]

    def __str__(self) -> str:
        return f"letters of {self.made_at:%m/%d/%Y}"


class Letter(models.Model):
    """A letter as it was sent. ``key`` names what it tells of: the same happening never makes two letters.

    ``document`` is what its PDF is made of. ``on_paper``: it waits for the printer, or went there with ``print_file``.
    ``mailed``: it went by email, too; one that was ``taken_back`` after that isn't printed if the mail comes back.
    ``text`` None: the words that come with the store.
    """

    id = models.UUIDField(primary_key=True, default=new_uuid, editable=False)
    key = models.CharField(max_length=100, unique=True)
    brand = models.ForeignKey("brands.Brand", on_delete=models.PROTECT, related_name="+")
    member = models.ForeignKey(
        "members.Member", null=True, blank=True, on_delete=models.SET_NULL, related_name="+", db_index=False
    )
    kind = models.CharField(max_length=16, choices=Kind.choices)
    language = models.CharField(max_length=2)
    text = models.ForeignKey(LetterText, null=True, blank=True, on_delete=models.PROTECT, related_name="+")
    policies = models.JSONField(default=list)
    subject = models.CharField(max_length=200)
    recipient = EncryptedTextField()
    document: Any = EncryptedJSONField()
    mailed = models.BooleanField()
    on_paper = models.BooleanField()
    taken_back = models.BooleanField(default=False, db_default=False)
    print_file = models.ForeignKey(
        PrintFile, null=True, blank=True, on_delete=models.SET_NULL, related_name="letters", db_index=False
    )
    day = models.DateField()
    created_at = models.DateTimeField()

    class Meta:
        ordering = ["-created_at", "id"]
        indexes = [
            models.Index(fields=["member", "-created_at"], name="letters_of_member"),
            models.Index(fields=["print_file", "created_at"], name="letters_of_file"),
            models.Index(
                fields=["created_at"], name="letters_to_print", condition=Q(on_paper=True, print_file__isnull=True)
            ),
        ]

    def __str__(self) -> str:
        return f"{self.get_kind_display()} of {self.day:%m/%d/%Y}"

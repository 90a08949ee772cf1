"""Sign-in by an organization's own identity provider (OpenID Connect), set up for one brand."""

from __future__ import annotations

from django.db import models

from planfront.kernel.security.fields import EncryptedJSONField, EncryptedTextField
from planfront.kernel.security.ids import new_uuid


class SingleSignOn(models.Model):
    """A brand's identity provider. It signs in accounts that exist; it never makes any."""

    id = models.UUIDField(primary_key=True, default=new_uuid, editable=False)
    brand = models.OneToOneField("brands.Brand", on_delete=models.CASCADE, related_name="+")
    active = models.BooleanField(default=False)
    name = models.CharField(max_length=60, help_text="What the button says: Sign in with …")
    issuer = models.URLField(help_text="As the provider names itself. Its settings are read from there.")
    client_id = models.CharField(max_length=200)
    client_secret = EncryptedTextField(blank=True)
    roles = models.JSONField(default=list, help_text="Kinds of accounts that may sign in this way.")
    email_domains = models.CharField(
        max_length=400, blank=True, help_text="Only addresses of these domains, comma separated; empty for all."
    )

    class Meta:
        verbose_name = "single sign-on"
        verbose_name_plural = "single sign-on"

    def __str__(self) -> str:
        return self.name

    def domains(self) -> frozenset[str]:
        return frozenset(part.strip().lower() for part in self.email_domains.split(",") if part.strip())


class SignOnAttempt(models.Model):
    """A browser on its way to the provider and back. ``sealed``: the nonce and the code verifier of the way."""

    id = models.UUIDField(primary_key=True, default=new_uuid, editable=False)
    provider = models.ForeignKey(SingleSignOn, on_delete=models.CASCADE, related_name="+")
    session_id = models.UUIDField()
    state_hash = models.CharField(max_length=64, unique=True)
    sealed = EncryptedJSONField()
    redirect_uri = models.CharField(max_length=300)
    expires_at = models.DateTimeField(db_index=True)

    def __str__(self) -> str:
        return f"sign-on {self.expires_at:%Y-%m-%d %H:%M}"


class SignOnIdentity(models.Model):
    """The person at a provider who an account was first signed in by. Later somebody else's address changes nothing."""

    id = models.UUIDField(primary_key=True, default=new_uuid, editable=False)
    user = models.ForeignKey("accounts.User", on_delete=models.CASCADE, related_name="+")
    issuer = models.URLField()
    subject = models.CharField(max_length=255)

    class Meta:
        verbose_name_plural = "sign-on identities"
        constraints = [
            models.UniqueConstraint(fields=["issuer", "subject"], name="people_identity_once"),
            models.UniqueConstraint(fields=["user", "issuer"], name="people_identity_of_account"),
        ]

    def __str__(self) -> str:
        return f"identity at {self.issuer}"


class MailRequest(models.Model):
    """A mail that somebody asked for with an address, until a job has looked whether it is an account's.
    ``sealed``: the address, the language and who asked."""

    id = models.UUIDField(primary_key=True, default=new_uuid, editable=False)
    brand = models.ForeignKey("brands.Brand", on_delete=models.CASCADE, related_name="+")
    purpose = models.CharField(max_length=8)
    sealed = EncryptedJSONField()
    created_at = models.DateTimeField(db_index=True)

    def __str__(self) -> str:
        return f"mail request {self.created_at:%Y-%m-%d %H:%M}"

"""People who sign in, and the sessions of everybody who uses the store."""

from __future__ import annotations

from typing import Any, ClassVar

from django.contrib.auth.models import AbstractBaseUser, BaseUserManager, PermissionsMixin
from django.db import models

from planfront.kernel.security.fields import EncryptedJSONField, EncryptedTextField
from planfront.kernel.security.ids import new_uuid
from planfront.kernel.text.names import NameColumn


class Role(models.TextChoices):
    REP = "rep", "Rep"
    GROUP = "group", "Group administrator"
    MEMBER = "member", "Member"
    STAFF = "staff", "Staff"


class StaffRole(models.TextChoices):
    """The work of a member of staff, in the brands that the account works for."""

    ADMIN = "admin", "Administrator"
    SERVICE = "service", "Service"
    READER = "reader", "Reader"


class UserManager(BaseUserManager["User"]):
    def create_user(self, email: str, password: str | None = None, **extra: Any) -> User:
        """Create an account; ``email`` is compared without regard to case."""
        user = self.model(email=email.strip().lower(), **extra)
        user.set_password(password)
        user.save(using=self._db)
        return user

    def create_superuser(self, email: str, password: str | None = None, **extra: Any) -> User:
        return self.create_user(email, password, role=Role.STAFF, is_staff=True, is_superuser=True, **extra)

    def get_by_natural_key(self, username: str | None) -> User:
        return self.get(email=(username or "").strip().lower())


class User(AbstractBaseUser, PermissionsMixin):
    """An account with one role. Names of reps, members and group administrators are in rooms of their own.

    ``staff_role`` says what staff may do, and ``all_brands`` or ``StaffBrand`` where (see ``staffing``); superusers may
    do everything everywhere.
    """

    email = models.EmailField(unique=True)
    name = NameColumn(max_length=120, blank=True)
    role = models.CharField(max_length=8, choices=Role.choices)
    is_active = models.BooleanField(default=True)
    is_staff = models.BooleanField(default=False)
    staff_role = models.CharField(max_length=8, choices=StaffRole.choices, blank=True, default="")
    all_brands = models.BooleanField(default=False)
    language = models.CharField(
        max_length=5,
        choices=[("en", "English"), ("es", "Spanish")],
        default="en",
        help_text="Language of emails that staff send: invitations, new passwords.",
    )
    created_at = models.DateTimeField(auto_now_add=True)

    USERNAME_FIELD = "email"
    REQUIRED_FIELDS: ClassVar[list[str]] = []
    objects = UserManager()

    class Meta:
        verbose_name = "account"

    def __str__(self) -> str:
        return self.email

    def get_full_name(self) -> str:
        """Return the name that the back office shows for the signed-in user; "" for a user without one."""
        return self.name


class StaffBrand(models.Model):
    """A brand that a member of staff works for."""

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="staff_brands")
    brand_id = models.BigIntegerField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["user", "brand_id"], name="accounts_staff_brand_once")]

    def __str__(self) -> str:
        return f"brand {self.brand_id}"


class TrustedDevice(models.Model):
    """A browser or a network that an account's person signed in from. ``key``: a keyed hash of it."""

    id = models.UUIDField(primary_key=True, default=new_uuid, editable=False)
    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="+")
    key = models.CharField(max_length=64)
    seen_at = models.DateTimeField(db_index=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["user", "key"], name="accounts_trusted_device_once")]

    def __str__(self) -> str:
        return f"trusted device {self.seen_at:%Y-%m-%d}"


class ListViews(models.Model):
    """The views of one list that a person saved: ``views`` is ``[{"name", "query"}]`` in the order they are shown.
    ``query`` is the address's query with the filters and the order, never a search."""

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="+")
    list_name = models.CharField(max_length=12)
    views = models.JSONField(default=list)

    class Meta:
        verbose_name = "saved view"
        constraints = [models.UniqueConstraint(fields=["user", "list_name"], name="accounts_list_views_once")]

    def __str__(self) -> str:
        return f"views of {self.list_name}"


class VisitorSession(models.Model):
    """A browser's or API client's session on one brand, anonymous until a person signs in.

    ``secret_hash`` is the keyed hash of the cookie's secret. ``bound`` sessions were started by a browser and answer
    only when the cookie comes with the token. ``before`` is the session whose sign-in timed out in the same browser.
    """

    id = models.UUIDField(primary_key=True, default=new_uuid, editable=False)
    brand_id = models.BigIntegerField(db_index=True)
    user = models.ForeignKey(User, null=True, blank=True, on_delete=models.CASCADE, related_name="+")
    secret_hash = models.CharField(max_length=64)
    bound = models.BooleanField(default=False)
    generation = models.PositiveIntegerField(default=0)
    created_at = models.DateTimeField()
    seen_at = models.DateTimeField()
    signed_in_at = models.DateTimeField(null=True, blank=True)
    device = models.CharField(max_length=120, blank=True, default="")
    ip = models.CharField(max_length=45, blank=True, default="")
    before = models.ForeignKey("self", null=True, blank=True, on_delete=models.SET_NULL, related_name="+")
    expires_at = models.DateTimeField(db_index=True)

    class Meta:
        # How many browsers came on which days, read off the index.
        indexes = [models.Index(fields=["created_at", "brand_id", "bound"], name="accounts_visits")]

    def __str__(self) -> str:
        return f"session {self.id}"


class Purpose(models.TextChoices):
    RESET = "reset", "Set a new password"
    INVITE = "invite", "Set the first password"
    LINK = "link", "Sign in"
    EMAIL = "email", "Confirm an email address"


class MailToken(models.Model):
    """The right that a mailed link proves, once and for a limited time. Only a keyed hash of its secret is stored.

    ``email`` is the address it was sent to: for ``EMAIL`` the new one.
    """

    id = models.UUIDField(primary_key=True, default=new_uuid, editable=False)
    purpose = models.CharField(max_length=8, choices=Purpose.choices)
    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="+")
    brand_id = models.BigIntegerField()
    email = models.EmailField()
    secret_hash = models.CharField(max_length=64, unique=True)
    created_at = models.DateTimeField()
    expires_at = models.DateTimeField(db_index=True)
    used_at = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return f"{self.purpose} {self.created_at:%Y-%m-%d %H:%M}"


class SecondFactor(models.Model):
    """An authenticator app of an account: counts once ``confirmed_at`` is set.

    ``last_step`` is the 30-second step of the latest code that was taken; no code of it or before is taken again.
    """

    id = models.UUIDField(primary_key=True, default=new_uuid, editable=False)
    user = models.OneToOneField(User, on_delete=models.CASCADE, related_name="+")
    secret = EncryptedTextField()
    confirmed_at = models.DateTimeField(null=True, blank=True)
    last_step = models.BigIntegerField(default=0)
    created_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"second factor {self.created_at:%Y-%m-%d}"


class RecoveryCode(models.Model):
    """Stands in once for a lost authenticator app; a keyed hash only."""

    id = models.UUIDField(primary_key=True, default=new_uuid, editable=False)
    factor = models.ForeignKey(SecondFactor, on_delete=models.CASCADE, related_name="codes")
    code_hash = models.CharField(max_length=64)
    used_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["factor", "code_hash"], name="accounts_recovery_code_once")]

    def __str__(self) -> str:
        return f"recovery code, {'used' if self.used_at else 'unused'}"


class OpenPage(models.Model):
    """A page of the back office that a member of staff has open, for as long as its browser says so.

    ``page`` names the record and, where it has several pages, which one. ``changing``: something is typed that isn't
    saved yet.
    """

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="+")
    page = models.CharField(max_length=160)
    since = models.DateTimeField()
    seen_at = models.DateTimeField(db_index=True)
    changing = models.BooleanField(default=False)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["page", "user"], name="accounts_open_page_once")]

    def __str__(self) -> str:
        return f"{self.page} since {self.since:%Y-%m-%d %H:%M}"


class SingleSignOn(models.Model):
    """A brand's identity provider. It signs in accounts that exist; it never makes any."""

    id = models.UUIDField(primary_key=True, default=new_uuid, editable=False)
    brand = models.OneToOneField("brands.Brand", on_delete=models.CASCADE, related_name="+")
    active = models.BooleanField(default=False)
    name = models.CharField(max_length=60, help_text="Completes the button: Sign in with …")
    issuer = models.URLField(
        help_text="The issuer's address, exactly as the provider gives it. We read its settings from there."
    )
    client_id = models.CharField(max_length=200)
    client_secret = EncryptedTextField(blank=True)
    roles = models.JSONField(default=list, help_text="Kinds of accounts that may sign in this way.")
    email_domains = models.CharField(
        max_length=400,
        blank=True,
        help_text="Allow only addresses of these domains, separated by commas. Leave empty for all.",
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
    """The person at a provider who first signed in to an account. Another person who gets the same address later
    can't."""

    id = models.UUIDField(primary_key=True, default=new_uuid, editable=False)
    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="+")
    issuer = models.URLField()
    subject = models.CharField(max_length=255)

    class Meta:
        verbose_name_plural = "sign-on identities"
        constraints = [
            models.UniqueConstraint(fields=["issuer", "subject"], name="accounts_identity_once"),
            models.UniqueConstraint(fields=["user", "issuer"], name="accounts_identity_of_account"),
        ]

    def __str__(self) -> str:
        return f"identity at {self.issuer}"


class MailRequest(models.Model):
    """A request for a mail to a typed address, until a job has looked for its account.

    ``sealed``: the address, the language and the requester.
    """

    id = models.UUIDField(primary_key=True, default=new_uuid, editable=False)
    brand = models.ForeignKey("brands.Brand", on_delete=models.CASCADE, related_name="+")
    purpose = models.CharField(max_length=8)
    sealed = EncryptedJSONField()
    created_at = models.DateTimeField(db_index=True)

    def __str__(self) -> str:
        return f"mail request {self.created_at:%Y-%m-%d %H:%M}"

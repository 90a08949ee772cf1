"""Existing members, their people and coverage, and the reference lists that forms about people offer."""

from __future__ import annotations

from django.conf import settings
from django.db import models

from planfront.kernel.fields import EncryptedTextField
from planfront.kernel.ids import new_uuid


class Gender(models.IntegerChoices):
    MALE = 0, "Male"
    FEMALE = 1, "Female"
    OTHER = 2, "Others"


class Member(models.Model):
    """Somebody already enrolled on a brand. Its id is the ``user_id`` of the calls.

    The social security number is in ``Identity``, sealed; lists need only its last four digits.
    """

    brand = models.ForeignKey("brands.Brand", on_delete=models.PROTECT, related_name="+")
    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    group = models.ForeignKey("sponsors.Group", null=True, blank=True, on_delete=models.SET_NULL, related_name="+")
    agent = models.ForeignKey("producers.Agent", null=True, blank=True, on_delete=models.SET_NULL, related_name="+")
    portal = models.ForeignKey("sponsors.Portal", null=True, blank=True, on_delete=models.SET_NULL, related_name="+")
    first_name = models.CharField(max_length=60)
    middle_name = models.CharField(max_length=60, blank=True)
    last_name = models.CharField(max_length=60)
    birth_date = models.DateField()
    gender = models.PositiveSmallIntegerField(choices=Gender.choices)
    email = models.EmailField(db_index=True)
    phone = models.CharField(max_length=10, blank=True, db_index=True)
    address1 = models.CharField(max_length=80, blank=True)
    address2 = models.CharField(max_length=80, blank=True)
    city = models.CharField(max_length=60, blank=True)
    state = models.CharField(max_length=2, blank=True)
    zip = models.CharField(max_length=5, blank=True)
    county = models.CharField(max_length=60, blank=True)
    marital_status = models.PositiveSmallIntegerField(null=True, blank=True)
    is_smoker = models.BooleanField(null=True, blank=True)
    ssn_last4 = models.CharField(max_length=4, blank=True, editable=False)
    active = models.BooleanField(default=True)

    class Meta:
        indexes = [
            # A rep's or group's list by name: a page is read off the index, whoever else the brand has.
            models.Index(
                fields=["brand", "last_name", "first_name", "id", "agent", "group", "active"], name="member_by_name"
            ),
            models.Index(fields=["group", "last_name", "first_name", "id", "brand", "active"], name="member_of_group"),
        ]

    def __str__(self) -> str:
        return f"member {self.pk}"

    @property
    def name(self) -> str:
        return " ".join(filter(None, (self.first_name, self.middle_name, self.last_name)))


class Identity(models.Model):
    """A member's social security number: sealed, with a keyed index to find duplicates."""

    id = models.UUIDField(primary_key=True, default=new_uuid, editable=False)
    member = models.OneToOneField(Member, on_delete=models.CASCADE, related_name="identity")
    ssn = EncryptedTextField()
    ssn_index = models.CharField(max_length=32, db_index=True)

    def __str__(self) -> str:
        return f"identity of member {self.member_id}"


class Relative(models.Model):
    """A member's dependent or beneficiary on record."""

    class Kind(models.TextChoices):
        DEPENDENT = "dependent", "Dependent"
        BENEFICIARY = "beneficiary", "Beneficiary"

    id = models.UUIDField(primary_key=True, default=new_uuid, editable=False)
    member = models.ForeignKey(Member, on_delete=models.CASCADE, related_name="relatives")
    kind = models.CharField(max_length=12, choices=Kind.choices)
    relationship = models.CharField(max_length=20)
    first_name = models.CharField(max_length=60)
    middle_name = models.CharField(max_length=60, blank=True)
    last_name = models.CharField(max_length=60)
    birth_date = models.DateField()
    gender = models.PositiveSmallIntegerField(choices=Gender.choices, null=True, blank=True)
    ssn = EncryptedTextField(blank=True)
    percentage = models.PositiveSmallIntegerField(null=True, blank=True)

    def __str__(self) -> str:
        return f"{self.kind} of member {self.member_id}"


class Coverage(models.Model):
    """A plan the member has or had. The plan's name and category are copied: catalogs change."""

    class Status(models.TextChoices):
        ACTIVE = "ACTIVE", "Active"
        INACTIVE = "INACTIVE", "Inactive"

    member = models.ForeignKey(Member, on_delete=models.CASCADE, related_name="coverages")
    plan_id = models.BigIntegerField(db_index=True)
    plan_name = models.CharField(max_length=120)
    category = models.CharField(max_length=20)
    policy_number = models.CharField(max_length=30, blank=True, db_index=True)
    status = models.CharField(max_length=8, choices=Status.choices, default=Status.ACTIVE)
    effective_date = models.DateField()
    end_date = models.DateField(null=True, blank=True)

    class Meta:
        ordering = ["-effective_date", "id"]

    def __str__(self) -> str:
        return f"{self.plan_name} of member {self.member_id}"


class ReferenceItem(models.Model):
    """An operator's own entry of a reference list. A list with rows here replaces the shipped one.

    ``flags`` knows: needs_text (a free-text field follows the choice), refused (the choice can't go on).
    """

    list_key = models.SlugField(max_length=40)
    value = models.CharField(max_length=30)
    name = models.CharField(max_length=120)
    name_es = models.CharField(max_length=120, blank=True)
    order = models.PositiveSmallIntegerField(default=0)
    flags = models.JSONField(default=dict, blank=True)

    class Meta:
        ordering = ["list_key", "order", "id"]
        constraints = [models.UniqueConstraint(fields=["list_key", "value"], name="reference_item_unique")]

    def __str__(self) -> str:
        return f"{self.list_key}: {self.name}"

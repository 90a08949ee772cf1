"""How an enrollment is paid: the method its sponsor allows, the days offered, and the account that is charged."""

from __future__ import annotations

from django.db import models
from django.db.models.functions import Coalesce

from planfront.kernel.fields import BlindIndexField, EncryptedJSONField, EncryptedTextField
from planfront.kernel.ids import new_uuid


class Method(models.TextChoices):
    EFT = "eft", "EFT"
    CC = "cc", "Credit card"
    LIST = "list", "List bill"
    ELIST = "elist", "EFT list bill"
    STMT = "stmt", "Statement"


class AccountType(models.TextChoices):
    CHECKING = "checking", "Checking"
    SAVINGS = "savings", "Savings"


class HolderType(models.TextChoices):
    INDIVIDUAL = "individual", "Individual"
    COMPANY = "company", "Company"


def _filled(name: str) -> Coalesce:
    """An id or 0: two rows without it are alike, which NULLs never are."""
    return Coalesce(name, 0)


class PaymentRule(models.Model):
    """Which method a plan is paid by. The most specific matching row wins: group, portal, plan, brand; with no row it
    is EFT. ``cc`` means by card or EFT. A cart is paid in the way that all its plans allow."""

    brand_id = models.BigIntegerField(null=True, blank=True)
    group_id = models.BigIntegerField(null=True, blank=True)
    portal_id = models.BigIntegerField(null=True, blank=True)
    plan_id = models.BigIntegerField(
        null=True, blank=True, help_text="Only this plan; with EFT here no cart with it is paid by card."
    )
    method = models.CharField(max_length=5, choices=Method.choices)
    descriptor = models.CharField(
        max_length=60, blank=True, help_text="Text on the bank statement; empty: the brand's name."
    )

    class Meta:
        constraints = [
            models.UniqueConstraint(
                *map(_filled, ("brand_id", "group_id", "portal_id", "plan_id")),
                name="payment_rule_once",
                violation_error_message="There is a rule for this brand, group, portal and plan already.",
            )
        ]

    def __str__(self) -> str:
        return f"{self.method} for {self.group_id or self.portal_id or self.plan_id or self.brand_id or 'all'}"


class BillDate(models.Model):
    """A day of the month that may be chosen. Rows of a brand replace the general ones (brand empty)."""

    brand_id = models.BigIntegerField(null=True, blank=True, db_index=True)
    day = models.PositiveSmallIntegerField(help_text="1 to 28.")

    class Meta:
        ordering = ["day"]
        constraints = [
            models.UniqueConstraint(
                _filled("brand_id"), "day", name="bill_date_once", violation_error_message="This day is there already."
            ),
            models.CheckConstraint(
                condition=models.Q(day__range=(1, 28)),
                name="bill_date_in_every_month",
                violation_error_message="Choose a day from 1 to 28: every month has it.",
            ),
        ]

    def __str__(self) -> str:
        return str(self.day)


class PaymentMethod(models.Model):
    """The account, card or bill an enrollment is paid from. The account number is sealed; ``last4`` is what people see.
    Of a card there is the gateway's reference, never its number or security code.

    One row per enrollment: a change before submission replaces the values.
    """

    id = models.UUIDField(primary_key=True, default=new_uuid, editable=False)
    enrollment = models.OneToOneField("shopping.Quote", on_delete=models.CASCADE, related_name="payment_method")
    member_id = models.BigIntegerField(null=True, blank=True, db_index=True)
    method = models.CharField(max_length=5, choices=Method.choices)
    account_name = models.CharField(max_length=60, blank=True)
    bank_name = models.CharField(max_length=80, blank=True)
    routing_number = models.CharField(max_length=9, blank=True)
    account_number = EncryptedTextField(blank=True)
    account_index = BlindIndexField(blank=True, db_index=True, editable=False)
    last4 = models.CharField(max_length=4, blank=True)
    account_type = models.CharField(max_length=8, choices=AccountType.choices, blank=True)
    account_holder_type = models.CharField(max_length=10, choices=HolderType.choices, blank=True)
    card_token = EncryptedTextField(blank=True)
    card_brand = models.CharField(max_length=20, blank=True)
    expiration_month = models.PositiveSmallIntegerField(null=True, blank=True)
    expiration_year = models.PositiveSmallIntegerField(null=True, blank=True)
    card_details = EncryptedJSONField(blank=True)  # names on the card and billing address
    bill_date = models.PositiveSmallIntegerField(default=28, help_text="0: billed in another way.")
    saved_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.method} of enrollment {self.enrollment_id}"

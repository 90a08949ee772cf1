"""The numbers and codes that insurers use for our plans, groups and stores. Nothing that is sold hangs on them."""

from __future__ import annotations

from django.core.exceptions import ValidationError
from django.core.validators import RegexValidator
from django.db import models

from planfront.catalog.models.plan import Carrier, Plan
from planfront.parties.groups.terms import TIERS

INSURER_NUMBER = RegexValidator(
    r"\A[A-Za-z0-9][A-Za-z0-9 ./-]{0,39}\Z", "Use up to 40 letters, digits, spaces, dashes, dots and slashes."
)


class PlanCode(models.Model):
    """The code that a plan's insurer uses for it. ``option`` (PlanOption.code) and ``tier``: "" for all of them. The
    code of the option counts before that of the tier."""

    plan = models.ForeignKey(Plan, on_delete=models.CASCADE, related_name="insurer_codes")
    option = models.CharField(max_length=30, blank=True)
    tier = models.CharField(max_length=2, choices=TIERS, blank=True)
    code = models.CharField(max_length=40, validators=[INSURER_NUMBER])

    class Meta:
        ordering = ["plan", "option", "tier"]
        verbose_name = "insurer's code"
        verbose_name_plural = "insurer's codes"
        constraints = [
            models.UniqueConstraint(
                fields=["plan", "option", "tier"],
                name="catalog_plan_code_once",
                violation_error_message="This option and tier have a code already.",
            )
        ]

    def __str__(self) -> str:
        return self.code

    def clean(self) -> None:
        if self.option and not self.plan.options.filter(code=self.option).exists():
            raise ValidationError({"option": "The plan has no such option."})


class GroupNumber(models.Model):
    """The number that a group has at an insurer: on cards, and in files to the insurer."""

    group = models.ForeignKey("parties.Group", on_delete=models.CASCADE, related_name="insurer_numbers")
    carrier = models.ForeignKey(
        Carrier, on_delete=models.PROTECT, related_name="group_numbers", db_index=False, verbose_name="insurer"
    )
    number = models.CharField(max_length=40, validators=[INSURER_NUMBER])

    class Meta:
        ordering = ["group", "carrier__name"]
        verbose_name = "insurer's number"
        verbose_name_plural = "insurers' numbers"
        constraints = [
            models.UniqueConstraint(
                fields=["carrier", "group"],
                name="catalog_group_number_once",
                violation_error_message="The group has a number at this insurer already.",
            )
        ]

    def __str__(self) -> str:
        return self.number


class AccountNumber(models.Model):
    """The number of a store's agency at an insurer."""

    carrier = models.ForeignKey(
        Carrier, on_delete=models.CASCADE, related_name="account_numbers", db_index=False, verbose_name="insurer"
    )
    brand = models.ForeignKey("brands.Brand", on_delete=models.CASCADE, related_name="+")
    number = models.CharField(max_length=40, validators=[INSURER_NUMBER])

    class Meta:
        ordering = ["carrier", "brand__name"]
        verbose_name = "account number"
        constraints = [
            models.UniqueConstraint(
                fields=["carrier", "brand"],
                name="catalog_account_number_once",
                violation_error_message="The store has an account number at this insurer already.",
            )
        ]

    def __str__(self) -> str:
        return self.number

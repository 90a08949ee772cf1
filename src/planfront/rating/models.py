"""Rate tables as filed by carriers. Rows of an approved table never change: a new rate is a new table.

Keys of a row that are empty ("" or NULL) fit everyone. See docs/pricing.md for the method.
"""

from __future__ import annotations

from datetime import date
from decimal import Decimal
from typing import Any

from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.validators import MinValueValidator
from django.db import models
from django.db.models import F, Q

from planfront.rating import engine
from planfront.rating.engine import parse_rounding


class Method(models.TextChoices):
    TIER = "TIER", "By tier"
    MEMBER = "MEMBER", "By member"
    UNIT = "UNIT", "By unit"
    FLAT = "FLAT", "Flat"


class TableStatus(models.TextChoices):
    """LOADING tables belong to an import that is not finished; nothing but the import sees them."""

    LOADING = "loading", "Loading"
    DRAFT = "draft", "Draft"
    APPROVED = "approved", "Approved"
    RETIRED = "retired", "Retired"


class AgeBasis(models.TextChoices):
    EFFECTIVE = "effective", "On the effective date"
    JAN1 = "jan1", "On 1 January of the effective year"
    NEAREST = "nearest", "At the birthday nearest the effective date"


class AgeMode(models.TextChoices):
    ATTAINED = "attained", "Attained age"
    ISSUE = "issue", "Issue age"


class UnitBase(models.TextChoices):
    FACE = "FACE", "Face amount"
    WEEKLY_BENEFIT = "WEEKLY_BENEFIT", "Weekly benefit"
    MONTHLY_PAYROLL = "MONTHLY_PAYROLL", "Monthly payroll"


def check_rounding(text: str) -> None:
    """Validator: `NONE` or `MODE:STEP`."""
    try:
        parse_rounding(text)
    except ValueError as error:
        raise ValidationError(str(error)) from error


def _rounding(default: str) -> Any:
    return models.CharField(max_length=24, default=default, validators=[check_rounding])


def _amount() -> Any:
    above_zero = [MinValueValidator(Decimal("0.01"))]
    return models.DecimalField(max_digits=14, decimal_places=2, null=True, blank=True, validators=above_zero)


class RateTable(models.Model):
    """The rates of one plan for one range of dates (both ends included; an empty end is open)."""

    plan = models.ForeignKey("catalog.Plan", on_delete=models.PROTECT, related_name="rate_tables")
    version = models.PositiveIntegerField()
    status = models.CharField(max_length=8, choices=TableStatus.choices, default=TableStatus.DRAFT)
    eff_from = models.DateField()
    eff_to = models.DateField(null=True, blank=True)
    method = models.CharField(max_length=6, choices=Method.choices)
    area_scheme = models.CharField(
        max_length=20, blank=True, help_text="Scheme of the rows' areas, for example state or cms."
    )
    age_basis = models.CharField(max_length=9, choices=AgeBasis.choices, default=AgeBasis.EFFECTIVE)
    age_mode = models.CharField(max_length=8, choices=AgeMode.choices, default=AgeMode.ATTAINED)
    max_children_rated = models.PositiveSmallIntegerField(null=True, blank=True)
    child_cap_under = models.PositiveSmallIntegerField(
        null=True, blank=True, help_text="Only children below this age count towards the cap."
    )
    child_age = models.PositiveSmallIntegerField(
        null=True, blank=True, help_text="Age of a child with no birth date. Empty: the lowest band."
    )
    spouse_on_own_age = models.BooleanField(default=True)
    children_only = models.BooleanField(
        default=False, help_text="The applicant buys for the children; adults are not covered."
    )
    unit_base = models.CharField(max_length=16, choices=UnitBase.choices, blank=True)
    unit_size = _amount()
    benefit_pct = models.DecimalField(max_digits=7, decimal_places=3, null=True, blank=True)
    benefit_min = _amount()
    benefit_max = _amount()
    earn_cap = _amount()
    default_amount = _amount()
    modal_factor = models.DecimalField(max_digits=9, decimal_places=4, default=Decimal(1))
    earn_round = _rounding("NONE")
    benefit_round = _rounding("NONE")
    unit_round = _rounding("NONE")
    factor_round = _rounding("NONE")
    component_round = _rounding("HALF_UP:0.01")
    premium_round = _rounding("HALF_UP:0.01")
    components = models.JSONField(
        default=list,
        blank=True,
        help_text='[{"code": "BASE", "basis": "UNIT|FLAT", "role": "SELF|SPOUSE|CHILD", "optional": false, …}]',
    )
    age_reductions = models.JSONField(default=list, blank=True, help_text='[[65, "65"], [70, "50"]]')
    unisex_states = models.JSONField(
        default=list, blank=True, help_text='States where sex may not count: ["MT"]. They need rows without a sex.'
    )
    digest = models.CharField(max_length=64, blank=True, help_text="SHA-256 of the rows, set on approval.")
    row_count = models.PositiveIntegerField(default=0)
    source = models.ForeignKey("imports.ImportRun", null=True, blank=True, on_delete=models.PROTECT, related_name="+")
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    approved_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    approved_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["plan_id", "-version"]
        indexes = [models.Index(fields=["plan", "status", "eff_from"], name="rating_table_in_force")]
        constraints = [
            models.UniqueConstraint(fields=["plan", "version"], name="rating_table_version"),
            models.CheckConstraint(condition=Q(eff_to=None) | Q(eff_to__gte=F("eff_from")), name="rating_table_dates"),
            models.CheckConstraint(
                condition=~Q(method="UNIT") | (Q(unit_size__gt=0) & ~Q(unit_base="")), name="rating_table_unit"
            ),
            models.CheckConstraint(condition=Q(modal_factor__gt=0), name="rating_table_modal"),
            models.CheckConstraint(
                condition=~Q(status="approved") | ~Q(digest=""), name="rating_table_approved_has_digest"
            ),
            # Four eyes: unknown people (imports and seeds by the system) are not compared.
            models.CheckConstraint(
                condition=Q(approved_by=None) | Q(created_by=None) | ~Q(approved_by=F("created_by")),
                name="rating_table_four_eyes",
            ),
        ]

    def __str__(self) -> str:
        return f"plan {self.plan_id} v{self.version} from {self.eff_from}"

    def in_force(self, on: date) -> bool:
        """Approved, and `on` is in its dates."""
        ends = self.eff_to is None or on <= self.eff_to
        return self.status == TableStatus.APPROVED and self.eff_from <= on and ends


class RateRow(models.Model):
    """One rate. The only index is the one prices are loaded by, so that imports stay fast."""

    rate_table = models.ForeignKey(RateTable, on_delete=models.CASCADE, related_name="rows", db_index=False)
    component = models.CharField(max_length=20, default="BASE")
    role = models.CharField(max_length=6, blank=True)
    tier = models.CharField(max_length=2, blank=True)
    kids_lo = models.PositiveSmallIntegerField(null=True, blank=True)
    kids_hi = models.PositiveSmallIntegerField(null=True, blank=True)
    area = models.CharField(max_length=20, blank=True)
    age_lo = models.PositiveSmallIntegerField(null=True, blank=True)
    age_hi = models.PositiveSmallIntegerField(null=True, blank=True)
    sex = models.CharField(max_length=1, blank=True)
    tobacco = models.BooleanField(null=True, blank=True)
    option = models.CharField(max_length=30, blank=True)
    rate = models.DecimalField(max_digits=12, decimal_places=4)

    class Meta:
        ordering = ["id"]
        indexes = [models.Index(fields=["rate_table", "area"], name="rating_row_by_area")]
        constraints = [
            # 0.00 in a filed table means "not sold": such a row is left out, never stored as free.
            models.CheckConstraint(condition=Q(rate__gt=0), name="rating_row_has_price"),
        ]

    def __str__(self) -> str:
        return f"{self.rate_table_id}: {self.rate}"


class RateFactor(models.Model):
    """A multiplier of a table's rates; kind MODE is a divisor (payments a year)."""

    rate_table = models.ForeignKey(RateTable, on_delete=models.CASCADE, related_name="factors")
    kind = models.CharField(max_length=13, choices=[(kind.value, kind.value) for kind in engine.FactorKind])
    key = models.CharField(max_length=20)
    factor = models.DecimalField(max_digits=12, decimal_places=6)

    class Meta:
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(fields=["rate_table", "kind", "key"], name="rating_factor_once"),
            models.CheckConstraint(condition=Q(factor__gt=0), name="rating_factor_positive"),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.key}: {self.factor}"


class AreaMap(models.Model):
    """The rating area of a place, by scheme. The most specific of ZIP, ZIP3, county and state decides."""

    scheme = models.CharField(max_length=20)
    state = models.CharField(max_length=2)
    county_fips = models.CharField(max_length=5, blank=True)
    zip3 = models.CharField(max_length=3, blank=True)
    zip5 = models.CharField(max_length=5, blank=True)
    area = models.CharField(max_length=20)
    eff_from = models.DateField()
    eff_to = models.DateField(null=True, blank=True)

    class Meta:
        indexes = [models.Index(fields=["state", "scheme"], name="rating_area_by_state")]
        constraints = [
            models.UniqueConstraint(
                fields=["scheme", "state", "county_fips", "zip3", "zip5", "eff_from"], name="rating_area_once"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.scheme} {self.state} {self.county_fips or self.zip5 or self.zip3}: {self.area}"

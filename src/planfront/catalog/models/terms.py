"""The terms of sale of a plan: places, days, people and fees."""

from __future__ import annotations

from django.core.exceptions import ValidationError
from django.db import models

from planfront.catalog.models.base import Stamped
from planfront.catalog.models.plan import Plan


class PlanOffer(Stamped):
    """A plan is sold where an offer says so. Empty keys mean "any"; the most specific fitting offer decides.

    ``states`` lists two-letter codes ([] = every state). ``allowed=False`` takes a plan out where a wider offer lets
    it in. ``featured`` puts it among the featured plans of the store it names. Dates are closed; an empty ``eff_to`` is
    open.
    """

    plan = models.ForeignKey(Plan, on_delete=models.CASCADE, related_name="offers")
    brand = models.ForeignKey("brands.Brand", null=True, blank=True, on_delete=models.CASCADE, related_name="+")
    portal = models.ForeignKey("parties.Portal", null=True, blank=True, on_delete=models.CASCADE, related_name="+")
    group = models.ForeignKey("parties.Group", null=True, blank=True, on_delete=models.CASCADE, related_name="+")
    states = models.JSONField(default=list, blank=True)
    allowed = models.BooleanField(default=True)
    eff_from = models.DateField()
    eff_to = models.DateField(null=True, blank=True)
    featured = models.BooleanField(default=False)
    featured_rank = models.PositiveSmallIntegerField(default=100)

    class Meta:
        ordering = ["plan_id", "id"]
        constraints = [
            models.CheckConstraint(
                condition=models.Q(eff_to=None) | models.Q(eff_to__gte=models.F("eff_from")),
                name="catalog_offer_dates",
            ),
        ]

    def __str__(self) -> str:
        return f"offer of plan {self.plan_id}"

    def clean(self) -> None:
        states = self.states
        if not isinstance(states, list) or any(not isinstance(s, str) or len(s) != 2 for s in states):
            raise ValidationError({"states": "A list of two-letter state codes."})


class CoveredRole(models.TextChoices):
    SELF = "SELF", "Applicant"
    SPOUSE = "SPOUSE", "Spouse"
    CHILD = "CHILD", "Child"


class PlanRule(Stamped):
    """Limits for one covered role. Income, hours, tobacco and questions are read from the SELF row.

    ``gi_limit``: amount issued without questions; above it evidence of insurability is needed.
    """

    plan = models.ForeignKey(Plan, on_delete=models.CASCADE, related_name="rules")
    role = models.CharField(max_length=8, choices=CoveredRole.choices, default=CoveredRole.SELF)
    min_age = models.PositiveSmallIntegerField(null=True, blank=True)
    max_age = models.PositiveSmallIntegerField(null=True, blank=True)
    min_income = models.DecimalField(max_digits=12, decimal_places=2, null=True, blank=True)
    needs_income = models.BooleanField(default=False)
    min_hours = models.PositiveSmallIntegerField(null=True, blank=True)
    needs_tobacco = models.BooleanField(default=False)
    needs_questions = models.BooleanField(default=False)
    needs_spouse_dob = models.BooleanField(default=False)
    needs_children = models.BooleanField(default=False)
    gi_limit = models.DecimalField(max_digits=12, decimal_places=2, null=True, blank=True)
    max_salary_multiple = models.DecimalField(max_digits=5, decimal_places=2, null=True, blank=True)
    max_dependent_age = models.PositiveSmallIntegerField(null=True, blank=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["plan", "role"], name="catalog_rule_once")]

    def __str__(self) -> str:
        return f"{self.role} rule of plan {self.plan_id}"


class PlanTier(Stamped):
    """A tier the plan is sold for, with the children it takes. A plan without tier rows is sold for every tier."""

    plan = models.ForeignKey(Plan, on_delete=models.CASCADE, related_name="tiers")
    tier = models.CharField(max_length=2, choices=[(code, code) for code in ("IO", "IS", "IC", "IF")])
    min_children = models.PositiveSmallIntegerField(null=True, blank=True)
    max_children = models.PositiveSmallIntegerField(null=True, blank=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["plan", "tier"], name="catalog_tier_once")]

    def __str__(self) -> str:
        return f"{self.tier} of plan {self.plan_id}"


class PlanServiceArea(Stamped):
    """A place the plan serves. A plan without rows serves every place its offers name.

    ``county_fips`` empty: the whole state. ``zip`` set: only this ZIP of the county (or state).
    """

    plan = models.ForeignKey(Plan, on_delete=models.CASCADE, related_name="service_areas")
    state = models.CharField(max_length=2)
    county_fips = models.CharField(max_length=5, blank=True)
    zip = models.CharField(max_length=5, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["plan", "state", "county_fips", "zip"], name="catalog_area_once")
        ]

    def __str__(self) -> str:
        return f"{self.state} {self.county_fips} {self.zip}".strip()


class PlanFee(Stamped):
    """A fee beside the premium. ``kind``: as pricing has it (rating.engine.FeeKind). ``first_only``: once, with the
    first month."""

    plan = models.ForeignKey(Plan, on_delete=models.CASCADE, related_name="fees")
    code = models.CharField(max_length=30)
    label = models.CharField(max_length=80)
    kind = models.CharField(
        max_length=4, choices=[("FLAT", "Amount"), ("PCT", "Per cent of the premium")], default="FLAT"
    )
    amount = models.DecimalField(max_digits=9, decimal_places=4)
    first_only = models.BooleanField(default=False)
    per_member = models.BooleanField(default=False)
    i18n = models.JSONField(default=dict, blank=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["plan", "code"], name="catalog_fee_once")]

    def __str__(self) -> str:
        return self.label


class SwitchAttr(models.TextChoices):
    TOBACCO = "tobacco", "Tobacco use (true, false)"
    STATE = "state", "State"
    AGE = "age", "Age on the effective date"
    TIER = "tier", "Tier"
    GENDER = "gender", "Gender (0, 1, 2)"
    GROUP = "group", "Group id"
    PORTAL = "portal", "Portal id"
    BRAND = "brand", "Brand id"


class SwitchOp(models.TextChoices):
    EQ = "eq", "is"
    NE = "ne", "is not"
    IN = "in", "is one of"
    GE = "ge", "is at least"
    LE = "le", "is at most"


class PlanSwitch(Stamped):
    """A shopper whose ``attr`` fits is led to ``to_plan`` (errorCode changePid). Lower ``priority`` is tried first."""

    plan = models.ForeignKey(Plan, on_delete=models.CASCADE, related_name="switches")
    priority = models.PositiveSmallIntegerField(default=100)
    attr = models.CharField(max_length=10, choices=SwitchAttr.choices)
    op = models.CharField(max_length=2, choices=SwitchOp.choices, default=SwitchOp.EQ)
    value = models.JSONField()
    to_plan = models.ForeignKey(Plan, on_delete=models.CASCADE, related_name="+")

    class Meta:
        verbose_name_plural = "plan switches"
        ordering = ["plan_id", "priority", "id"]

    def __str__(self) -> str:
        return f"plan {self.plan_id} to {self.to_plan_id} when {self.attr} {self.op} {self.value}"


class BlackoutKind(models.TextChoices):
    SALE = "sale", "Days on which the plan can't be bought"
    EFFECTIVE = "effective", "Days on which coverage can't start"


class PlanBlackout(Stamped):
    """A window (both days included) in which the plan isn't sold or can't start, in one state or in all."""

    plan = models.ForeignKey(Plan, on_delete=models.CASCADE, related_name="blackouts")
    kind = models.CharField(max_length=10, choices=BlackoutKind.choices, default=BlackoutKind.SALE)
    state = models.CharField(max_length=2, blank=True)
    starts = models.DateField()
    ends = models.DateField()
    message = models.CharField(max_length=300)
    i18n = models.JSONField(default=dict, blank=True)

    class Meta:
        constraints = [
            models.CheckConstraint(condition=models.Q(ends__gte=models.F("starts")), name="catalog_blackout_dates")
        ]

    def __str__(self) -> str:
        return f"plan {self.plan_id} {self.starts} to {self.ends}"

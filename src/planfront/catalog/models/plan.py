"""Carriers and plans."""

from __future__ import annotations

from django.core.validators import MaxValueValidator, MinValueValidator, RegexValidator
from django.db import models

from planfront.catalog import shapes
from planfront.catalog.categories import Category
from planfront.catalog.models.base import Stamped
from planfront.catalog.terms import PartMonth


class Carrier(Stamped):
    """The company behind a plan. ``logo`` is a path of this site, below /static or /media."""

    key = models.SlugField(max_length=60, unique=True)
    name = models.CharField(max_length=120)
    naic = models.CharField(max_length=10, blank=True)
    hios_issuer_id = models.CharField(
        "HIOS issuer ids",
        max_length=60,
        blank=True,
        validators=[RegexValidator(r"^\d{5}( ?, ?\d{5})*$", "Five digits; several ids with commas between them.")],
        help_text="The ids that the insurer's filings have; several with commas between them.",
    )
    logo = models.CharField(max_length=200, blank=True)
    phone = models.CharField(max_length=20, blank=True)
    website = models.URLField(blank=True)
    active = models.BooleanField(default=True)

    class Meta:
        ordering = ["name"]
        verbose_name = "insurer"

    def __str__(self) -> str:
        return self.name

    @property
    def issuer_ids(self) -> list[str]:
        return [part.strip() for part in self.hios_issuer_id.split(",") if part.strip()]


class EffectiveKind(models.TextChoices):
    FIRST = "first", "First of the month"
    FIFTEENTH = "first_fifteenth", "First or fifteenth of the month"
    NEXT_DAY = "next_day", "Any day"


PART_MONTHS = (
    (PartMonth.WHOLE, "Whole months: a month with any covered day counts in full"),
    (PartMonth.FIFTEENTH, "The 15th decides: a start by the 15th or an end after it counts in full, others not at all"),
    (PartMonth.HALF, "Half months: from the 16th on, or to the 15th, half"),
    (PartMonth.DAILY, "Covered days ÷ days of the month"),
    (PartMonth.THIRTY, "Days of a month of 30; the 31st counts as the 30th"),
    (PartMonth.THIRTIETHS, "Covered days ÷ 30, at most a month"),
    (PartMonth.YEAR, "Covered days ÷ days of the year, × 12: full months differ"),
)


class Plan(Stamped):
    """Something a shopper can put in the cart.

    Texts are English; ``i18n`` holds other languages as ``{"es": {"short_text": …, "facts": […], "description": {…}}}``
    with the same shapes, and a missing key falls back to English.

    - ``facts``: the three comparable lines of a listing, ``[{"label": "Deductible", "value": "$50 / $150"}]``
    - ``badges``: ``["PPO", "Any dentist"]``
    - ``benefits``: "what the plan pays", ``{"columns": ["In network", …], "rows": [{"name", "note", "values": […]}]}``
    - ``example``: worked out, ``{"title", "note", "parts": [{"role": "you|plan|deductible", "label", "amount"}]}``
    - ``description``: long texts by the keys of ``DESCRIPTION_KEYS``; see catalog.richtext for what they may hold.
    - ``coverages``: among LOW_COST, MINIMUM_ESSENTIAL_COVERAGE, PRESCRIPTION, LOW_DEDUCTIBLES
    - ``home_group``: low_deductible, high_annual_maximum, bundled or vision on the alternative landing page
    - ``requirements``: wizard tabs the plan needs beyond the usual ones, ``["beneficiary_info", "employer_info"]``,
      ``underwriting``, ``ssn_may_follow`` (numbers of newborns and beneficiaries; ``:90`` limits newborns' days), and
      ``itin_accepted`` (people with an ITIN can enroll)
    """

    DESCRIPTION_KEYS = (
        "header_text",
        "body_text",
        "blueBarText",
        "association_text",
        "exclusions_text_name",
        "exclusions_text",
        "example_text_name",
        "example_text",
        "faq_text_name",
        "faq_text",
    )

    carrier = models.ForeignKey(Carrier, on_delete=models.PROTECT, related_name="plans", verbose_name="insurer")
    category = models.CharField(max_length=16, choices=Category.choices, db_index=True)
    name = models.CharField(max_length=160)
    short_text = models.CharField(max_length=300, blank=True)
    code = models.CharField(max_length=20, blank=True, db_index=True)
    form_no = models.CharField(max_length=60, blank=True)
    hios_plan_id = models.CharField(max_length=14, blank=True, default="", db_index=True)
    logo = models.CharField(max_length=200, blank=True, help_text="Empty: the insurer's logo.")

    is_premier = models.BooleanField(default=False, help_text="Life insurer plan: administrative fee, membership.")
    is_membership = models.BooleanField(default=False)
    is_insurance = models.BooleanField(default=True)
    is_disability = models.BooleanField(default=False)

    facts = models.JSONField(default=list, blank=True, validators=[shapes.check_facts])
    badges = models.JSONField(default=list, blank=True, validators=[shapes.check_texts])
    benefits = models.JSONField(default=dict, blank=True, validators=[shapes.check_benefits])
    example = models.JSONField(default=dict, blank=True, validators=[shapes.check_example])
    description = models.JSONField(default=dict, blank=True, validators=[shapes.check_description])
    i18n = models.JSONField(default=dict, blank=True, validators=[shapes.check_i18n])
    requirements = models.JSONField(default=list, blank=True, validators=[shapes.check_texts])
    coverages = models.JSONField(default=list, blank=True, validators=[shapes.check_texts])
    home_group = models.CharField(max_length=30, blank=True)

    effective_kind = models.CharField(max_length=16, choices=EffectiveKind.choices, default=EffectiveKind.FIRST)
    cutoff_day = models.PositiveSmallIntegerField(
        null=True,
        blank=True,
        validators=[MinValueValidator(1), MaxValueValidator(31)],
        help_text="After this day of the month the next first of the month is no longer offered.",
    )
    lead_days = models.PositiveSmallIntegerField(default=1, validators=[MinValueValidator(1)])
    part_month = models.CharField(
        max_length=10,
        choices=PART_MONTHS,
        default=PartMonth.WHOLE,
        help_text="Of a month in which coverage begins, ends or changes.",
    )

    related = models.ManyToManyField("self", symmetrical=False, blank=True, related_name="+")
    rate_is_estimate = models.BooleanField(
        default=False,
        help_text="The insurer filed its rates as estimates and may charge another price: shown beside it.",
    )
    active = models.BooleanField(default=True)
    listed = models.BooleanField(default=True, help_text="Off for variants that only a switch leads to.")
    sort_order = models.PositiveSmallIntegerField(default=100)

    class Meta:
        ordering = ["sort_order", "id"]
        constraints = [
            models.UniqueConstraint(
                fields=["hios_plan_id"], condition=~models.Q(hios_plan_id=""), name="catalog_plan_hios_once"
            ),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def shown_logo(self) -> str:
        """The plan's logo, else its carrier's; pages load nothing from elsewhere."""
        return next((logo for logo in (self.logo, self.carrier.logo) if logo.startswith("/")), "")


class PlanOption(Stamped):
    """A level of one plan that has its own price, for example "$1,500 a year". ``code`` is the rate rows' option.

    ``amount`` is the face amount or benefit that unit-rated tables price; None for the others.
    """

    plan = models.ForeignKey(Plan, on_delete=models.CASCADE, related_name="options")
    code = models.CharField(max_length=30)
    label = models.CharField(max_length=80)
    detail = models.CharField(max_length=160, blank=True)
    amount = models.DecimalField(max_digits=12, decimal_places=2, null=True, blank=True)
    is_default = models.BooleanField(default=False)
    sort_order = models.PositiveSmallIntegerField(default=100)
    i18n = models.JSONField(default=dict, blank=True, validators=[shapes.check_i18n])

    class Meta:
        ordering = ["sort_order", "id"]
        constraints = [models.UniqueConstraint(fields=["plan", "code"], name="catalog_option_once")]

    def __str__(self) -> str:
        return self.label

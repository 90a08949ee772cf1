"""Groups (employers and associations), what they grant, and the enrollment portals (platforms) they use."""

from __future__ import annotations

from decimal import Decimal

from django.conf import settings
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Coalesce

from planfront.kernel import clock
from planfront.parties.groups import terms
from planfront.parties.party import Party


class PayPeriods(models.IntegerChoices):
    """Pay periods a year."""

    WEEKLY = 52, "Every week (52 a year)"
    BIWEEKLY = 26, "Every two weeks (26 a year)"
    SEMIMONTHLY = 24, "Twice a month (24 a year)"
    MONTHLY = 12, "Every month (12 a year)"


class Portal(models.Model):
    """An enrollment platform. ``open_to_all``: any rep and group of its brands may use it. ``groups_only``: nobody uses
    it without a group."""

    code = models.CharField(max_length=20, unique=True)
    name = models.CharField(max_length=60)
    name_es = models.CharField("name (Spanish)", max_length=60, blank=True, default="", db_default="")
    order = models.PositiveSmallIntegerField(default=0)
    brands = models.ManyToManyField("brands.Brand", related_name="+")
    agents = models.ManyToManyField("parties.Agent", blank=True, related_name="+")
    open_to_all = models.BooleanField(default=True)
    groups_only = models.BooleanField(
        default=False, help_text="For plans of employers' groups. It is chosen together with a group, never alone."
    )
    active = models.BooleanField(default=True)

    class Meta:
        ordering = ["order", "id"]

    def __str__(self) -> str:
        return self.name


class Group(Party):
    """A group. ``code`` is the Group Enrollment Code.

    ``sic``, ``eligible_employees`` and ``participation`` are what rating may ask for. ``flags`` knows: hide_quote (no
    Send Personalized Quote), member_benefit_store (the group of the member-benefit-store entry), approves_changes (what
    members report of its plans waits for an administrator), pays_dues and pays_one_time (fees that it pays for its
    people). A group that requires an enroller code stores only its
    keyed hash.
    """

    name = models.CharField(max_length=100)
    about = models.TextField(blank=True)
    email = models.EmailField(blank=True)
    address1 = models.CharField(max_length=80, blank=True)
    address2 = models.CharField(max_length=80, blank=True)
    city = models.CharField(max_length=60, blank=True)
    state = models.CharField(max_length=2, blank=True)
    zip = models.CharField(max_length=5, blank=True)
    sic = models.CharField(max_length=4, blank=True)
    eligible_employees = models.PositiveIntegerField(
        null=True, blank=True, help_text="Group size for plans rated by it."
    )
    participation = models.PositiveSmallIntegerField(
        null=True, blank=True, help_text="Percent of eligible employees who participate."
    )
    image = models.CharField(max_length=200, blank=True)
    pay_periods = models.PositiveSmallIntegerField(
        choices=PayPeriods.choices,
        null=True,
        blank=True,
        help_text="How often wages are paid. The store then also shows prices per pay period.",
    )
    pay_day = models.DateField(
        null=True,
        blank=True,
        help_text="Any payday. Receipts then name the payday of the first deduction.",
    )
    portals = models.ManyToManyField(Portal, blank=True, related_name="groups")
    requires_enroller_code = models.BooleanField(default=False)
    enroller_code_hash = models.CharField(max_length=64, blank=True, editable=False)
    flags = models.JSONField(default=dict, blank=True)

    def __str__(self) -> str:
        return f"{self.name} ({self.code})"


class GroupAdministrator(models.Model):
    """An account that administers a group; each administers one. The group's own address gets mail about its people's
    applications anyway, with ``receives_mail`` the account's does, too."""

    group = models.ForeignKey(Group, on_delete=models.CASCADE, related_name="administrators")
    user = models.OneToOneField(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    receives_mail = models.BooleanField(default=False, help_text="Emails about applications of the group's people.")
    since = models.DateTimeField(default=clock.now, editable=False)

    class Meta:
        ordering = ["since", "id"]
        verbose_name = "administrator"

    def __str__(self) -> str:
        return f"{self.user}"


class AgentGroup(models.Model):
    """A rep serves a group."""

    agent = models.ForeignKey("parties.Agent", on_delete=models.CASCADE, related_name="+")
    group = models.ForeignKey(Group, on_delete=models.CASCADE, related_name="agent_links")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["agent", "group"], name="agent_group_unique")]

    def __str__(self) -> str:
        return f"{self.agent_id} - {self.group_id}"


class GroupClass(models.Model):
    """A class of a group's people (full time, management, …) with what it may buy and when coverage begins.

    Whoever is in no class, and visitors who come by the group's code, are in the default one where there is one.
    """

    class WaitingUnit(models.TextChoices):
        DAYS = terms.DAYS, "Days"
        MONTHS = terms.MONTHS, "Months"

    class CoverageStart(models.TextChoices):
        THAT_DAY = terms.THAT_DAY, "On the day after the waiting period"
        FIRST_FROM = terms.FIRST_FROM, "First of the month, from that day on"
        FIRST_AFTER = terms.FIRST_AFTER, "First of the month after that day"

    group = models.ForeignKey(Group, on_delete=models.CASCADE, related_name="classes")
    name = models.CharField(max_length=60)
    name_es = models.CharField("name (Spanish)", max_length=60, blank=True)
    is_default = models.BooleanField("default", default=False, help_text="For people who aren't in a class.")
    eligible = models.BooleanField("may enroll", default=True)
    min_hours = models.PositiveSmallIntegerField(
        "least hours a week", null=True, blank=True, validators=[MinValueValidator(1), MaxValueValidator(100)]
    )
    categories = models.JSONField(default=list, blank=True, help_text="The categories whose plans people can buy.")
    waiting_count = models.PositiveSmallIntegerField(
        "waiting period", default=0, validators=[MaxValueValidator(730)], help_text="Counted from the hire date."
    )
    waiting_unit = models.CharField("unit", max_length=6, choices=WaitingUnit.choices, default=WaitingUnit.DAYS)
    waiting_start = models.CharField(
        "coverage starts", max_length=5, choices=CoverageStart.choices, default=CoverageStart.FIRST_FROM
    )
    enroll_days = models.PositiveSmallIntegerField(
        "days to enroll",
        default=31,
        validators=[MinValueValidator(1), MaxValueValidator(366)],
        help_text="New hires can enroll from the hire date until this many days after their coverage could first "
        "start.",
    )
    pay_periods = models.PositiveSmallIntegerField(
        choices=PayPeriods.choices, null=True, blank=True, help_text="Leave empty to use the group's."
    )
    pay_day = models.DateField(
        null=True, blank=True, help_text="Any payday. Leave empty to use the group's, if both are paid equally often."
    )
    order = models.PositiveSmallIntegerField(default=0)

    class Meta:
        verbose_name = "class"
        verbose_name_plural = "classes"
        ordering = ["order", "id"]
        constraints = [
            models.UniqueConstraint(
                fields=["group", "name"],
                name="group_class_name",
                violation_error_message="The group has a class of this name already.",
            ),
        ]

    def __str__(self) -> str:
        return self.name


class Contribution(models.Model):
    """The group's part of the monthly premium of plans, without fees.

    Of the rows that fit, that of a plan counts before a category's, then a class's, a tier's and the latest.
    ``eff_from`` and ``eff_to`` are days on which coverage starts.
    """

    class Kind(models.TextChoices):
        PERCENT = terms.PERCENT, "Per cent"
        AMOUNT = terms.AMOUNT, "Dollars a month"

    group = models.ForeignKey(Group, on_delete=models.CASCADE, related_name="contributions")
    group_class = models.ForeignKey(
        GroupClass, verbose_name="class", null=True, blank=True, on_delete=models.CASCADE, related_name="+"
    )
    plan_id = models.BigIntegerField("plan", null=True, blank=True)
    category = models.CharField(max_length=20, blank=True)
    tier = models.CharField(max_length=2, choices=terms.TIERS, blank=True)
    kind = models.CharField(max_length=7, choices=Kind.choices)
    value = models.DecimalField(max_digits=8, decimal_places=2, validators=[MinValueValidator(Decimal(0))])
    cap = models.DecimalField(
        "at most a month",
        max_digits=8,
        decimal_places=2,
        null=True,
        blank=True,
        validators=[MinValueValidator(Decimal(0))],
    )
    eff_from = models.DateField("coverage from", null=True, blank=True)
    eff_to = models.DateField("coverage to", null=True, blank=True)

    class Meta:
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(
                "group",
                Coalesce("group_class", 0),
                Coalesce("plan_id", 0),
                "category",
                "tier",
                Coalesce("eff_from", models.Value("0001-01-01"), output_field=models.DateField()),
                name="contribution_once",
                violation_error_message="The same class, plan, category and tier have a contribution from this day.",
            ),
            models.CheckConstraint(
                condition=Q(value__gte=0) & (Q(kind=terms.AMOUNT) | Q(value__lte=100)),
                name="contribution_value",
                violation_error_message="At most 100 per cent, and nothing below 0.",
            ),
            models.CheckConstraint(
                condition=Q(eff_from=None) | Q(eff_to=None) | Q(eff_to__gte=F("eff_from")),
                name="contribution_days",
                violation_error_message="It can't end before it begins.",
            ),
            models.CheckConstraint(
                condition=Q(plan_id=None) | Q(category=""),
                name="contribution_plan_or_category",
                violation_error_message="Choose a plan or a category, not both.",
            ),
        ]

    def __str__(self) -> str:
        paid = f"{self.value.normalize():f}%" if self.kind == self.Kind.PERCENT else f"${self.value}"
        plans = f"plan {self.plan_id}" if self.plan_id else self.category or "every plan"
        people = [self.group_class.name if self.group_class else "", self.get_tier_display()]
        most = f"at most ${self.cap}" if self.cap is not None else ""
        return ", ".join(filter(None, (f"{paid} of {plans}", *people, most)))


class OpenEnrollment(models.Model):
    """Days on which a group's people may enroll. A group without any takes enrollments every day.

    New hires have a window of their own (``GroupClass.enroll_days``). ``coverage_start`` is the first day of coverage
    of what is bought in it; a plan that can't start then starts on its next possible day.
    """

    group = models.ForeignKey(Group, on_delete=models.CASCADE, related_name="enrollment_windows")
    group_class = models.ForeignKey(
        GroupClass, verbose_name="class", null=True, blank=True, on_delete=models.CASCADE, related_name="+"
    )
    opens_on = models.DateField()
    closes_on = models.DateField()
    coverage_start = models.DateField(null=True, blank=True)

    class Meta:
        verbose_name = "open enrollment"
        verbose_name_plural = "open enrollment"
        ordering = ["opens_on", "id"]
        constraints = [
            models.CheckConstraint(
                condition=Q(closes_on__gte=F("opens_on")),
                name="open_enrollment_days",
                violation_error_message="It can't close before it opens.",
            ),
            models.CheckConstraint(
                condition=Q(coverage_start=None) | Q(coverage_start__gt=F("opens_on")),
                name="open_enrollment_coverage",
                violation_error_message="Coverage starts after it opens.",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.opens_on:%m/%d/%Y} to {self.closes_on:%m/%d/%Y}"

"""The operator's rules of the book: life events, the editions of their rules, trials of them, and reasons."""

from __future__ import annotations

from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import Q

from planfront.coverage.effective_days import CUT_OFF_STEPS, Base, DayRule, Step, Window

MOST_DAYS = 3650
_DAYS = [MaxValueValidator(MOST_DAYS)]


class StartsOrEnds(models.TextChoices):
    STARTS = "starts", "Coverage starts"
    ENDS = "ends", "Coverage ends"


class CountsFrom(models.TextChoices):
    """See effective_days.Base."""

    EVENT = Base.EVENT.value, "the event"
    REPORT = Base.REPORT.value, "the report"
    LATER = Base.LATER.value, "the later of event and report"
    LATEST = Base.LATEST.value, "the latest of event, report and choice"


class Follows(models.TextChoices):
    """See effective_days.Step."""

    SAME_DAY = Step.SAME_DAY.value, "the same day as"
    NEXT_DAY = Step.NEXT_DAY.value, "the day after"
    THIS_FIRST = Step.THIS_FIRST.value, "the first of the month of"
    FIRST_OR_NEXT = Step.FIRST_OR_NEXT.value, "the first of a month from"
    NEXT_FIRST = Step.NEXT_FIRST.value, "the first of the month after"
    DAY_BEFORE = Step.DAY_BEFORE.value, "the day before"
    END_OF_MONTH = Step.END_OF_MONTH.value, "the last of the month of"
    MONTH_BEFORE = Step.MONTH_BEFORE.value, "the last of the month before"


class Reporter(models.TextChoices):
    MEMBER = "member", "Member"
    GROUP = "group", "Group"
    REP = "rep", "Rep"
    STAFF = "staff", "Staff"


class Opens(models.TextChoices):
    """The changes that an event opens."""

    ADD_PERSON = "add_person", "Add a person"
    DROP_PERSON = "drop_person", "Remove a person"
    PLAN = "plan", "Change the plan"
    RIDER = "rider", "Add or drop riders"
    AMOUNT = "amount", "Change the amount"
    ADDRESS = "address", "Change the address"
    NAME = "name", "Change a name"
    TOBACCO = "tobacco", "Change tobacco use"
    GENDER = "gender", "Change the gender"
    WORK = "work", "Change income or hours"
    BENEFICIARY = "beneficiary", "Change beneficiaries"
    END = "end", "End the policy"


class LifeEvent(models.Model):
    """Something in somebody's life that lets a policy change. Its rules are its editions. ``x12`` is the maintenance
    reason that carriers are told (reason_codes)."""

    key = models.SlugField(max_length=40, unique=True)
    name = models.CharField(max_length=80)
    name_es = models.CharField("name in Spanish", max_length=80, blank=True)
    happened = models.CharField(max_length=40, help_text="What its day is called, such as Born or Married.")
    happened_es = models.CharField("day in Spanish", max_length=40, blank=True)
    order = models.PositiveSmallIntegerField(default=0)
    active = models.BooleanField(default=True, help_text="Only active events can be reported.")
    x12 = models.CharField("code for carriers", max_length=3, blank=True)
    ends_work = models.BooleanField(
        default=False, help_text="If a group reports it, its day is the person's last day of work there."
    )

    class Meta:
        ordering = ["order", "id"]

    def __str__(self) -> str:
        return self.name


class RuleEdition(models.Model):
    """The rule of a life event for events from ``in_force_from`` on; without that day it is the event's one draft.

    An edition in force never changes: events that happened under it keep their days.
    """

    event = models.ForeignKey(LifeEvent, on_delete=models.CASCADE, related_name="editions")
    in_force_from = models.DateField(null=True, blank=True)
    effect = models.CharField(max_length=6, choices=StartsOrEnds.choices, default=StartsOrEnds.STARTS)
    base = models.CharField(max_length=6, choices=CountsFrom.choices, default=CountsFrom.LATER)
    step = models.CharField(max_length=13, choices=Follows.choices, default=Follows.NEXT_FIRST)
    cut_off = models.PositiveSmallIntegerField(
        null=True,
        blank=True,
        validators=[MinValueValidator(1), MaxValueValidator(28)],
        help_text="Day of the month after which a report counts a month later.",
    )
    months_back = models.PositiveSmallIntegerField(default=0, validators=[MaxValueValidator(12)])
    earliest = models.CharField(max_length=13, choices=Follows.choices, blank=True)
    days_before = models.PositiveSmallIntegerField(default=0, validators=_DAYS)
    days_after = models.PositiveSmallIntegerField(null=True, blank=True, default=60, validators=_DAYS)
    retroactive_limit = models.PositiveSmallIntegerField(null=True, blank=True, validators=_DAYS)
    paper = models.CharField(max_length=120, blank=True)
    paper_es = models.CharField("paper in Spanish", max_length=120, blank=True)
    paper_may_follow = models.BooleanField(default=False)
    reporters = models.JSONField(default=list)
    opens = models.JSONField(default=list)
    changed_at = models.DateTimeField()
    changed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )

    class Meta:
        ordering = ["event", "-in_force_from"]
        constraints = [
            models.UniqueConstraint(
                fields=["event", "in_force_from"], condition=~Q(in_force_from=None), name="coverage_edition_day"
            ),
            models.UniqueConstraint(fields=["event"], condition=Q(in_force_from=None), name="coverage_one_draft"),
        ]

    def __str__(self) -> str:
        return f"{self.event}, {self.in_force_from or 'draft'}"

    def clean(self) -> None:
        if self.cut_off and Step(self.step) not in CUT_OFF_STEPS:
            raise ValidationError({"cut_off": "A cut-off goes with the first or the last of a month."})
        if self.cut_off and self.base == CountsFrom.EVENT:
            raise ValidationError({"cut_off": "A cut-off looks at the report: count from it, or from the later day."})

    @property
    def rule(self) -> DayRule:
        earliest = Step(self.earliest) if self.earliest else None
        return DayRule(Base(self.base), Step(self.step), self.cut_off, self.months_back, earliest)

    @property
    def window(self) -> Window:
        return Window(self.days_before, self.days_after, self.retroactive_limit)


class Trial(models.Model):
    """Two days of a life event whose answer its rules have to keep. Without ``expected`` it has to be refused."""

    event = models.ForeignKey(LifeEvent, on_delete=models.CASCADE, related_name="trials")
    happened_on = models.DateField()
    reported_on = models.DateField()
    expected = models.DateField(null=True, blank=True)

    class Meta:
        ordering = ["happened_on", "reported_on"]
        constraints = [
            models.UniqueConstraint(fields=["event", "happened_on", "reported_on"], name="coverage_trial_once")
        ]

    def __str__(self) -> str:
        return f"{self.event} of {self.happened_on}, reported {self.reported_on}"


class Reason(models.Model):
    """The reason why coverage ends, is cancelled or comes back. ``x12`` is the maintenance reason that carriers are
    told."""

    class Use(models.TextChoices):
        END = "end", "Ends"
        CANCEL = "cancel", "Is cancelled from the first day"
        REINSTATE = "reinstate", "Is reinstated"

    key = models.SlugField(max_length=40, unique=True)
    use = models.CharField(max_length=9, choices=Use.choices)
    name = models.CharField(max_length=80)
    name_es = models.CharField("name in Spanish", max_length=80, blank=True)
    x12 = models.CharField("code for carriers", max_length=3, blank=True)
    order = models.PositiveSmallIntegerField(default=0)
    active = models.BooleanField(default=True)

    class Meta:
        ordering = ["use", "order", "id"]

    def __str__(self) -> str:
        return self.name

"""Renewal: runs that take policies into a new plan year, which plan follows which, and what became of each policy."""

from __future__ import annotations

from typing import Any, Literal

from django.conf import settings
from django.db import models
from django.db.models import F, Q

AGES = (0, 120)
"""The youngest and the oldest age that a row of a crosswalk may name."""


class RunState(models.TextChoices):
    """draft → previewing → previewed → agreed → writing ⇄ stopped → done; given up from all before writing."""

    DRAFT = "draft", "Draft"
    PREVIEWING = "previewing", "Previewing"
    PREVIEWED = "previewed", "Ready to agree"
    AGREED = "agreed", "Agreed"
    WRITING = "writing", "Writing"
    STOPPED = "stopped", "Stopped"
    DONE = "done", "Done"
    GIVEN_UP = "given_up", "Given up"


OFFERED = (RunState.AGREED, RunState.STOPPED, RunState.WRITING)
"""States of runs whose policies are offered a new year that isn't written yet."""


class Outcome(models.TextChoices):
    """The outcome of a renewal for a policy. ASIDE: somebody has to look at it."""

    SAME_PLAN = "same_plan", "Same plan, new price"
    PRICE_STAYS = "price_stays", "Price stays"
    SUCCESSOR = "successor", "Plan that follows"
    ENDS = "ends", "Ends, no plan follows"
    ASIDE = "aside", "Set aside"


class ItemState(models.TextChoices):
    """OVER: the policy ended before its renewal, or is renewed already."""

    WAITING = "waiting", "To go"
    WRITTEN = "written", "Written"
    ASIDE = "aside", "Set aside"
    OVER = "over", "Not needed any more"


class Choice(models.TextChoices):
    KEEP = "keep", "Keep"
    CHANGE = "change", "Change plan"
    DECLINE = "decline", "Decline"


def _person() -> models.ForeignKey[Any, Any]:
    return models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )


class RenewalRun(models.Model):
    """Policies of some plans that take the rates of ``first_day``, or the plans that follow.

    ``brand`` None: of all brands. ``anniversaries``: only policies that began on this day of a year. Members choose
    until ``answer_by``, and what follows is written from ``write_on`` on. ``basis`` names the rates and the crosswalk
    that its preview was made with. ``reached``: the last policy that its preview has looked at.
    """

    first_day = models.DateField()
    brand = models.ForeignKey("brands.Brand", null=True, blank=True, on_delete=models.PROTECT, related_name="+")
    anniversaries = models.BooleanField(default=False)
    answer_by = models.DateField()
    write_on = models.DateField()
    state = models.CharField(max_length=10, choices=RunState.choices, default=RunState.DRAFT)
    basis = models.CharField(max_length=64, blank=True, editable=False)
    reached = models.UUIDField(null=True, blank=True, editable=False)
    made_at = models.DateTimeField()
    made_by = _person()
    previewed_at = models.DateTimeField(null=True, blank=True)
    agreed_at = models.DateTimeField(null=True, blank=True)
    agreed_by = _person()
    done_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-first_day", "-id"]
        verbose_name = "renewal"
        permissions = [("agree_renewalrun", "Can agree to renewal runs")]
        constraints = [
            models.CheckConstraint(
                condition=Q(agreed_by=None) | Q(made_by=None) | ~Q(agreed_by=F("made_by")),
                name="coverage_renewal_four_eyes",
            ),
            models.CheckConstraint(
                condition=Q(answer_by__lt=F("write_on")) & Q(write_on__lte=F("first_day")), name="coverage_renewal_days"
            ),
        ]

    def __str__(self) -> str:
        return f"renewal for {self.first_day}"


class Crosswalk(models.Model):
    """The plan that follows a plan in a run. ``state`` and ``county_fips`` name the place a row is for; "" is
    everywhere. ``age_from`` and ``age_to``: the subscriber's ages on the first day of the new year, both included. The
    most exact place decides, and in it a row for some ages before one for all. ``follows`` None: no plan does, and the
    policy ends. ``others``: at most three plans that a member may choose instead."""

    run = models.ForeignKey(RenewalRun, on_delete=models.CASCADE, related_name="crosswalk")
    plan = models.ForeignKey("catalog.Plan", on_delete=models.PROTECT, related_name="+")
    state = models.CharField(max_length=2, blank=True)
    county_fips = models.CharField(max_length=5, blank=True)
    age_from = models.PositiveSmallIntegerField(default=AGES[0])
    age_to = models.PositiveSmallIntegerField(default=AGES[1])
    follows = models.ForeignKey("catalog.Plan", null=True, blank=True, on_delete=models.PROTECT, related_name="+")
    others = models.JSONField(default=list)

    class Meta:
        ordering = ["run", "plan__name", "state", "county_fips", "age_from", "-age_to"]
        constraints = [
            models.UniqueConstraint(
                fields=["run", "plan", "state", "county_fips", "age_from", "age_to"], name="coverage_crosswalk_once"
            ),
            models.CheckConstraint(condition=Q(age_from__lte=F("age_to")), name="coverage_crosswalk_ages"),
        ]

    def __str__(self) -> str:
        return f"what follows plan {self.plan_id}"

    @property
    def is_for_all_ages(self) -> bool:
        return (self.age_from, self.age_to) == AGES


class RenewalItem(models.Model):
    """A policy in a run. ``before`` and ``after``: a month with fees, None where there is no price, on the last day of
    the old year and on the first one of the new.

    ``points``: how much more, in hundredths of a per cent. ``problem``: why it is set aside (see outcomes.Problem).
    ``terms``: a digest of the terms that the preview began with. ``plan_id``: the plan that follows ``from_plan_id``,
    None where none does. ``change``: what was written.
    """

    run = models.ForeignKey(RenewalRun, on_delete=models.CASCADE, related_name="items", db_index=False)
    policy = models.ForeignKey("coverage.Policy", on_delete=models.CASCADE, related_name="renewals")
    first_day = models.DateField()
    outcome = models.CharField(max_length=11, choices=Outcome.choices)
    state = models.CharField(max_length=7, choices=ItemState.choices, default=ItemState.WAITING)
    problem = models.CharField(max_length=40, blank=True)
    from_plan_id = models.BigIntegerField()
    plan_id = models.BigIntegerField(null=True, blank=True)
    before = models.DecimalField(max_digits=10, decimal_places=2, null=True, blank=True)
    after = models.DecimalField(max_digits=10, decimal_places=2, null=True, blank=True)
    difference = models.DecimalField(max_digits=10, decimal_places=2, null=True, blank=True)
    points = models.IntegerField(null=True, blank=True)
    terms = models.CharField(max_length=64)
    choice = models.CharField(max_length=7, choices=Choice.choices, blank=True)
    chosen_plan_id = models.BigIntegerField(null=True, blank=True)
    chosen_at = models.DateTimeField(null=True, blank=True)
    change = models.ForeignKey("coverage.Change", null=True, blank=True, on_delete=models.SET_NULL, related_name="+")

    class Meta:
        ordering = ["run", "policy"]
        verbose_name = "policy in a renewal"
        verbose_name_plural = "policies in renewals"
        constraints = [models.UniqueConstraint(fields=["policy", "first_day"], name="coverage_renewed_once")]
        indexes = [
            models.Index(fields=["run", "state", "policy"], name="coverage_renewal_state"),
            models.Index(fields=["run", "points"], name="coverage_renewal_moves"),
        ]

    def __str__(self) -> str:
        return f"renewal of policy {self.policy_id}"

    @property
    def follows(self) -> Literal["same", "another", "none", "undecided"]:
        """The outcome without an answer: the same plan renews, another one takes its place, or none does. Somebody has
        to decide on a policy that was set aside."""
        if self.outcome == Outcome.ASIDE:
            return "undecided"
        if self.plan_id is None:
            return "none"
        return "same" if self.plan_id == self.from_plan_id else "another"

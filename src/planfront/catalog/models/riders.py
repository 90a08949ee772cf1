"""Riders: what a shopper may add to a plan."""

from __future__ import annotations

from django.core.exceptions import ValidationError
from django.db import models

from planfront.catalog import shapes
from planfront.catalog.models.base import Stamped
from planfront.catalog.models.plan import Plan
from planfront.catalog.models.questions import PlanQuestionSet


class PlanRider(Stamped):
    """An addition to ``plan``: an optional ``component`` of its rate table, or another plan sold with it.

    ``question_set`` has to be answered before the rider can be chosen. Ages are the applicant's on the effective date,
    both ends included. ``i18n`` holds ``{"es": {"label": …, "text": …}}``.
    """

    plan = models.ForeignKey(Plan, on_delete=models.CASCADE, related_name="riders")
    code = models.SlugField(max_length=30)
    label = models.CharField(max_length=120)
    text = models.CharField(max_length=400, blank=True)
    component = models.CharField(
        max_length=20, blank=True, help_text="Code of an optional component of the plan's rate table."
    )
    rider_plan = models.ForeignKey(
        Plan, null=True, blank=True, on_delete=models.PROTECT, related_name="+", help_text="Or a plan of its own."
    )
    question_set = models.ForeignKey(
        PlanQuestionSet, null=True, blank=True, on_delete=models.PROTECT, related_name="riders"
    )
    min_age = models.PositiveSmallIntegerField(null=True, blank=True)
    max_age = models.PositiveSmallIntegerField(null=True, blank=True)
    position = models.PositiveSmallIntegerField(default=1)
    active = models.BooleanField(default=True)
    i18n = models.JSONField(default=dict, blank=True, validators=[shapes.check_i18n])

    class Meta:
        ordering = ["position", "id"]
        constraints = [
            models.UniqueConstraint(fields=["plan", "code"], name="catalog_rider_once"),
            models.CheckConstraint(
                condition=models.Q(component="", rider_plan__isnull=False)
                | (~models.Q(component="") & models.Q(rider_plan__isnull=True)),
                name="catalog_rider_one_kind",
            ),
        ]

    def __str__(self) -> str:
        return self.label

    def clean(self) -> None:
        if bool(self.component) == bool(self.rider_plan_id):
            raise ValidationError("Name either a component of the rate table or a plan.")
        if self.rider_plan_id and self.rider_plan_id == self.plan_id:
            raise ValidationError({"rider_plan": "A plan can't be its own rider."})

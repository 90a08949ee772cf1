"""What a shopper must answer before a plan is priced or put in the cart. All of it is data, with versions."""

from __future__ import annotations

from django.db import models

from planfront.catalog.models.base import Stamped
from planfront.catalog.models.plan import Plan


class QuestionKind(models.TextChoices):
    HEALTH = "health", "Health questions (get-questions)"
    YES_NO = "yes_no", "Yes/no questions (get-aflac-questions)"


class PlanQuestionSet(Stamped):
    """A questionnaire of one or more plans. A new ``version`` makes earlier answers incomplete."""

    code = models.SlugField(max_length=60, unique=True)
    title = models.CharField(max_length=160)
    kind = models.CharField(max_length=8, choices=QuestionKind.choices)
    version = models.PositiveIntegerField(default=1)
    active = models.BooleanField(default=True)
    plans = models.ManyToManyField(Plan, related_name="question_sets", blank=True)
    success_message = models.CharField(max_length=300, blank=True)
    i18n = models.JSONField(default=dict, blank=True)

    def __str__(self) -> str:
        return self.title


class SubType(models.TextChoices):
    NONE = "", "Yes or no only"
    TEXT = "text_field", "Text"
    CHECKBOX = "checkbox", "Options to tick"
    DETAIL = "detail", "Treatment details"


class Answer(models.TextChoices):
    ANY = "", "either"
    YES = "Yes", "Yes"
    NO = "No", "No"


class PlanQuestion(Stamped):
    """One question.

    Health: ``decline_on`` is the answer that declines the application with ``decline_message``; with
    ``require_detail`` a Yes needs up to two detail entries. Yes/no: ``true_condition`` is the answer needed to go on.
    """

    question_set = models.ForeignKey(PlanQuestionSet, on_delete=models.CASCADE, related_name="questions")
    position = models.PositiveSmallIntegerField(default=1)
    text = models.TextField()
    sub_type = models.CharField(max_length=12, choices=SubType.choices, blank=True)
    require_detail = models.BooleanField(default=False)
    true_condition = models.CharField(max_length=3, choices=Answer.choices, blank=True)
    decline_on = models.CharField(max_length=3, choices=Answer.choices, blank=True)
    decline_message = models.CharField(max_length=300, blank=True)
    i18n = models.JSONField(default=dict, blank=True)

    class Meta:
        ordering = ["position", "id"]

    def __str__(self) -> str:
        return self.text[:60]


class PlanQuestionOption(Stamped):
    """An option to tick, under a heading such as "A. Prior to age 60". A ticked ``declines`` option declines."""

    question = models.ForeignKey(PlanQuestion, on_delete=models.CASCADE, related_name="options")
    position = models.PositiveSmallIntegerField(default=1)
    text = models.CharField(max_length=300)
    option_group = models.CharField(max_length=120, blank=True)
    declines = models.BooleanField(default=False)
    i18n = models.JSONField(default=dict, blank=True)

    class Meta:
        ordering = ["position", "id"]

    def __str__(self) -> str:
        return self.text[:60]

"""Questions that a shopper answers before a plan is priced or put in the cart. All of it is data, with versions."""

from __future__ import annotations

from django.db import models

from planfront.catalog.models.base import Stamped
from planfront.catalog.models.plan import Plan


class QuestionKind(models.TextChoices):
    HEALTH = "health", "Health questions"
    YES_NO = "yes_no", "Yes/no questions"


class PlanQuestionSet(Stamped):
    """A questionnaire of one or more plans. Its questions here are the draft; shoppers see the last published version.

    ``version`` is the published one, 0 before the first. Publishing makes answers to earlier versions incomplete.
    """

    code = models.SlugField(max_length=60, unique=True)
    title = models.CharField(max_length=160)
    kind = models.CharField(max_length=8, choices=QuestionKind.choices)
    version = models.PositiveIntegerField(default=0, editable=False)
    active = models.BooleanField(default=True)
    plans = models.ManyToManyField(Plan, related_name="question_sets", blank=True)
    success_message = models.CharField(max_length=300, blank=True)
    i18n = models.JSONField(default=dict, blank=True)

    class Meta:
        verbose_name = "questionnaire"

    def __str__(self) -> str:
        return self.title


class QuestionSetVersion(models.Model):
    """A questionnaire as it was published, whole and for good: answers name the version they were given to.

    ``content`` is ``{"title", "success_message", "i18n", "questions": [{"id", "text", …, "options": [{"id", …}]}]}``.
    """

    question_set = models.ForeignKey(PlanQuestionSet, on_delete=models.PROTECT, related_name="versions")
    number = models.PositiveIntegerField()
    content = models.JSONField()
    sha256 = models.CharField(max_length=64)
    note = models.CharField(max_length=200, blank=True)
    published_at = models.DateTimeField()
    published_by = models.CharField(max_length=254, blank=True)

    class Meta:
        ordering = ["-number"]
        constraints = [models.UniqueConstraint(fields=["question_set", "number"], name="catalog_question_version_once")]

    def __str__(self) -> str:
        return f"version {self.number}"


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

    Health: ``decline_on`` is the answer that declines the application with ``decline_message``, ``refer_on`` the one
    that leaves the decision to the insurer after submission; with ``require_detail`` a Yes needs one or two detail
    entries. Yes/no: ``true_condition`` is the answer needed to go on.
    """

    question_set = models.ForeignKey(PlanQuestionSet, on_delete=models.CASCADE, related_name="questions")
    position = models.PositiveSmallIntegerField(default=1)
    text = models.TextField()
    sub_type = models.CharField(max_length=12, choices=SubType.choices, blank=True)
    require_detail = models.BooleanField(default=False)
    true_condition = models.CharField(max_length=3, choices=Answer.choices, blank=True)
    decline_on = models.CharField(max_length=3, choices=Answer.choices, blank=True)
    decline_message = models.CharField(max_length=300, blank=True)
    refer_on = models.CharField(max_length=3, choices=Answer.choices, blank=True)
    i18n = models.JSONField(default=dict, blank=True)

    class Meta:
        ordering = ["position", "id"]

    def __str__(self) -> str:
        return self.text[:60]


class PlanQuestionOption(Stamped):
    """An option to tick, under a heading such as "A. Prior to age 60".

    A ticked ``declines`` option declines, a ticked ``refers`` option leaves the decision to the insurer.
    """

    question = models.ForeignKey(PlanQuestion, on_delete=models.CASCADE, related_name="options")
    position = models.PositiveSmallIntegerField(default=1)
    text = models.CharField(max_length=300)
    option_group = models.CharField(max_length=120, blank=True)
    declines = models.BooleanField(default=False)
    refers = models.BooleanField(default=False)
    i18n = models.JSONField(default=dict, blank=True)

    class Meta:
        ordering = ["position", "id"]

    def __str__(self) -> str:
        return self.text[:60]

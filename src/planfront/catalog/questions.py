"""A plan's questionnaires as frozen data."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from planfront.catalog.models import PlanQuestion, PlanQuestionSet


@dataclass(frozen=True)
class AskedOption:
    id: int
    text: str
    group: str
    declines: bool
    i18n: Mapping[str, Any]


@dataclass(frozen=True)
class AskedQuestion:
    id: int
    text: str
    sub_type: str
    require_detail: bool
    true_condition: str
    decline_on: str
    decline_message: str
    options: tuple[AskedOption, ...]
    i18n: Mapping[str, Any]


@dataclass(frozen=True)
class AskedSet:
    """One questionnaire; answers count only for its ``version``."""

    id: int
    version: int
    success_message: str
    questions: tuple[AskedQuestion, ...]
    i18n: Mapping[str, Any]


def asked_sets(plan_id: int, kind: str) -> list[AskedSet]:
    """The active questionnaires of a plan, ``kind`` health or yes_no. Three queries."""
    rows = PlanQuestionSet.objects.filter(plans=plan_id, kind=kind, active=True).order_by("id")
    return [
        AskedSet(row.pk, row.version, row.success_message, tuple(map(_question, row.questions.all())), row.i18n)
        for row in rows.prefetch_related("questions__options")
    ]


def _question(row: PlanQuestion) -> AskedQuestion:
    options = tuple(
        AskedOption(option.pk, option.text, option.option_group, option.declines, option.i18n)
        for option in row.options.all()
    )
    return AskedQuestion(
        row.pk,
        row.text,
        row.sub_type,
        row.require_detail,
        row.true_condition,
        row.decline_on,
        row.decline_message,
        options,
        row.i18n,
    )

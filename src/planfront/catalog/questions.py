"""Questionnaires as frozen data, read from the versions that were published."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from planfront.catalog.models import PlanQuestionSet, QuestionSetVersion

DRAFT = 0
"""Number of a version that isn't one yet: the draft, for a preview."""


@dataclass(frozen=True)
class AskedOption:
    id: int
    text: str
    group: str
    declines: bool
    refers: bool
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
    refer_on: str
    options: tuple[AskedOption, ...]
    i18n: Mapping[str, Any]


@dataclass(frozen=True)
class AskedSet:
    """One questionnaire in one version; answers count only for the version that is published now."""

    id: int
    version: int
    title: str
    success_message: str
    questions: tuple[AskedQuestion, ...]
    i18n: Mapping[str, Any]


def asked_sets(plan_id: int, kind: str) -> list[AskedSet]:
    """The published questionnaires of a plan, ``kind`` health or yes_no. Two queries."""
    rows = PlanQuestionSet.objects.filter(plans=plan_id, kind=kind, active=True, version__gt=0)
    return _published_sets(rows.order_by("id").values_list("id", "version"))


def asked_set(set_id: int) -> AskedSet | None:
    """One questionnaire as published now; None when it isn't asked."""
    rows = PlanQuestionSet.objects.filter(pk=set_id, active=True, version__gt=0)
    return next(iter(_published_sets(rows.values_list("id", "version"))), None)


def _published_sets(pairs: Iterable[tuple[int, int]]) -> list[AskedSet]:
    keys = list(pairs)
    result = asked_versions(keys)
    return [result[key] for key in keys if key in result]


def asked_versions(keys: Iterable[tuple[int, int]]) -> dict[tuple[int, int], AskedSet]:
    """Questionnaires by (set id, version), old versions too: what an answer was given to. One query."""
    unique_keys = set(keys)
    if not unique_keys:
        return {}
    rows = QuestionSetVersion.objects.filter(question_set_id__in={key[0] for key in unique_keys})
    result = {(row.question_set_id, row.number): row for row in rows}
    return {key: read(key[0], key[1], result[key].content) for key in unique_keys if key in result}


def read(set_id: int, number: int, content: Mapping[str, Any]) -> AskedSet:
    """A version's content as data."""
    return AskedSet(
        set_id,
        number,
        content["title"],
        content["success_message"],
        tuple(map(_read_question, content["questions"])),
        content["i18n"],
    )


def _read_question(row: Mapping[str, Any]) -> AskedQuestion:
    options = tuple(
        AskedOption(
            option["id"], option["text"], option["option_group"], option["declines"], option["refers"], option["i18n"]
        )
        for option in row["options"]
    )
    return AskedQuestion(
        row["id"],
        row["text"],
        row["sub_type"],
        row["require_detail"],
        row["true_condition"],
        row["decline_on"],
        row["decline_message"],
        row["refer_on"],
        options,
        row["i18n"],
    )

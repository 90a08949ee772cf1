"""Editing questionnaires: the draft, publishing it as the next version, copying it, going back to an old version."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from typing import Any

from django.db import transaction
from django.forms.models import model_to_dict

from planfront.audit.services import Origin, record
from planfront.catalog.models import PlanQuestion, PlanQuestionOption, PlanQuestionSet, QuestionSetVersion
from planfront.kernel import clock
from planfront.kernel.database.locks import lock_rows
from planfront.kernel.errors import BusinessError

_SET = ("title", "success_message", "i18n")
_QUESTION = (
    "text",
    "sub_type",
    "require_detail",
    "true_condition",
    "decline_on",
    "decline_message",
    "refer_on",
    "i18n",
)
_OPTION = ("text", "option_group", "declines", "refers", "i18n")


def draft_content(row: PlanQuestionSet) -> dict[str, Any]:
    """The draft in the form in which it would be published. Two queries."""
    questions = row.questions.order_by("position", "id").prefetch_related("options")
    return {**_columns(row, _SET), "questions": [_question(question) for question in questions]}


def _columns(row: Any, names: Sequence[str]) -> dict[str, Any]:
    values = model_to_dict(row, fields=names)
    return {name: values[name] for name in names}


def _question(row: PlanQuestion) -> dict[str, Any]:
    options = sorted(row.options.all(), key=lambda option: (option.position, option.pk))
    return {
        "id": row.pk,
        **_columns(row, _QUESTION),
        "options": [{"id": option.pk, **_columns(option, _OPTION)} for option in options],
    }


def digest(content: Mapping[str, Any]) -> str:
    """SHA-256 of a version's content; equal contents give equal digests."""
    return hashlib.sha256(json.dumps(content, sort_keys=True, ensure_ascii=False).encode()).hexdigest()


def published_version(row: PlanQuestionSet) -> QuestionSetVersion | None:
    """Return the version that shoppers are asked today."""
    return row.versions.filter(number=row.version).first()


def has_changes(row: PlanQuestionSet) -> bool:
    """Return whether the draft differs from the published version."""
    published = published_version(row)
    return published is None or published.sha256 != digest(draft_content(row))


def draft_problems(row: PlanQuestionSet) -> list[str]:
    """Return the reasons why the draft can't be published."""
    content = draft_content(row)
    problems = [] if content["questions"] else ["There is no question yet."]
    for place, question in enumerate(content["questions"], start=1):
        if not question["text"].strip():
            problems.append(f"Question {place} has no text.")
        if question["sub_type"] == "checkbox" and not question["options"]:
            problems.append(f"Question {place} has no checkboxes.")
        if question["options"] and question["sub_type"] != "checkbox":
            problems.append(f"Question {place} has options but isn't of the kind that shows them.")
        if question["decline_on"] and question["decline_on"] == question["refer_on"]:
            problems.append(f"Question {place} declines and refers on the same answer.")
        if row.kind == "yes_no" and (question["sub_type"] or question["options"] or question["require_detail"]):
            problems.append(f"Question {place}: yes/no questions ask for nothing more than yes or no.")
    return problems


@transaction.atomic
def publish_questionnaire(
    *, question_set: PlanQuestionSet, origin: Origin, by: str = "", note: str = ""
) -> QuestionSetVersion:
    """Publish the draft as the next version; open quotes have to answer again. The same draft again gives the same
    version.

    Raises BusinessError ``draftIncomplete`` with the first problem.
    """
    (row,) = lock_rows(PlanQuestionSet.objects.filter(pk=question_set.pk))
    if problems := draft_problems(row):
        raise BusinessError("draftIncomplete", problems[0], {"problems": problems})
    content = draft_content(row)
    published = published_version(row)
    if published is not None and published.sha256 == digest(content):
        return published
    last = row.versions.order_by("-number").values_list("number", flat=True).first() or 0
    result = QuestionSetVersion.objects.create(
        question_set=row,
        number=last + 1,
        content=content,
        sha256=digest(content),
        note=note[:200],
        published_at=clock.now(),
        published_by=by[:254],
    )
    row.version = question_set.version = result.number
    row.save(update_fields=["version", "updated_at"])
    _report("published", row, origin, {"version": result.number, "sha256": result.sha256})
    return result


@transaction.atomic
def copy_questionnaire(*, question_set: PlanQuestionSet, origin: Origin) -> PlanQuestionSet:
    """A new, unpublished questionnaire with the same draft; it belongs to no plan yet."""
    result = PlanQuestionSet.objects.create(
        code=_free_code(question_set.code),
        title=f"{question_set.title} (copy)"[:160],
        kind=question_set.kind,
        success_message=question_set.success_message,
        i18n=question_set.i18n,
    )
    _write_questions(result, draft_content(question_set)["questions"])
    _report("copied", result, origin, {"from": question_set.pk})
    return result


def _free_code(code: str) -> str:
    taken = set(PlanQuestionSet.objects.filter(code__startswith=code[:50]).values_list("code", flat=True))
    names = (f"{code[:50]}-{number}" for number in range(2, len(taken) + 3))
    return next(name for name in names if name not in taken)


@transaction.atomic
def draft_restore(*, version: QuestionSetVersion, origin: Origin) -> None:
    """Make an old version the draft again. Publishes nothing."""
    (row,) = lock_rows(PlanQuestionSet.objects.filter(pk=version.question_set_id))
    row.questions.all().delete()
    for name in _SET:
        setattr(row, name, version.content[name])
    row.save()
    _write_questions(row, version.content["questions"], keep_ids=True)
    _report("restored", row, origin, {"version": version.number})


def _write_questions(row: PlanQuestionSet, questions: Sequence[Mapping[str, Any]], *, keep_ids: bool = False) -> None:
    """Write questions and options. ``keep_ids``: under the ids that answers refer to."""
    for place, item in enumerate(questions, start=1):
        key = {"id": item["id"]} if keep_ids else {}
        values = {name: item[name] for name in _QUESTION}
        question = PlanQuestion.objects.create(**key, question_set=row, position=place, **values)
        for at, option in enumerate(item["options"], start=1):
            key = {"id": option["id"]} if keep_ids else {}
            texts = {name: option[name] for name in _OPTION}
            PlanQuestionOption.objects.create(**key, question=question, position=at, **texts)


def _report(verb: str, row: PlanQuestionSet, origin: Origin, meta: Mapping[str, Any]) -> None:
    record(f"questionnaire.{verb}", origin=origin, subject_type="planquestionset", subject_id=row.pk, meta=meta)

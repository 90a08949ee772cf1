"""Keeping answers to a plan's questions, and declining where an answer says so."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from planfront.audit.services import Origin, record
from planfront.catalog.questions import AskedQuestion, AskedSet
from planfront.catalog.wording import language, pick
from planfront.kernel import clock, texts
from planfront.kernel.errors import FieldError, FieldErrors
from planfront.kernel.parse import us_date
from planfront.shopping.models import Outcome, PlanAnswers, TempEnrollment
from planfront.shopping.services.state import enrollment_lock, enrollment_touch

_YES = {"1": "Yes", "yes": "Yes", "true": "Yes", "0": "No", "no": "No", "false": "No"}
_DETAIL = ("dot_from", "dot_to", "reason_for_condition", "degree_of_recovery", "physician_name_address")


@dataclass(frozen=True)
class Answered:
    """What the answers led to, with the message to show."""

    declined: bool
    message: str


def yes_no(raw: Any) -> str:
    """ "Yes", "No", or "" for no answer."""
    return _YES.get(str(raw).strip().lower(), "")


@transaction.atomic
def health_answers_save(
    *,
    enrollment: TempEnrollment,
    plan_id: int,
    sets: Sequence[AskedSet],
    answers: Sequence[Mapping[str, Any]],
    origin: Origin,
) -> Answered:
    """Keep the answers to a plan's health questions; declining ones too.

    Raises FieldErrors 'Please answer all questions' and for missing details.
    """
    locked = enrollment_lock(enrollment_id=enrollment.pk)
    given = {answer["question_id"]: answer for answer in answers}
    places = {answer["question_id"]: place for place, answer in enumerate(answers)}
    questions = [question for asked in sets for question in asked.questions]
    _check_complete(questions, given, places)
    lang, declined = language(), ""
    for asked in sets:
        message = next((m for q in asked.questions if (m := _declines(q, given[q.id], lang))), "")
        declined = declined or message
        _keep(locked, plan_id, asked, given, Outcome.DECLINED if message else Outcome.ACCEPTED, origin)
    if declined:
        return Answered(declined=True, message=declined)
    thanks = (pick(one.i18n, "success_message", one.success_message, lang) for one in sets)
    return Answered(declined=False, message=next(filter(None, thanks), _("Thank you. Your answers are saved.")))


def _check_complete(
    questions: Sequence[AskedQuestion], given: Mapping[int, Mapping[str, Any]], places: Mapping[int, int]
) -> None:
    errors: list[FieldError] = []
    for question in questions:
        answer = given.get(question.id)
        if answer is None or not yes_no(answer["yes_no_flag"]):
            errors.append(FieldError(f"question_{question.id}", _("Please answer all questions")))
        elif yes_no(answer["yes_no_flag"]) == "Yes":
            errors += _follow_ups(question, answer, f"answers.{places[question.id]}")
    if errors:
        raise FieldErrors(errors, _("Please answer all questions"))


def _follow_ups(question: AskedQuestion, answer: Mapping[str, Any], path: str) -> list[FieldError]:
    """What a Yes asks for besides."""
    errors: list[FieldError] = []
    if question.sub_type == "text_field" and not answer["text"].strip():
        errors.append(FieldError(f"{path}.text", texts.REQUIRED))
    if question.sub_type == "checkbox":
        ticked, known = set(answer["checkbox_answers"]), {option.id for option in question.options}
        if not ticked:
            errors.append(FieldError(f"{path}.checkbox_answers", texts.REQUIRED))
        elif not ticked <= known:
            errors.append(FieldError(f"{path}.checkbox_answers", texts.CHOICE))
    if question.require_detail or question.sub_type == "detail":
        errors += _details(answer["detail"], path)
    return errors


def _details(entries: Sequence[Mapping[str, str]], path: str) -> list[FieldError]:
    if not entries:
        return [FieldError(f"{path}.detail.0.{name}", texts.REQUIRED) for name in _DETAIL]
    today = clock.today()
    errors: list[FieldError] = []
    for place, entry in enumerate(entries):
        at = f"{path}.detail.{place}"
        errors += [FieldError(f"{at}.{name}", texts.REQUIRED) for name in _DETAIL if not entry[name].strip()]
        errors += _detail_dates(entry, at, today)
    return errors


def _detail_dates(entry: Mapping[str, str], at: str, today: date) -> list[FieldError]:
    errors = []
    for name in ("dot_from", "dot_to"):
        raw = entry[name].strip()
        day = us_date(raw) if raw else today
        if day is None:
            errors.append(FieldError(f"{at}.{name}", texts.DATE))
        elif day > today:
            errors.append(FieldError(f"{at}.{name}", _("The date can't be in the future.")))
    return errors


def _declines(question: AskedQuestion, answer: Mapping[str, Any], lang: str) -> str:
    """The decline message, or ""."""
    by_answer = bool(question.decline_on) and yes_no(answer["yes_no_flag"]) == question.decline_on
    ticked = set(answer["checkbox_answers"]) if yes_no(answer["yes_no_flag"]) == "Yes" else set()
    if by_answer or any(option.declines and option.id in ticked for option in question.options):
        own = pick(question.i18n, "decline_message", question.decline_message, lang)
        return own or _("Based on your answers this plan can't be offered to you.")
    return ""


def _keep(
    locked: TempEnrollment,
    plan_id: int,
    asked: AskedSet,
    given: Mapping[int, Mapping[str, Any]],
    outcome: str,
    origin: Origin,
) -> None:
    answers = [dict(given[question.id]) for question in asked.questions if question.id in given]
    key = {"enrollment": locked, "plan_id": plan_id, "question_set_id": asked.id}
    row = PlanAnswers.objects.filter(**key).first() or PlanAnswers(**key)
    if row.version == asked.version and row.outcome == outcome and row.answers == {"answers": answers}:
        return
    row.version, row.outcome, row.answers = asked.version, outcome, {"answers": answers}
    row.answered_at = clock.now()
    row.save()
    enrollment_touch(enrollment=locked)
    record(
        "plan.questions_answered",
        origin=origin,
        subject_type="enrollment",
        subject_id=locked.pk,
        meta={"plan_id": plan_id, "question_set": asked.id, "outcome": str(outcome)},
    )


@transaction.atomic
def yes_no_answers_save(
    *,
    enrollment: TempEnrollment,
    plan_id: int,
    sets: Sequence[AskedSet],
    answers: Sequence[Mapping[str, Any]],
    origin: Origin,
) -> None:
    """Keep the answers to yes/no questions. Raises FieldErrors unless each lets the shopper go on."""
    locked = enrollment_lock(enrollment_id=enrollment.pk)
    given = {answer["qid"]: answer for answer in answers}
    errors: list[FieldError] = []
    for question in (one for asked in sets for one in asked.questions):
        answer = yes_no(given.get(question.id, {}).get("true_condition", ""))
        if not answer:
            errors.append(FieldError(f"question_{question.id}", _("*Answer should be Yes/No to continue")))
        elif question.true_condition and answer != question.true_condition:
            message = (
                _("*Answer should be Yes to continue")
                if question.true_condition == "Yes"
                else _("*Answer should be No to continue")
            )
            errors.append(FieldError(f"question_{question.id}", message))
    if errors:
        raise FieldErrors(errors, _("Please answer yes in order to continue"))
    for asked in sets:
        _keep(locked, plan_id, asked, given, Outcome.ACCEPTED, origin)

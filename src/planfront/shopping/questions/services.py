"""Saving answers to a plan's questions, and declining where an answer says so."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from planfront.audit.services import Origin, record
from planfront.catalog.questions import AskedQuestion, AskedSet
from planfront.catalog.wording import language, pick
from planfront.kernel import clock
from planfront.kernel.errors import FieldError, FieldErrors
from planfront.kernel.text import texts
from planfront.kernel.text.parse import us_date
from planfront.shopping.models import Outcome, PlanAnswers, Quote
from planfront.shopping.quote.state import lock_quote, touch_quote

_YES = {"1": "Yes", "yes": "Yes", "true": "Yes", "0": "No", "no": "No", "false": "No"}
_DETAIL = ("dot_from", "dot_to", "reason_for_condition", "degree_of_recovery", "physician_name_address")


_WHO = ("applicant", "spouse", "child")
PEOPLE = {"IO": _WHO[:1], "IS": _WHO[:2], "IC": (_WHO[0], _WHO[2]), "IF": _WHO}
"""The people whom an answer can be about, by tier."""
PERSON = {"applicant": gettext_lazy("Applicant"), "spouse": gettext_lazy("Spouse"), "child": gettext_lazy("Child")}


@dataclass(frozen=True)
class Answered:
    """The outcome of the answers, with the message to show."""

    outcome: str
    message: str

    @property
    def declined(self) -> bool:
        return self.outcome == Outcome.DECLINED


def yes_no(raw: Any) -> str:
    """ "Yes", "No", or "" for no answer."""
    return _YES.get(str(raw).strip().lower(), "")


@transaction.atomic
def save_health_answers(
    *,
    quote: Quote,
    plan_id: int,
    sets: Sequence[AskedSet],
    answers: Sequence[Mapping[str, Any]],
    origin: Origin,
) -> Answered:
    """Save the answers to a plan's health questions, also those that decline or refer.

    Raises FieldErrors 'Please answer all questions' and for details that a Yes requires.
    """
    locked = lock_quote(enrollment_id=quote.pk)
    data = {answer["question_id"]: {**answer, "who": _clean_people(answer["who"])} for answer in answers}
    places = {answer["question_id"]: place for place, answer in enumerate(answers)}
    questions = [question for question_set in sets for question in question_set.questions]
    covered = PEOPLE[locked.tier]
    _check_complete(questions, data, places, covered)
    for answer in data.values():
        # The applicant is meant where nobody else can be.
        answer["who"] = answer["who"] or (covered[0] if len(covered) == 1 and _says_yes(answer) else "")
    return _save_sets(locked, plan_id, sets, data, origin)


def _save_sets(
    locked: Quote,
    plan_id: int,
    sets: Sequence[AskedSet],
    sent_answers: Mapping[int, Mapping[str, Any]],
    origin: Origin,
) -> Answered:
    """Save each set with its outcome. The worst outcome is the answer."""
    lang, declined, referred = language(), "", False
    for each_set in sets:
        message = next((m for q in each_set.questions if (m := _find_decline(q, sent_answers[q.id], lang))), "")
        refers = any(_is_referred(q, sent_answers[q.id]) for q in each_set.questions)
        declined, referred = declined or message, referred or refers
        outcome = Outcome.DECLINED if message else Outcome.REFERRED if refers else Outcome.ACCEPTED
        _save_set(locked, plan_id, each_set, sent_answers, outcome, origin)
    if declined:
        return Answered(Outcome.DECLINED, declined)
    if referred:
        words = _("Thank you. The insurer will review your answers and decide within 5-10 days after you submit.")
        return Answered(Outcome.REFERRED, words)
    thanks = (pick(question_set.i18n, "success_message", question_set.success_message, lang) for question_set in sets)
    return Answered(Outcome.ACCEPTED, next(filter(None, thanks), _("Thank you. Your answers are saved.")))


def _clean_people(raw: str) -> str:
    """Return names joined by commas, in one spelling and each once."""
    return ",".join(dict.fromkeys(part.strip().lower() for part in raw.split(",") if part.strip()))


def _says_yes(answer: Mapping[str, Any]) -> bool:
    return yes_no(answer["yes_no_flag"]) == "Yes"


def _check_complete(
    questions: Sequence[AskedQuestion],
    sent_answers: Mapping[int, Mapping[str, Any]],
    places: Mapping[int, int],
    covered: Collection[str],
) -> None:
    errors: list[FieldError] = []
    for question in questions:
        answer = sent_answers.get(question.id)
        if answer is None or not yes_no(answer["yes_no_flag"]):
            errors.append(FieldError(f"question_{question.id}", _("Please answer all questions")))
        elif _says_yes(answer):
            path = f"answers.{places[question.id]}"
            errors += _check_people(answer["who"], path, covered)
            errors += _check_follow_ups(question, answer, path)
    if errors:
        raise FieldErrors(errors, _("Please answer all questions"))


def _check_people(who: str, path: str, covered: Collection[str]) -> list[FieldError]:
    """Return the errors of the people in an answer: it must name people whom the tier covers, unless that is only
    one."""
    if not who:
        return [FieldError(f"{path}.who", texts.REQUIRED)] if len(covered) > 1 else []
    return [] if set(who.split(",")) <= set(covered) else [FieldError(f"{path}.who", texts.CHOICE)]


def _check_follow_ups(question: AskedQuestion, answer: Mapping[str, Any], path: str) -> list[FieldError]:
    """Return the errors of details required after a Yes."""
    errors: list[FieldError] = []
    if question.sub_type == "text_field" and not answer["text"].strip():
        errors.append(FieldError(f"{path}.text", texts.REQUIRED))
    if question.sub_type == "checkbox":
        ticked, offered = set(answer["checkbox_answers"]), {option.id for option in question.options}
        if not ticked:
            errors.append(FieldError(f"{path}.checkbox_answers", texts.REQUIRED))
        elif not ticked <= offered:
            errors.append(FieldError(f"{path}.checkbox_answers", texts.CHOICE))
    if question.require_detail or question.sub_type == "detail":
        errors += _check_details(answer["detail"], path)
    return errors


def _check_details(entries: Sequence[Mapping[str, str]], path: str) -> list[FieldError]:
    if not entries:
        return [FieldError(f"{path}.detail.0.{name}", texts.REQUIRED) for name in _DETAIL]
    today = clock.today()
    errors: list[FieldError] = []
    for place, entry in enumerate(entries):
        at = f"{path}.detail.{place}"
        errors += [FieldError(f"{at}.{name}", texts.REQUIRED) for name in _DETAIL if not entry[name].strip()]
        errors += _check_detail_dates(entry, at, today)
    return errors


def _check_detail_dates(entry: Mapping[str, str], at: str, today: date) -> list[FieldError]:
    errors = []
    for name in ("dot_from", "dot_to"):
        raw = entry[name].strip()
        day = us_date(raw) if raw else today
        if day is None:
            errors.append(FieldError(f"{at}.{name}", texts.explain_date(raw)))
        elif day > today:
            errors.append(FieldError(f"{at}.{name}", texts.FUTURE))
    first, last = us_date(entry["dot_from"].strip()), us_date(entry["dot_to"].strip())
    if not errors and first and last and last < first:
        errors.append(FieldError(f"{at}.dot_to", _("The end can't be before the start.")))
    return errors


def _find_decline(question: AskedQuestion, answer: Mapping[str, Any], lang: str) -> str:
    """Return the decline message, or ""."""
    by_answer = bool(question.decline_on) and yes_no(answer["yes_no_flag"]) == question.decline_on
    if by_answer or any(option.declines and option.id in _ticked_options(answer) for option in question.options):
        own = pick(question.i18n, "decline_message", question.decline_message, lang)
        return own or _("Based on your answers this plan can't be offered to you.")
    return ""


def _is_referred(question: AskedQuestion, answer: Mapping[str, Any]) -> bool:
    """Return whether the insurer decides on this answer."""
    by_answer = bool(question.refer_on) and yes_no(answer["yes_no_flag"]) == question.refer_on
    return by_answer or any(option.refers and option.id in _ticked_options(answer) for option in question.options)


def _ticked_options(answer: Mapping[str, Any]) -> set[int]:
    return set(answer["checkbox_answers"]) if _says_yes(answer) else set()


def _save_set(
    locked: Quote,
    plan_id: int,
    question_set: AskedSet,
    sent_answers: Mapping[int, Mapping[str, Any]],
    outcome: str,
    origin: Origin,
) -> None:
    answers = [dict(sent_answers[question.id]) for question in question_set.questions if question.id in sent_answers]
    key = {"enrollment": locked, "plan_id": plan_id, "question_set_id": question_set.id}
    row = PlanAnswers.objects.filter(**key).first() or PlanAnswers(**key)
    stored = {"answers": answers, "language": language()}
    if row.version == question_set.version and row.outcome == outcome and row.answers == stored:
        return
    row.version, row.outcome, row.answers = question_set.version, outcome, stored
    row.answered_at = clock.now()
    row.save()
    touch_quote(quote=locked)
    record(
        "plan.questions_answered",
        origin=origin,
        subject_type="enrollment",
        subject_id=locked.pk,
        meta={"plan_id": plan_id, "question_set": question_set.id, "outcome": str(outcome)},
    )


@transaction.atomic
def save_yes_no_answers(
    *,
    quote: Quote,
    plan_id: int,
    sets: Sequence[AskedSet],
    answers: Sequence[Mapping[str, Any]],
    origin: Origin,
) -> None:
    """Save the answers to yes/no questions. Raises FieldErrors unless each lets the shopper go on."""
    locked = lock_quote(enrollment_id=quote.pk)
    data = {answer["qid"]: answer for answer in answers}
    errors: list[FieldError] = []
    for question in (question for question_set in sets for question in question_set.questions):
        answer = yes_no(data.get(question.id, {}).get("true_condition", ""))
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
        raise FieldErrors(
            errors, _explain_conditions(question for question_set in sets for question in question_set.questions)
        )
    for question_set in sets:
        _save_set(locked, plan_id, question_set, data, Outcome.ACCEPTED, origin)


def _explain_conditions(questions: Iterable[AskedQuestion]) -> str:
    """Return the sentence above the questions: the answers that let the shopper go on."""
    conditions = {question.true_condition for question in questions if question.true_condition}
    if conditions == {"No"}:
        return _("*Answer should be No to continue")
    return _("Please answer yes in order to continue") if conditions else _("*Answer should be Yes/No to continue")

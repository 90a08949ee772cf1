"""Answers to a plan's questions with the questions themselves: in English, and as they were shown."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils import translation
from django.utils.translation import gettext as _

from planfront.catalog.questions import AskedQuestion, AskedSet, asked_versions
from planfront.catalog.wording import pick
from planfront.shopping.models import PlanAnswers, Quote
from planfront.shopping.questions.services import PERSON, yes_no


def list_plan_answers(quote: Quote) -> list[dict[str, Any]]:
    """Return every answer of a quote with the question as it was asked, for the signed application. Two queries.

    The words are English; ``shown`` has those of the page, in the ``language`` of the answers. Answers from before the
    language was stored have neither.
    """
    rows = list(PlanAnswers.objects.filter(enrollment=quote).order_by("plan_id", "question_set_id"))
    sets = asked_versions((row.question_set_id, row.version) for row in rows)
    return [_describe_answers(row, sets.get((row.question_set_id, row.version))) for row in rows]


def _describe_answers(row: PlanAnswers, question_set: AskedSet | None) -> dict[str, Any]:
    lang = row.answers.get("language", "")
    data = {
        "plan_id": row.plan_id,
        "question_set_id": row.question_set_id,
        "version": row.version,
        "title": question_set.title if question_set else "",
        "outcome": row.outcome,
        "answered_at": row.answered_at.isoformat(),
        "answers": [_describe_answer(answer, question_set, lang) for answer in row.answers.get("answers", [])],
    }
    if not lang or question_set is None:
        return data
    return {**data, "language": lang, "shown_title": pick(question_set.i18n, "title", question_set.title, lang)}


def _describe_answer(answer: Mapping[str, Any], question_set: AskedSet | None, lang: str) -> dict[str, Any]:
    key = answer.get("question_id") or answer.get("qid")
    question = (
        next((question for question in question_set.questions if question.id == key), None) if question_set else None
    )
    worded = {**answer, **_question_words(answer, question, "en")}
    return {**worded, "shown": _describe_said(answer, question, lang)} if lang and question else worded


def _question_words(answer: Mapping[str, Any], question: AskedQuestion | None, lang: str) -> dict[str, Any]:
    options = {option.id: option for option in question.options} if question else {}
    ticked = [
        f"{pick(o.i18n, 'option_group', o.group, lang)}: {pick(o.i18n, 'text', o.text, lang)}".removeprefix(": ")
        for o in map(options.get, answer.get("checkbox_answers", []))
        if o
    ]
    text = pick(question.i18n, "text", question.text, lang) if question else ""
    answered = yes_no(answer.get("yes_no_flag") or answer.get("true_condition") or "")
    return {"question": text, "said": answered, **({"ticked": ticked} if ticked else {})}


def _describe_said(answer: Mapping[str, Any], question: AskedQuestion, lang: str) -> dict[str, Any]:
    with translation.override(lang):
        yes = {"Yes": _("Yes"), "No": _("No")}
        words = _question_words(answer, question, lang)
        people = [str(PERSON[part]) for part in str(answer.get("who", "")).split(",") if part in PERSON]
        return {**words, "said": yes.get(words["said"], ""), **({"who": ", ".join(people)} if people else {})}

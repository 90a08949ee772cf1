"""Health questions as the store shows them."""

from __future__ import annotations

from collections.abc import Sequence

from planfront.catalog.questions import AskedQuestion, AskedSet
from planfront.catalog.wording import language, pick
from planfront.shopping.models import Quote
from planfront.shopping.questions import schemas
from planfront.shopping.questions.services import PEOPLE, PERSON


def list_questions(quote: Quote, sets: Sequence[AskedSet], *, answered: bool) -> schemas.Questions:
    """Return all questions of the sets, in the active language, with the people the tier covers."""
    lang, covered = language(), list_people(quote.tier)
    first = sets[0] if sets else None
    asked_all = [
        build_question(asked_question, lang, covered)
        for question_set in sets
        for asked_question in question_set.questions
    ]
    return schemas.Questions(
        questions=asked_all,
        result=asked_all,
        answered=answered,
        title=pick(first.i18n, "title", first.title, lang) if first else "",
        version=first.version if first else 0,
    )


def list_people(tier: str) -> list[schemas.Person]:
    """Return the people whom an answer can be about."""
    return [schemas.Person(value=value, label=str(PERSON[value])) for value in PEOPLE[tier]]


def build_question(asked_question: AskedQuestion, lang: str, covered: list[schemas.Person]) -> schemas.Question:
    """Return one question on the wire."""
    options = [
        schemas.QuestionOption(
            option_id=option.id,
            option_text=pick(option.i18n, "text", option.text, lang),
            option_group=pick(option.i18n, "option_group", option.group, lang),
        )
        for option in asked_question.options
    ]
    return schemas.Question(
        question_id=asked_question.id,
        question_text=pick(asked_question.i18n, "text", asked_question.text, lang),
        question_sub_type=asked_question.sub_type,
        require_detail=asked_question.require_detail or asked_question.sub_type == "detail",
        asks_text=asked_question.sub_type == "text_field",
        options=options,
        who=covered,
    )

"""Writes the chat's questions and the consent texts of the demo."""

from __future__ import annotations

from planfront.leads.models import AssistantQuestion, ConsentText
from planfront_demo.data.leads import CONSENTS, QUESTIONS, ChatQuestion


def seed_leads() -> None:
    result: dict[int, AssistantQuestion] = {}
    for question in QUESTIONS:
        result[question.position] = AssistantQuestion.objects.create(
            position=question.position,
            question=question.question.en,
            kind=question.kind,
            options="\n".join(option.en for option in question.options),
            i18n={"es": _spanish(question)},
            when_question=result[question.after[0]] if question.after else None,
            when_answers=_answer(question),
        )
    ConsentText.objects.bulk_create(
        ConsentText(purpose=purpose, version=1, text=text.en, i18n={"es": {"text": text.es}})
        for purpose, text in CONSENTS.items()
    )


def _answer(chat_question: ChatQuestion) -> str:
    if chat_question.after is None:
        return ""
    before = next(other for other in QUESTIONS if other.position == chat_question.after[0])
    return before.options[chat_question.after[1]].en


def _spanish(chat_question: ChatQuestion) -> dict[str, str]:
    options = "\n".join(option.es for option in chat_question.options)
    return {"question": chat_question.question.es, **({"options": options} if options else {})}

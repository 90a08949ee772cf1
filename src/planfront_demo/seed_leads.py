"""Writes the chat's questions and the consent texts of the demo."""

from __future__ import annotations

from planfront.leads.models import AssistantQuestion, ConsentText
from planfront_demo.content import CONTENT, ChatQuestion


def seed_leads() -> None:
    result: dict[int, AssistantQuestion] = {}
    for position, question in CONTENT.questions.items():
        after = question.after
        result[position] = AssistantQuestion.objects.create(
            position=position,
            question=question.question.en,
            kind=question.kind,
            options="\n".join(option.en for option in question.options),
            fact=question.fact,
            stands_for="\n".join(option.stands_for for option in question.options) if question.fact else "",
            i18n={"es": _spanish(question)},
            when_question=result[after.question] if after else None,
            when_answers=CONTENT.questions[after.question].options[after.answer].en if after else "",
        )
    ConsentText.objects.bulk_create(
        ConsentText(purpose=purpose, version=1, text=text.en, i18n={"es": {"text": text.es}})
        for purpose, text in CONTENT.consents.items()
    )


def _spanish(chat_question: ChatQuestion) -> dict[str, str]:
    options = "\n".join(option.es for option in chat_question.options)
    return {"question": chat_question.question.es, **({"options": options} if options else {})}

"""Writes the chat's questions and the consent texts of the demo."""

from __future__ import annotations

from planfront.demo.data.leads import CONSENTS, QUESTIONS, ChatQuestion
from planfront.leads.models import AssistantQuestion, ConsentText


def seed_leads() -> None:
    made: dict[int, AssistantQuestion] = {}
    for one in QUESTIONS:
        made[one.position] = AssistantQuestion.objects.create(
            position=one.position,
            question=one.question.en,
            kind=one.kind,
            options="\n".join(option.en for option in one.options),
            i18n={"es": _spanish(one)},
            when_question=made[one.after[0]] if one.after else None,
            when_answers=_answer(one),
        )
    ConsentText.objects.bulk_create(
        ConsentText(purpose=purpose, version=1, text=text.en, i18n={"es": {"text": text.es}})
        for purpose, text in CONSENTS.items()
    )


def _answer(one: ChatQuestion) -> str:
    if one.after is None:
        return ""
    before = next(other for other in QUESTIONS if other.position == one.after[0])
    return before.options[one.after[1]].en


def _spanish(one: ChatQuestion) -> dict[str, str]:
    options = "\n".join(option.es for option in one.options)
    return {"question": one.question.es, **({"options": options} if options else {})}

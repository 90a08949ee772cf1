"""Reading chats, consent texts and location answers. Everything is looked up inside one visitor session."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db.models import Q

from planfront.catalog import configuration
from planfront.catalog.wording import language, pick
from planfront.leads.models import AssistantQuestion, ConsentText, Lead, LeadAnswer, LocationConsent, RepEnquiry
from planfront.leads.tree import TreeQuestion, next_question, reached_questions

TOLD = 0
"""The version of a consent that a rep wrote down: the person read no text."""


@dataclass(frozen=True)
class ChatAnswer:
    """An answer as the visitor reads it."""

    id: str
    question_id: int
    question: str
    answer: str


@dataclass(frozen=True)
class Chat:
    """``question`` is None when nothing is left to ask."""

    question: TreeQuestion | None
    answers: tuple[ChatAnswer, ...]


@dataclass(frozen=True)
class Words:
    """A consent text as the visitor reads it."""

    purpose: str
    version: int
    text: str


def lines(text: str) -> tuple[str, ...]:
    return tuple(line.strip() for line in text.splitlines() if line.strip())


def _build_question(row: AssistantQuestion, lang: str) -> TreeQuestion:
    options, labels = lines(row.options), lines(pick(row.i18n, "options", row.options, lang))
    return TreeQuestion(
        id=row.pk,
        question=pick(row.i18n, "question", row.question, lang),
        kind=row.kind,
        options=options,
        # A translation that lacks an option can't be matched line by line.
        labels=labels if len(labels) == len(options) else options,
        when_id=row.when_question_id,
        when_answers=lines(row.when_answers),
        fact=row.fact,
    )


def questions(brand_id: int) -> list[TreeQuestion]:
    """Return the active questions of a brand in order, in the active language."""
    rows = AssistantQuestion.objects.filter(Q(brand=brand_id) | Q(brand=None), active=True)
    return [_build_question(row, language()) for row in rows.order_by("position", "id")]


def lead_of(session_id: UUID, device_id: str, agent_id: int | None) -> Lead | None:
    return Lead.objects.filter(session=session_id, device_id=device_id, agent=agent_id).first()


def answers_by_question(lead: Lead | None) -> dict[int, LeadAnswer]:
    """Return the answers of a chat by question."""
    rows = LeadAnswer.objects.filter(lead=lead) if lead else ()
    return {row.question_id: row for row in rows if row.question_id}


def chat(*, brand_id: int, session_id: UUID, device_id: str, agent_id: int | None) -> Chat:
    """Return this session's chat: the next question and the answers before it."""
    rows = answers_by_question(lead_of(session_id, device_id, agent_id))
    answers = {key: row.answer for key, row in rows.items()}
    walk = reached_questions(questions(brand_id), answers)
    text = tuple(
        ChatAnswer(str(rows[item.id].pk), item.id, item.question, item.read(answers[item.id]))
        for item in walk
        if item.id in rows
    )
    return Chat(next_question(walk, answers), text)


def consent_texts(brand_name: str) -> dict[str, Words]:
    """Return the newest text of each purpose, naming the seller, in the active language."""
    result: dict[str, Words] = {}
    for row in configuration.hold("consent texts", lambda: list(ConsentText.objects.order_by("purpose", "-version"))):
        text = pick(row.i18n, "text", row.text, language()).replace("{seller}", brand_name)
        result.setdefault(row.purpose, Words(row.purpose, row.version, text))
    return result


def consents_standing(contact: Lead | RepEnquiry) -> dict[str, int]:
    """Return the version that a person's consent for each purpose stands on; purposes that were taken back are left
    out."""
    data: dict[str, tuple[datetime, int]] = {}
    for row in contact.consents.order_by("at"):
        data[row.purpose] = (row.at, max(row.version, data.get(row.purpose, (row.at, 0))[1]))
    for gone in contact.revocations.all():
        if gone.purpose in data and data[gone.purpose][0] <= gone.at:
            del data[gone.purpose]
    return {purpose: version for purpose, (_at, version) in data.items()}


def location_answer(session_id: UUID, device_id: str) -> LocationConsent | None:
    """Return this device's last answer about its location."""
    rows = LocationConsent.objects.filter(session=session_id, device_id=device_id)
    return rows.order_by("-at", "-pk").first()


def location_decided(session_id: UUID, device_id: str) -> bool:
    """Return whether this device has allowed or refused already."""
    return LocationConsent.objects.filter(session=session_id, device_id=device_id).exists()

"""Wire forms of enquiries, the chat and consents."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, Field

from planfront.kernel.http.schema import Id, OptionalId
from planfront.leads.consents import Agreed
from planfront.leads.selectors import Chat

# The browser's own name for itself: visible ASCII, so that every database takes it.
Device = Annotated[str, Field(min_length=1, max_length=64, pattern=r"^[!-~]+$")]
MaybeDevice = Annotated[str, Field(max_length=64, pattern=r"^[!-~]*$")]
Page = Annotated[str, Field(max_length=2000)]


class ConsentGiven(BaseModel):
    """A ticked box; ``version`` is that of the text it stood beside."""

    purpose: Literal["phone", "email"]
    version: Id


class _Agreeing(BaseModel):
    web_url: Page = ""
    consents: list[ConsentGiven] = Field([], max_length=4, description="Consents, each with the version of its words.")

    def agreed(self) -> list[Agreed]:
        return [Agreed(consent.purpose, consent.version) for consent in self.consents]


class EnquiryBody(_Agreeing):
    """``state`` is the abbreviation, ``phone`` has ten digits."""

    name: Annotated[str, Field(max_length=120)] = ""
    phone: Annotated[str, Field(max_length=40)] = ""
    email: Annotated[str, Field(max_length=254)] = ""
    state: Annotated[str, Field(max_length=40)] = ""


class AnswerBody(_Agreeing):
    question_id: Id
    answer: Annotated[str, Field(max_length=500)] = ""
    device_id: Device
    agent_id: OptionalId = None


class AgentNamed(BaseModel):
    """A rep's access code, landing URL or id."""

    agentId: Annotated[str, Field(min_length=1, max_length=60)] | int  # noqa: N815 - the wire name


class AgentRef(BaseModel):
    agentId: int  # noqa: N815


class ConsentWords(BaseModel):
    """The text of a box. ``version`` goes back with the tick."""

    purpose: Literal["phone", "email", "location"]
    version: int
    text: str


class ChatQuestion(BaseModel):
    """``options`` are the answers to choose from when ``kind`` is choice."""

    id: int
    question: str
    kind: Literal["text", "choice", "phone", "email"]
    options: list[str]


class AskedBefore(BaseModel):
    question: str


class ChatAnswer(BaseModel):
    id: str
    question_id: int
    answer: str
    assistant_question: AskedBefore = Field(description="The question before.")


class ChatState(BaseModel):
    """``question`` is null when nothing is left to ask; the message says what happens next."""

    question: ChatQuestion | None
    answer: list[ChatAnswer]

    @classmethod
    def build(cls, chat: Chat) -> ChatState:
        item = chat.question
        question = (
            ChatQuestion.model_validate(
                {"id": item.id, "question": item.question, "kind": item.kind, "options": list(item.labels)}
            )
            if item
            else None
        )
        answers = [
            ChatAnswer(
                id=answer.id,
                question_id=answer.question_id,
                answer=answer.answer,
                assistant_question=AskedBefore(question=answer.question),
            )
            for answer in chat.answers
        ]
        return cls(question=question, answer=answers)

"""Texts of the demo's stores beside their plans: front pages, the chat, consents, how-to videos."""

from __future__ import annotations

from typing import Any

from pydantic import Field

from planfront.brands.marketing import START, text_row
from planfront.catalog.start import Text
from planfront_demo.read import Seed, read


class FrontBlock(Seed):
    """A text of the front page."""

    kind: str
    title: Text
    text: Text | None = None
    note: Text | None = None
    percent: int | None = None

    def as_row(self) -> dict[str, Any]:
        texts = [text for text in (self.title, self.text, self.note) if text]
        more: dict[str, Any] = {} if self.percent is None else {"percent": self.percent}
        return text_row(self.kind, tuple(text.en for text in texts), tuple(text.es for text in texts), **more)


class After(Seed):
    """The earlier question whose answer leads here, and the place of that answer."""

    question: int
    answer: int


class ChatOption(Seed):
    """An answer to choose. ``stands_for``: see ``leads.models.AssistantQuestion``."""

    en: str
    es: str
    stands_for: str = Field("-", alias="for")


class ChatQuestion(Seed):
    question: Text
    kind: str = "text"
    fact: str = ""
    options: tuple[ChatOption, ...] = ()
    after: After | None = None


class VideoSeed(Seed):
    """A video is ``films/<key>.mp4`` with captions (.vtt) and a poster (.jpg)."""

    key: str
    title: str
    transcript: str


class Content(Seed):
    front_page_order: tuple[str, ...]
    front_page: tuple[FrontBlock, ...]
    questions: dict[int, ChatQuestion]
    consents: dict[str, Text]
    videos: tuple[VideoSeed, ...]
    association: Text


CONTENT = read("content", Content)


def front_page() -> list[dict[str, Any]]:
    """Return the texts that any store begins with, those of the demo's brands in place of the same kinds."""
    claims = [block.as_row() for block in CONTENT.front_page]
    kinds = {row["kind"] for row in claims}
    usual = [row for row in START if row["kind"] not in kinds]
    return sorted((*claims, *usual), key=lambda row: CONTENT.front_page_order.index(row["kind"]))

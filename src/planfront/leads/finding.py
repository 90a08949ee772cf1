"""Finding leads by what was answered, which is sealed: by keyed hashes of the beginnings of its words."""

from __future__ import annotations

from collections.abc import Iterable

from django.db.models import QuerySet

from planfront.kernel.security.crypto import blind_index, blind_indexes
from planfront.kernel.text.parse import digits
from planfront.kernel.text.words import KEPT_LETTERS, list_beginnings, words_of
from planfront.leads.models import Lead, LeadAnswer, LeadWord

_WORDS = "leads.word"


def tokens_of(brand_id: int, answers: Iterable[str]) -> set[str]:
    """Return the hashes a chat is found by: of every word of its answers, and of the digits of each, which find a phone
    number typed in one."""
    words = [word for answer in answers for word in (*words_of(answer), digits(answer))]
    return {blind_index(_word(brand_id, word), _WORDS) for word in list_beginnings(words)}


def write_words(lead: Lead, answers: Iterable[str]) -> None:
    """Let a chat be found by its answers, in place of those before."""
    stored = set(LeadWord.objects.filter(lead=lead).values_list("token", flat=True))
    tokens = tokens_of(lead.brand_id, answers)
    LeadWord.objects.filter(lead=lead, token__in=stored - tokens).delete()
    LeadWord.objects.bulk_create(LeadWord(lead=lead, token=token) for token in sorted(tokens - stored))


def rows_of(brand_id: int, agent_id: int, word: str) -> QuerySet[LeadWord]:
    """Return the words of a rep's own leads on a brand that begin so."""
    return LeadWord.objects.filter(token__in=blind_indexes(_word(brand_id, word), _WORDS), lead__assigned_id=agent_id)


def leads_with(brand_id: int, words: Iterable[str]) -> QuerySet[Lead]:
    """Return the chats of a brand in whose answers every word begins so."""
    rows = Lead.objects.filter(brand=brand_id)
    for word in words:
        tokens = blind_indexes(_word(brand_id, word[:KEPT_LETTERS]), _WORDS)
        rows = rows.filter(pk__in=LeadWord.objects.filter(token__in=tokens).values("lead"))
    return rows


def _word(brand_id: int, word: str) -> str:
    return f"{brand_id}:{word}"


def renew_lead_word(word: LeadWord) -> bool:
    """Write all words of a word's lead with the current key."""
    if LeadWord.objects.filter(pk=word.pk).exists():
        write_words(word.lead, [row.answer for row in LeadAnswer.objects.filter(lead=word.lead)])
    return True

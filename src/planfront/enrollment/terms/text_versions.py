"""Keeping the texts that are signed: drafts, publishing, the next version. What was in force never changes again."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import Any

from django.db import transaction
from django.utils import translation

from planfront.enrollment.models import AgreementText
from planfront.enrollment.terms.agreements import NAME, SHIPPED, Shipped, fill_text
from planfront.kernel import clock
from planfront.kernel.errors import Conflict, NotFound

SAMPLES = {
    "plans": "Dental Choice 1500, Clear Vision",
    "first_month": "$61.85",
    "monthly": "$56.85",
    "effective_date": "01/01/2027",
    "membership_fee": "$5.00",
    "membership_paid": " and paid by Acme Manufacturing",
    "descriptor": "PLANFRONT 8005550142",
    "brand": "Planfront",
    "account": "my account ending 7710",
    "bill_day": "28th",
    "first_monthly_on": "01/28/2027",
    "applicant": "Maren Castillo",
    "sponsor": "Acme Manufacturing",
    "own_share": "$13.28 a month ($6.13 every two weeks)",
    "once_paid": " once the first payment clears",
}
WORDS = ("head", "short", "body", "tick", "tick_other")
_SAME = ("key", "brand_id", "plan_id", "category", "state")


@dataclass(frozen=True)
class Words:
    """A text in one language; ``own`` is false where English replaces it."""

    head: str
    short: str
    body: str
    tick: str
    tick_other: str
    own: bool = True


def is_locked(text: AgreementText, today: date) -> bool:
    """Return whether a text may have been signed: it was published, and its day has come."""
    begun = text.effective_from is None or text.effective_from <= today
    return text.published_at is not None and begun


def unknown_names(words: str) -> list[str]:
    """{names} that nothing fills in."""
    return sorted({name for name in NAME.findall(words) if name not in SAMPLES})


def save_agreement_text(*, text: AgreementText) -> AgreementText:
    """Save a draft, publish it, or take back what was not in force yet."""
    if text.active and text.published_at is None:
        text.published_at = clock.now()
    elif not text.active and not is_locked(text, clock.today()):
        text.published_at = None
    text.save()
    return text


@transaction.atomic
def next_version(*, text: AgreementText) -> AgreementText:
    """A draft with the words of this one. Raises Conflict when there is a draft already."""
    rows = AgreementText.objects.filter(**{name: getattr(text, name) for name in _SAME})
    newest = rows.order_by("-version").first() or text
    if newest.published_at is None:
        raise Conflict(f"Version {newest.version} is a draft already.")
    copied = {name: getattr(text, name) for name in (*_SAME, *WORDS, "order", "i18n")}
    return AgreementText.objects.create(**copied, version=newest.version + 1, active=False)


@transaction.atomic
def replace_shipped(*, key: str, brand_id: int | None = None) -> AgreementText:
    """A draft that will replace a text of the product. Raises NotFound, Conflict."""
    item = shipped_text(key)
    if item is None:
        raise NotFound
    if AgreementText.objects.filter(key=key, brand_id=brand_id, plan_id=None, category="", state="").exists():
        raise Conflict("There are versions of this text already. Make the next one from the newest.")
    english, spanish = _shipped_words(item, "en"), _shipped_words(item, "es")
    es = {name: getattr(spanish, name) for name in WORDS}
    return AgreementText.objects.create(
        key=key,
        version=item.version + 1,
        order=item.order,
        brand_id=brand_id,
        active=False,
        i18n={"es": es},
        **{name: getattr(english, name) for name in WORDS},
    )


def shipped_text(key: str) -> Shipped | None:
    return next((item for item in SHIPPED if item.key == key), None)


def _shipped_words(item: Shipped, language: str) -> Words:
    with translation.override(language):
        return Words(str(item.head), str(item.short), str(item.body), str(item.tick), str(item.tick_other))


def words_of(text: AgreementText, language: str) -> Words:
    own: dict[str, Any] = {} if language == "en" else (text.i18n or {}).get(language) or {}
    texts = {name: own.get(name) or getattr(text, name) for name in WORDS}
    complete = language == "en" or all(own.get(name) for name in WORDS if getattr(text, name))
    return Words(**texts, own=complete)


def sample_text(words: Words) -> Words:
    """Return a text as people would read it, with sample names and amounts."""
    return Words(
        words.head,
        fill_text(words.short, SAMPLES),
        fill_text(words.body, SAMPLES),
        fill_text(words.tick, SAMPLES),
        fill_text(words.tick_other, SAMPLES),
        words.own,
    )


def text_before(text: AgreementText, language: str) -> tuple[str, Words] | None:
    """Return the text that was in its place before: the previous version, or the product's text."""
    rows = AgreementText.objects.filter(**{name: getattr(text, name) for name in _SAME}, version__lt=text.version)
    old = rows.order_by("-version").first()
    if old is not None:
        return f"version {old.version}", words_of(old, language)
    item = shipped_text(text.key)
    return (f"the product's text, version {item.version}", _shipped_words(item, language)) if item else None

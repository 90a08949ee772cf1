"""Sentences to read to somebody on the phone, written from the enrollment, in both languages."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime
from functools import partial

from django.utils import translation
from django.utils.translation import gettext as _

from planfront.backoffice.applications.case_file import OVER, Bought, Money
from planfront.book.models import Policy, PolicyState
from planfront.kernel import clock
from planfront.kernel.money import display
from planfront.kernel.parse import show_date
from planfront.policies.models import Confirmation
from planfront.policies.selectors import payment_sentence


@dataclass(frozen=True)
class Answer:
    """A question as callers put it, and the sentence that answers it, in English and in Spanish."""

    question: str
    english: str
    spanish: str


@dataclass(frozen=True)
class Facts:
    """What the sentences are written from. ``receipt_at``: when the receipt was mailed, and to whom."""

    policies: list[Policy]
    bought: list[Bought]
    money: Money
    submitted_at: datetime
    receipt_at: datetime | None
    receipt_to: str
    day: int
    confirmation: Confirmation | None


def answers_of(facts: Facts) -> list[Answer]:
    """Open money first, then what waits, then the rest."""
    return [
        Answer(question, _in_language("en", words), _in_language("es", words))
        for question, words in _list_answers(facts)
    ]


def _in_language(language: str, words: Callable[[], str]) -> str:
    with translation.override(language):
        return words()


def _list_answers(facts: Facts) -> Iterator[tuple[str, Callable[[], str]]]:
    if facts.money.following:
        first = facts.money.following.first
        yield f"When is the {'first' if first else 'next'} payment taken?", partial(_payment, facts)
    elif facts.confirmation is not None:
        yield "How do I pay?", partial(payment_sentence, facts.confirmation)
    for policy, item in zip(facts.policies, facts.bought, strict=True):
        if policy.state not in OVER:
            yield f"Is {item.name} in force?", partial(_in_force, policy, item, facts)
    for item in facts.bought:
        if item.steps:
            yield f"Why does {item.name} cost {item.price}?", partial(_price, item)
    if facts.receipt_at:
        yield "Where is my receipt?", partial(_receipt, facts)


def _payment(facts: Facts) -> str:
    money = facts.money
    following = money.following
    if following is None:
        return ""
    words = {
        "amount": display(following.amount),
        "date": show_date(following.on),
        "source": money.source,
        "monthly": display(money.monthly),
        "day": facts.day,
    }
    if not following.first:
        return _("%(amount)s is taken on %(date)s from %(source)s.") % words
    text = _(
        "The first payment of %(amount)s is taken by %(date)s from %(source)s. After that it is %(monthly)s on day "
        "%(day)s of each month."
    )
    if money.once:
        text += " " + _("The difference of %(once)s is taken once.")
    return text % {**words, "once": display(money.once)}


def _in_force(policy: Policy, bought: Bought, facts: Facts) -> str:
    words = {
        "plan": bought.name,
        "carrier": bought.carrier or _("The insurer"),
        "date": show_date(policy.effective_date),
        "submitted": show_date(clock.local(facts.submitted_at).date()),
    }
    if policy.state == PolicyState.PENDING:
        return (
            _(
                "Not yet. %(carrier)s has had your application since %(submitted)s and decides within 5 to 10 days. "
                "Your other plans don't wait for it."
            )
            % words
        )
    if policy.effective_date > clock.today():
        return _("%(plan)s is accepted. Coverage starts on %(date)s.") % words
    return _("Yes. %(plan)s has been in force since %(date)s.") % words


def _price(bought: Bought) -> str:
    parts = "; ".join(f"{step.label} {step.amount}" for step in bought.steps if step.amount and not step.total)
    return _("%(plan)s costs %(price)s a month: %(parts)s.") % {
        "plan": bought.name,
        "price": bought.price,
        "parts": parts,
    }


def _receipt(facts: Facts) -> str:
    if facts.receipt_at is None:
        return ""
    words = {"to": facts.receipt_to, "date": show_date(clock.local(facts.receipt_at).date())}
    return _("We sent it to %(to)s on %(date)s. Look in your junk mail as well; we can send it again.") % words

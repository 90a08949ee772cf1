"""Sentences to read to somebody on the phone, written from the enrollment, in both languages."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from decimal import Decimal
from functools import partial
from uuid import UUID

from django.utils import translation
from django.utils.translation import gettext as _

from planfront.backoffice.applications.case_file import OVER, Bought, Money
from planfront.backoffice.applications.next_steps import ResumeInstructions
from planfront.coverage.models import Policy, PolicyState
from planfront.kernel import clock
from planfront.kernel.money import display
from planfront.kernel.text.parse import show_date
from planfront.sales.models import Confirmation
from planfront.sales.selectors import payment_sentence


@dataclass(frozen=True)
class Answer:
    """A question as callers put it, and the sentence that answers it, in English and in Spanish."""

    question: str
    english: str
    spanish: str


@dataclass(frozen=True)
class Facts:
    """Facts from which the answers are written.

    ``receipt_at`` and ``receipt_to`` are of the mailed receipt, ``declined`` has reasons by policy, ``cards`` plans
    with a card to show, ``leavers`` the people who may be removed, by plan. ``charge`` is a sentence about the last
    charge in the current language; "" without one.
    """

    policies: list[Policy]
    bought: list[Bought]
    money: Money
    submitted_at: datetime
    receipt_at: datetime | None
    receipt_to: str
    day: int
    confirmation: Confirmation | None
    declined: Mapping[UUID, str]
    store: str
    signed_in: bool
    cards: tuple[str, ...] = ()
    leavers: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    charge: Callable[[], str] = str


@dataclass(frozen=True)
class Saved:
    """Facts of an enrollment that is only saved."""

    bought: list[Bought]
    money: Money
    resume: ResumeInstructions


_Told = Iterator[tuple[str, Callable[[], str]]]


def answers_of(facts: Facts) -> list[Answer]:
    """Open money first, then what waits, then the rest."""
    return _in_both(_list_answers(facts))


def answers_before(saved: Saved) -> list[Answer]:
    """Return answers about an enrollment that isn't submitted."""
    return _in_both(_list_answers_before(saved))


def _in_both(questions: _Told) -> list[Answer]:
    return [Answer(question, _in_language("en", words), _in_language("es", words)) for question, words in questions]


def _in_language(language: str, words: Callable[[], str]) -> str:
    with translation.override(language):
        return words()


def _list_answers(facts: Facts) -> _Told:
    if facts.charge():
        yield "Did my payment go through?", facts.charge
    if facts.money.following:
        first = facts.money.following.first
        yield f"When is the {'first' if first else 'next'} payment taken?", partial(_payment, facts)
    elif facts.confirmation is not None:
        yield "How do I pay?", partial(payment_sentence, facts.confirmation)
    yield from _of_policies(facts)
    yield from _of_prices(facts.bought)
    if facts.cards:
        yield "Where are my cards?", partial(_cards, facts)
    if facts.leavers:
        yield "Can I still remove someone?", partial(_leavers, facts.leavers)
    if facts.receipt_at:
        yield "Where is my receipt?", partial(_receipt, facts)


def _of_policies(facts: Facts) -> _Told:
    """Yield questions about pending, declined and active policies."""
    sold = sorted(
        zip(facts.policies, facts.bought, strict=True),
        key=lambda pair: (pair[0].state != PolicyState.PENDING, pair[0].pk not in facts.declined),
    )
    for policy, item in sold:
        if policy.pk in facts.declined:
            yield f"What was decided about {item.name}?", partial(_declined, policy, item, facts)
        elif policy.state not in OVER:
            yield f"Is {item.name} in force?", partial(_in_force, policy, item, facts)


def _of_prices(bought: list[Bought]) -> _Told:
    for item in bought:
        if item.reason and item.reason.steps:
            yield f"Why does {item.name} cost {item.price}?", partial(_price, item)


def _list_answers_before(saved: Saved) -> _Told:
    yield "How do I continue?", partial(_explain_resuming, saved.resume)
    if saved.bought:
        yield "What does it cost?", partial(_cost_text, saved.money)
        yield "Am I covered already?", _not_covered
    yield from _of_prices(saved.bought)


def _explain_resuming(resume: ResumeInstructions) -> str:
    words = {"store": resume.store, "until": resume.code_until}
    if not resume.code_until:
        return (
            _("Go to %(store)s and ask for a new code there. We'll send it to the email address you gave us.") % words
        )
    return (
        _(
            "Go to %(store)s and enter the code from our email. It works until %(until)s, and you can ask for a new "
            "one there."
        )
        % words
    )


def _cost_text(money: Money) -> str:
    words = {"monthly": display(money.monthly), "first": display(money.first)}
    if money.first == money.monthly:
        return _("%(monthly)s a month as of now.") % words
    return _("%(monthly)s a month as of now, and %(first)s for the first month.") % words


def _not_covered() -> str:
    return _("Not yet. Coverage begins only after you have signed and sent the application.")


def _declined(policy: Policy, bought: Bought, facts: Facts) -> str:
    words = {"plan": bought.name, "carrier": bought.carrier or _("The insurer"), "why": facts.declined[policy.pk]}
    return (
        _(
            "%(carrier)s didn't approve your application for %(plan)s. You won't be charged for it, and your "
            "other plans don't change. The reason given: %(why)s"
        )
        % words
    )


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
        return _("We'll charge %(amount)s to %(source)s on %(date)s.") % words
    text = _(
        "We'll charge the first payment of %(amount)s to %(source)s by %(date)s. After that, it's %(monthly)s on "
        "day %(day)s of each month."
    )
    if money.once:
        text += " " + _("The difference of %(once)s is charged only once.")
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
                "Not yet. %(carrier)s has had your application since %(submitted)s and decides within 5 to 10 "
                "days. Your other plans aren't affected."
            )
            % words
        )
    if policy.effective_date > clock.today():
        return _("%(plan)s is accepted. Coverage starts on %(date)s.") % words
    return _("Yes. %(plan)s has been in force since %(date)s.") % words


def _price(bought: Bought) -> str:
    steps = bought.reason.tell() if bought.reason else []
    parts = "; ".join(f"{step.label} {display(Decimal(step.amount))}" for step in steps)
    return _("%(plan)s costs %(price)s a month: %(parts)s.") % {
        "plan": bought.name,
        "price": bought.price,
        "parts": parts,
    }


def _cards(facts: Facts) -> str:
    words = {"plans": _join_names(facts.cards), "store": facts.store}
    if facts.signed_in:
        return (
            _(
                "Sign in at %(store)s. Your cards for %(plans)s are under My benefits, to show on your phone or "
                "print. They are on your receipt, too."
            )
            % words
        )
    return (
        _(
            "Your cards for %(plans)s are on your receipt. Once you have signed in at %(store)s, they are under "
            "My benefits, too, to show on your phone or print."
        )
        % words
    )


def _leavers(leavers: Mapping[str, tuple[str, ...]]) -> str:
    people = "; ".join(
        _("%(names)s from %(plan)s") % {"names": _join_names(names), "plan": plan} for plan, names in leavers.items()
    )
    return _(
        "Yes. We can remove %(who)s. Tell us the reason and the date it happened; that sets the last day of "
        "coverage, and we'll recalculate the price from then on."
    ) % {"who": people}


def _join_names(names: Sequence[str]) -> str:
    """Return names in a row: ``Ana, Leo and Maren``."""
    if len(names) == 1:
        return names[0]
    return _("%(first)s and %(last)s") % {"first": ", ".join(names[:-1]), "last": names[-1]}


def _receipt(facts: Facts) -> str:
    if facts.receipt_at is None:
        return ""
    words = {"to": facts.receipt_to, "date": show_date(clock.local(facts.receipt_at).date())}
    return _("We sent it to %(to)s on %(date)s. Check your spam folder too; we can send it again.") % words

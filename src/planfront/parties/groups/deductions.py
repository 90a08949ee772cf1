"""Deductions from pay where the group is billed: the one source of their amounts and words."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal

from django.utils.translation import gettext as _

from planfront.kernel import money
from planfront.parties.groups.shares import Share
from planfront.parties.groups.wording import FROM_PAY, each_pay, employer_text
from planfront.parties.voice import possessive, sentence


@dataclass(frozen=True)
class Deduction:
    """``monthly``: the person's share of a month. ``each``: what every pay but the year's last one gives. ``first``:
    what the first one gives, with the one-time fees. The rest is words:

    ``each_words`` ($6.13 every two weeks). ``label`` (From your pay each month) stands beside ``monthly``, ``note``
    below it; ``line`` and ``employer`` are a pair of short lines; ``text`` says it all; ``before`` says that nothing is
    taken yet.
    """

    monthly: Decimal
    each: Decimal
    first: Decimal
    each_words: str
    label: str
    note: str
    line: str
    employer: str
    text: str
    before: str


def deduction_of(
    group: str, amounts: Share | None, method: str, *, once: Decimal = money.ZERO, client: str = ""
) -> Deduction | None:
    """Return the deduction in the active language; None where nothing is taken from pay. ``once``: the one-time fees
    that the person pays. ``client``: see ``wording``."""
    if amounts is None or method not in FROM_PAY:
        return None
    each = amounts.own if amounts.own_per_pay is None else amounts.own_per_pay
    employer, more = employer_text(group, amounts), _more(once)
    line = _line(amounts, client)
    words = {"whose": possessive(client)}
    return Deduction(
        monthly=amounts.own,
        each=each,
        first=each + max(once, money.ZERO),
        each_words=each_pay(amounts),
        label=sentence(_("From %(whose)s pay each month") % words) if client else _("From your pay each month"),
        note=" ".join(filter(None, (_each_note(amounts), _paid(group, amounts), more))),
        line=line,
        employer=employer,
        text=" ".join(filter(None, (f"{line}.", f"{employer}.", more))),
        before=_before(client) % words,
    )


def _each_note(amounts: Share) -> str:
    return f"{each_pay(amounts)}." if amounts.own_per_pay is not None and amounts.periods != 12 else ""


def _paid(group: str, amounts: Share) -> str:
    return _("%(group)s pays %(employer)s.") % {"group": group, "employer": money.display(amounts.employer)}


def _more(once: Decimal) -> str:
    return _("The first deduction takes %(once)s more.") % {"once": money.display(once)} if once > 0 else ""


def _line(amounts: Share, client: str) -> str:
    """``$6.13 every two weeks from your pay``."""
    facts = {"each": each_pay(amounts), "whose": possessive(client)}
    if not amounts.own:
        return (_("Nothing from %(whose)s pay") if client else _("Nothing from your pay")) % facts
    return (_("%(each)s from %(whose)s pay") if client else _("%(each)s from your pay")) % facts


def _before(client: str) -> str:
    if client:
        return _("Nothing is taken from %(whose)s pay until the enrollment is signed and submitted.")
    return _("Nothing is taken from your pay until you sign and submit your enrollment.")

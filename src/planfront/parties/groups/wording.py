"""Shares in words. ``client``: the name of the person they speak of to somebody else; "" where they speak to them."""

from __future__ import annotations

from decimal import Decimal

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from planfront.kernel import money
from planfront.parties.groups.shares import Share
from planfront.parties.voice import possessive, sentence


def pay_period(periods: int | None) -> str:
    """``every two weeks``."""
    words = {
        52: _("each week"),
        26: _("every two weeks"),
        24: _("twice a month"),
        12: pgettext("pay period", "each month"),
    }
    return words.get(periods or 0, "")


FROM_PAY = frozenset({"list", "elist"})
"""Ways to pay that bill the group, which takes what is left from pay."""


def payment_text(
    group: str,
    amounts: Share | None,
    method: str,
    *,
    once: Decimal = money.ZERO,
    granted: Decimal = money.ZERO,
    client: str = "",
) -> str:
    """Say how the person's share is paid; "" without one. An account or card is charged the whole price, and the group
    settles its share. ``once``: one-time fees that the person pays; ``granted``: those that the group pays."""
    if method not in FROM_PAY and granted > 0:
        monthly = payment_text(group, amounts, method, once=once, client=client)
        return " ".join(filter(None, (monthly, _settled_once(group, granted, client))))
    if amounts is None:
        return ""
    facts = {"group": group, "employer": money.display(amounts.employer), "client": client, "whose": possessive(client)}
    if method not in FROM_PAY:
        if client:
            words = _(
                "%(group)s settles its share of %(employer)s a month with %(client)s: the whole price is charged "
                "to them."
            )
        else:
            words = _("%(group)s reimburses you %(employer)s a month: the full price is charged to you.")
        return words % facts
    if not amounts.own and once <= 0:
        return _("%(group)s pays all of it.") % facts
    if client:
        words = _("%(whose)s share of %(own)s is deducted from their pay. %(group)s pays %(employer)s a month.")
    else:
        words = _("Your share of %(own)s is deducted from your pay. %(group)s pays %(employer)s a month.")
    return sentence(words % {**facts, "own": own_words(amounts, once)})


def _settled_once(group: str, granted: Decimal, client: str) -> str:
    if client:
        words = _("%(group)s settles one-time fees of %(once)s with %(client)s, which are charged to them at first.")
    else:
        words = _("%(group)s settles one-time fees of %(once)s with you, which are charged to you at first.")
    return words % {"group": group, "once": money.display(granted), "client": client}


def own_words(amounts: Share, once: Decimal = money.ZERO) -> str:
    """``$13.28 a month ($6.13 every two weeks)``; with one-time fees ``…, and $15.00 once``."""
    facts = {"own": money.display(amounts.own), "period": pay_period(amounts.periods)}
    if amounts.own_per_pay is None or amounts.periods == 12:
        text = _("%(own)s a month") % facts
    else:
        text = _("%(own)s a month (%(pay)s %(period)s)") % {**facts, "pay": money.display(amounts.own_per_pay)}
    return _("%(own)s, and %(once)s once,") % {"own": text, "once": money.display(once)} if once > 0 else text


def each_pay(amounts: Share) -> str:
    """``$6.13 every two weeks``; the month's amount where nobody said how often wages are paid."""
    if amounts.own_per_pay is None or amounts.periods == 12:
        return _("%(own)s a month") % {"own": money.display(amounts.own)}
    words = _("%(pay)s %(period)s")
    return words % {"pay": money.display(amounts.own_per_pay), "period": pay_period(amounts.periods)}


def employer_text(group: str, amounts: Share) -> str:
    """``Acme pays $19.92 a month``."""
    return _("%(group)s pays %(employer)s a month") % {"group": group, "employer": money.display(amounts.employer)}


def short_text(group: str, amounts: Share, client: str = "") -> str:
    """Say the shares in a line beside a price."""
    if not amounts.own:
        return _("%(group)s pays all of it.") % {"group": group}
    words = _("%(whose)s share: %(each)s.") if client else _("Your share: %(each)s.")
    text = sentence(words % {"whose": possessive(client), "each": each_pay(amounts)})
    return f"{text} {employer_text(group, amounts)}." if amounts.employer else text


def share_text(group: str, amounts: Share, client: str = "") -> str:
    """Say the shares in two sentences."""
    facts = {
        "group": group,
        "employer": money.display(amounts.employer),
        "own": money.display(amounts.own),
        "pay": money.display(amounts.own_per_pay or amounts.own),
        "period": pay_period(amounts.periods),
        "whose": possessive(client),
    }
    if not amounts.own:
        return _("%(group)s pays all of it.") % facts
    if amounts.periods in (None, 12):
        text = _("%(whose)s share is %(own)s a month.") if client else _("Your share is %(own)s a month.")
    elif client:
        text = _("%(whose)s share is %(own)s a month: %(pay)s %(period)s.")
    else:
        text = _("Your share is %(own)s a month: %(pay)s %(period)s.")
    paid = _("%(group)s pays %(employer)s.") if amounts.employer else ""
    return sentence(" ".join(filter(None, (text % facts, paid % facts))))

"""Who pays how much, in words."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from planfront.kernel import money
from planfront.sponsors.shares import Share


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


def payment_text(group: str, amounts: Share | None, method: str) -> str:
    """How the person's share is paid; "" without one. An account or card is charged the whole price."""
    if amounts is None:
        return ""
    if method not in FROM_PAY:
        words = _("%(group)s settles its share of %(employer)s a month with you: the whole price is charged to you.")
        return words % {"group": group, "employer": money.display(amounts.employer)}
    if not amounts.own:
        return _("%(group)s pays all of it.") % {"group": group}
    words = _("Your share of %(own)s is deducted from your pay. %(group)s pays %(employer)s a month.")
    return words % {"own": own_words(amounts), "group": group, "employer": money.display(amounts.employer)}


def own_words(amounts: Share) -> str:
    """``$13.28 a month ($6.13 every two weeks)``."""
    facts = {"own": money.display(amounts.own), "period": pay_period(amounts.periods)}
    if amounts.own_per_pay is None or amounts.periods == 12:
        return _("%(own)s a month") % facts
    return _("%(own)s a month (%(pay)s %(period)s)") % {**facts, "pay": money.display(amounts.own_per_pay)}


def share_text(group: str, amounts: Share) -> str:
    """Who pays how much, in two sentences."""
    facts = {
        "group": group,
        "employer": money.display(amounts.employer),
        "own": money.display(amounts.own),
        "pay": money.display(amounts.own_per_pay or amounts.own),
        "period": pay_period(amounts.periods),
    }
    if not amounts.own:
        return _("%(group)s pays all of it.") % facts
    if amounts.periods in (None, 12):
        said = _("Your share is %(own)s a month.")
    else:
        said = _("Your share is %(own)s a month: %(pay)s %(period)s.")
    paid = _("%(group)s pays %(employer)s.") if amounts.employer else ""
    return " ".join(filter(None, (said % facts, paid % facts)))

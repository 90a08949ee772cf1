"""Work about the quotes that a rep or a group sent: questions, quotes that expire, quotes that were opened."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import timedelta
from typing import Any

from django.db.models import Exists, F, OuterRef, QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from planfront.kernel import clock
from planfront.kernel.money import display
from planfront.kernel.text.parse import show_phone
from planfront.shopping.models import QuoteOutcome, QuoteQuestion, SentQuote
from planfront.shopping.sent_quotes.selectors import LIFE
from planfront.today.first_steps import FirstStep, declare_steps
from planfront.today.kinds import Desk, Item, Kind, Reader, Show, Tone, declare
from planfront.today.when import NEAR_DAYS, short_day

_OPENED = timedelta(days=7)
"""An opened quote is worth a call for so long."""
_NEAR = timedelta(days=NEAR_DAYS)
_OPEN = (QuoteOutcome.SENT, QuoteOutcome.OPENED, QuoteOutcome.MOVED)
_PLANS = 3


def _columns(reader: Reader, prefix: str = "") -> dict[str, Any]:
    party = "agent_id" if reader.role == Desk.REP else "group_id"
    return {f"{prefix}brand_id": reader.brand_id, f"{prefix}{party}": reader.party_id}


def _sent(reader: Reader) -> QuerySet[SentQuote]:
    """Return the sender's quotes that nothing came of yet, without those that a newer one to the same address
    replaces."""
    newer = SentQuote.objects.filter(
        brand_id=OuterRef("brand_id"),
        recipient_hash=OuterRef("recipient_hash"),
        agent_id=OuterRef("agent_id"),
        sent_at__gt=OuterRef("sent_at"),
    )
    return SentQuote.objects.filter(~Exists(newer), outcome__in=_OPEN, **_columns(reader))


def _questions(reader: Reader, most: int) -> list[Item]:
    rows = QuoteQuestion.objects.filter(answered_at=None, **_columns(reader, "quote__"))
    return [
        _item(
            row.quote,
            row.pk.hex,
            need=f"“{row.text}”",
            facts=[_price(row.quote), _("Sent %(day)s") % {"day": short_day(clock.local(row.quote.sent_at).date())}],
            since=row.asked_at,
        )
        for row in rows.select_related("quote__enrollment__member").order_by("asked_at", "pk")[:most]
    ]


def _expiring(reader: Reader, most: int) -> list[Item]:
    over = reader.now - LIFE
    rows = _sent(reader).filter(sent_at__gt=over, sent_at__lte=over + _NEAR + timedelta(days=1))
    return [
        _item(
            row,
            row.pk.hex,
            label=_("Quote expires %(day)s") % {"day": short_day(clock.local(row.expires_at).date())},
            need=_("Opened %(day)s. No answer yet.") % {"day": short_day(clock.local(row.opened_at).date())}
            if row.opened_at
            else _("Not opened yet."),
            facts=[_plans(row), _price(row)],
            due=clock.local(row.expires_at).date(),
        )
        for row in rows.select_related("enrollment__member").order_by("sent_at", "pk")[:most]
    ]


def _opened(reader: Reader, most: int) -> list[Item]:
    first = reader.now - LIFE + _NEAR + timedelta(days=1)
    rows = _sent(reader).exclude(outcome=QuoteOutcome.SENT)
    rows = rows.filter(sent_at__gt=first, opened_at__gte=reader.now - _OPENED)
    return [
        _item(
            row,
            f"{row.pk.hex}:{row.opened_at:%Y%m%d}",
            need=_("Opened your quote. No answer yet."),
            facts=[
                _plans(row),
                _price(row),
                _("Good until %(day)s") % {"day": short_day(clock.local(row.expires_at).date())},
            ],
            since=row.opened_at,
        )
        for row in rows.select_related("enrollment__member").order_by(F("opened_at").desc(), "pk")[:most]
    ]


def _item(row: SentQuote, key: str, **more: Any) -> Item:
    address = f"/quotes?quote={row.pk}"
    member = row.enrollment.member if row.enrollment else None
    return Item(
        **{
            "id": key,
            "title": row.recipient_name,
            "href": address,
            "worth": row.recurring_month_cost,
            "phone": show_phone(member.phone) if member else "",
            "button": address,
            **more,
        }
    )


def _price(row: SentQuote) -> str:
    return _("%(amount)s a month") % {"amount": display(row.recurring_month_cost)}


def _plans(row: SentQuote) -> str:
    lines: Iterable[dict[str, Any]] = row.frozen["lines"]
    plan_names = list(dict.fromkeys(str(line["plan_name"]) for line in lines))
    return ", ".join(plan_names[:_PLANS]) + ("…" if len(plan_names) > _PLANS else "")


for _role in (Desk.REP, Desk.GROUP):
    declare(
        Kind(
            gettext_lazy("Question on a quote"),
            "send",
            gettext_lazy("Answer"),
            key="quote-question",
            role=_role,
            rank=30,
            show=Show.QUOTES,
            tone=Tone.QUOTE,
            read=_questions,
            finish=False,
            real=True,
        ),
        Kind(
            gettext_lazy("Quote expires"),
            "clock",
            gettext_lazy("Renew quote"),
            key="quote-expires",
            role=_role,
            rank=40,
            show=Show.QUOTES,
            tone=Tone.WARN,
            read=_expiring,
            real=True,
        ),
        Kind(
            gettext_lazy("Quote opened"),
            "eye",
            gettext_lazy("Open quote"),
            key="quote-opened",
            role=_role,
            rank=45,
            show=Show.QUOTES,
            tone=Tone.QUOTE,
            read=_opened,
            real=True,
        ),
    )


declare_steps(
    FirstStep(
        role=Desk.REP,
        rank=40,
        title=gettext_lazy("Send your first quote"),
        text=gettext_lazy("Choose plans for a client, then send them by email from the cart."),
        href="/plans",
        is_done=lambda reader: SentQuote.objects.filter(**_columns(reader)).exists(),
    )
)

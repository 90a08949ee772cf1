"""Work about one's own licenses and address, whose rooms lie below this one."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from planfront.accounts.selectors import user_by_id
from planfront.integrations.states import state_name
from planfront.messaging.returned import mails_returned_from
from planfront.parties.reps.selectors import own_expiring_licences
from planfront.today.kinds import Desk, Item, Kind, Reader, Show, Tone, declare
from planfront.today.when import short_day

_DAYS = 30


def _licenses(reader: Reader, most: int) -> list[Item]:
    rows = own_expiring_licences(reader.party_id, _DAYS, today=reader.today, expired_since=_DAYS)
    return [
        Item(
            id=f"{row.pk}:{row.expires_on}",
            title=_("Your %(state)s license") % {"state": state_name(row.state)},
            label=_("License ends %(day)s") % {"day": short_day(row.expires_on or reader.today)},
            need=_("Renew it with the state, then send us the new date. Without it, you can't sell there."),
            facts=[_("License number %(number)s") % {"number": row.number}],
            due=row.expires_on,
        )
        for row in rows[:most]
    ]


def _returned_mail(reader: Reader) -> list[Item]:
    """Return an item while mail to the reader's address comes back. It leads to where the address is changed."""
    user = user_by_id(reader.user_id)
    mail = mails_returned_from([user.email], reader.brand_id).only("to", "created_at").first() if user else None
    if mail is None:
        return []
    text, page = _("Our emails to %(address)s come back."), "/account#account-email"
    if reader.role == Desk.MEMBER:
        text = _("Our emails to %(address)s come back. Until you change the address, we send letters on paper.")
        page = "/coverage/details"
    return [
        Item(
            id=str(mail.pk),
            title=_("Check your email address"),
            need=text % {"address": mail.to},
            since=mail.created_at,
            button=page,
        )
    ]


declare(
    *(
        Kind(
            gettext_lazy("Email comes back"),
            "warning",
            gettext_lazy("Change it"),
            key="email",
            role=desk,
            rank=15,
            show=show,
            tone=Tone.WARN,
            read=lambda reader, _most: _returned_mail(reader),
            finish=False,
            real=True,
        )
        for desk, show in ((Desk.REP, Show.CLIENTS), (Desk.GROUP, Show.PEOPLE), (Desk.MEMBER, Show.COVERAGE))
    ),
    Kind(
        gettext_lazy("License ends"),
        "shield",
        "",
        key="licence",
        role=Desk.REP,
        rank=80,
        show=Show.CLIENTS,
        tone=Tone.WARN,
        read=_licenses,
    ),
)

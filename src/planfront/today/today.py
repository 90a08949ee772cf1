"""Work about a rep's own licenses, whose room lies below this one."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from planfront.integrations.states import state_name
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


declare(
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
    )
)

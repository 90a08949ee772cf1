"""A brand's support hours: an English text of the operator, whose days can be said in any language."""

from __future__ import annotations

import re

from django.utils.dates import WEEKDAYS_ABBR
from django.utils.translation import get_language

_DAYS = {name: place for place, name in enumerate(("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"))}
_DAY = re.compile(rf"\b({'|'.join(_DAYS)})\b")


def local_hours(hours: str) -> str:
    """Return the hours in the active language, as the store's pages have them: "lun-vie 8am-8pm ET"."""
    if (get_language() or "en").startswith("en"):
        return hours
    return _DAY.sub(lambda item: str(WEEKDAYS_ABBR[_DAYS[item[0]]]).lower(), hours)

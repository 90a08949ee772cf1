"""A browser's name for a list of sessions, from what it says about itself."""

from __future__ import annotations

_BROWSERS = (
    ("Edg", "Edge"),
    ("OPR/", "Opera"),
    ("Firefox/", "Firefox"),
    ("FxiOS/", "Firefox"),
    ("CriOS/", "Chrome"),
    ("Chrome/", "Chrome"),
    ("Safari/", "Safari"),
)
_SYSTEMS = (
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Android", "Android"),
    ("Windows", "Windows"),
    ("Mac OS X", "Mac"),
    ("CrOS", "ChromeOS"),
    ("Linux", "Linux"),
)


def device_name(user_agent: str) -> str:
    """Return the name of a device, for example "Firefox, Windows"; "" when nothing is recognized."""
    result = (next((name for mark, name in table if mark in user_agent), "") for table in (_BROWSERS, _SYSTEMS))
    return ", ".join(filter(None, result))

"""Entries that the store keeps in a browser: cookies, and keys of local storage, each with its purpose."""

from __future__ import annotations

from dataclasses import dataclass

from django.conf import settings
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from planfront.brands.unopened import COOKIE as PREVIEW


@dataclass(frozen=True)
class Kept:
    """``names`` are cookies or storage keys that serve the same purpose."""

    names: tuple[str, ...]
    purpose: str | Promise
    lasts: str | Promise


_UNTIL_CLEARED = _("until you clear it or start over")
_WHILE_OPEN = _("until you close the tab")
_WHILE_SIGNED_IN = _("until you sign out")

COOKIES: tuple[Kept, ...] = (
    Kept((settings.VISITOR_COOKIE,), _("Ties this browser to your visit so no one else can use it."), _("7 days")),
    Kept(
        (settings.BROWSER_COOKIE,),
        _("Shows that you signed in with this browser before, so password guessing by others can't lock you out."),
        _("180 days"),
    ),
    Kept((settings.POSITION_COOKIE,), _("Shows you right away what you've just saved."), _("1 minute")),
    Kept(
        (settings.SESSION_COOKIE_NAME, settings.CSRF_COOKIE_NAME, settings.UPLOAD_COOKIE, PREVIEW),
        _("Sign-in of the operator's staff. Shoppers never get these."),
        _WHILE_SIGNED_IN,
    ),
)

STORAGE: tuple[Kept, ...] = (
    Kept(
        (
            "tempId",
            "expiredQuote",
            "cartCount",
            "isFilterDataSubmitted",
            "show-quotation",
            "isCurrentMemberAvailable",
            "enrollment",
            "dependentsAsked",
            "stepLeft",
        ),
        _("Finds your quote, cart and application again on this device."),
        _UNTIL_CLEARED,
    ),
    Kept(
        ("compare", "compareSeen", "planId", "planName", "menuSelectedItem"),
        _("Plans you looked at or compare."),
        _UNTIL_CLEARED,
    ),
    Kept(
        ("agent_id", "AGENT_ID", "agent_code", "repInfo", "group_id", "gname", "gcode", "display_name", "referral"),
        _("The representative, employer or referral whose page you came through."),
        _UNTIL_CLEARED,
    ),
    Kept(
        ("open_type", "eprocess", "enroll_type", "fromSite", "portal_id", "portal_code", "portal_name", "nav_array"),
        _("How this visit began and which part of the store you are in."),
        _UNTIL_CLEARED,
    ),
    Kept(("stepsHidden",), _("That you hid the first steps on your home page."), _UNTIL_CLEARED),
    Kept(
        ("usertype", "username", "user_id", "seenAt", "leaving"),
        _("That you are signed in, your name for the greeting, and when you were last active."),
        _WHILE_SIGNED_IN,
    ),
    Kept(("deviceId",), _("Keeps this browser's help chat separate from others."), _UNTIL_CLEARED),
    Kept(("language",), _("The language you chose."), _UNTIL_CLEARED),
    Kept(("theme",), _("Light or dark colors, where you chose."), _UNTIL_CLEARED),
)

SESSION_STORAGE: tuple[Kept, ...] = (
    Kept(("locationRefused",), _("That you declined the question about your location."), _WHILE_OPEN),
    Kept(("sign-on-next",), _("The page to return to after signing in."), _WHILE_OPEN),
    Kept(("last_receipt",), _("Your last receipt, to show it again."), _WHILE_OPEN),
)

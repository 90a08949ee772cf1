"""Members' accounts and shoppers' sessions.

An account is reached through its member: accounts belong to no brand, and staff look for people of theirs only.
"""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from planfront.accounts import trusted_devices
from planfront.accounts.models import (
    ListViews,
    MailToken,
    RecoveryCode,
    Role,
    SecondFactor,
    SignOnIdentity,
    TrustedDevice,
    User,
    VisitorSession,
)
from planfront.privacy import words
from planfront.privacy.registry import Holding, Kept, Person, declare, declare_exempt

MEMBER = Role.MEMBER
_USER = {"user": "accounts.user"}
_WITH_ACCOUNT = _("As long as the account exists.")


def _keep_while_in_force(_row: Any, person: Person) -> Kept | None:
    return Kept(words.IN_FORCE) if person.in_force else None


declare(
    Holding(
        MailToken,
        _("Links by email"),
        words.days(1),
        of=_USER,
        hidden=frozenset({"secret_hash"}),
    ),
    Holding(
        TrustedDevice,
        _("Browsers and networks used to sign in"),
        words.days(trusted_devices.KEPT.days),
        of=_USER,
        hidden=frozenset({"key"}),
    ),
    Holding(
        RecoveryCode,
        _("Recovery codes"),
        _WITH_ACCOUNT,
        of={"factor": "accounts.secondfactor"},
        kept=_keep_while_in_force,
        hidden=frozenset({"code_hash"}),
    ),
    Holding(
        SecondFactor,
        _("Authenticator app"),
        _WITH_ACCOUNT,
        of=_USER,
        kept=_keep_while_in_force,
        hidden=frozenset({"secret", "last_step"}),
    ),
    Holding(ListViews, _("Saved views of lists"), _WITH_ACCOUNT, of=_USER),
    Holding(SignOnIdentity, _("Single sign-on"), _WITH_ACCOUNT, of=_USER),
    Holding(
        VisitorSession,
        _("Visits"),
        words.days(settings.VISITOR_SESSION_DAYS + settings.ENV.keep_sessions),
        of=_USER,
        find=lambda _person: Q(pk__in=()),
        hidden=frozenset({"secret_hash", "bound", "generation"}),
    ),
    Holding(
        User,
        _("Account"),
        _("As long as the member is on record."),
        kept=_keep_while_in_force,
        emails=lambda user: [user.email],
        describe=lambda user: f"{user.name} {user.email}".strip(),
        hidden=frozenset({"password", "is_superuser", "is_staff", "staff_role", "all_brands"}),
    ),
)
declare_exempt("which brands staff work for", "accounts.staffbrand")
declare_exempt("which pages of the back office staff have open this minute", "accounts.openpage")
declare_exempt("a brand's provider", "accounts.singlesignon")
declare_exempt("sign-ins under way, for minutes", "accounts.signonattempt")
declare_exempt("mails that were asked for, until a job has looked whose address it is", "accounts.mailrequest")

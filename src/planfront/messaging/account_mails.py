"""Short mail with one layout, the words of each kind here: about accounts, and about changes that somebody decides on.

No mail about accounts names whether one exists."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import ClassVar, Literal

from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from pydantic import BaseModel, ConfigDict


class AccountMail(BaseModel, ABC):
    """``link`` is "" in mail that only tells. ``lines`` are a list below the body, ``note`` stands below the button,
    ``reason`` in the footer, and beside it the way to stop mail that has the address ``unsubscribe``."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    template: ClassVar[str] = "account"
    name: str = ""
    link: str = ""
    unsubscribe: str = ""

    def subject(self, brand_name: str) -> str:
        return f"{self.heading} – {brand_name}"

    @property
    @abstractmethod
    def heading(self) -> str: ...

    @property
    @abstractmethod
    def body(self) -> str: ...

    @property
    def label(self) -> str:
        return ""

    @property
    def lines(self) -> list[str]:
        return []

    @property
    def note(self) -> str:
        return ""

    @property
    def reason(self) -> str:
        return _("You're getting this email because you have an account.")


class Reset(AccountMail):
    @property
    def heading(self) -> str:
        return _("Set a new password")

    @property
    def body(self) -> str:
        return _("Someone asked to set a new password for this account.")

    @property
    def label(self) -> str:
        return _("Set a new password")

    @property
    def note(self) -> str:
        return _("The link works once, for one hour. If it wasn't you, ignore this email and nothing will change.")


class SignInLink(AccountMail):
    @property
    def heading(self) -> str:
        return _("Your sign-in link")

    @property
    def body(self) -> str:
        return _("Open this link to sign in, on this device or another one. You'll be asked to confirm.")

    @property
    def label(self) -> str:
        return _("Sign in")

    @property
    def note(self) -> str:
        return _("The link works once, for 15 minutes. Don't share it. If you didn't ask for it, ignore this email.")


class Invitation(AccountMail):
    @property
    def heading(self) -> str:
        return _("Your account is ready")

    @property
    def body(self) -> str:
        if self.name:
            return _("Hello %(name)s, we created an account for you. Choose a password to use it.") % {
                "name": self.name
            }
        return _("We created an account for you. Choose a password to use it.")

    @property
    def label(self) -> str:
        return _("Choose a password")

    @property
    def note(self) -> str:
        return _("The link works once, for 7 days.")


class EmailConfirm(AccountMail):
    @property
    def heading(self) -> str:
        return _("Confirm your new email address")

    @property
    def body(self) -> str:
        return _("Someone asked to use this address to sign in. Confirm it if it was you.")

    @property
    def label(self) -> str:
        return _("Confirm this address")

    @property
    def note(self) -> str:
        return _("The link works once, for one day. If it wasn't you, ignore this email and nothing will change.")


class EmailChanged(AccountMail):
    """A mail to the old address. ``email`` is the new one, mostly hidden."""

    email: str

    @property
    def heading(self) -> str:
        return _("Your email address was changed")

    @property
    def body(self) -> str:
        return _("From now on, sign in with %(email)s.") % {"email": self.email}

    @property
    def note(self) -> str:
        return _("If it wasn't you, call or write to us right away.")


class PasswordChanged(AccountMail):
    @property
    def heading(self) -> str:
        return _("Your password was changed")

    @property
    def body(self) -> str:
        return _("The password of your account was changed, and all other sessions were signed out.")

    @property
    def note(self) -> str:
        return _("If it wasn't you, set a new password and call or write to us right away.")


class PaymentChanged(AccountMail):
    """A mail to a member: another account or card is charged from ``day`` on. It names neither."""

    day: str

    @property
    def heading(self) -> str:
        return _("Your payment method was changed")

    @property
    def body(self) -> str:
        return _("Payments from %(day)s on come from the account or card you added.") % {"day": self.day}

    @property
    def label(self) -> str:
        return _("Review payments")

    @property
    def note(self) -> str:
        return _("If it wasn't you, call us right away.")

    @property
    def reason(self) -> str:
        return _("You receive this email because your payment method was changed.")


class ChangeWaits(AccountMail):
    """A mail to the administrators of a group: what a member reported waits for them. ``change``: in few words."""

    member: str
    change: str
    group: str

    @property
    def heading(self) -> str:
        return _("%(member)s reported a change for you to approve") % {"member": self.member}

    @property
    def body(self) -> str:
        return _("The change: %(change)s. Nothing changes until you approve it.") % {"change": self.change}

    @property
    def label(self) -> str:
        return _("Review the change")

    @property
    def reason(self) -> str:
        return _("You receive this email because you administer %(group)s.") % {"group": self.group}


class ChangeDeclined(AccountMail):
    """A mail to a member: what they reported was declined. ``why``: the decider's own words."""

    decider: str
    change: str
    why: str

    @property
    def heading(self) -> str:
        return _("%(decider)s didn't approve your change") % {"decider": self.decider}

    @property
    def body(self) -> str:
        return _("You reported: %(change)s. Your coverage stays as it is. The reason: %(why)s") % {
            "change": self.change,
            "why": self.why,
        }

    @property
    def label(self) -> str:
        return _("Open My benefits")

    @property
    def note(self) -> str:
        return _("You can report the change again there.")

    @property
    def reason(self) -> str:
        return _("You receive this email because you reported a change to your coverage.")


class CorrectionAnswered(AccountMail):
    """A mail to a member about a correction that they asked for. ``why``: it wasn't made, in staff's own words."""

    change: str
    why: str = ""

    @property
    def heading(self) -> str:
        return _("We couldn't make your correction") if self.why else _("We made your correction")

    @property
    def body(self) -> str:
        words = {"change": self.change, "why": self.why}
        if self.why:
            return _("You asked: %(change)s. The reason: %(why)s") % words
        return (
            _("You asked: %(change)s. It's done. If a price changes because of it, you'll see it in My benefits.")
            % words
        )

    @property
    def label(self) -> str:
        return _("Open My details")

    @property
    def reason(self) -> str:
        return _("You receive this email because you asked us for a correction.")


class EnrollmentReminder(AccountMail):
    """A mail to a group's person who can still enroll. ``until`` and ``starts``: days in words, ``starts`` "" where the
    plans' own days decide. ``first``: whether ``link`` lets them choose a password first."""

    group: str
    until: str
    starts: str = ""
    first: bool = False

    @property
    def heading(self) -> str:
        return _("Choose your %(group)s benefits by %(day)s") % {"group": self.group, "day": self.until}

    @property
    def body(self) -> str:
        words = {"name": self.name, "day": self.until, "starts": self.starts}
        if self.starts:
            return (
                _("Hi %(name)s, you haven't enrolled yet. The last day is %(day)s, and coverage starts on %(starts)s.")
                % words
            )
        return _("Hi %(name)s, you haven't enrolled yet. The last day is %(day)s.") % words

    @property
    def label(self) -> str:
        return _("Choose a password and enroll") if self.first else _("Choose your plans")

    @property
    def note(self) -> str:
        own = _("If you already have coverage with us and do nothing, it continues.")
        return f"{own} {_('The link works once, for 7 days.')}" if self.first else own

    @property
    def reason(self) -> str:
        return _("You receive this email because %(group)s offers you benefits.") % {"group": self.group}


class WaitingChange(BaseModel):
    """A change that waits for a decision: staff's own (``change``), a reported one, a reported death or a correction
    (``fact``)."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    kind: Literal["change", "report", "death", "fact"]
    policies: str
    days: int

    def describe(self) -> str:
        words = {
            "change": _("Change to policy %(policies)s: waiting for %(days)s days"),
            "report": _("Reported change to policy %(policies)s: waiting for %(days)s days"),
            "death": _("Reported death: waiting for %(days)s days"),
            "fact": _("Correction: waiting for %(days)s days"),
        }
        return words[self.kind] % {"policies": self.policies, "days": self.days}


class DecisionsWait(AccountMail):
    """A mail to staff: changes wait for their decision, ``count`` of them, of which the first are listed. It names
    nobody: that is read in the back office."""

    count: int
    changes: list[WaitingChange]

    @property
    def heading(self) -> str:
        words = ngettext(
            "%(count)s change is waiting for your decision",
            "%(count)s changes are waiting for your decision",
            self.count,
        )
        return words % {"count": self.count}

    @property
    def body(self) -> str:
        return _("Coverage doesn't change until someone approves these requests or sends them back.")

    @property
    def lines(self) -> list[str]:
        listed = [change.describe() for change in self.changes]
        more = self.count - len(listed)
        return [*listed, _("And %(count)s more") % {"count": more}] if more else listed

    @property
    def label(self) -> str:
        return _("Open your tasks")

    @property
    def note(self) -> str:
        return _("We'll remind you again in a week if they're still waiting.")

    @property
    def reason(self) -> str:
        return _("You receive this email because you can decide on changes to coverage.")


class DailySummary(AccountMail):
    """A mail to a rep or group administrator: the work of the day. ``total``: how much there is, "60+" where there is
    more than was counted. ``counts``: by part, ``items``: the first ones; both in the reader's language."""

    total: str
    counts: list[str]
    items: list[str]

    @property
    def heading(self) -> str:
        if self.total == "1":
            return _("1 thing needs you today")
        return _("%(count)s things need you today") % {"count": self.total}

    @property
    def body(self) -> str:
        return " · ".join(self.counts)

    @property
    def lines(self) -> list[str]:
        return self.items

    @property
    def label(self) -> str:
        return _("Open Today")

    @property
    def reason(self) -> str:
        return _("You receive this email each morning when there is something to do.")


class Test(AccountMail):
    """A mail that staff send to themselves, to see whether mail arrives."""

    @property
    def heading(self) -> str:
        return _("Email from this store works")

    @property
    def body(self) -> str:
        return _("You asked for this test in the back office. Check that it isn't in your spam folder.")


KINDS: dict[str, type[AccountMail]] = {
    "test": Test,
    "daily_summary": DailySummary,
    "decisions_wait": DecisionsWait,
    "enrollment_reminder": EnrollmentReminder,
    "change_waits": ChangeWaits,
    "change_declined": ChangeDeclined,
    "correction_answered": CorrectionAnswered,
    "payment_changed": PaymentChanged,
    "account_reset": Reset,
    "account_link": SignInLink,
    "account_invitation": Invitation,
    "account_email_confirm": EmailConfirm,
    "account_email_changed": EmailChanged,
    "account_password_changed": PasswordChanged,
}

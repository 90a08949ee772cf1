"""Setting passwords. All other sessions of the account end."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext as _

from planfront.accounts import mailtokens
from planfront.accounts.expected_words import refuse_expected
from planfront.accounts.models import User, VisitorSession
from planfront.accounts.pacing import clear_pace
from planfront.accounts.services import SIGN_IN, end_sessions
from planfront.audit.attempts import record_wrong_attempt, watch_attempts
from planfront.audit.services import Origin, record
from planfront.kernel import clock
from planfront.kernel.errors import FieldError, FieldErrors
from planfront.kernel.http import throttle


def check_password(password: str, user: User, field: str = "password", *, store: Iterable[str] = ()) -> None:
    """Raise FieldErrors with every reason against the password. ``store``: the store's name."""
    try:
        validate_password(password, user)
        refuse_expected(password, store)
    except ValidationError as error:
        raise FieldErrors([FieldError(field, " ".join(error.messages))]) from None


@transaction.atomic
def set_password(
    *,
    user: User,
    password: str,
    origin: Origin,
    keep: VisitorSession | None = None,
    field: str = "password",
    store: Iterable[str] = (),
) -> None:
    """Give the account a new password; all its sessions but ``keep`` and all its open links end."""
    check_password(password, user, field, store=store)
    user.set_password(password)
    user.save(update_fields=["password"])
    end_sessions(user=user, keep=keep)
    mailtokens.end_all(user)
    clear_pace(SIGN_IN, user.email, origin)
    record("account.password_set", origin=origin, subject_type="user", subject_id=user.pk)


def proof_asked(user: User, session: VisitorSession) -> Literal["password", "none", "sign_in"]:
    """Return what proves that the signed-in person is who they are, before a change that matters: the password of an
    account that has one; else a sign-in, by an emailed link or the person's provider, as young as such a link."""
    if user.has_usable_password():
        return "password"
    began, youngest = session.signed_in_at, clock.now() - mailtokens.LIVES[mailtokens.Purpose.LINK]
    return "none" if began is not None and began >= youngest else "sign_in"


def confirm_person(*, user: User, session: VisitorSession, password: str, origin: Origin) -> None:
    """Check what proof_asked asks for. Raises FieldErrors, TooManyRequests as a sign-in does."""
    asked = proof_asked(user, session)
    if asked == "password":
        confirm_password(user=user, password=password, origin=origin)
    elif asked == "sign_in":
        raise FieldErrors.single("password", _("Sign in again with a link first. It confirms that it's you."))


def confirm_password(*, user: User, password: str, origin: Origin, field: str = "password") -> None:
    """Check that the signed-in person knows the account's password. Raises FieldErrors, TooManyRequests as a sign-in
    does."""
    with watch_attempts("confirm", origin):
        throttle.slow_down("confirm", str(user.pk), throttle.Pace.for_account())
    if not user.check_password(password):
        record_wrong_attempt("confirm", origin)
        raise FieldErrors.single(field, _("The password isn't correct."))
    throttle.clear("confirm", str(user.pk))

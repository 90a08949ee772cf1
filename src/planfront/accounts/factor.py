"""The second step of a sign-in: codes of an authenticator app (RFC 6238), and recovery codes for when it is lost."""

from __future__ import annotations

import hmac
from dataclasses import dataclass
from datetime import datetime

import pyotp
import segno
from django.db import transaction
from django.utils.translation import gettext as _

from planfront.accounts import pacing
from planfront.accounts.models import RecoveryCode, SecondFactor, User
from planfront.audit.attempts import watch_attempts
from planfront.audit.services import Origin, record
from planfront.kernel import clock
from planfront.kernel.database.locks import lock_row
from planfront.kernel.errors import FieldErrors
from planfront.kernel.security.crypto import keyed_hash
from planfront.kernel.security.ids import normalize_code, read_aloud_code

STEP = 30
RECOVERY_CODES = 10
SCOPE = "second-factor"
_DIGITS = 6


@dataclass(frozen=True)
class SetUp:
    """The data for an authenticator app: the key to type, its address, and that address as a QR picture (a data:
    address)."""

    key: str
    uri: str
    qr: str


def find_confirmed(user: User) -> SecondFactor | None:
    """Return the account's second factor; None before it is confirmed."""
    return SecondFactor.objects.filter(user=user).exclude(confirmed_at=None).first()


def codes_left(factor: SecondFactor) -> int:
    return factor.codes.filter(used_at=None).count()


@transaction.atomic
def start_setup(*, user: User, issuer: str) -> SetUp:
    """Make a new key for the account. It counts after ``confirm``; until then an older one stays as it is."""
    if find_confirmed(user) is not None:
        raise FieldErrors.single("code", _("Two-step sign-in is on already."))
    SecondFactor.objects.filter(user=user).delete()
    key = pyotp.random_base32()
    SecondFactor.objects.create(user=user, secret=key, created_at=clock.now())
    return _build_set_up(user, key, issuer)


def _build_set_up(user: User, key: str, issuer: str) -> SetUp:
    uri = pyotp.TOTP(key).provisioning_uri(name=user.email, issuer_name=issuer)
    return SetUp(key, uri, segno.make(uri, error="m").svg_data_uri(scale=4, border=4, light="white"))


def find_pending(user: User, issuer: str) -> SetUp | None:
    """Return the key that waits to be confirmed, to show it again."""
    row = SecondFactor.objects.filter(user=user, confirmed_at=None).first()
    return _build_set_up(user, row.secret, issuer) if row else None


def confirm_setup(*, user: User, code: str, origin: Origin) -> list[str]:
    """Turn the second factor on with a first code. Returns the recovery codes; they are never shown again."""
    _pace(user, origin)
    with transaction.atomic():
        row = lock_row(SecondFactor.objects.filter(user=user, confirmed_at=None))
        step = _step_of(row, code, clock.now()) if row else None
        if row is not None and step is not None:
            row.confirmed_at, row.last_step = clock.now(), step
            row.save(update_fields=["confirmed_at", "last_step"])
            new_codes = _new_codes(row)
            record("account.second_factor_on", origin=origin, subject_type="user", subject_id=user.pk)
    if row is None or step is None:
        raise FieldErrors.single("code", _("This code isn't correct. Enter the one your app shows now."))
    pacing.forget(SCOPE, str(user.pk), user.email, origin)
    return new_codes


def _pace(user: User, origin: Origin) -> None:
    with watch_attempts("second-factor", origin):
        pacing.slow_down(SCOPE, str(user.pk), user.email, origin)


def check_code(*, user: User, code: str, origin: Origin) -> None:
    """Take a code of the app or a recovery code, once. Raises FieldErrors, TooManyRequests."""
    _pace(user, origin)
    with transaction.atomic():
        row = lock_row(SecondFactor.objects.filter(user=user).exclude(confirmed_at=None))
        taken = row is not None and (_take_app_code(row, code) or _take_recovery_code(row, code, user, origin))
    if not taken:
        record("session.second_factor_refused", origin=origin, subject_type="user", subject_id=user.pk)
        raise FieldErrors.single("code", _("This code isn't correct. Enter the one your app shows now."))
    pacing.forget(SCOPE, str(user.pk), user.email, origin)


def _take_app_code(row: SecondFactor, code: str) -> bool:
    step = _step_of(row, code, clock.now())
    if step is None:
        return False
    row.last_step = step
    row.save(update_fields=["last_step"])
    return True


def _step_of(row: SecondFactor, code: str, now: datetime) -> int | None:
    """Return the step whose code this is: the present one, the one before or the one after, later than the last one
    that was used."""
    typed = normalize_code(code)
    if len(typed) != _DIGITS:
        return None
    totp, current = pyotp.TOTP(row.secret), int(now.timestamp()) // STEP
    for step in (current, current - 1, current + 1):
        if step > row.last_step and hmac.compare_digest(totp.at(step * STEP).encode(), typed.encode()):
            return step
    return None


def _hash(row: SecondFactor, code: str) -> str:
    return keyed_hash(f"{row.pk}:{normalize_code(code)}", "recovery-code")


def _take_recovery_code(row: SecondFactor, code: str, user: User, origin: Origin) -> bool:
    used = row.codes.filter(code_hash=_hash(row, code), used_at=None).update(used_at=clock.now())
    if used:
        record("account.recovery_code_used", origin=origin, subject_type="user", subject_id=user.pk)
    return bool(used)


def _new_codes(row: SecondFactor) -> list[str]:
    row.codes.all().delete()
    codes = [read_aloud_code() for _number in range(RECOVERY_CODES)]
    RecoveryCode.objects.bulk_create(RecoveryCode(factor=row, code_hash=_hash(row, code)) for code in codes)
    return [f"{code[:5]}-{code[5:]}" for code in codes]


@transaction.atomic
def renew_codes(*, user: User, origin: Origin) -> list[str]:
    """Make new recovery codes; the old ones end. Returns none without a second factor."""
    row = lock_row(SecondFactor.objects.filter(user=user).exclude(confirmed_at=None))
    if row is None:
        return []
    record("account.recovery_codes_renewed", origin=origin, subject_type="user", subject_id=user.pk)
    return _new_codes(row)


@transaction.atomic
def turn_off(*, user: User, origin: Origin) -> None:
    """Forget the account's second factor and its recovery codes."""
    if SecondFactor.objects.filter(user=user).delete()[0]:
        record("account.second_factor_off", origin=origin, subject_type="user", subject_id=user.pk)

"""Actions of staff on accounts: brands and roles, ending sessions, closing and opening. Each leaves an audit event."""

from __future__ import annotations

from collections.abc import Iterable

from django.contrib.auth import SESSION_KEY
from django.contrib.sessions.models import Session
from django.db import transaction

from planfront.accounts import mailtokens
from planfront.accounts.models import Role, StaffBrand, User
from planfront.accounts.services import end_sessions
from planfront.audit.services import Origin, record
from planfront.kernel import clock


@transaction.atomic
def set_staff_brands(*, user: User, brand_ids: Iterable[int], origin: Origin) -> None:
    """Let the member of staff work for these brands and no others."""
    chosen, current = set(brand_ids), set(StaffBrand.objects.filter(user=user).values_list("brand_id", flat=True))
    if chosen == current:
        return
    StaffBrand.objects.filter(user=user, brand_id__in=current - chosen).delete()
    StaffBrand.objects.bulk_create(StaffBrand(user=user, brand_id=brand_id) for brand_id in sorted(chosen - current))
    record(
        "account.staff_brands_set",
        origin=origin,
        subject_type="user",
        subject_id=user.pk,
        meta={"brands": sorted(chosen), "before": sorted(current)},
    )


@transaction.atomic
def sessions_end_everywhere(*, user: User, origin: Origin) -> int:
    """Sign the account out of the store and of the back office. Returns of how many sessions."""
    ended = end_sessions(user=user)
    for row in Session.objects.filter(expire_date__gt=clock.now()).iterator():
        if row.get_decoded().get(SESSION_KEY) == str(user.pk):
            row.delete()
            ended += 1
    record("account.sessions_ended", origin=origin, subject_type="user", subject_id=user.pk, meta={"ended": ended})
    return ended


@transaction.atomic
def close_account(*, user: User, origin: Origin) -> None:
    """Close an account: its sessions and mailed links end, and nobody can sign in with it. Deletes nothing."""
    user.is_active = False
    user.save(update_fields=["is_active"])
    mailtokens.end_all(user)
    sessions_end_everywhere(user=user, origin=origin)
    record("account.closed", origin=origin, subject_type="user", subject_id=user.pk)


@transaction.atomic
def reopen_account(*, user: User, origin: Origin) -> None:
    """Open a closed account again, with its password and second factor as they were."""
    user.is_active = True
    user.save(update_fields=["is_active"])
    record("account.opened", origin=origin, subject_type="user", subject_id=user.pk)


def is_for_administrators(user: User) -> bool:
    """Return whether the account is an open one of a group's administrator."""
    return user.role == Role.GROUP and user.is_active


@transaction.atomic
def administrator_account(*, email: str, name: str, language: str, origin: Origin) -> User | None:
    """Return the account for a group's administrator at this address, a new one if there is none.

    Returns None where the address belongs to another person's account, or to a closed one.
    """
    user = User.objects.filter(email=email).first()
    if user is not None:
        return user if is_for_administrators(user) else None
    result: User = User.objects.create_user(email, None, role=Role.GROUP, name=name, language=language)
    record("account.added", origin=origin, subject_type="user", subject_id=result.pk)
    return result


@transaction.atomic
def member_account(*, email: str, name: str, language: str, origin: Origin) -> User | None:
    """Make an account without a password for a member at this address. Returns None where an account has the address
    already."""
    if User.objects.filter(email=email).exists():
        return None
    user: User = User.objects.create_user(email, None, role=Role.MEMBER, name=name, language=language)
    record("account.added", origin=origin, subject_type="user", subject_id=user.pk)
    return user


@transaction.atomic
def end_access(*, user_id: int, origin: Origin) -> None:
    """Sign the account out everywhere and drop its password and mailed links: it waits for an invitation again."""
    user = User.objects.get(pk=user_id)
    user.set_unusable_password()
    user.save(update_fields=["password"])
    mailtokens.end_all(user)
    sessions_end_everywhere(user=user, origin=origin)

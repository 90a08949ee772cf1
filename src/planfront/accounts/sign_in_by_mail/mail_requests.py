"""Requests for a mail to a typed address.

The requester can't learn whether the address is an account's, not even from the time it takes: the call stores the
request, sealed, and queues a job. Only the job looks for the account.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import TYPE_CHECKING, Any

from django.db import transaction
from django.utils.translation import get_language, override

from planfront.accounts.mailtokens import Purpose
from planfront.accounts.models import MailRequest
from planfront.accounts.selectors import user_by_email, user_by_id
from planfront.accounts.sign_in_by_mail.tasks import account_mail_make
from planfront.audit.services import Origin, record
from planfront.kernel import clock

if TYPE_CHECKING:
    from planfront.accounts.models import User
    from planfront.brands.models import Brand

_FORGOTTEN = timedelta(days=1)
_ROLES = {Purpose.RESET: frozenset({"rep", "group", "member", "staff"}), Purpose.LINK: frozenset({"member"})}
Send = Callable[..., None]


@transaction.atomic
def request_mail(*, brand: Brand, purpose: Purpose, email: str, origin: Origin) -> None:
    """Queue a mail to the address, or for ``Purpose.EMAIL`` one about it from the signed-in person."""
    now = clock.now()
    MailRequest.objects.filter(created_at__lt=now - _FORGOTTEN).delete()
    sealed: Any = {
        "email": email,
        "language": get_language() or "en",
        "kind": origin.kind,
        "user": origin.user_id,
        "ip": origin.ip,
    }
    row = MailRequest.objects.create(brand=brand, purpose=purpose, sealed=sealed, created_at=now)
    account_mail_make.enqueue(str(row.pk))


@transaction.atomic
def send_requested_mail(request_id: str) -> None:
    """Send the requested mail; nothing to an address without an account, or to a new address that is taken."""
    from planfront.accounts.sign_in_by_mail.services import send

    row = MailRequest.objects.select_related("brand").filter(pk=request_id).first()
    if row is None:
        return
    request, purpose = row.sealed, Purpose(row.purpose)
    MailRequest.objects.filter(pk=row.pk).delete()
    origin = Origin(request["kind"], request["user"], row.brand_id, request["ip"])
    with override(request["language"]):
        user = _recipient(purpose, request["email"], request["user"])
        if user is not None:
            send(row.brand, purpose, user, email=request["email"] if purpose == Purpose.EMAIL else "")
    if purpose != Purpose.EMAIL:
        record(f"account.{purpose}_asked", origin=origin, subject_type="user", subject_id=user.pk if user else "")


def _recipient(purpose: Purpose, email: str, user_id: int | None) -> User | None:
    user = user_by_email(email)
    if purpose == Purpose.EMAIL:
        return user_by_id(user_id) if user is None and user_id is not None else None
    return user if user is not None and user.role in _ROLES[purpose] else None

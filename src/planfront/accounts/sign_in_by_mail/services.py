"""Accounts by mail: new passwords, sign-in links, invitations, changes of address.

A request with an address gets the same answer, at the same cost, whether the address is an account's or not.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from django.conf import settings
from django.db import transaction
from django.utils.translation import gettext as _

from planfront.accounts import mailtokens, passwords
from planfront.accounts.mailtokens import PASSWORD, Purpose
from planfront.accounts.pacing import check_pace
from planfront.accounts.services import Started, enter, set_email
from planfront.accounts.sign_in_by_mail.mail_requests import request_mail
from planfront.accounts.sign_in_by_mail.masks import masked_email
from planfront.accounts.sign_in_by_mail.outgoing import queue_mail
from planfront.audit.services import Origin, record
from planfront.kernel.errors import Conflict, FieldErrors

if TYPE_CHECKING:
    from planfront.accounts.models import User, VisitorSession
    from planfront.brands.models import Brand

_PAGES = {
    Purpose.RESET: "new-password",
    Purpose.INVITE: "new-password",
    Purpose.LINK: "link",
    Purpose.EMAIL: "confirm-email",
}
_MAILS = {
    Purpose.RESET: "account_reset",
    Purpose.INVITE: "account_invitation",
    Purpose.LINK: "account_link",
    Purpose.EMAIL: "account_email_confirm",
}


def send(brand: Brand, purpose: Purpose, user: User, *, email: str = "", name: str = "", language: str = "") -> None:
    """Mail the account's person a link; to ``email`` where it is another address than the account's. Staff choose
    passwords at the back office's own host, which needs no public brand."""
    secret = mailtokens.issue(user=user, purpose=purpose, brand_id=brand.pk, email=email)
    # The secret stands behind the #, where no server and no other site gets to see it.
    host, page = "", f"/sign-in/{_PAGES[purpose]}#{secret}"
    if purpose in PASSWORD and user.is_staff and settings.BACKOFFICE_HOST:
        host, page = settings.BACKOFFICE_HOST, f"{settings.LOGIN_REDIRECT_URL}{_PAGES[purpose]}/#{secret}"
    queue_mail(brand, _MAILS[purpose], email or user.email, host=host, page=page, name=name, language=language)


def reset_request(*, brand: Brand, email: str, origin: Origin) -> None:
    """Email a link to set a new password, if the address is an account's. Raises TooManyRequests."""
    check_pace("reset", email.strip().lower(), origin)
    request_mail(brand=brand, purpose=Purpose.RESET, email=email, origin=origin)


def link_request(*, brand: Brand, email: str, origin: Origin) -> None:
    """Mail a member a link to sign in. Raises TooManyRequests."""
    check_pace("link", email.strip().lower(), origin)
    request_mail(brand=brand, purpose=Purpose.LINK, email=email, origin=origin)


def store_words(brand: Brand | None) -> tuple[str, ...]:
    """Return the words of a store's name, which make no password."""
    return (brand.name, brand.key) if brand else ()


@transaction.atomic
def reset_password_by_link(*, brand: Brand | None, secret: str, password: str, origin: Origin) -> None:
    """Set the password of a reset or an invitation. A refused password leaves the link as it was. ``brand`` None: of
    staff, by a link to the back office. Raises NotFound and FieldErrors."""
    result = mailtokens.look_up(secret=secret, brand_id=brand.pk if brand else None, purposes=PASSWORD)
    passwords.check_password(password, result.user, store=store_words(brand))
    mailtokens.use(secret=secret, brand_id=result.brand_id, purposes=PASSWORD)
    passwords.set_password(user=result.user, password=password, origin=origin, store=store_words(brand))
    if result.purpose == Purpose.RESET and brand is not None:
        queue_mail(brand, "account_password_changed", result.user.email)


def sign_in_by_link(*, brand: Brand, session: VisitorSession, secret: str, origin: Origin, device: str) -> Started:
    """Sign the member in who got the link, wherever it was opened. The link has ended then, also where a second factor
    is asked for. Raises NotFound, and BusinessError as ``enter`` does."""
    used = mailtokens.use(secret=secret, brand_id=brand.pk, purposes=(Purpose.LINK,))
    return enter(session=session, user=used.user, origin=origin, device=device)


@transaction.atomic
def invite(*, brand: Brand, user: User, name: str, origin: Origin, language: str = "en") -> None:
    """Mail the account's person a link to choose the first password. An earlier invitation ends."""
    send(brand, Purpose.INVITE, user, name=name, language=language)
    record("account.invited", origin=origin, subject_type="user", subject_id=user.pk)


def invitation_page(user: User, brand: Brand) -> str:
    """Return the page of a new link to choose the first password, for a mail that says something else, too. An earlier
    invitation ends."""
    secret = mailtokens.issue(user=user, purpose=Purpose.INVITE, brand_id=brand.pk)
    return f"/sign-in/{_PAGES[Purpose.INVITE]}#{secret}"


@transaction.atomic
def send_password_link(*, brand: Brand, user: User, origin: Origin) -> None:
    """Email a link to set a new password, for staff who ask for it, in the language of the account."""
    send(brand, Purpose.RESET, user, language=user.language)
    record("account.reset_sent", origin=origin, subject_type="user", subject_id=user.pk)


@transaction.atomic
def change_password(
    *, brand: Brand | None, user: User, session: VisitorSession | None, new_password: str, origin: Origin
) -> None:
    """A signed-in person's new password. This session, if it is one of the store, stays; all others end. The mail about
    it is in the name of ``brand``; None before there is any."""
    passwords.set_password(
        user=user, password=new_password, origin=origin, keep=session, field="new_password", store=store_words(brand)
    )
    if brand is not None:
        queue_mail(brand, "account_password_changed", user.email)


@transaction.atomic
def request_email_change(*, brand: Brand, user: User, email: str, origin: Origin) -> None:
    """Mail a link to the new address. An address of another account gets none; the answer is the same."""
    address = email.strip().lower()
    if address == user.email:
        raise FieldErrors.single("email", _("This is your address already."))
    signed_in = replace(origin, user_id=user.pk)
    request_mail(brand=brand, purpose=Purpose.EMAIL, email=address, origin=signed_in)
    record("account.email_asked", origin=origin, subject_type="user", subject_id=user.pk)


@transaction.atomic
def confirm_email_by_link(*, brand: Brand, secret: str, origin: Origin) -> str:
    """Make the new address the account's, notify the old one, and return the new one. Raises NotFound, Conflict."""
    used = mailtokens.use(secret=secret, brand_id=brand.pk, purposes=(Purpose.EMAIL,))
    before = used.user.email
    if not set_email(user=used.user, email=used.email, origin=origin):
        raise Conflict(_("This address can no longer be used."))
    queue_mail(brand, "account_email_changed", before, email=masked_email(used.email))
    return used.email

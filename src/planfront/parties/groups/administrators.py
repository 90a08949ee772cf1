"""Invitations and dismissals of a group's administrators, by one of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.db import transaction
from django.utils.translation import gettext as _

from planfront.accounts.pacing import check_pace
from planfront.accounts.selectors import user_by_id
from planfront.accounts.sign_in_by_mail.services import invite
from planfront.accounts.staff_actions import end_access
from planfront.kernel.errors import FieldErrors
from planfront.parties.groups.selectors import administrators_of
from planfront.parties.groups.services import account_to_administer, add_administrator, remove_administrator

if TYPE_CHECKING:
    from planfront.audit.services import Origin
    from planfront.brands.models import Brand


@transaction.atomic
def invite_administrator(
    *, brand: Brand, group_id: int, email: str, name: str, language: str, receives_mail: bool, origin: Origin
) -> None:
    """Mail another administrator of the group a link to choose a password. Somebody who hasn't used theirs gets a new
    one. Raises FieldErrors, and TooManyRequests for many invitations in a row."""
    address = email.lower()
    check_pace("administrator-invite", f"{group_id}:{address}", origin)
    current = next((row for row in administrators_of(group_id) if row.email == address), None)
    if current is not None and current.ready:
        raise FieldErrors.single("email", _("This person administers the group already."))
    user = account_to_administer(group_id=group_id, email=address, name=name, language=language, origin=origin)
    if user is None:
        raise FieldErrors.single("email", _("This address can't be invited. Please use another one."))
    if current is None:
        add_administrator(group_id=group_id, user_id=user.pk, receives_mail=receives_mail, origin=origin)
    invite(brand=brand, user=user, name=user.name, origin=origin, language=user.language)


@transaction.atomic
def dismiss_administrator(*, group_id: int, administrator_id: int, by: int | None, origin: Origin) -> None:
    """End an administrator's access at once, in every session. Raises NotFound, Conflict."""
    user_id = remove_administrator(group_id=group_id, administrator_id=administrator_id, by=by, origin=origin)
    if user_by_id(user_id) is not None:
        end_access(user_id=user_id, origin=origin)

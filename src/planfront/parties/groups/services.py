"""Adding groups and portals, and who administers a group."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from django.db import transaction
from django.utils.translation import gettext as _

from planfront.accounts.selectors import account_at
from planfront.accounts.staff_actions import administrator_account, is_for_administrators
from planfront.audit.services import SYSTEM, Origin, record
from planfront.kernel.database.locks import lock_row
from planfront.kernel.errors import Conflict, FieldErrors, NotFound
from planfront.parties.groups.models import AgentGroup, Group, GroupAdministrator, Portal
from planfront.parties.groups.selectors import administrators_of, enroller_code_hash
from planfront.parties.party import add_party

if TYPE_CHECKING:
    from planfront.accounts.models import User
    from planfront.brands.models import Brand

MOST_ADMINISTRATORS = 20


@transaction.atomic
def create_group(
    *, code: str, brands: Iterable[Brand], user: User | None = None, origin: Origin = SYSTEM, **columns: Any
) -> Group:
    """Add a group of the given brands; ``id=`` may be given. ``user``: its first administrator."""
    group = add_party(Group, code=code, brands=brands, origin=origin, **columns)
    if user is not None:
        GroupAdministrator.objects.create(group=group, user=user)
    return group


def can_administer(email: str, group_id: int | None) -> bool:
    """Return whether the address may be that of an administrator of the group, None for a new one: it is nobody's yet,
    or that of an open account of that kind which administers no other group."""
    user = account_at(email)
    if user is None:
        return True
    groups = GroupAdministrator.objects.filter(user=user).values_list("group_id", flat=True)
    return is_for_administrators(user) and set(groups) <= {group_id}


def account_to_administer(*, group_id: int, email: str, name: str, language: str, origin: Origin) -> User | None:
    """Return the account at this address, a new one if there is none; None where it can't administer the group."""
    if not can_administer(email, group_id):
        return None
    return administrator_account(email=email, name=name, language=language, origin=origin)


@transaction.atomic
def add_administrator(*, group_id: int, user_id: int, receives_mail: bool, origin: Origin) -> None:
    """The account administers the group from now on. Raises NotFound, and FieldErrors when there are too many."""
    if lock_row(Group.objects.filter(pk=group_id)) is None:
        raise NotFound
    if GroupAdministrator.objects.filter(group_id=group_id).count() >= MOST_ADMINISTRATORS:
        raise FieldErrors.single(
            "email", _("A group has at most %(most)s administrators.") % {"most": MOST_ADMINISTRATORS}
        )
    GroupAdministrator.objects.create(group_id=group_id, user_id=user_id, receives_mail=receives_mail)
    record(
        "group.administrator_added", origin=origin, subject_type="group", subject_id=group_id, meta={"user": user_id}
    )


@transaction.atomic
def remove_administrator(*, group_id: int, administrator_id: int, by: int | None, origin: Origin) -> int:
    """Take the administrator away and return the account. ``by`` is the account of an administrator who does it, None
    for the operator. Nobody leaves a group without an administrator who can sign in. Raises NotFound, Conflict."""
    if lock_row(Group.objects.filter(pk=group_id)) is None:
        raise NotFound
    remaining = {row.id: row for row in administrators_of(group_id)}
    gone = remaining.pop(administrator_id, None)
    if gone is None or (by is not None and not any(by == row.user_id for row in (gone, *remaining.values()))):
        raise NotFound
    if by is not None and not any(row.ready for row in remaining.values()):
        raise Conflict(_("A group keeps at least one administrator who can sign in."))
    GroupAdministrator.objects.filter(pk=administrator_id).delete()
    record(
        "group.administrator_removed",
        origin=origin,
        subject_type="group",
        subject_id=group_id,
        meta={"user": gone.user_id},
    )
    return gone.user_id


@transaction.atomic
def set_administrator_mail(*, group_id: int, administrator_id: int, receives_mail: bool, origin: Origin) -> None:
    """Set whether the administrator, too, gets mail about applications. Raises NotFound."""
    row = lock_row(GroupAdministrator.objects.filter(group_id=group_id, pk=administrator_id))
    if row is None:
        raise NotFound
    row.receives_mail = receives_mail
    row.save(update_fields=["receives_mail"])
    record("group.administrator_mail_set", origin=origin, subject_type="group", subject_id=group_id)


@transaction.atomic
def set_enroller_code(*, group: Group, code: str, origin: Origin = SYSTEM) -> Group:
    """Require an enroller code of this group's enrollments; "" stops requiring one. Only its keyed hash is kept."""
    group.requires_enroller_code = bool(code)
    group.enroller_code_hash = enroller_code_hash(group.pk, code) if code else ""
    group.save(update_fields=["requires_enroller_code", "enroller_code_hash"])
    record("group.enroller_code_set", origin=origin, subject_type="group", subject_id=group.pk)
    return group


@transaction.atomic
def create_portal(*, code: str, name: str, brands: Iterable[Brand], **fields: Any) -> Portal:
    portal = Portal.objects.create(code=code, name=name, **fields)
    portal.brands.set(brands)
    return portal


@transaction.atomic
def link_agent_to_group(*, agent_id: int, group: Group) -> AgentGroup:
    """The rep serves the group. Doing it twice changes nothing."""
    return AgentGroup.objects.get_or_create(agent_id=agent_id, group=group)[0]

"""Calls of a group's administrators about each other."""

from __future__ import annotations

from django.utils.translation import gettext as _
from ninja import Router

from planfront.accounts.access import brand_of, checked_email
from planfront.accounts.acts import Act, does
from planfront.audit.services import origin_of
from planfront.kernel.errors import FieldErrors
from planfront.kernel.http.envelope import Answer, Nothing, Result, ok, responses
from planfront.kernel.http.request import ApiRequest
from planfront.kernel.text import texts
from planfront.kernel.text.parse import person_name
from planfront.parties.access import access_administered_group
from planfront.parties.groups import schemas
from planfront.parties.groups.administrators import (
    dismiss_administrator,
    invite_administrator,
)
from planfront.parties.groups.selectors import administrators_of
from planfront.parties.groups.services import set_administrator_mail

router = Router(tags=["session", "account"])


@router.get(
    "/group-administrators",
    response=responses(Result[list[schemas.Administrator]]),
    operation_id="get_group_administrators",
)
def get_group_administrators(request: ApiRequest) -> Answer:
    """Return the administrators of the caller's group, the first one first."""
    group = access_administered_group(request)
    rows = [
        schemas.Administrator(
            administrator_id=row.id,
            name=row.name,
            email=row.email,
            receives_mail=row.receives_mail,
            since=row.since,
            state="active" if row.ready else "invited" if row.active else "closed",
            current=row.user_id == request.actor.user_id,
        )
        for row in administrators_of(group.id)
    ]
    return ok({"result": rows})


@router.post("/group-administrators/invite", response=responses(Nothing), operation_id="invite_group_administrator")
@does(Act.GROUP)
def invite_group_administrator(request: ApiRequest, body: schemas.AdministratorInvitation) -> Answer:
    """Email someone a link to choose a password and administer the caller's group, too; again if it wasn't used."""
    group = access_administered_group(request)
    name = person_name(body.name, schemas.LONGEST_NAME)
    if name is None:
        raise FieldErrors.single("name", texts.explain_name(body.name, texts.NAME))
    invite_administrator(
        brand=brand_of(request),
        group_id=group.id,
        email=checked_email(body.email),
        name=name,
        language=body.language,
        receives_mail=body.receives_mail,
        origin=origin_of(request),
    )
    return ok(message=_("We sent the invitation."))


@router.post("/group-administrators/remove", response=responses(Nothing), operation_id="remove_group_administrator")
@does(Act.GROUP)
def remove_group_administrator(request: ApiRequest, body: schemas.AdministratorKey) -> Answer:
    """End the access of an administrator of the caller's group at once. One who can sign in always stays: 409."""
    group = access_administered_group(request)
    dismiss_administrator(
        group_id=group.id,
        administrator_id=body.administrator_id,
        by=request.actor.user_id,
        origin=origin_of(request),
    )
    return ok(message=_("Access ended."))


@router.post("/group-administrators/mail", response=responses(Nothing), operation_id="change_group_administrator_mail")
@does(Act.GROUP)
def change_group_administrator_mail(request: ApiRequest, body: schemas.AdministratorMail) -> Answer:
    """Say whether an administrator, too, gets the email about applications of the group's people."""
    group = access_administered_group(request)
    set_administrator_mail(
        group_id=group.id,
        administrator_id=body.administrator_id,
        receives_mail=body.receives_mail,
        origin=origin_of(request),
    )
    return ok(message=_("Saved."))

"""Calls of a signed-in person about the own account: password, address, sessions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, cast

from django.utils.translation import gettext as _
from ninja import Query, Router

from planfront.accounts import list_views, schemas
from planfront.accounts.access import access_own_account, brand_of, checked_email
from planfront.accounts.acts import Act, does
from planfront.accounts.passwords import confirm_password, confirm_person
from planfront.accounts.selectors import live_sessions
from planfront.accounts.services import end_sessions
from planfront.accounts.sign_in_by_mail import services
from planfront.audit.services import origin_of, record
from planfront.kernel.errors import NotFound
from planfront.kernel.http.envelope import Answer, Nothing, Result, ok, responses
from planfront.kernel.http.request import ApiRequest

if TYPE_CHECKING:
    from planfront.accounts.models import VisitorSession

router = Router(tags=["account"])


@router.post("/account/password", response=responses(Nothing), operation_id="change_password")
@does(Act.OWN)
def change_password(request: ApiRequest, body: schemas.PasswordChange) -> Answer:
    """Change the own password. This session stays, all others end."""
    user = access_own_account(request)
    confirm_password(user=user, password=body.password, origin=origin_of(request))
    services.change_password(
        brand=brand_of(request),
        user=user,
        session=cast("VisitorSession", request.visitor),
        new_password=body.new_password,
        origin=origin_of(request),
    )
    return ok(message=_("Your password was changed. All other sessions were signed out."))


@router.post("/account/email", response=responses(Nothing), operation_id="change_email")
@does(Act.OWN)
def change_email(request: ApiRequest, body: schemas.EmailChange) -> Answer:
    """Email a link to the new address; it counts once the link was opened and confirmed. ``session/me`` says what
    proves that the change is the person's own: the password, or a sign-in by a link a moment ago."""
    user, session, origin = access_own_account(request), cast("VisitorSession", request.visitor), origin_of(request)
    email = checked_email(body.email)
    confirm_person(user=user, session=session, password=body.password, origin=origin)
    services.request_email_change(brand=brand_of(request), user=user, email=email, origin=origin)
    return ok(message=_("We sent a link to the new address. Open it to confirm the change."))


@router.post("/account/language", response=responses(Nothing), operation_id="change_language")
@does(Act.OWN)
def change_language(request: ApiRequest, body: schemas.LanguageChange) -> Answer:
    """Read emails and letters in another language from now on."""
    user = access_own_account(request)
    if user.language != body.language:
        user.language = body.language
        user.save(update_fields=["language"])
        record("account.language", origin=origin_of(request), subject_type="user", subject_id=user.pk)
    return ok(message=_("Saved."))


@router.get(
    "/account/sessions", response=responses(Result[list[schemas.LiveSession]]), operation_id="list_own_sessions"
)
def list_own_sessions(request: ApiRequest) -> Answer:
    """List the places where the own account is signed in now, the latest first."""
    user = access_own_account(request)
    rows = [
        schemas.LiveSession(
            session_id=row.pk,
            device=row.device,
            signed_in_at=row.signed_in_at,
            seen_at=row.seen_at,
            current=row.pk == request.visitor.id,
        )
        for row in live_sessions(user.pk)
    ]
    return ok({"result": rows})


@router.post("/account/sessions/end", response=responses(schemas.Ended), operation_id="end_own_session")
@does(Act.OWN)
def end_own_session(request: ApiRequest, body: schemas.SessionKey) -> Answer:
    """Sign the own account out somewhere. 404 for a session of someone else."""
    user = access_own_account(request)
    ended = end_sessions(user=user, only=body.session_id)
    if not ended:
        raise NotFound
    record("account.session_ended", origin=origin_of(request), subject_type="session", subject_id=body.session_id)
    return ok(schemas.Ended(ended=ended))


@router.post("/account/sessions/end-others", response=responses(schemas.Ended), operation_id="end_other_sessions")
@does(Act.OWN)
def end_other_sessions(request: ApiRequest) -> Answer:
    """Sign the own account out everywhere but here."""
    user = access_own_account(request)
    ended = end_sessions(user=user, keep=cast("VisitorSession", request.visitor))
    record("account.sessions_ended", origin=origin_of(request), subject_type="user", subject_id=user.pk)
    return ok(schemas.Ended(ended=ended))


@router.get("/account/list-views", response=responses(schemas.SavedViews), operation_id="get_list_views")
def get_list_views(request: ApiRequest, query: Annotated[schemas.ListOfViews, Query()]) -> Answer:
    """Return the views of a list that the signed-in person saved."""
    return ok({"views": list_views.load_views(access_own_account(request), query.list)})


@router.post("/account/list-views", response=responses(schemas.SavedViews), operation_id="save_list_views")
@does(Act.OWN)
def save_list_views(request: ApiRequest, body: schemas.ViewsOfList) -> Answer:
    """Replace the signed-in person's views of a list: to add, rename, reorder or delete one."""
    views = [view.model_dump() for view in body.views]
    return ok({"views": list_views.save_views(user=access_own_account(request), list_name=body.list, views=views)})

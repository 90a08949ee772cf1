"""Calls about the person who is signed in."""

from __future__ import annotations

from ninja import Router

from planfront.accounts.selectors import account_of
from planfront.kernel.http.envelope import Answer, ok, responses
from planfront.kernel.http.request import ApiRequest
from planfront.kernel.text.parse import show_phone
from planfront.people.api_account import router as account_router
from planfront.people.api_factor import router as factor_router
from planfront.people.api_group import router as group_router
from planfront.people.api_links import router as links_router
from planfront.people.api_sso import router as sso_router
from planfront.people.schemas import Who
from planfront.people.selectors import party_of

router = Router(tags=["session"])
router.add_router("", factor_router)
router.add_router("", links_router)
router.add_router("", account_router)
router.add_router("", sso_router)
router.add_router("", group_router)


@router.get("/session/me", response=responses(Who), operation_id="session_me")
def session_me(request: ApiRequest) -> Answer:
    """Role, name and own ids of the signed-in person; role "visitor" and nothing else before a sign-in."""
    account = account_of(request.actor.user_id)
    party = party_of(request.brand.id, request.actor)
    return ok(
        Who(
            role=request.actor.kind,
            name=(account.name if account else "") or party.name,
            email=account.email if account else "",
            agent_id=party.agent_id,
            group_id=party.group_id,
            user_id=party.user_id,
            party=party.name,
            code=party.code,
            contact_email=party.email,
            contact_phone=show_phone(party.phone),
        )
    )

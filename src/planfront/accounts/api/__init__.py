"""Calls about the session, and about the account of the person who is signed in."""

from __future__ import annotations

from ninja import Router

from planfront.accounts.api import own_account, second_factor, session
from planfront.accounts.sign_in_by_mail import api as sign_in_by_mail
from planfront.accounts.single_sign_on import api as single_sign_on

router = Router(tags=["session"])
for _calls in (session, second_factor, sign_in_by_mail, own_account, single_sign_on):
    router.add_router("", _calls.router)

"""Who may send files to the back office: asked before their bytes are taken, and so without a request."""

from __future__ import annotations

import logging

from django.conf import settings
from django.contrib.auth import get_user
from django.contrib.sessions.backends.db import SessionStore
from django.db import DatabaseError
from django.http import HttpRequest, parse_cookie

logger = logging.getLogger(__name__)


def may_upload(cookies: str) -> bool:
    """Whether a Cookie header is that of staff who are signed in. The page looks again, and closer."""
    key = parse_cookie(cookies).get(settings.SESSION_COOKIE_NAME)
    if not key:
        return False
    request = HttpRequest()
    request.session = SessionStore(key)
    try:
        user = get_user(request)
    except DatabaseError as error:
        logger.warning("who uploads could not be looked up: %s", type(error).__name__)
        return False
    return user.is_active and bool(getattr(user, "is_staff", False))

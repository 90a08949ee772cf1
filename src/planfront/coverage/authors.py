"""Authors of changes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.db import models

from planfront.kernel.errors import NotFound

if TYPE_CHECKING:
    from planfront.kernel.http.request import ApiRequest


class By(models.TextChoices):
    """The role in which a change was made."""

    MEMBER = "member", "Member"
    GROUP = "group", "Group"
    REP = "rep", "Rep"
    STAFF = "staff", "Staff"
    SYSTEM = "system", "System"


@dataclass(frozen=True)
class Author:
    """The author of changes. ``user_id`` None: no one who signs in."""

    by: str
    user_id: int | None = None


SYSTEM = Author(By.SYSTEM)

_ROLES = {"member": By.MEMBER, "group": By.GROUP, "rep": By.REP, "staff": By.STAFF}


def author_of(request: ApiRequest) -> Author:
    """Return the caller in the role in which they make changes. Raises NotFound for visitors."""
    by = _ROLES.get(request.actor.kind)
    if by is None:
        raise NotFound
    return Author(by, request.actor.user_id)

"""Who makes changes."""

from __future__ import annotations

from dataclasses import dataclass

from django.db import models


class By(models.TextChoices):
    """Who made a change."""

    MEMBER = "member", "Member"
    GROUP = "group", "Group"
    REP = "rep", "Rep"
    STAFF = "staff", "Staff"
    SYSTEM = "system", "System"


@dataclass(frozen=True)
class Author:
    """``user_id`` None: nobody who signs in."""

    by: str
    user_id: int | None = None


SYSTEM = Author(By.SYSTEM)

"""The name of a plan's check call: the ``hash`` of a list item, called as ``GET /api/v1/{hash}``."""

from __future__ import annotations

from functools import lru_cache
from hmac import compare_digest

from django.urls.converters import register_converter

from planfront.kernel.security.crypto import keyed_hash


@lru_cache(maxsize=4096)
def check_call(plan_id: int) -> str:
    """Return the path segment of the plan's check call: the same for everyone, and no other plan's."""
    return f"check-{keyed_hash(str(plan_id), 'plan-check')[:16]}"


def belongs_to_plan(name: str, plan_id: int) -> bool:
    return compare_digest(name, check_call(plan_id))


class CheckName:
    """URL converter: only real check names, so that the route takes no other call's path."""

    regex = "check-[0-9a-f]{16}"

    def to_python(self, value: str) -> str:
        return value

    def to_url(self, value: str) -> str:
        return value


register_converter(CheckName, "plancheck")

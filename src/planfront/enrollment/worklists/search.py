"""Finding submitted applications by what is sealed in them."""

from __future__ import annotations

from enum import StrEnum

from django.db.models import Q

from planfront.enrollment.models import SearchKey
from planfront.kernel.security.crypto import blind_index, blind_indexes
from planfront.kernel.text.folding import name_key


class KeyKind(StrEnum):
    """The kinds of keys that find an application. BORN: an ISO date. NAME: first and last name."""

    LAST_FOUR = "last-four"
    PHONE = "phone"
    BORN = "born"
    NAME = "name"

    @property
    def purpose(self) -> str:
        return f"application-{self.value}"


def _normal(kind: KeyKind, text: str) -> str:
    return name_key(text) if kind == KeyKind.NAME else text


def index_of(kind: KeyKind, text: str) -> str:
    return blind_index(_normal(kind, text), kind.purpose)


def indexes_of(kind: KeyKind, text: str) -> list[str]:
    """Under every key, the current one's first."""
    return blind_indexes(_normal(kind, text), kind.purpose)


def known_by(kind: KeyKind, text: str) -> Q:
    """Return the condition for applications that name a person known by ``text``."""
    return Q(pk__in=SearchKey.objects.filter(index__in=indexes_of(kind, text)).values("application"))

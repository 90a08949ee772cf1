"""Views of lists that people save: filters and order under a name."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.utils.translation import gettext as _

from planfront.accounts.models import ListViews
from planfront.kernel.errors import FieldErrors
from planfront.kernel.text import texts

if TYPE_CHECKING:
    from collections.abc import Iterable

    from planfront.accounts.models import User

View = dict[str, str]


def load_views(user: User, list_name: str) -> list[View]:
    row = ListViews.objects.filter(user=user, list_name=list_name).first()
    return row.views if row else []


def save_views(*, user: User, list_name: str, views: Iterable[View]) -> list[View]:
    """Replace the views of a list. Raises FieldErrors for a view without a name, and for two with one name."""
    saved = [{"name": " ".join(view["name"].split()), "query": view["query"]} for view in views]
    names = [view["name"].casefold() for view in saved]
    if not all(names):
        raise FieldErrors.single("name", texts.REQUIRED)
    if len(set(names)) < len(names):
        raise FieldErrors.single("name", _("You already have a view with this name."))
    ListViews.objects.update_or_create(user=user, list_name=list_name, defaults={"views": saved})
    return saved

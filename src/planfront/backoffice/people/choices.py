"""The lists that forms about people offer."""

from __future__ import annotations

from planfront.backoffice.lists.base import Page
from planfront.members.models import ReferenceItem


class ReferenceItemPage(Page):
    list_display = ("list_key", "value", "name", "order")
    list_filter = ("list_key",)
    search_fields = ("value", "name")


PAGES = ((ReferenceItem, ReferenceItemPage),)

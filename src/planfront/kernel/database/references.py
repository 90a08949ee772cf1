"""The columns by which rows of one table are referred to from others, in any room."""

from __future__ import annotations

from collections.abc import Collection

from django.db.models import DO_NOTHING, ForeignObjectRel, Model


def list_references(model: type[Model], without: Collection[str]) -> list[ForeignObjectRel]:
    """Return what refers to a model, apart from tables by label. What the database copies by itself (``DO_NOTHING``)
    and links of many to many, whose own table refers, too, are left out."""
    return [
        item
        for item in model._meta.get_fields(include_hidden=True)
        if isinstance(item, ForeignObjectRel)
        and item.related_model._meta.label not in without
        and item.on_delete is not DO_NOTHING
        and not item.many_to_many
    ]

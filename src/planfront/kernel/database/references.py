"""The columns by which rows of one table are referred to from others, in any room."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Any, NamedTuple

from django.apps import apps
from django.db.models import DO_NOTHING, Model


class Reference(NamedTuple):
    table: type[Model]
    column: str


def list_references(model: type[Model], without: Collection[str] = ()) -> list[Reference]:
    """Return what refers to a model, apart from tables by label: foreign keys, and columns that hold its number without
    one, such as ``agent_id``. What the database copies by itself (``DO_NOTHING``) is left out."""
    number = f"{model._meta.model_name}_id"
    return [
        Reference(table, column.attname)
        for table in apps.get_models(include_auto_created=True)
        if table._meta.label not in without
        for column in table._meta.concrete_fields
        if (not column.is_relation and column.attname == number)
        or (column.related_model is model and column.remote_field.on_delete is not DO_NOTHING)
    ]


def find_references(
    model: type[Model], keys: Collection[Any], without: Collection[str] = ()
) -> Iterator[tuple[type[Model], set[Any]]]:
    """Yield each table that refers to some of a model's rows, with their keys."""
    for table, column in list_references(model, without) if keys else ():
        rows = table._default_manager.filter(**{f"{column}__in": keys})
        if used := set(rows.values_list(column, flat=True)):
            yield table, used

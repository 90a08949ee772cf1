"""The rows of other tables, in any room, that refer to rows of one."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Any

from django.apps import apps
from django.db.models import DO_NOTHING, Field, Model


def find_references(
    model: type[Model], keys: Collection[Any], without: Collection[str] = ()
) -> Iterator[tuple[type[Model], set[Any]]]:
    """Yield each table that refers to some of a model's rows, with their keys, apart from tables by label."""
    for table in apps.get_models(include_auto_created=True) if keys else ():
        for column in table._meta.concrete_fields if table._meta.label not in without else ():
            if _refers(column, model):
                rows = table._default_manager.filter(**{f"{column.attname}__in": keys})
                if used := set(rows.order_by().values_list(column.attname, flat=True).distinct()):
                    yield table, used


def _refers(column: Field[Any, Any], model: type[Model]) -> bool:
    """Return whether a column is a foreign key to a model, or holds its number without one, such as ``agent_id``. What
    the database copies by itself (``DO_NOTHING``) doesn't count."""
    if not column.is_relation:
        return column.attname == f"{model._meta.model_name}_id"
    return column.related_model is model and getattr(column.remote_field, "on_delete", None) is not DO_NOTHING

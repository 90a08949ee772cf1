"""For migrations: indexes from before they carried their key's id get it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.db.models import F, Value
from django.db.models.functions import Concat, Substr

from planfront.kernel.crypto import keyring

Operation = Callable[[Any, Any], None]


def name_key(app: str, columns: dict[str, list[str]]) -> tuple[Operation, Operation]:
    """Forwards and backwards, for the columns of an app's models. All were made with the oldest key of the ring."""

    def forwards(registry: Any, _editor: Any) -> None:
        kid = list(keyring().keys)[-1]
        for model, column in _each(registry):
            rows = model.objects.exclude(**{column: ""}).exclude(**{f"{column}__contains": "."})
            rows.update(**{column: Concat(Value(f"{kid}."), F(column))})

    def backwards(registry: Any, _editor: Any) -> None:
        kid = list(keyring().keys)[-1]
        for model, column in _each(registry):
            rows = model.objects.filter(**{f"{column}__startswith": f"{kid}."})
            rows.update(**{column: Substr(column, len(kid) + 2)})

    def _each(registry: Any) -> list[tuple[Any, str]]:
        return [(registry.get_model(app, name), column) for name, names in columns.items() for column in names]

    return forwards, backwards

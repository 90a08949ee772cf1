"""Re-encrypt and reindex everything that isn't under the current key, and report which data still needs which key.

Stops and resumes anywhere.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from django.apps import apps
from django.db import models, transaction

from planfront.kernel.hooks import Hook
from planfront.kernel.security import crypto
from planfront.kernel.security.fields import (
    BlindIndexField,
    EncryptedTextField,
    Sealed,
    blind_index_fields,
    encrypted_fields,
)

Renew = Callable[[Any], bool]
# By column, "app.Model.field": writes a row's index with the current key; False where its text isn't known any more.
RENEW_INDEX: Hook[Renew] = Hook("kernel.renew_index")
_AT_ONCE = 200


@dataclass(frozen=True)
class Column:
    """A column whose values were made with a key. Each value begins with ``prefix`` and the key's id."""

    model: type[models.Model]
    field: EncryptedTextField | BlindIndexField

    @property
    def name(self) -> str:
        return f"{self.model._meta.verbose_name_plural}: {self.field.verbose_name}"

    @property
    def label(self) -> str:
        """Return the column as ``RENEW_INDEX`` names it: "app.Model.field"."""
        return str(self.field)

    @property
    def prefix(self) -> str:
        return f"{crypto.VERSION}." if isinstance(self.field, EncryptedTextField) else ""

    def filled(self) -> models.QuerySet[Any]:
        rows = self.model._default_manager.exclude(**{f"{self.field.name}__isnull": True})
        return rows.extra(where=[f'"{self.field.column}" <> %s'], params=[""])  # noqa: S610 - the raw column

    def under(self, key: str) -> models.QuerySet[Any]:
        """Return the rows whose value was made with the key."""
        where = f'"{self.field.column}" LIKE %s'
        return self.filled().extra(where=[where], params=[f"{self.prefix}{key}.%"])  # noqa: S610 - as above

    def outdated(self) -> models.QuerySet[Any]:
        """Return the rows whose value was made with another key than the current one."""
        where = f'"{self.field.column}" NOT LIKE %s'
        current = f"{self.prefix}{crypto.keyring().current}.%"
        return self.filled().extra(where=[where], params=[current])  # noqa: S610 - as above


def sealed_columns() -> Iterator[Column]:
    for model in apps.get_models():
        for field in encrypted_fields(model):
            yield Column(model, field)


def index_columns() -> Iterator[Column]:
    for model in apps.get_models():
        for field in blind_index_fields(model):
            yield Column(model, field)


def count_remaining() -> int:
    """Return how many values, sealed or indexed, still need the old keys."""
    return sum(column.outdated().count() for column in (*sealed_columns(), *index_columns()))


def count_by_key() -> dict[str, Counter[str]]:
    """Return, by key id, how many values of each column need that key. "" stands for keys that aren't in the ring:
    these values are lost."""
    counted: dict[str, Counter[str]] = defaultdict(Counter)
    for column in (*sealed_columns(), *index_columns()):
        remaining = column.filled().count()
        for key in crypto.keyring().keys if remaining else ():
            number = column.under(key).count()
            remaining -= number
            counted[key][column.name] += number
        counted[""][column.name] += remaining
    return {key: +numbers for key, numbers in counted.items() if +numbers}


def rekey() -> int:
    """Re-seal all outdated values in short transactions. Returns how many were changed."""
    changed = 0
    for column in sealed_columns():
        while keys := list(column.outdated().values_list("pk", flat=True)[:_AT_ONCE]):
            changed += _reseal(column, keys)
    return changed


def reindex(*, everything: bool = False) -> int:
    """Rebuild outdated indexes, or ``everything``, in short transactions. Returns how many rows were visited.
    An index whose text isn't known stays as it is: ``remaining`` counts it."""
    renewed = 0
    for column in index_columns():
        last: Any = None
        while keys := _next_keys(column, last, everything=everything):
            renewed += _renew(column, keys)
            last = keys[-1]
    return renewed


def _next_keys(column: Column, last: Any, *, everything: bool) -> list[Any]:
    rows = column.filled() if everything else column.outdated()
    after = rows if last is None else rows.filter(pk__gt=last)
    return list(after.order_by("pk").values_list("pk", flat=True)[:_AT_ONCE])


@transaction.atomic
def _renew(column: Column, keys: list[Any]) -> int:
    renew = RENEW_INDEX.require(column.label)
    rows = column.model._default_manager.select_for_update().filter(pk__in=keys).order_by("pk")
    return sum(renew(row) for row in rows)


@transaction.atomic
def _reseal(column: Column, keys: list[Any]) -> int:
    rows = list(column.model._default_manager.select_for_update().filter(pk__in=keys).order_by("pk"))
    name = column.field.attname
    for row in rows:
        value = getattr(row, name)
        if not isinstance(value, Sealed):
            setattr(row, name, value)
        row.save(update_fields=[name])
    return len(rows)

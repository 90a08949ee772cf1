"""Re-encrypt everything that isn't sealed with the current key. Stops and resumes anywhere."""

from __future__ import annotations

from collections.abc import Iterator

from django.apps import apps
from django.db import models, transaction

from planfront.kernel import crypto
from planfront.kernel.fields import EncryptedTextField, Sealed, encrypted_fields


def encrypted_models() -> Iterator[tuple[type[models.Model], list[EncryptedTextField]]]:
    for model in apps.get_models():
        if fields := encrypted_fields(model):
            yield model, fields


def outdated(model: type[models.Model], field: EncryptedTextField) -> models.QuerySet[models.Model]:
    """Rows whose ``field`` was sealed with another key than the current one."""
    prefix = f"{crypto.VERSION}.{crypto.keyring().current}."
    rows = model._default_manager.exclude(**{f"{field.name}__isnull": True})
    return rows.extra(  # noqa: S610 - the look-up must see the raw column
        where=[f'"{field.column}" <> %s AND "{field.column}" NOT LIKE %s'],
        params=["", prefix + "%"],
    )


def remaining() -> int:
    """How many values still need the old keys."""
    return sum(outdated(model, field).count() for model, fields in encrypted_models() for field in fields)


def rekey(batch: int = 200) -> int:
    """Re-seal all outdated values in short transactions. Returns how many were changed."""
    changed = 0
    for model, fields in encrypted_models():
        for field in fields:
            while keys := list(outdated(model, field).values_list("pk", flat=True)[:batch]):
                changed += _reseal(model, field, keys)
    return changed


@transaction.atomic
def _reseal(model: type[models.Model], field: EncryptedTextField, keys: list[object]) -> int:
    rows = list(model._default_manager.select_for_update().filter(pk__in=keys).order_by("pk"))
    for row in rows:
        value = getattr(row, field.attname)
        if not isinstance(value, Sealed):
            setattr(row, field.attname, value)
        row.save(update_fields=[field.attname])
    return len(rows)

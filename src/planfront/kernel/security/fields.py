"""Model fields that are encrypted at rest.

The attribute reads and writes plain text; the column holds only sealed text (see ``security.crypto``). Needs a primary
key that is known before the insert (a UUID made in Python). ``values()`` and ``update()`` can't reach the plain text.
"""

from __future__ import annotations

import json
from typing import Any

from django.core.serializers.json import DjangoJSONEncoder
from django.db import models

from planfront.kernel.security import crypto


class Sealed:
    """Stored, unopened text. Its repr shows nothing."""

    __slots__ = ("stored",)

    def __init__(self, stored: str) -> None:
        self.stored = stored

    def __repr__(self) -> str:
        return "<sealed>"


class _Opener:
    """Opens a sealed attribute on first read, with the row's own key as additional data."""

    def __init__(self, field: EncryptedTextField) -> None:
        self.field = field

    def __get__(self, instance: models.Model | None, owner: type[models.Model]) -> Any:
        if instance is None:
            return self
        value = instance.__dict__.get(self.field.attname)
        if self.field.attname not in instance.__dict__:
            instance.refresh_from_db(fields=[self.field.attname])
            value = instance.__dict__[self.field.attname]
        if isinstance(value, Sealed):
            value = self.field.open(value, instance)
            instance.__dict__[self.field.attname] = value
        return value

    def __set__(self, instance: models.Model, value: Any) -> None:
        instance.__dict__[self.field.attname] = value


class EncryptedTextField(models.TextField):  # type: ignore[type-arg]
    """Text, sealed with AES-256-GCM and bound to its row."""

    def contribute_to_class(self, cls: type[models.Model], name: str, private_only: bool = False) -> None:
        super().contribute_to_class(cls, name, private_only)
        setattr(cls, self.attname, _Opener(self))

    @property
    def purpose(self) -> str:
        meta = self.model._meta
        return f"{meta.app_label}.{meta.object_name}.{self.name}"

    def open(self, sealed: Sealed, instance: models.Model) -> Any:
        return self.to_plain(crypto.decrypt(sealed.stored, self.purpose, str(instance.pk)))

    def seal(self, value: Any, instance: models.Model) -> Sealed:
        if instance.pk is None:
            raise TypeError(f"{self.purpose} needs a primary key before it is saved.")
        return Sealed(crypto.encrypt(self.to_text(value), self.purpose, str(instance.pk)))

    def to_text(self, value: Any) -> str:
        return str(value)

    def to_plain(self, text: str) -> Any:
        return text

    def is_empty(self, value: Any) -> bool:
        return value is None or value == ""

    def pre_save(self, model_instance: models.Model, add: bool) -> Any:
        value = model_instance.__dict__.get(self.attname)
        if isinstance(value, Sealed) or self.is_empty(value):
            return value
        return self.seal(value, model_instance)

    def from_db_value(self, value: str | None, *_: Any) -> Any:
        return Sealed(value) if value else self.empty()

    def empty(self) -> Any:
        return None if self.null else ""

    def get_prep_value(self, value: Any) -> Any:
        if isinstance(value, Sealed):
            return value.stored
        if self.is_empty(value):
            return None if self.null else ""
        raise TypeError(f"{self.purpose} can only be written through its model's save().")

    def value_to_string(self, obj: models.Model) -> str:
        raise TypeError("Encrypted fields aren't serialized.")


class EncryptedJSONField(EncryptedTextField):
    """A JSON value (dict, list, …), sealed as one text. Empty reads as ``{}``."""

    def to_text(self, value: Any) -> str:
        return json.dumps(value, cls=DjangoJSONEncoder, separators=(",", ":"))

    def to_plain(self, text: str) -> Any:
        return json.loads(text)

    def is_empty(self, value: Any) -> bool:
        return value is None or value in ("", {})

    def empty(self) -> Any:
        return None if self.null else {}

    def get_default(self) -> Any:
        """Return a default that reads like a stored empty value."""
        return super().get_default() if self.has_default() else self.empty()


class BlindIndexField(models.CharField):  # type: ignore[type-arg]
    """The blind index (``crypto.blind_index``) of a sealed text, to look it up by.

    A room that has one connects to ``rekey.RENEW_INDEX`` how a row's index is rebuilt.
    """

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **{"max_length": 64, **options})


def blind_index_fields(model: type[models.Model]) -> list[BlindIndexField]:
    return [field for field in model._meta.get_fields() if isinstance(field, BlindIndexField)]


def encrypted_fields(model: type[models.Model]) -> list[EncryptedTextField]:
    return [field for field in model._meta.get_fields() if isinstance(field, EncryptedTextField)]

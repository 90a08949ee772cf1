"""Values as forms send them, and request bodies that follow from a form."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Annotated, Any, TypeVar

from pydantic import BaseModel, BeforeValidator, Field, create_model

if TYPE_CHECKING:
    from planfront.enrollment.forms.form import Form

Body = TypeVar("Body", bound=BaseModel)


def as_text(value: Any) -> Any:
    """Forms send numbers and null where the contract says text."""
    if value is None:
        return ""
    return str(value) if isinstance(value, int) and not isinstance(value, bool) else value


def _ticked(value: Any) -> Any:
    """A list of ticks, or their flags as the contract names them, as one comma-separated text."""
    if isinstance(value, dict):
        value = [name for name, flag in value.items() if flag in (1, "1")]
    return ",".join(str(tick) for tick in value) if isinstance(value, list) else value


Entry = Annotated[str, BeforeValidator(as_text), Field(max_length=254)]
Notes = Annotated[str, BeforeValidator(as_text), Field(max_length=2000)]
Flag = Annotated[str, BeforeValidator(as_text), Field(max_length=5)]
Ticks = Annotated[str, BeforeValidator(as_text), BeforeValidator(_ticked), Field(max_length=254)]


def takes(form: Form) -> Callable[[type[Body]], type[Body]]:
    """Class decorator: the body also takes every field that the form stores, each of which may be left out. What the
    body says of a name itself stays."""

    def extend(body: type[Body]) -> type[Body]:
        names = [field for field in form.fields if field.stored and field.name not in body.model_fields]
        fields: dict[str, Any] = {field.name: (field.kind.wire, "") for field in names}
        return create_model(body.__name__, __base__=body, __module__=body.__module__, __doc__=body.__doc__, **fields)

    return extend

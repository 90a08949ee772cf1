"""Completes the OpenAPI document that the models give: meanings and examples of names, and the guide."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from planfront.api.reference.names import SHARED_NAMES
from planfront.enrollment.steps.meanings import field_meanings

_AS_NEEDED = {"BusinessAnswer", "ErrorAnswer", "FieldErrorAnswer", "DobErrorAnswer"}
_GUIDE = Path(__file__).with_name("guide.md")


def guide() -> str:
    """Return the first page of the reference, in Markdown."""
    return _GUIDE.read_text()


def complete(document: dict[str, Any]) -> None:
    """Give every parameter and field a description and an example, in place.

    Its own come first, then those of a name that several schemas share, then those of a field of the application's
    steps. A test fails for what still has none.
    """
    meanings = {**field_meanings(), **SHARED_NAMES}
    for _owner, name, holder, schema in named_places(document):
        description, example = meanings.get(name, ("", None))
        if description:
            holder.setdefault("description", description)
        examples = schema.pop("examples", [])
        holder.pop("examples", None)  # ninja copies a parameter's from its schema
        if not is_of_models(schema):
            schema.setdefault("example", examples[0] if examples else _fit_example(example, schema))


def require_what_is_always_sent(document: dict[str, Any]) -> None:
    """Mark every field of an answer as required, in place: fields with a default are sent, too.

    A model that is also sent to the server keeps its own list, and so does the envelope, whose texts come as needed.
    """
    schemas = document["components"]["schemas"]
    operations = [operation for methods in document["paths"].values() for operation in methods.values()]
    sent = _models_within([operation.get("requestBody", {}) for operation in operations], schemas)
    answered = _models_within([operation["responses"] for operation in operations], schemas)
    for name in answered - sent:
        if not name.startswith("Envelope") and name not in _AS_NEEDED and "properties" in schemas[name]:
            schemas[name]["required"] = list(schemas[name]["properties"])


def _models_within(node: Any, schemas: dict[str, Any]) -> set[str]:
    """Return the names of the models that a part of the document refers to, directly or through others."""
    names: set[str] = set()
    waiting = [node]
    while waiting:
        part = waiting.pop()
        if isinstance(part, list):
            waiting.extend(part)
        elif isinstance(part, dict):
            name = str(part.get("$ref", "")).removeprefix("#/components/schemas/")
            if name and name not in names:
                names.add(name)
                waiting.append(schemas[name])
            waiting.extend(part.values())
    return names


def named_places(document: dict[str, Any]) -> Iterator[tuple[str, str, dict[str, Any], dict[str, Any]]]:
    """Yield owner (model or operation), name, what holds the description and the schema, for every named place."""
    for methods in document["paths"].values():
        for operation in methods.values():
            for parameter in operation.get("parameters", ()):
                yield operation["operationId"], parameter["name"], parameter, parameter["schema"]
    for model, schema in document["components"]["schemas"].items():
        for name, field in schema.get("properties", {}).items():
            yield model, name, field, field


def is_of_models(schema: dict[str, Any]) -> bool:
    """Return whether the place holds other models, which have examples of their own."""
    return any("$ref" in choice or "$ref" in choice.get("items", {}) for choice in _choices(schema))


def _choices(schema: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the schemas that the place may hold. A parameter with a default has its model's within ``allOf``."""
    choices: list[dict[str, Any]] = schema.get("anyOf") or schema.get("allOf") or [schema]
    return choices


def _fit_example(example: Any, schema: dict[str, Any]) -> Any:
    """Return the example in the type that this place has: one name may be text here and a number there."""
    choices = _choices(schema)
    kinds = {choice.get("type") for choice in choices}
    if constant := next((choice["const"] for choice in choices if "const" in choice), None):
        return constant
    if values := next((choice["enum"] for choice in choices if "enum" in choice), None):
        return example if example in values else values[0]
    if isinstance(example, bool) or example is None:
        converted: Any = example
    elif isinstance(example, int) and "integer" not in kinds and "string" in kinds:
        converted = str(example)
    elif isinstance(example, str) and "integer" in kinds and "string" not in kinds and example.isdecimal():
        converted = int(example)
    else:
        converted = example
    return converted if _has_type(converted, kinds) else _smallest_example(kinds)


_TYPES: dict[str, tuple[type, ...]] = {
    "string": (str,),
    "integer": (int,),
    "number": (int, float),
    "boolean": (bool,),
    "array": (list,),
    "object": (dict,),
    "null": (type(None),),
}


def _has_type(example: Any, kinds: set[Any]) -> bool:
    if None in kinds:
        return True
    if isinstance(example, bool):
        return "boolean" in kinds
    return any(isinstance(example, _TYPES[kind]) for kind in kinds)


def _smallest_example(kinds: set[Any]) -> Any:
    if "null" in kinds:
        return None
    empty: dict[Any, Any] = {"string": "", "integer": 1, "number": 1, "boolean": False, "array": [], "object": {}}
    return next((empty[kind] for kind in kinds if kind in empty), {})

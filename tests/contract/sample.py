"""Smallest valid input for an operation, made from its own description."""

from __future__ import annotations

from typing import Any

Document = dict[str, Any]


def resolve(document: Document, schema: Document) -> Document:
    while "$ref" in schema:
        schema = document["components"]["schemas"][schema["$ref"].rsplit("/", 1)[1]]
    return schema


def example(document: Document, schema: Document, name: str = "") -> Any:
    """A value that fits ``schema``; required properties only."""
    schema = resolve(document, schema)
    for key in ("const", "default"):
        if key in schema:
            return schema[key]
    if "enum" in schema:
        return schema["enum"][0]
    for key in ("anyOf", "oneOf", "allOf"):
        if key in schema:
            return example(document, schema[key][0], name)
    kind = schema.get("type")
    if kind == "object":
        required = schema.get("required", [])
        return {item: example(document, schema["properties"][item], item) for item in required}
    if kind == "array":
        return []
    if kind in {"integer", "number"}:
        return schema.get("minimum", 1)
    return False if kind == "boolean" else "x" * max(1, schema.get("minLength", 1))


def operations(document: Document) -> list[tuple[str, str, Document]]:
    return [
        (method.upper(), path, operation)
        for path, methods in document["paths"].items()
        for method, operation in methods.items()
    ]


def body_schema(document: Document, operation: Document) -> Document | None:
    content = operation.get("requestBody", {}).get("content", {}).get("application/json")
    return resolve(document, content["schema"]) if content else None


def query(document: Document, operation: Document, **given: Any) -> dict[str, Any]:
    """Required query parameters, and those in ``given`` that the operation knows."""
    result = {}
    for parameter in operation.get("parameters", []):
        name = parameter["name"]
        if parameter["in"] != "query":
            continue
        if name in given:
            result[name] = given[name]
        elif parameter.get("required"):
            result[name] = example(document, parameter["schema"], name)
    return result


def body(document: Document, operation: Document, **given: Any) -> Any:
    """Required body fields, and those in ``given`` that the operation knows; None without a body."""
    schema = body_schema(document, operation)
    if schema is None:
        return None
    result = example(document, schema)
    result.update({name: value for name, value in given.items() if name in schema.get("properties", {})})
    return result


def path_names(operation: Document) -> list[str]:
    return [parameter["name"] for parameter in operation.get("parameters", []) if parameter["in"] == "path"]

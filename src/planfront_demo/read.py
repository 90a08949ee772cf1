"""The reader of the demo world's data: YAML files of ``data``, checked against the form that the reader asks for.

``=name`` stands for what a file lists under ``parts``, or ``data/parts.yaml`` for all files. Numbers with a point stay
text, so that no price becomes a float, and so do dates and "no".
"""

from __future__ import annotations

import re
from collections.abc import Hashable, Mapping
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

import yaml
from pydantic import BaseModel, ConfigDict, ValidationError

from planfront.cli.console import CliError

DATA = Path(__file__).parent / "data"
_PARTS = "parts"


class DataError(CliError):
    """A mistake in the demo's data, named with its file and place."""


class Seed(BaseModel):
    """An entry of the data. A key that it doesn't have is an error."""

    model_config = ConfigDict(extra="forbid", frozen=True, coerce_numbers_to_str=True)


class _Loader(getattr(yaml, "CSafeLoader", yaml.SafeLoader)):  # type: ignore[misc]
    """A loader to which all is text but whole numbers without leading zeros, true, false and null."""

    yaml_implicit_resolvers: dict[str, list[tuple[str, re.Pattern[str]]]] = {}

    def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> dict[Hashable, Any]:
        result: dict[Hashable, Any] = {}
        for key_node, value_node in node.value:
            key = self.construct_object(key_node, deep=True)
            if key in result:
                raise yaml.MarkedYAMLError(problem=f"{key!r} is there twice", problem_mark=key_node.start_mark)
            result[key] = self.construct_object(value_node, deep=True)
        return result


_Loader.add_implicit_resolver("tag:yaml.org,2002:bool", re.compile(r"^(true|false)$"), list("tf"))
_Loader.add_implicit_resolver("tag:yaml.org,2002:int", re.compile(r"^(0|[1-9][0-9]*)$"), list("0123456789"))
_Loader.add_implicit_resolver("tag:yaml.org,2002:null", re.compile(r"^(null|)$"), ["n", ""])

_S = TypeVar("_S", bound=Seed)


def read(name: str, form: type[_S]) -> _S:
    """Return what ``data/<name>.yaml`` holds. Raises DataError."""
    return check(name, form, read_raw(name))


def check(name: str, form: type[_S], raw: Any) -> _S:
    try:
        return form.model_validate(raw)
    except ValidationError as error:
        lines = [f"{'.'.join(map(str, each['loc']))}: {each['msg']}" for each in error.errors()]
        raise DataError(f"{DATA / name}.yaml: " + "; ".join(lines)) from error


def read_raw(name: str) -> dict[str, Any]:
    """Return the mapping of a file, with the parts that it names."""
    raw = _load(name)
    parts = {**_shared_parts(), **raw.pop(_PARTS, {})}
    result: dict[str, Any] = _put_in(raw, parts, name)
    return result


@cache
def _shared_parts() -> Mapping[str, Any]:
    return _load(_PARTS)


def _load(name: str) -> dict[str, Any]:
    path = DATA / f"{name}.yaml"
    try:
        raw = yaml.load(path.read_text(encoding="utf-8"), _Loader)  # noqa: S506 - a kind of the safe loader
    except yaml.YAMLError as error:
        raise DataError(f"{path}: {error}") from error
    if not isinstance(raw, dict):
        raise DataError(f"{path}: must be a mapping")
    return raw


def _put_in(value: Any, parts: Mapping[str, Any], place: str) -> Any:
    if isinstance(value, dict):
        return {key: _put_in(item, parts, f"{place}.{key}") for key, item in value.items()}
    if isinstance(value, list):
        return [_put_in(item, parts, f"{place}.{number}") for number, item in enumerate(value)]
    if not isinstance(value, str) or not value.startswith("="):
        return value
    if value[1:] not in parts:
        raise DataError(f"{DATA}/{place}: there is no part {value[1:]!r}")
    return _put_in(parts[value[1:]], parts, place)

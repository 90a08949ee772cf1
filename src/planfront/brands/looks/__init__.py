"""What a recipe's header, surface and density add to the brand's style sheet: one small sheet for each of their values.

A sheet belongs to a value, never to a brand, and knows only roles, so that whatever colours a brand has stay readable.
It speaks of the classes that components have everywhere (``folder``, ``card``, ``statement``, ``btn``, ``price``) and
of the attributes of ``<html>``, by which it also comes before what a page loads later.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

from planfront.brands.recipes import Recipe

_HERE = Path(__file__).parent
_PARTS = ("header", "surface", "density")
_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
_SPACE = re.compile(r"\s+")
_LOOSE = re.compile(r" ?([{};,>]) ?")


@cache
def _sheet(name: str) -> str:
    path = _HERE / f"{name}.css"
    if not path.is_file():
        return ""  # what the store looks like by itself
    text = _SPACE.sub(" ", _COMMENT.sub("", path.read_text(encoding="utf-8"))).strip()
    return _LOOSE.sub(r"\1", text).replace(";}", "}").replace(": ", ":")


def css(recipe: Recipe) -> str:
    """The sheets of a recipe's values, without what browsers don't need."""
    return "".join(_sheet(f"{part}-{getattr(recipe, part)}") for part in _PARTS)

"""The style sheets of a recipe's header, surface and density: one small sheet for each of their values, added to the
brand's.

A sheet belongs to a value, never to a brand, and knows only roles, so that any brand's colors stay readable. It uses
the classes that components have everywhere (``folder``, ``card``, ``statement``, ``btn``, ``price``) and the attributes
of ``<html>``, by which it also comes before the sheets that a page loads later.
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

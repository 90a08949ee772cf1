"""Catalog texts in the active language. A text that isn't translated stays English."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from django.utils.translation import get_language

T = TypeVar("T")


def language() -> str:
    """Two-letter code of the active language."""
    return (get_language() or "en")[:2]


def pick(i18n: Mapping[str, Any], key: str, default: T, lang: str) -> T:
    """``i18n[lang][key]`` when it is there and of the default's type, else ``default``."""
    if lang == "en":
        return default
    match = (i18n.get(lang) or {}).get(key)
    if isinstance(default, tuple):
        return tuple(match) if isinstance(match, list) else default  # type: ignore[return-value]
    return match if match and isinstance(match, type(default)) else default

"""The panel above a list or a form: a note, a sentence and buttons, for one template."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Button:
    """A link, or with ``posts`` a form of its own."""

    label: str
    href: str
    is_main: bool = True
    posts: bool = False


@dataclass(frozen=True)
class Panel:
    text: str = ""
    note: str = ""
    buttons: tuple[Button, ...] = ()

"""Starting points: fixtures that many tests of this room begin with, made once and then restored (see ``kept_rows``).

``@begins("wizard")`` above ``def signed(start): return start.wizard.up_to("sign")`` makes a fixture ``signed``. Its
``start`` has ``brand``, ``store`` and ``visitor``, which every test of the room has, and under its name each starting
point that comes before: here ``wizard``, of the same file or of conftest.py.

A test that asks for several begins with the one that is defined last; fixtures ``brand``, ``store`` and ``visitor`` are
then those of this starting point.
"""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from planfront.enrollment.tests.kept_rows import make_or_restore

_ROOM = Path(__file__).parent
_SHARED = f"{__package__}.conftest"
_START = pytest.StashKey[SimpleNamespace | None]()


@dataclass(frozen=True)
class _Point:
    fixture: Any
    make: Callable[[SimpleNamespace], Any]
    before: tuple[str, ...]


_points: dict[tuple[str, str], _Point] = {}
"""By module and name, in the order of their definitions."""


def begins(*before: str) -> Callable[[Callable[[SimpleNamespace], Any]], Any]:
    """Turn ``make(start)`` into a starting point that comes after those named in ``before``."""

    def decorate(make: Callable[[SimpleNamespace], Any]) -> Any:
        name = make.__name__

        def value(request: pytest.FixtureRequest, store: Any, visitor: Any) -> Any:
            start = start_of(request) or SimpleNamespace(store=store, visitor=visitor)
            if not hasattr(start, name):
                _add(make.__module__, name, start)
            return getattr(start, name)

        value.__doc__ = make.__doc__
        fixture = pytest.fixture(name=name)(value)
        _points[make.__module__, name] = _Point(fixture, make, before)
        return fixture

    return decorate


def start_of(request: pytest.FixtureRequest) -> SimpleNamespace | None:
    """Return what a test begins with; None outside of this room, and where it asks for no starting point."""
    stash: pytest.Stash = request.node.stash
    if _START not in stash:
        point = _asked_last(request) if _ROOM in request.node.path.parents else None
        stash[_START] = make_or_restore(".".join(point), lambda: _build(*point)) if point else None
    return stash[_START]


def _asked_last(request: pytest.FixtureRequest) -> tuple[str, str] | None:
    """Return the starting point defined last of those that a test asks for. A fixture of its own file goes before one
    of the same name elsewhere."""
    own = vars(request.module)
    requested = [
        (module, name)
        for (module, name), point in _points.items()
        if name in request.fixturenames and own.get(name, point.fixture) is point.fixture
    ]
    return requested[-1] if requested else None


def _build(module: str, name: str) -> SimpleNamespace:
    from planfront.enrollment.tests.conftest import begin_with_store

    start: SimpleNamespace = begin_with_store()
    _add(module, name, start)
    return start


def _add(module: str, name: str, start: SimpleNamespace) -> None:
    """Make a starting point, and before it those that come before it."""
    point = _points.get((module, name)) or _points[_SHARED, name]
    for earlier in point.before:
        _add(module, earlier, start)
    setattr(start, name, point.make(start))

"""Hooks between rooms: docs/architecture.md lists each with the rooms that connect to it."""

import re
from pathlib import Path

import pytest

from planfront.kernel.hooks import Hook, all_hooks

ROOT = Path(__file__).parents[2]
ROW = re.compile(r"^\| `([a-z_]+\.[a-z_]+)` \|.*\| ([a-z, ]+) \|$", re.MULTILINE)


def room_of(value):
    """The room whose code a connected value runs."""
    read = getattr(value, "read", value)
    code = getattr(read, "func", read)
    module = code.__module__ if hasattr(code, "__qualname__") else type(code).__module__
    return module.split(".")[1]


def documented():
    rows = ROW.findall((ROOT / "docs/architecture.md").read_text())
    return {name: rooms.split(", ") for name, rooms in rows}


def connected():
    import planfront.config.urls  # noqa: F401 - with it every room is imported

    rooms = {name: sorted({key_room(hook, key) for key in hook.keys}) for name, hook in all_hooks().items()}
    return {name: listed for name, listed in rooms.items() if not name.startswith("tests.")}


def key_room(hook, key):
    """Caches stand under the name of their module: what empties them may be a library's function."""
    return key.split(".")[1] if key.startswith("planfront.") else room_of(hook.require(key))


def test_hooks_and_who_connects_to_them_are_documented():
    assert documented() == connected()


def test_connecting_again_replaces_what_was_there():
    hook = Hook("tests.replaced")
    hook.connect(1, key="a")
    hook.connect(2, key="b")
    hook.connect(3, key="a")
    assert (list(hook), hook.get("a"), hook.get("c"), hook.keys) == ([3, 2], 3, None, {"a", "b"})


def test_two_hooks_of_one_name_are_refused():
    Hook("tests.once")
    with pytest.raises(ValueError, match="There is a hook"):
        Hook("tests.once")


def test_no_room_keeps_another_register():
    """What is filled in ``ready`` is a hook."""
    for path in (ROOT / "src/planfront").glob("*/apps.py"):
        calls = re.findall(r"^ {8,12}(\w+(?:\.\w+)*)\(", path.read_text(), re.MULTILINE)
        assert all(call.endswith(".connect") for call in calls), path

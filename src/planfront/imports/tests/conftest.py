"""A small kind of import over rows of the audit-free kind: a dictionary in the process."""

from __future__ import annotations

import pytest

from planfront.accounts.models import User
from planfront.imports import registry
from planfront.imports.changes import ChangeImporter
from planfront.imports.layouts import Layout
from planfront.imports.registry import Column
from planfront.imports.tabular import records


class Colours(ChangeImporter):
    """`name,hex` lines; the world is a dictionary."""

    kind = "colours"
    title = "Colors"
    columns = (Column("Name", "What it is called", required=True, example="petrol"), Column("Hex", "Its code"))

    def __init__(self):
        self.world = {}

    def stage(self, run, path, sink):
        for done, record in enumerate(records(path, [Layout(("Name", "Hex"), None)], sink.issue, run.sheets), 1):
            cells = record.cells
            sink.progress(done, done)
            if not cells["hex"].startswith("#"):
                sink.issue(record.issue("badHex", f"{cells['hex']!r} is no colour.", "Hex"))
                continue
            before, after = self.world.get(cells["name"]), {"hex": cells["hex"]}
            if before != after:
                sink.change(cells["name"], "changed" if before else "new", before, after)

    def apply_many(self, changes):
        for subject, after in changes:
            if after is None:
                self.world.pop(subject)
            else:
                self.world[subject] = after

    def current_many(self, subjects):
        return {subject: self.world.get(subject) for subject in subjects}


@pytest.fixture
def colours(monkeypatch):
    result = Colours()
    monkeypatch.setitem(registry.IMPORTERS._connected, "colours", result)
    return result


@pytest.fixture
def people(db):
    """Who uploads and who approves."""
    return [User.objects.create_superuser(f"{name}@demo.test", "planfront-demo") for name in ("admin", "approver")]


@pytest.fixture
def write(tmp_path):
    def write(text, name="colours.csv"):
        path = tmp_path / name
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return path

    return write

"""docs/operations.md has each variable of the environment with its default."""

import re
from pathlib import Path

from planfront.config.env import variables

DOCS = Path(__file__).resolve().parents[2] / "docs" / "operations.md"
ROW = re.compile(r"^\| (`[A-Z][^|]*`) \| ([^|]*) \| ", re.MULTILINE)
READ_ELSEWHERE = {"DATABASE_DIRECT_URL", "OTEL_EXPORTER_OTLP_ENDPOINT", "CHROMIUM", "PYTHON"}
"""By commands before the store runs, by libraries, and by tests."""


def documented() -> dict[str, str]:
    """Return what the documents say of defaults, by the name of a variable."""
    rows = ROW.findall(DOCS.read_text())
    return {name: default for names, default in rows for name in re.findall(r"`([A-Z_]+)`", names)}


def test_every_variable_is_documented_with_its_default():
    table = documented()
    assert {declared.name for declared in variables().values()} | READ_ELSEWHERE == table.keys()
    for declared in variables().values():
        for default in filter(None, (declared.default, declared.production)):
            stated = re.split(r"[`\s;()]+", table[declared.name])
            assert default in stated or "the vendor's" in table[declared.name], declared.name

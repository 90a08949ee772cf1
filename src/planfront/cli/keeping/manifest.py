"""The manifest of a backup: versions, migrations, rows per table, the hash of each part and of each key."""

from __future__ import annotations

import hashlib
import json
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from planfront.cli.console import CliError

NAME = "manifest.json"
FORMAT = 1
_BLOCK = 1024 * 1024


@dataclass(frozen=True)
class Part:
    """A file of the backup, its size in bytes and its SHA-256 in hexadecimal."""

    file: str
    bytes: int
    sha256: str


@dataclass(frozen=True)
class Manifest:
    """``made_at``: ISO 8601 in UTC. ``migrations``: "app.name". ``tables``: rows by table. ``keys``: marks by name."""

    made_at: str
    planfront: str
    engine: str
    engine_version: str
    migrations: list[str]
    tables: dict[str, int]
    parts: list[Part]
    keys: dict[str, str]
    format: int = FORMAT

    def write(self, folder: Path) -> None:
        text = json.dumps(asdict(self), indent=2, sort_keys=True)
        (folder / NAME).write_text(f"{text}\n", encoding="utf-8")

    @classmethod
    def read(cls, folder: Path) -> Manifest:
        """Read the manifest of a backup; a folder that is none, or of another format, is a CliError."""
        try:
            facts: dict[str, Any] = json.loads((folder / NAME).read_text(encoding="utf-8"))
            if facts.get("format") != FORMAT:
                raise CliError(f"{folder} was made by another version of Planfront: its format isn't {FORMAT}.")
            return cls(**{**facts, "parts": [Part(**part) for part in facts["parts"]]})
        except FileNotFoundError:
            raise CliError(f"{folder} is not a backup: it has no {NAME}.") from None
        except (OSError, ValueError, TypeError, KeyError, AttributeError):
            raise CliError(f"{folder / NAME} can't be read: the backup is damaged.") from None

    def check_parts(self, folder: Path) -> None:
        """Compare every part with its hash; a missing or changed one is a CliError."""
        for part in self.parts:
            path = folder / part.file
            if Path(part.file).name != part.file or not path.is_file():
                raise CliError(f"{path} is missing: the backup is not whole.")
            if describe(path) != part:
                raise CliError(f"{path} is not what the manifest says: the backup is damaged.")


def describe(path: Path) -> Part:
    digest, size = hashlib.sha256(), 0
    with path.open("rb") as stream:
        while block := stream.read(_BLOCK):
            digest.update(block)
            size += len(block)
    return Part(path.name, size, digest.hexdigest())

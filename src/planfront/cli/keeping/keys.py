"""The keys of an installation, kept apart from its backups: a backup only bears a mark of each."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from pathlib import Path

from planfront.cli.console import CliError
from planfront.config.env import Env

SECRET, FIELDS = "secret", "fields"
_MARK = 16


@dataclass(frozen=True)
class Keys:
    """Django's key and the field keys, as SECRET_KEY and FIELD_KEYS have them."""

    secret: str
    fields: str

    def marks(self) -> dict[str, str]:
        """Return a mark by key name: it tells two keys apart and gives neither away, since keys are random."""
        field_keys = {
            name: value for name, _, value in (part.strip().partition(":") for part in self.fields.split(","))
        }
        marked = {"SECRET_KEY": self.secret, **field_keys}
        return {
            name: hashlib.sha256(f"planfront backup {value}".encode()).hexdigest()[:_MARK]
            for name, value in marked.items()
        }

    def write(self, folder: Path) -> None:
        """Write both files, readable by the owner alone."""
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        for name, value in ((SECRET, self.secret), (FIELDS, self.fields)):
            draft = folder / f"{name}.new"
            draft.touch(mode=0o600)
            draft.write_text(value, encoding="utf-8")
            draft.replace(folder / name)


def folder_name(backup: str) -> str:
    """Return the name of the folder with a backup's keys."""
    return f"{backup}-keys"


def read(folder: Path) -> Keys:
    try:
        return Keys(*((folder / name).read_text(encoding="utf-8").strip() for name in (SECRET, FIELDS)))
    except OSError as error:
        raise CliError(f"No keys in {folder}: {error.filename} can't be read.") from None


def of_installation(env: Env) -> Keys | None:
    """Return the keys that the environment or the data folder has, without making any; None when one is missing."""
    folder = env.var_dir / "keys"
    values = [
        value or (path.read_text(encoding="utf-8").strip() if path.is_file() else "")
        for value, path in ((env.secret_key, folder / SECRET), (env.field_keys, folder / FIELDS))
    ]
    return Keys(*values) if all(values) else None

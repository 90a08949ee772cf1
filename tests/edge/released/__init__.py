"""What a store of each released version held: a backup by that version for each kind of database, and how to sign in.

At a release, ``PLANFRONT_KEEP_RELEASE=1 pytest tests/edge/test_from_empty.py`` keeps one, on each kind of database.
"""

import json
import os
import tarfile
from pathlib import Path

import planfront

FOLDER, FACTS = Path(__file__).parent, "facts.json"
KEEPS = bool(os.environ.get("PLANFRONT_KEEP_RELEASE"))
VERSIONS = sorted({file.name.split("-")[0] for file in FOLDER.glob("*.tar.xz")})


def keep(backup, engine, facts):
    """Keep a backup of this version, and ``facts`` to sign in with."""
    (backup / FACTS).write_text(json.dumps(facts, indent=2) + "\n")
    with tarfile.open(archive(planfront.__version__, engine), "w:xz", preset=9) as kept:
        for file in sorted(backup.iterdir()):
            kept.add(file, file.name)


def unpack(version, engine, folder):
    """Return the facts that go with the backup, which is put into a folder."""
    with tarfile.open(archive(version, engine)) as kept:
        kept.extractall(folder, filter="data")
    return json.loads((folder / FACTS).read_text())


def archive(version, engine):
    return FOLDER / f"{version}-{engine}.tar.xz"

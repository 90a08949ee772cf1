"""./run backup: database, media and imports in one folder that is whole or not there; keys apart, when asked."""

from __future__ import annotations

import argparse
import fcntl
import os
import shutil
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from datetime import UTC, datetime
from pathlib import Path

import planfront
from planfront.cli import environment
from planfront.cli.console import CliError, say
from planfront.cli.keeping import databases, keys, manifest
from planfront.cli.keeping.archive import FolderArchive
from planfront.cli.keeping.manifest import Manifest
from planfront.config.env import Env
from planfront.kernel.observing import backup_note

FOLDERS = ("media", "imports")
"""Folders of PLANFRONT_VAR that go with the database."""
PREFIX, UNFINISHED = "planfront-", ".unfinished-"


def command(options: argparse.Namespace) -> int:
    environment.go_past_the_pooler()
    env = environment.load()
    place = Path(options.to or env.var_dir / "backups").absolute()
    keys_place = Path(options.keys).absolute() if options.keys else None
    if keys_place is not None and (keys_place == place or keys_place.is_relative_to(place)):
        raise CliError(f"Keys don't belong to what they open: name a folder outside of {place}.")
    try:
        with _exclusive(place):
            folder = _backup(env, place, keys_place)
            _note_finished(env.var_dir, folder)  # before the deletion: a deleted backup may be the restored one
            _keep_newest(place, options.keep)
    except OSError as error:
        raise CliError(f"The backup couldn't be written: {error.strerror or error}. Nothing was kept.") from None
    say(str(folder))
    return 0


def _note_finished(var: Path, folder: Path) -> None:
    """Tell the back office, which says when the newest backup was made."""
    try:
        backup_note.note_finished(var, folder)
    except OSError as error:
        say(f"The back office can't be told of it: {error.strerror or error}.")


def _backup(env: Env, place: Path, keys_place: Path | None) -> Path:
    """Make one backup; returns its folder, which has its name only when everything in it is on the disk."""
    moment, name = _free_name(place)
    draft, folder = place / f"{UNFINISHED}{name}", place / name
    copy, own_keys = databases.copy_of(env.database), keys.of_installation(env)
    draft.mkdir(mode=0o700)
    try:
        with ExitStack() as stack:
            archives = [
                stack.enter_context(FolderArchive(draft / f"{part}.tar", env.var_dir / part)) for part in FOLDERS
            ]
            # Before and after the database: every file that it names is in, whatever is uploaded or deleted meanwhile.
            for archive in archives:
                archive.add_new()
            state = copy.save(draft / copy.file)
            for archive in archives:
                archive.add_new()
        files = [draft / copy.file, *(draft / f"{part}.tar" for part in FOLDERS)]
        result = Manifest(
            made_at=moment.isoformat(timespec="seconds"),
            planfront=planfront.__version__,
            engine=copy.engine,
            engine_version=state.version,
            migrations=state.migrations,
            tables=state.tables,
            parts=[manifest.describe(file) for file in files],
            keys=own_keys.marks() if own_keys else {},
        )
        result.write(draft)
        if keys_place is not None and own_keys is not None:
            own_keys.write(keys_place / keys.folder_name(name))
        _flush(draft)
        draft.rename(folder)
        _sync(place)
    except BaseException:
        shutil.rmtree(draft, ignore_errors=True)
        raise
    return folder


def _free_name(place: Path) -> tuple[datetime, str]:
    """Return the moment and the name that it gives; within a second of another backup the next second's."""
    while True:
        moment = datetime.fromtimestamp(time.time(), UTC)
        name = f"{PREFIX}{moment:%Y%m%d-%H%M%S}"
        if not (place / name).exists():
            return moment, name
        time.sleep(0.1)


@contextmanager
def _exclusive(place: Path) -> Iterator[None]:
    """Allow one backup at a time in a place, and clear the rest of a killed one."""
    place.mkdir(parents=True, exist_ok=True, mode=0o700)
    with (place / ".lock").open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise CliError(f"Another backup is being written to {place}.") from None
        for unfinished in place.glob(f"{UNFINISHED}*"):
            shutil.rmtree(unfinished, ignore_errors=True)
        yield


def _keep_newest(place: Path, number: int | None) -> None:
    """Delete all but the newest backups; their names sort by time."""
    if number is None:
        return
    complete = sorted(path.parent for path in place.glob(f"{PREFIX}*/{manifest.NAME}"))
    for old in complete[:-number]:
        # Under its own name an interrupted deletion would look like a backup.
        gone = old.rename(place / f"{UNFINISHED}{old.name}")
        shutil.rmtree(gone)
        say(f"Deleted {old.name}.")


def _flush(folder: Path) -> None:
    """Flush everything in the folder to the disk, readable by the owner alone."""
    for path in folder.iterdir():
        path.chmod(0o600)
        _sync(path)
    _sync(folder)


def _sync(path: Path) -> None:
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)

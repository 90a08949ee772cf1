"""Folders of files (media, imports) as tar archives: plain files with safe names, nothing else."""

from __future__ import annotations

import shutil
import tarfile
from pathlib import Path, PurePosixPath
from types import TracebackType
from typing import IO

from planfront.cli.console import CliError


class FolderArchive:
    """A tar archive of a folder that may change meanwhile: ``add_new`` adds the files that aren't in it yet."""

    def __init__(self, path: Path, folder: Path) -> None:
        self.folder, self.added = folder, set[str]()
        self._tar = tarfile.open(path, "w", format=tarfile.PAX_FORMAT)  # noqa: SIM115 - closed by __exit__

    def __enter__(self) -> FolderArchive:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._tar.close()

    def add_new(self) -> None:
        for path in sorted(self.folder.rglob("*")):
            name = path.relative_to(self.folder).as_posix()
            if name in self.added or path.is_symlink() or not path.is_file():
                continue
            try:
                with path.open("rb") as stream:
                    self._add(name, stream)
            except FileNotFoundError:  # deleted since it was listed
                continue
            self.added.add(name)

    def _add(self, name: str, stream: IO[bytes]) -> None:
        entry = self._tar.gettarinfo(arcname=name, fileobj=stream)
        entry.uid = entry.gid = 0
        entry.uname = entry.gname = ""
        self._tar.addfile(entry, stream)


def unpack(archive: Path, folder: Path) -> int:
    """Write the archive's files below a new folder; returns how many. A name that leaves the folder is a CliError."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True, mode=0o700)
    number = 0
    with tarfile.open(archive, "r:") as tar:
        for entry in tar:
            name = PurePosixPath(entry.name)
            # A link's stream is its target's, so only files are opened.
            stream = tar.extractfile(entry) if entry.isreg() else None
            if stream is None or name.is_absolute() or ".." in name.parts:
                raise CliError(f"{archive} holds something that no backup has: {entry.name!r}.")
            target = folder / name
            target.parent.mkdir(parents=True, exist_ok=True)
            with target.open("wb") as output:
                shutil.copyfileobj(stream, output)
            number += 1
    return number

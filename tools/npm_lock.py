"""Make frontend/package-lock.json name the builds for every platform.

npm writes only the optional packages that the registry at hand could show it, and `npm ci` elsewhere then
refuses the lock file. The missing ones are added from `optionalDependencies`, at the exact version given there.
"""

import json
from pathlib import Path
from typing import Any

_SYSTEMS = ("android", "darwin", "freebsd", "linux", "netbsd", "openbsd", "openharmony", "sunos", "win32")
_PROCESSORS = {
    "arm64": "arm64",
    "x64": "x64",
    "ia32": "ia32",
    "arm": "arm",
    "ppc64": "ppc64",
    "s390x": "s390x",
    "riscv64": "riscv64",
    "loong64": "loong64",
    "wasm32": "wasm32",
}
_LIBRARIES = {"musl": "musl", "gnu": "glibc"}


def complete(lock: Path) -> list[str]:
    """Add what is missing; return the names that were added."""
    document = json.loads(lock.read_text(encoding="utf-8"))
    packages: dict[str, dict[str, Any]] = document["packages"]
    missing = {
        f"node_modules/{name}": _entry(name, version, entry)
        for entry in packages.values()
        for name, version in entry.get("optionalDependencies", {}).items()
        if f"node_modules/{name}" not in packages
    }
    if missing:
        document["packages"] = dict(sorted({**packages, **missing}.items()))
        lock.write_text(json.dumps(document, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")
    return sorted(missing)


def _entry(name: str, version: str, parent: dict[str, Any]) -> dict[str, Any]:
    words = name.rpartition("/")[2].split("-")
    entry: dict[str, Any] = {"version": version.lstrip("^~="), "optional": True}
    if parent.get("dev"):
        entry["dev"] = True
    if systems := [word for word in words if word in _SYSTEMS]:
        entry["os"] = systems
    if processors := [_PROCESSORS[word] for word in words if word in _PROCESSORS]:
        entry["cpu"] = processors
    if libraries := [_LIBRARIES[word] for word in words if word in _LIBRARIES]:
        entry["libc"] = libraries
    return entry

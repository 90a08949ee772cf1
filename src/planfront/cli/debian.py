"""Debian packages the tools need. As root they are installed; elsewhere the message says what to install."""

import contextlib
import os
import shutil
import subprocess
from collections.abc import Iterable, Iterator
from pathlib import Path

from planfront.cli.console import CliError, say

_APT = ["apt-get", "-q", "-o", "DPkg::Lock::Timeout=300", "-o", "Acquire::Retries=3"]
_POLICY = Path("/usr/sbin/policy-rc.d")
_updated = False


def can_install() -> bool:
    return shutil.which("apt-get") is not None and os.geteuid() == 0


def has_package(package: str) -> bool:
    """Return True when the package can be installed, by the lists on the machine."""
    if not can_install() or not shutil.which("apt-cache"):
        return False
    return subprocess.run(["apt-cache", "show", "-q", package], check=False, capture_output=True).returncode == 0


def install(packages: Iterable[str], *, why: str, start: bool = True) -> None:
    """Install Debian packages, or raise CliError with the command that a person has to run.

    ``start``: services that come with them start, as is usual in Debian."""
    names = list(packages)
    listing = " ".join(names)
    if not can_install():
        raise CliError(
            f"{why}. Install it and run the command again:\n"
            f"  Debian, Ubuntu   sudo apt-get install {listing}\n"
            f"  elsewhere        the packages that match: {listing}"
        )
    say(f"{why}: installing {listing} with apt-get …")
    _update_once()
    with contextlib.nullcontext() if start else _services_stay_off():
        done = _apt("install", "-y", "--no-install-recommends", *names)
    if done.returncode != 0:
        tail = "\n".join(done.stdout.splitlines()[-15:])
        raise CliError(f"apt-get could not install {listing}:\n{tail}")


@contextlib.contextmanager
def _services_stay_off() -> Iterator[None]:
    """Keep services from starting: Debian asks /usr/sbin/policy-rc.d, which says no meanwhile."""
    try:
        _POLICY.touch(mode=0o755, exist_ok=False)
    except FileExistsError:
        yield
        return
    try:
        _POLICY.write_text("#!/bin/sh\nexit 101\n")
        yield
    finally:
        _POLICY.unlink()


def _update_once() -> None:
    global _updated
    if not _updated:
        _apt("update")
        _updated = True


def _apt(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*_APT, *arguments],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
        env={**os.environ, "DEBIAN_FRONTEND": "noninteractive"},
    )

"""What `./run test --quick` need not do again: checks that passed here on the very same files.

Only the quick run asks. Of each check that names its `inputs`, var/passed has the hash of their contents, and the file
that the check made for others. The whole run does everything, whatever passed before.
"""

import shutil
import subprocess
from collections.abc import Iterable, Sequence
from dataclasses import replace
from hashlib import blake2b
from pathlib import Path

from planfront.cli.paths import ROOT
from tools.runner import Check, Outcome


def without_unchanged(checks: Sequence[Check], folder: Path) -> tuple[list[Check], list[Check]]:
    """Return the checks to run, and those that passed on the same files; what the latter made is put in its place."""
    unchanged = [check for check in checks if _is_unchanged(check, folder)]
    for check in unchanged:
        if check.makes:
            shutil.copyfile(_kept(check, folder), check.makes)
    keys = {check.key for check in unchanged}
    left = [check for check in checks if check.key not in keys]
    return [replace(check, after=[key for key in check.after if key not in keys]) for check in left], unchanged


def remember(outcomes: Iterable[Outcome], folder: Path) -> None:
    """Write down which checks passed on which files."""
    folder.mkdir(parents=True, exist_ok=True)
    for outcome in outcomes:
        check = outcome.check
        _stamp(check, folder).unlink(missing_ok=True)
        if not outcome.ok or (hashed := fingerprint(check)) is None:
            continue
        if check.makes:
            shutil.copyfile(check.makes, _kept(check, folder))
        _stamp(check, folder).write_text(hashed)


def fingerprint(check: Check) -> str | None:
    """Hash the command and the contents of its inputs; None where it names none, or git can't list them."""
    if not check.inputs:
        return None
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard", "--", *check.inputs],
        cwd=ROOT,
        check=False,
        capture_output=True,
    )
    if listed.returncode != 0:
        return None
    digest = blake2b(repr([arg for arg in check.argv if str(check.makes or check.junit) not in arg]).encode())
    for name in sorted(set(listed.stdout.split(b"\0")) - {b""}):
        file = ROOT / name.decode()
        digest.update(name + b"\0" + (file.read_bytes() if file.is_file() else b"") + b"\0")
    return digest.hexdigest()


def _is_unchanged(check: Check, folder: Path) -> bool:
    stamp = _stamp(check, folder)
    if not check.inputs or not stamp.exists() or (check.makes and not _kept(check, folder).exists()):
        return False
    return stamp.read_text() == fingerprint(check)


def _stamp(check: Check, folder: Path) -> Path:
    return folder / f"{check.key}.hash"


def _kept(check: Check, folder: Path) -> Path:
    return folder / f"{check.key}.made"

"""What ./run test --quick tests: everything without a database, and the rooms that the latest work has touched."""

import subprocess
from collections.abc import Iterable, Sequence

from planfront.cli.paths import ROOT

FOLDERS = ("src/planfront", "src/planfront_demo", "tests/architecture", "tests/benchmarks", "tests/tools")
VARIABLE = "PLANFRONT_CHANGED_ROOMS"
_PRODUCT, _DEMO = ("src", "planfront"), ("src", "planfront_demo")


def changed_rooms() -> list[str]:
    """Return the rooms with changes that are not committed or came with the last commit."""
    since = _git("diff", "--name-only", "HEAD~1") or _git("diff", "--name-only", "HEAD")
    return rooms_of([*since, *_git("ls-files", "--others", "--exclude-standard")])


def rooms_of(files: Iterable[str]) -> list[str]:
    """Return the rooms that files, named from the top of the checkout, lie in. The demo world counts as one."""
    parts = [tuple(file.split("/")) for file in files]
    rooms = {path[2] for path in parts if path[:2] == _PRODUCT and len(path) > 3}
    return sorted(rooms | {_DEMO[1] for path in parts if path[:2] == _DEMO})


def left_out(rooms: Sequence[str], unchanged: Sequence[str] = ()) -> str:
    tested = f"only in rooms with a change ({', '.join(rooms)})" if rooms else "nowhere, as no room has a change"
    text = f"Left out: PostgreSQL, the journeys, the tests of the whole. Tests with a database run {tested}."
    if unchanged:
        text += f" Passed on the same files before: {', '.join(unchanged)}."
    return text


def _git(*arguments: str) -> list[str]:
    try:
        done = subprocess.run(["git", *arguments], cwd=ROOT, check=False, capture_output=True, text=True)
    except OSError:
        return []
    return done.stdout.splitlines() if done.returncode == 0 else []

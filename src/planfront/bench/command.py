"""./run bench: one table of what the store takes beside a plain floor, on each database, with bars."""

from __future__ import annotations

import argparse
import json
import os
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from planfront.bench import commits, figures, rooms
from planfront.bench.figures import Measured
from planfront.bench.works import BY_KEY, DATABASES, PARTS, SHORT_SLACK
from planfront.cli import environment, frontend, postgres, stopping, trial
from planfront.cli.console import CliError, paint, say

SERVER = "PLANFRONT_TRIAL_POSTGRES"


class Report(NamedTuple):
    """What a run measured. ``commit``: of the sources; with ``+`` when they had changes."""

    commit: str
    short: bool
    databases: dict[str, Measured]

    def as_json(self) -> dict[str, Any]:
        databases = {name: measured.as_json() for name, measured in self.databases.items()}
        return {"format": figures.FORMAT, "commit": self.commit, "short": self.short, "databases": databases}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Report:
        databases = {name: Measured.from_json(measured) for name, measured in data["databases"].items()}
        return cls(data["commit"], data["short"], databases)


def command(options: argparse.Namespace) -> int:
    if options.names or options.database == rooms.HERE:
        return rooms.measure(options)
    parts = chosen_parts(options.only)
    if options.short and options.long:
        raise CliError("--short and --long exclude each other.")
    before = _before(options, parts)
    frontend.build_if_stale()
    report = Report(commits.current(), options.short, _measure(options, parts))
    for line in figures.table(report.databases, short=options.short):
        say(line)
    if options.json:
        Path(options.json).write_text(json.dumps(report.as_json(), indent=1) + "\n")
    if before is not None:
        say(paint(f"{before.commit or options.compare} and {report.commit}", "bold"))
        for line in figures.comparison(before.databases, report.databases):
            say(line)
    return _verdict(report)


def chosen_parts(only: str) -> list[str]:
    """Parts by name, or by the key of a work in them; all for "". CliError for names that there aren't."""
    parts = {**{part: part for part in PARTS}, **{key: work.part for key, work in BY_KEY.items()}}
    names = [name.strip() for name in only.split(",") if name.strip()]
    if unknown := [name for name in names if name not in parts]:
        raise CliError(f"Nothing is measured as {', '.join(unknown)}. There are: {', '.join(PARTS)}.")
    return list(dict.fromkeys(parts[name] for name in names)) or list(PARTS)


def _verdict(report: Report) -> int:
    failed = [
        f"{work.title} on {database}"
        for database, measured in report.databases.items()
        for work in figures.missed(measured, short=report.short)
    ]
    if failed:
        more = f" by more than {SHORT_SLACK:g} times" if report.short else ""
        say(paint(f"Bars missed{more}: {'; '.join(failed)}", "red"))
    else:
        say("Every bar is kept." if not report.short else f"No ratio is more than {SHORT_SLACK:g} times its bar.")
    return int(bool(failed))


def _before(options: argparse.Namespace, parts: Sequence[str]) -> Report | None:
    """What is compared with: a run's JSON, or a commit, which is measured now in the same way."""
    if not options.compare:
        return None
    if Path(options.compare).is_file():
        return read(Path(options.compare))
    return commits.measured(options.compare, _arguments(options, parts), read)


def read(path: Path) -> Report:
    """A report that ``--json`` wrote; CliError for anything else."""
    try:
        data = json.loads(path.read_text())
        if data["format"] != figures.FORMAT:
            raise CliError(f"{path} is of another format than this ./run bench writes.")
        return Report.from_json(data)
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise CliError(f"{path} isn't what ./run bench --json writes.") from error


def _arguments(options: argparse.Namespace, parts: Sequence[str]) -> list[str]:
    lengths = [f"--{name}" for name in ("short", "long") if getattr(options, name)]
    return ["--only", ",".join(parts), "--database", options.database, *lengths]


def _measure(options: argparse.Namespace, parts: Sequence[str]) -> dict[str, Measured]:
    """By database, each in a process of its own: Django has one for as long as a process lives."""
    environment.keep_bytecode()
    databases = [name for name in DATABASES if options.database in ("both", name)]
    return {name: _in_child(name, options, parts) for name in databases if _works_on(name, parts)}


def _works_on(database: str, parts: Sequence[str]) -> bool:
    return any(database in work.databases for work in BY_KEY.values() if work.part in parts)


def _in_child(database: str, options: argparse.Namespace, parts: Sequence[str]) -> Measured:
    say(paint(f"Measuring on {database} …", "dim"))
    with stopping.scratch("planfront-bench-") as scratch, _world(database, scratch) as env:
        target = scratch / "measured.json"
        lengths = [f"--{name}" for name in ("short", "long") if getattr(options, name)]
        argv = environment.planfront("bench-child", ",".join(parts), str(target), *lengths)
        if subprocess.run(argv, env=env, check=False).returncode != 0:
            raise CliError(f"The measurement on {database} failed.")
        return Measured.from_json(json.loads(target.read_text()))


@contextmanager
def _world(database: str, scratch: Path) -> Iterator[dict[str, str]]:
    """The environment of a store on a fresh copy of the demo world."""
    with ExitStack() as stack:
        if database == "postgres" and SERVER not in os.environ:
            os.environ[SERVER] = stack.enter_context(postgres.temporary_cluster())
            stack.callback(os.environ.pop, SERVER)
        folder = scratch / "store"
        folder.mkdir()
        yield trial.copy_of_the_world(database, folder)


def child(options: argparse.Namespace) -> int:
    """Measure with the database of this process's environment."""
    environment.setup_django()
    from planfront.bench import measuring  # needs Django's settings

    plan = measuring.Plan(frozenset(options.parts.split(",")), short=options.short, long=options.long)
    measuring.measure(plan, Path(os.environ["PLANFRONT_VAR"]), Path(options.target))
    return 0

"""./run bench: one table of what the store takes beside a plain floor, on each database, with bars."""

from __future__ import annotations

import argparse
import json
import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from benchmarks import by_name, commits, figures
from benchmarks.figures import Measured
from benchmarks.works import BY_KEY, DATABASES, PARTS, RATES, SHORT_PARTS, SHORT_SLACK
from planfront.cli import environment, frontend
from planfront.cli.console import CliError, paint, say
from tools import postgres, stopping, trial
from tools.main import command_line


class Report(NamedTuple):
    """The figures of a run. ``commit``: of the sources; with ``+`` when they had changes."""

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
    if options.names or options.database == by_name.HERE:
        return by_name.measure(options)
    parts = chosen_parts(options.only, SHORT_PARTS if options.short else PARTS)
    if options.short and options.long:
        raise CliError("--short and --long exclude each other.")
    before = _before(options, parts)
    _end_in_good_order()
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


def _end_in_good_order() -> None:
    """SIGTERM undoes what was begun: servers and clusters end, folders go."""
    signal.signal(signal.SIGTERM, lambda number, _frame: sys.exit(128 + number))


def chosen_parts(only: str, usual: Sequence[str] = PARTS) -> list[str]:
    """Parts by name, or by the key of a work in them; the usual ones for "". CliError for names that there aren't."""
    parts = {**{part: part for part in PARTS}, **{key: work.part for key, work in BY_KEY.items()}}
    names = [name.strip() for name in only.split(",") if name.strip()]
    if unknown := [name for name in names if name not in parts]:
        raise CliError(f"Nothing is measured as {', '.join(unknown)}. There are: {', '.join(PARTS)}.")
    return list(dict.fromkeys(parts[name] for name in names)) or list(usual)


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
    """Read the report to compare with: a run's JSON, or a commit, which is measured now in the same way."""
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
    return ["--only", ",".join(parts), "--database", options.database, *_length(options)]


def _length(options: argparse.Namespace) -> list[str]:
    return [f"--{name}" for name in ("short", "long") if getattr(options, name)]


def _measure(options: argparse.Namespace, parts: Sequence[str]) -> dict[str, Measured]:
    """Measure each database in a process of its own: Django has one for as long as a process lives. The figures of
    one are shown before the next begins."""
    environment.keep_bytecode()
    databases = [name for name in DATABASES if options.database in ("both", name)]
    with stopping.scratch("planfront-bench-") as scratch, _common(scratch, databases):
        measured = {}
        for name in databases:
            measured[name] = _joined(_in_child(name, options, group, scratch) for group in _groups(parts))
            for line in figures.table({name: measured[name]}, short=options.short):
                say(line)
        return measured


@contextmanager
def _common(scratch: Path, databases: Sequence[str]) -> Iterator[None]:
    """Provide what worlds are made from, unless the environment names it: a folder, and a PostgreSQL server."""
    with ExitStack() as stack:
        if trial.CACHE not in os.environ:
            os.environ[trial.CACHE] = str(scratch / "trial")
            stack.callback(os.environ.pop, trial.CACHE)
        if "postgres" in databases and trial.SERVER not in os.environ:
            os.environ[trial.SERVER] = stack.enter_context(postgres.temporary_cluster())
            stack.callback(os.environ.pop, trial.SERVER)
        yield


def _groups(parts: Sequence[str]) -> list[list[str]]:
    """Parts that share a process and a world."""
    together = [part for part in parts if part != RATES]
    return [group for group in (together, [RATES] if RATES in parts else []) if group]


def _joined(groups: Iterable[Measured]) -> Measured:
    result = Measured()
    for group in groups:
        result.figures |= group.figures
        result.curves += group.curves
    return result


def _in_child(database: str, options: argparse.Namespace, parts: Sequence[str], scratch: Path) -> Measured:
    """Return what a process measures at a fresh copy of the demo world, whose folder names its database."""
    say(paint(f"Measuring on {database} …", "dim"))
    folder = Path(tempfile.mkdtemp(prefix="bench-", dir=scratch))
    target = folder / "measured.json"
    argv = command_line("bench-child", ",".join(parts), str(target), *_length(options))
    if subprocess.run(argv, env=trial.copy_of_the_world(database, folder), check=False).returncode != 0:
        raise CliError(f"The measurement on {database} failed.")
    return Measured.from_json(json.loads(target.read_text()))


def child(options: argparse.Namespace) -> int:
    """Measure with the database of this process's environment."""
    _end_in_good_order()
    environment.setup_django()
    from benchmarks import measuring, rates  # need Django's settings

    if options.parts == RATES:
        measured = rates.measure([*rates.SIZES[: 1 if options.short else None], *[rates.MOST] * options.long])
    else:
        plan = measuring.Plan(frozenset(options.parts.split(",")), short=options.short, long=options.long)
        measured = measuring.Bench(plan, Path(os.environ["PLANFRONT_VAR"])).run()
    Path(options.target).write_text(json.dumps(measured.as_json()))
    return 0

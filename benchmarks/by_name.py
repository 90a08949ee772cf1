"""./run bench NAME: the measurements in `benchmarks.rooms`, on both databases."""

import argparse
import importlib
import os
import pkgutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from benchmarks import rooms
from benchmarks.works import DATABASES
from planfront.cli import environment
from planfront.cli.console import CliError, paint, say
from tools import postgres
from tools.main import command_line

HERE = "here"
ROWS = "PLANFRONT_BENCH_ROWS"
"""How many rows the measurement takes that lets one choose."""


def measure(options: argparse.Namespace) -> int:
    available = sorted(module.name for module in pkgutil.iter_modules(rooms.__path__))
    if options.rows is not None:
        os.environ[ROWS] = str(options.rows)
    if unknown := set(options.names) - set(available):
        raise CliError(f"No bench in: {', '.join(unknown)}. There are: {', '.join(available)}.")
    names = options.names or available
    if options.database == HERE:
        environment.setup_django()
        return max(_measure(name) for name in names)
    missed = [
        f"{name} on {database}"
        for database in DATABASES
        if options.database in ("both", database)
        for name in names
        if _in_child(name, database) != 0
    ]
    if missed:
        say(paint(f"Below the bar: {', '.join(missed)}", "red"))
    return 1 if missed else 0


def _measure(name: str) -> int:
    return int(importlib.import_module(f"{rooms.__name__}.{name}").main())


def _in_child(name: str, database: str) -> int:
    """A process of its own for each, so that the peak of its memory is its own."""
    say(paint(f"== {name}, {database}", "bold"))
    with _database(database, as_in_use=name in {"partitions", "scale"}) as url:
        child = command_line("bench", name, "--database", HERE)
        return subprocess.run(child, env=environment.for_child(DATABASE_URL=url), check=False).returncode


@contextmanager
def _database(kind: str, *, as_in_use: bool) -> Iterator[str]:
    """The URL of an empty database that is gone afterwards."""
    if kind == "postgres":
        with postgres.temporary_cluster(**(postgres.AS_IN_USE if as_in_use else {})) as url:
            yield url
        return
    with tempfile.TemporaryDirectory(prefix="planfront-bench-") as folder:
        yield f"sqlite:///{Path(folder) / 'bench.sqlite3'}"

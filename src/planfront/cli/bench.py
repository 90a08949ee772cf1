"""./run bench: run the measurements of the apps that have a bar (<app>/bench.py, `main() -> int`)."""

import argparse
import importlib

from planfront.cli import environment
from planfront.cli.console import CliError, paint, say
from planfront.cli.paths import SOURCE


def command(options: argparse.Namespace) -> int:
    available = sorted(path.parent.name for path in (SOURCE / "planfront").glob("*/bench.py"))
    available.remove("cli")
    if unknown := set(options.names) - set(available):
        raise CliError(f"No bench in: {', '.join(unknown)}. There are: {', '.join(available)}.")
    environment.setup_django()
    missed = [name for name in options.names or available if _measure(name) != 0]
    if missed:
        say(paint(f"Below the bar: {', '.join(missed)}", "red"))
    return 1 if missed else 0


def _measure(name: str) -> int:
    say(paint(f"== {name}", "bold"))
    return int(importlib.import_module(f"planfront.{name}.bench").main())

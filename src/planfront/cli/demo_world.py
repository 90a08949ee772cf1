"""The demo world: a package of its own beside the product, found by its entry point."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from importlib.metadata import entry_points

from planfront.cli.console import CliError

GROUP = "planfront.demo_world"
Tell = Callable[[str], None]


@dataclass(frozen=True)
class DemoWorld:
    """The demo world as its entry point gives it. ``Tell`` takes a line of progress.

    ``seed`` fills an empty database, with the weeks before where its first argument says so; True when it did.
    ``add_history`` adds those weeks later. ``describe`` lists addresses and sign-ins at a port.
    """

    seed: Callable[[bool, Tell], bool]
    add_history: Callable[[], bool]
    describe: Callable[[int], list[str]]


def load() -> DemoWorld:
    """Return the installed demo world. Raises CliError where there is none."""
    for entry in entry_points(group=GROUP):
        world: DemoWorld = entry.load()
        return world
    raise CliError(
        "PLANFRONT_MODE=demo needs the demo world (the package planfront_demo), which isn't installed. "
        "For a store of your own set PLANFRONT_MODE=production."
    )

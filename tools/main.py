"""The commands of ./run: those of an operator (`planfront`), and beside them those of a developer.

Standard library only, as `bootstrap` reads them before anything is installed.
"""

import argparse
import sys
from collections.abc import Sequence

from planfront.cli import main as planfront
from planfront.cli.main import AddParser

PASSED_ON = planfront.PASSED_ON | {"e2e"}


def parse(arguments: Sequence[str]) -> argparse.Namespace:
    return planfront.parse(arguments, prog="./run", add_more=_add_commands, passed_on=PASSED_ON)


def main(arguments: Sequence[str]) -> int:
    return planfront.call(parse(arguments))


def command_line(*arguments: str) -> list[str]:
    """Return the command line of a developer's command, to be run in the checkout."""
    return [sys.executable, "-m", "tools", *arguments]


def _add_commands(add: AddParser) -> None:
    _serving(add)
    _checking(add)
    _supplying(add)
    _inner(add)


def _serving(add: AddParser) -> None:
    cluster = add("cluster", help="serve a store on several nodes, all on this machine, for trials")
    cluster.add_argument("--fresh", action="store_true", help="begin anew: lose what the last one held")
    cluster.add_argument("--world", metavar="DUMP", help="what an empty database begins with (the demo world)")
    cluster.add_argument("--for-tests", action="store_true", help="any free ports; the first line is JSON")
    cluster.set_defaults(handler="tools.cluster.command:command")
    dev = add("dev", help="serve with hot reload of Python and of the frontend")
    dev.set_defaults(handler="tools.dev:command")


def _checking(add: AddParser) -> None:
    test = add("test", help="run the checks of a change, in some minutes")
    test.add_argument(
        "--all", action="store_true", help="run every check: also PostgreSQL, all journeys, kills, a cluster"
    )
    test.add_argument("--only", metavar="CHECK[,CHECK…]", help="run just these and what they need")
    test.set_defaults(handler="tools.checks:command")
    e2e = add("e2e", help="run the browser journeys (arguments go to Playwright)")
    e2e.set_defaults(handler="tools.journeys:command")
    prove = add("prove", help="what depends on chance, at length, and every test on both databases")
    prove.add_argument("names", nargs="*", help="engine, kills, cluster, api, tests, journeys (all)")
    prove.add_argument("--database", choices=["both", "sqlite", "postgres"], default="both")
    prove.add_argument("--enrollments", type=int, default=50, help="how many people enroll while the store is killed")
    prove.add_argument(
        "--every", type=float, default=5.0, metavar="SECONDS", help="from kill to kill; 0: at random, once it is back"
    )
    prove.add_argument("--stories", type=int, default=100, help="how many the state machine tells")
    prove.add_argument("--examples", type=int, default=50, help="how many values each operation of the API is given")
    prove.set_defaults(handler="tools.prove:command")
    fmt = add("fmt", help="format Python and the frontend, fix what can be fixed")
    fmt.set_defaults(handler="tools.fmt:command")
    texts = add("texts", help="write every visible text to a table, and check its words")
    texts.add_argument("file", nargs="?", help="where to (var/texts.csv)")
    texts.set_defaults(handler="tools.texts.command:command")
    api = add("api", help="rewrite api/openapi.json and api/page.json, and the browser's types with them")
    api.set_defaults(handler="tools.openapi:rewrite")
    openapi = add("openapi", help="write api/openapi.json and api/page.json, or check that they are current")
    openapi.add_argument("--check", action="store_true", help="fail when a snapshot differs")
    openapi.set_defaults(handler="tools.openapi:command")
    bench = add("bench", help="measure the store's calls beside a plain floor, and how they grow")
    bench.add_argument(
        "names", nargs="*", help="in place of the table: a room with bars of its own, browser, scale, start"
    )
    bench.add_argument("--only", metavar="WORK[,WORK…]", default="", help="measure just these")
    bench.add_argument("--short", action="store_true", help="a minute: small sizes, ratios up to twice their bar")
    bench.add_argument("--long", action="store_true", help="large sizes, too: ten million rates, a million members")
    bench.add_argument("--json", metavar="FILE", help="also write what was measured")
    bench.add_argument("--compare", metavar="FILE_OR_COMMIT", help="show what differs from another run or commit")
    bench.add_argument("--rows", type=int, help="of scale: how many jobs (100,000)")
    bench.add_argument(
        "--database", choices=["both", "sqlite", "postgres", "here"], default="both", help="here: DATABASE_URL's server"
    )
    bench.set_defaults(handler="benchmarks.command:command")


def _supplying(add: AddParser) -> None:
    supply = add("supply", help="check pinned packages for known weaknesses, write the SBOM")
    supply.add_argument("task", nargs="?", choices=["check", "refresh", "sbom", "licenses"], default="check")
    supply.add_argument("sources", nargs="*", metavar="FILE", help="advisories to read, or where the SBOM goes")
    supply.set_defaults(handler="tools.supply.command:command")
    lock = add("lock", help="recompile requirements/*.txt from *.in")
    lock.set_defaults(handler="tools.locking:command")


def _inner(add: AddParser) -> None:
    """Add commands that others start; they are left out of the help."""
    frontend = add("frontend")
    frontend.add_argument("task", choices=["packages", "build", "client", "messages-drift"])
    frontend.set_defaults(handler="tools.frontend_checks:command")
    bench = add("bench-child")
    bench.add_argument("parts")
    bench.add_argument("target")
    for length in ("short", "long"):
        bench.add_argument(f"--{length}", action="store_true")
    bench.set_defaults(handler="benchmarks.command:child")
    trial = add("trial")
    trial.add_argument("database", choices=["sqlite", "postgres"])
    trial.set_defaults(handler="tools.trial:command")

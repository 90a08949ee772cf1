"""The commands of ./run. Handlers are imported only when called: `bootstrap` reads this file too."""

import argparse
import importlib
from collections.abc import Sequence

from planfront.cli.console import CliError, complain

PASSED_ON = {"manage", "e2e"}
_EPILOG = """\
Settings come from the environment (PORT, DATABASE_URL …): docs/operations.md has the table.
"""


def build_parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="./run",
        description="Planfront: a white-label online benefits store.",
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    commands = parser.add_subparsers(dest="command", metavar="command")
    _serving(commands)
    _checking(commands)
    _operating(commands)
    _inner(commands)
    return parser


_Commands = argparse._SubParsersAction  # noqa: SLF001 - argparse has no public name for it


def _serving(commands: "_Commands[argparse.ArgumentParser]") -> None:
    up = commands.add_parser("up", help="serve the store: web server, worker and ticker (default)")
    up.set_defaults(handler="planfront.cli.up:command")
    web = commands.add_parser("web", help="serve requests only: one of several machines")
    web.set_defaults(handler="planfront.cli.roles:web")
    worker = commands.add_parser("worker", help="run background jobs only")
    worker.set_defaults(handler="planfront.cli.roles:worker")
    tick = commands.add_parser("tick", help="do recurring work only, beside others that do")
    tick.set_defaults(handler="planfront.cli.roles:tick")
    renew = commands.add_parser("renew", help="bring new code into the store that runs here, without losing a request")
    renew.set_defaults(handler="planfront.cli.renew:command")
    cluster = commands.add_parser("cluster", help="serve a store on several nodes, all on this machine, for trials")
    cluster.add_argument("--fresh", action="store_true", help="begin anew: lose what the last one held")
    cluster.add_argument("--world", metavar="DUMP", help="what an empty database begins with (the demo world)")
    cluster.add_argument("--for-tests", action="store_true", help="any free ports; the first line is JSON")
    cluster.set_defaults(handler="planfront.cli.cluster.command:command")
    dev = commands.add_parser("dev", help="serve with hot reload of Python and of the frontend")
    dev.set_defaults(handler="planfront.cli.dev:command")


def _checking(commands: "_Commands[argparse.ArgumentParser]") -> None:
    test = commands.add_parser("test", help="run every check that a change must pass")
    test.add_argument("--quick", action="store_true", help="leave out PostgreSQL, the browser, unchanged rooms")
    test.add_argument("--only", metavar="CHECK[,CHECK…]", help="run just these and what they need")
    test.set_defaults(handler="planfront.cli.checks:command")
    e2e = commands.add_parser("e2e", help="run the browser journeys (arguments go to Playwright)")
    e2e.set_defaults(handler="planfront.cli.journeys:command")
    prove = commands.add_parser("prove", help="what depends on chance, at length, and every test on both databases")
    prove.add_argument("names", nargs="*", help="engine, kills, cluster, api, tests, journeys (all)")
    prove.add_argument("--database", choices=["both", "sqlite", "postgres"], default="both")
    prove.add_argument("--enrollments", type=int, default=50, help="how many people enroll while the store is killed")
    prove.add_argument(
        "--every", type=float, default=5.0, metavar="SECONDS", help="from kill to kill; 0: at random, once it is back"
    )
    prove.add_argument("--stories", type=int, default=100, help="how many the state machine tells")
    prove.add_argument("--examples", type=int, default=50, help="how many values each operation of the API is given")
    prove.set_defaults(handler="planfront.cli.prove:command")
    fmt = commands.add_parser("fmt", help="format Python and the frontend, fix what can be fixed")
    fmt.set_defaults(handler="planfront.cli.fmt:command")
    api = commands.add_parser("api", help="rewrite api/openapi.json, api/page.json and the TypeScript client")
    api.set_defaults(handler="planfront.cli.openapi:rewrite")
    openapi = commands.add_parser(
        "openapi", help="write api/openapi.json and api/page.json, or check that they are current"
    )
    openapi.add_argument("--check", action="store_true", help="fail when a snapshot differs")
    openapi.set_defaults(handler="planfront.cli.openapi:command")
    bench = commands.add_parser("bench", help="measure the store's calls beside a plain floor, and how they grow")
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


def _operating(commands: "_Commands[argparse.ArgumentParser]") -> None:
    build = commands.add_parser("build", help="build pages and texts of new code, so that a start writes nothing here")
    build.set_defaults(handler="planfront.cli.frontend:build_command")
    migrate = commands.add_parser("migrate", help="bring the database's tables up to date, before new code runs")
    migrate.add_argument(
        "--check", action="store_true", help="change nothing; end with 1 when a migration would lock a large table"
    )
    migrate.set_defaults(handler="planfront.cli.roles:migrate")
    seed = commands.add_parser("seed", help="migrate, and seed the demo world if empty")
    seed.add_argument("--history", action="store_true", help="also add what happened in the twelve weeks before, once")
    seed.set_defaults(handler="planfront.cli.prepare:command")
    clock = commands.add_parser("clock", help="show the business day; in a demo, move it on")
    clock.add_argument("to", nargs="?", metavar="DAY", help="+45d, or a day such as 2027-03-01")
    clock.set_defaults(handler="planfront.cli.clock:command")
    rekey = commands.add_parser("rekey", help="re-encrypt and index everything with the newest key")
    rekey.add_argument("--new-key", action="store_true", help="first put a fresh key before the others")
    rekey.add_argument(
        "--all-indexes", action="store_true", help="renew also what seems to be indexed with the newest key"
    )
    rekey.set_defaults(handler="planfront.cli.manage:rekey")
    verify = commands.add_parser("verify", help="check every signature, signed document and frozen application")
    verify.add_argument(
        "--head",
        action="append",
        default=[],
        metavar="HASH",
        help="a head of an earlier check that must be there still",
    )
    verify.set_defaults(handler="planfront.cli.manage:verify")
    _keeping(commands)
    manage = commands.add_parser("manage", help="run a Django management command")
    manage.set_defaults(handler="planfront.cli.manage:command")
    supply = commands.add_parser("supply", help="check pinned packages for known weaknesses, write the SBOM")
    supply.add_argument("task", nargs="?", choices=["check", "refresh", "sbom", "licences"], default="check")
    supply.add_argument("sources", nargs="*", metavar="FILE", help="advisories to read, or where the SBOM goes")
    supply.set_defaults(handler="planfront.cli.supply.command:command")
    lock = commands.add_parser("lock", help="recompile requirements/*.txt from *.in")
    lock.set_defaults(handler="planfront.cli.locking:command")


def _keeping(commands: "_Commands[argparse.ArgumentParser]") -> None:
    backup = commands.add_parser("backup", help="copy database, media and imports while the store is served")
    backup.add_argument("--to", metavar="FOLDER", help="where backups lie (PLANFRONT_VAR/backups)")
    backup.add_argument("--keys", metavar="FOLDER", help="also write the keys, into this folder elsewhere")
    backup.add_argument("--keep", metavar="N", type=_at_least_one, help="then delete all but the newest N")
    backup.set_defaults(handler="planfront.cli.keeping.backup:command")
    restore = commands.add_parser("restore", help="bring a backup back into an empty place, and check it")
    restore.add_argument("folder", help="a folder that ./run backup made")
    restore.add_argument("--keys", metavar="FOLDER", help="what ./run backup --keys was given, or its folder in there")
    restore.add_argument("--replace", action="store_true", help="lose what is in the place")
    restore.add_argument("--head", action="append", default=[], metavar="HASH", help="as for verify")
    restore.set_defaults(handler="planfront.cli.keeping.restore:command")


def _at_least_one(text: str) -> int:
    if not text.isascii() or not text.isdigit() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number from 1")
    return int(text)


def _inner(commands: "_Commands[argparse.ArgumentParser]") -> None:
    """What the other commands start; left out of the help."""
    for name, module in (("web-child", "web"), ("worker-child", "worker"), ("ticker-child", "ticker")):
        commands.add_parser(name).set_defaults(handler=f"planfront.cli.{module}:command")
    frontend = commands.add_parser("frontend")
    frontend.add_argument("task", choices=["packages", "build", "client-drift", "messages-drift"])
    frontend.set_defaults(handler="planfront.cli.frontend:command")
    bench = commands.add_parser("bench-child")
    bench.add_argument("parts")
    bench.add_argument("target")
    for length in ("short", "long"):
        bench.add_argument(f"--{length}", action="store_true")
    bench.set_defaults(handler="benchmarks.command:child")
    trial = commands.add_parser("trial")
    trial.add_argument("database", choices=["sqlite", "postgres"])
    trial.set_defaults(handler="planfront.cli.trial:command")


def parse(arguments: Sequence[str]) -> argparse.Namespace:
    """Parse the command line. What follows a PASSED_ON command is kept as it is, in `arguments`."""
    command, *rest = arguments or ["up"]
    if command in PASSED_ON:
        return argparse.Namespace(**vars(build_parser().parse_args([command])), arguments=rest)
    return build_parser().parse_args([command, *rest])


def main(arguments: Sequence[str]) -> int:
    options = parse(arguments)
    module, _, function = options.handler.partition(":")
    try:
        return int(getattr(importlib.import_module(module), function)(options))
    except CliError as error:
        complain(str(error))
        return 1
    except KeyboardInterrupt:
        return 130

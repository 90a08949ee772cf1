"""The commands of an operator. Handlers are imported only when called. `./run` has those of `tools` beside them."""

import argparse
import importlib
import sys
from collections.abc import Callable, Sequence, Set

import planfront
from planfront.cli.console import CliError, complain

PASSED_ON = frozenset({"manage"})
"""Commands whose arguments are another program's."""
_EPILOG = """\
Settings come from the environment (PORT, DATABASE_URL …): docs/operations.md has the table.
"""
AddParser = Callable[..., argparse.ArgumentParser]
"""`add_parser` of argparse's subparsers."""


def build_parser(prog: str, add_more: Callable[[AddParser], None] | None) -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog=prog,
        description="Planfront: a white-label online benefits store.",
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="version", version=f"Planfront {planfront.__version__}")
    add = parser.add_subparsers(dest="command", metavar="command").add_parser
    _serving(add)
    _operating(add)
    _inner(add)
    if add_more:
        add_more(add)
    return parser


def _serving(add: AddParser) -> None:
    up = add("up", help="serve the store: web server, worker and ticker (default)")
    up.set_defaults(handler="planfront.cli.up:command")
    web = add("web", help="serve requests only: one of several machines")
    web.set_defaults(handler="planfront.cli.roles:web")
    worker = add("worker", help="run background jobs only")
    worker.set_defaults(handler="planfront.cli.roles:worker")
    tick = add("tick", help="do recurring work only, beside others that do")
    tick.set_defaults(handler="planfront.cli.roles:tick")
    renew = add("renew", help="bring new code into the store that runs here, without losing a request")
    renew.set_defaults(handler="planfront.cli.renew:command")


def _operating(add: AddParser) -> None:
    build = add("build", help="build pages and texts of new code, so that a start writes nothing here")
    build.set_defaults(handler="planfront.cli.frontend:build_command")
    migrate = add("migrate", help="bring the database's tables up to date, before new code runs")
    migrate.add_argument(
        "--check", action="store_true", help="change nothing; end with 1 when a migration would lock a large table"
    )
    migrate.set_defaults(handler="planfront.cli.roles:migrate")
    seed = add("seed", help="migrate, and seed the demo world if empty")
    seed.add_argument("--history", action="store_true", help="also add what happened in the twelve weeks before, once")
    seed.set_defaults(handler="planfront.cli.prepare:command")
    clock = add("clock", help="show the business day; in a demo, move it on")
    clock.add_argument("to", nargs="?", metavar="DAY", help="+45d, or a day such as 2027-03-01")
    clock.set_defaults(handler="planfront.cli.clock:command")
    rekey = add("rekey", help="re-encrypt and index everything with the newest key")
    rekey.add_argument("--new-key", action="store_true", help="first put a fresh key before the others")
    rekey.add_argument(
        "--all-indexes", action="store_true", help="renew also what seems to be indexed with the newest key"
    )
    rekey.set_defaults(handler="planfront.cli.manage:rekey")
    verify = add("verify", help="check every signature, signed document and frozen application")
    verify.add_argument(
        "--head",
        action="append",
        default=[],
        metavar="HASH",
        help="a head of an earlier check that must be there still",
    )
    verify.set_defaults(handler="planfront.cli.manage:verify")
    _keeping(add)
    manage = add("manage", help="run a Django management command")
    manage.set_defaults(handler="planfront.cli.manage:command")


def _keeping(add: AddParser) -> None:
    backup = add("backup", help="copy database, media and imports while the store is served")
    backup.add_argument("--to", metavar="FOLDER", help="where backups lie (PLANFRONT_VAR/backups)")
    backup.add_argument("--keys", metavar="FOLDER", help="also write the keys, into this folder elsewhere")
    backup.add_argument("--keep", metavar="N", type=_at_least_one, help="then delete all but the newest N")
    backup.set_defaults(handler="planfront.cli.keeping.backup:command")
    restore = add("restore", help="bring a backup back into an empty place, and check it")
    restore.add_argument("folder", help="a folder that ./run backup made")
    restore.add_argument("--keys", metavar="FOLDER", help="what ./run backup --keys was given, or its folder in there")
    restore.add_argument("--replace", action="store_true", help="lose what is in the place")
    restore.add_argument("--head", action="append", default=[], metavar="HASH", help="as for verify")
    restore.set_defaults(handler="planfront.cli.keeping.restore:command")


def _at_least_one(text: str) -> int:
    if not text.isascii() or not text.isdigit() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number from 1")
    return int(text)


def _inner(add: AddParser) -> None:
    """Add the commands that the others start; the help leaves them out."""
    for name, module in (("web-child", "web"), ("worker-child", "worker"), ("ticker-child", "ticker")):
        add(name).set_defaults(handler=f"planfront.cli.{module}:command")


def parse(
    arguments: Sequence[str],
    *,
    prog: str = "planfront",
    add_more: Callable[[AddParser], None] | None = None,
    passed_on: Set[str] = PASSED_ON,
) -> argparse.Namespace:
    """Parse the command line. Text after a command of ``passed_on`` goes unchanged into `arguments`."""
    parser = build_parser(prog, add_more)
    command, *rest = arguments or ["up"]
    if command in passed_on:
        return argparse.Namespace(**vars(parser.parse_args([command])), arguments=rest)
    return parser.parse_args([command, *rest])


def call(options: argparse.Namespace) -> int:
    """Run the handler of a parsed command; return the exit status."""
    module, _, function = options.handler.partition(":")
    try:
        return int(getattr(importlib.import_module(module), function)(options))
    except CliError as error:
        complain(str(error))
        return 1
    except KeyboardInterrupt:
        return 130


def main(arguments: Sequence[str] | None = None) -> int:
    return call(parse(sys.argv[1:] if arguments is None else arguments))

"""./run web, worker, tick: one part of a store that runs on several machines, supervised as ./run does all three.

None of them changes the database's tables: ``./run migrate`` does, once, before any of them runs new code.
"""

import argparse
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

from planfront.cli import environment, frontend, ports, prepare, up
from planfront.cli.children import Supervisor
from planfront.cli.claim import Claim
from planfront.cli.console import paint, say
from planfront.cli.process import Child
from planfront.config.env import Env

WEB, WORKER, TICKER = "web", "worker", "tick"


def web(_options: argparse.Namespace) -> int:
    """Serve requests."""
    started = time.monotonic()
    with _role(WEB) as (env, claim):
        frontend.build_if_stale()
        prepare.require_migrated()
        with ports.door(env.host, env.port) as door:
            up.announce_when_ready(env, started, world=False)
            return _supervise(env, claim, [up.web(door, up.variables(env, WEB))])


def worker(_options: argparse.Namespace) -> int:
    """Run background jobs."""
    with _role(WORKER) as (env, claim):
        prepare.require_migrated()
        say(
            f"{env.job_workers} worker processes take jobs of {', '.join(env.queues)}. " + paint("Ctrl-C stops.", "dim")
        )
        return _supervise(env, claim, [up.worker(up.variables(env, WORKER))])


def tick(_options: argparse.Namespace) -> int:
    """Do recurring work, beside other tickers."""
    with _role(TICKER) as (env, claim):
        prepare.require_migrated()
        say("The ticker does what is due, beside others. " + paint("Ctrl-C stops.", "dim"))
        return _supervise(env, claim, [up.ticker(up.variables(env, TICKER))])


def migrate(options: argparse.Namespace) -> int:
    """Bring the database's tables up to date beside a running store; or print what that would lock."""
    pooled = environment.load().pooled
    environment.go_past_the_pooler()
    if options.check:
        faults = prepare.find_locking_migrations()
        say("\n".join(faults) or "No migration locks a large table.")
        return 1 if faults else 0
    done = prepare.migrate(role_timeouts=pooled)
    say("The database was up to date." if not done else f"The database is up to date: {done} migrations were made.")
    return 0


def running(env: Env) -> dict[str, Claim]:
    """Return the roles that run from this folder, by name."""
    claims = {name: Claim(env.var_dir, name) for name in (WEB, WORKER, TICKER)}
    return {name: claim for name, claim in claims.items() if claim.holder() is not None}


@contextmanager
def _role(name: str) -> Iterator[tuple[Env, Claim]]:
    environment.keep_bytecode()
    env = environment.load()
    claim = Claim(env.var_dir, name)
    claim.take(env.port)
    try:
        yield env, claim
    finally:
        claim.release()


def _supervise(env: Env, claim: Claim, children: Sequence[Child]) -> int:
    on_leave: Callable[[], None] = claim.leave
    return Supervisor(children, on_start=claim.child_started, grace=env.grace, leave=env.leave, on_leave=on_leave).run()

"""./run renew: bring new code into the store that runs from this folder, without losing a request."""

import argparse
import os
import time
from typing import Any

from planfront.cli import environment, frontend, prepare, roles
from planfront.cli.children import RENEW
from planfront.cli.claim import Claim
from planfront.cli.console import CliError, say
from planfront.cli.process import DRAIN
from planfront.config.env import Env

_START = 120.0


def command(_options: argparse.Namespace) -> int:
    env = environment.load()
    claim = Claim(env.var_dir)
    if claim.holder() is None:
        return _renew_roles(env)
    frontend.build_if_stale()
    prepare.database(env)
    facts = claim.holder()
    if facts is None:
        raise CliError("The store has stopped meanwhile.")
    os.kill(facts["pid"], RENEW)
    _wait(claim, facts["children"]["web"])
    say("The store runs the new code. The worker follows when it has finished its job.")
    return 0


def _renew_roles(env: Env) -> int:
    """Renew the roles that run here. The database is migrated already: other machines run its old code, or the new."""
    claims = roles.running(env)
    if not claims:
        raise CliError("No store runs from this folder. Start one with ./run")
    if roles.WEB in claims:
        frontend.build_if_stale()
    prepare.require_migrated()
    for name, claim in claims.items():
        facts = claim.holder()
        if facts is None:
            raise CliError(f"./run {name} has stopped meanwhile.")
        os.kill(facts["pid"], RENEW)
        if name == roles.WEB:
            _wait(claim, facts["children"]["web"])
    say(f"New code runs here: {', '.join(claims)}. A job or duty under way is finished first.")
    return 0


def _wait(claim: Claim, old: int) -> None:
    """Wait until the old web processes are gone: the new ones answer, and the old ones' requests are answered."""
    deadline, replaced = time.monotonic() + _START + DRAIN, False
    while time.monotonic() < deadline:
        now = _renew_web(claim)
        if replaced and now == old:
            raise CliError("The new web processes ended before they were ready; the ones before go on. See the log.")
        replaced = replaced or now != old
        if replaced and not _is_alive(old):
            return
        time.sleep(0.1)
    raise CliError("The web processes were not replaced. See the log of the store.")


def _renew_web(claim: Claim) -> int:
    facts: dict[str, Any] = claim.holder() or {}
    if not facts:
        raise CliError("The store has stopped.")
    return int(facts["children"]["web"])


def _is_alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True

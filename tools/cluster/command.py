"""./run cluster: a store on several nodes, all on loopback ports of this machine, for trials and tests.

Three etcd members, three PostgreSQL nodes under Patroni, HAProxy, PgBouncer and nginx from Debian's packages; something
that stands in for S3; of the store two web nodes, two workers, two tickers. The configuration is deploy/'s, filled in.
"""

import argparse
import json
import os
import shutil
import signal
import subprocess
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path

import psycopg

from planfront.cli import environment, frontend
from planfront.cli.children import Supervisor
from planfront.cli.claim import Claim
from planfront.cli.console import CliError, paint, say
from planfront.cli.paths import ROOT
from tools import postgres, stopping
from tools.cluster import certificate, files, packages, parts
from tools.cluster.layout import DATABASES, EDGE, STORE, WEBS, Layout, load

GRACE, _LEAVE, _LOOK = 15.0, 20.0, 0.5
START = 300.0
USUAL_PORT = 8443


def command(options: argparse.Namespace) -> int:
    environment.keep_bytecode()
    env = environment.load()
    programs, user = packages.find(), postgres.unprivileged_user()
    frontend.build_if_stale()
    folder = (env.var_dir / "cluster").resolve()
    claim = Claim(env.var_dir, "cluster")
    claim.take(env.port)
    try:
        if options.fresh:
            shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True, exist_ok=True)
        _require_reachable(folder, user and user.pw_name)
        edge = None if options.for_tests else int(os.environ.get("PORT") or USUAL_PORT)
        layout = load(folder, edge, env)
        owner = (user.pw_uid, user.pw_gid) if user else None
        certificate.write(layout.certificate, folder / "certificate-key.pem", owner)
        files.write(layout, programs, user)
        _hold(layout)
        if options.for_tests:
            say(json.dumps({"folder": str(folder), "ports": layout.ports, "pid": os.getpid()}))
        stopping.adopt_orphans()
        supervisor = Supervisor(
            parts.children(layout, programs, user),
            out=_log(folder),
            on_start=claim.child_started,
            grace=GRACE,
            leave=_LEAVE,
            on_leave=lambda: _end_databases(layout, claim, supervisor),
        )
        threading.Thread(target=_bring_up, args=(layout, programs, options, supervisor, claim), daemon=True).start()
        supervisor.run()
        return 0 if not (folder / "failed").exists() else 1
    finally:
        stopping.end_descendants()  # PostgreSQL outlives a Patroni that was killed
        claim.release()


def _end_databases(layout: Layout, claim: Claim, supervisor: Supervisor) -> None:
    """They end before etcd does, without which Patroni would wait for it."""
    before = {claim.facts["children"].get(name) for name in DATABASES}
    for name in (*STORE, *DATABASES):
        layout.hold(name).touch()
        with suppress(KeyError, ProcessLookupError):
            os.kill(claim.facts["children"][name], signal.SIGTERM)

    def stop_when_they_have() -> None:
        while before & stopping.descendants(os.getpid()):
            time.sleep(0.2)
        supervisor.stop()

    threading.Thread(target=stop_when_they_have, daemon=True).start()


def _require_reachable(folder: Path, user: str | None) -> None:
    """Raises CliError when the user that PostgreSQL runs as can't enter the folder."""
    if user is None:
        return
    folder.chmod(0o711)
    argv = [*parts.as_user(user), "test", "-x", str(folder)]
    if subprocess.run(argv, check=False, capture_output=True).returncode != 0:
        raise CliError(
            f"PostgreSQL runs as {user}, who can't enter {folder}. Name another folder: PLANFRONT_VAR=/srv/trial"
        )


def _hold(layout: Layout) -> None:
    """The store waits for its database."""
    for path in (layout.ready, layout.folder / "failed"):
        path.unlink(missing_ok=True)
    shutil.rmtree(layout.folder / "hold", ignore_errors=True)
    (layout.folder / "hold").mkdir()
    for name in STORE:
        layout.hold(name).touch()


def _log(folder: Path) -> Callable[[str], None]:
    stream = (folder / "log").open("a", buffering=1)

    def write(text: str) -> None:
        stream.write(text + "\n")

    return write


def _bring_up(
    layout: Layout, programs: dict[str, str], options: argparse.Namespace, supervisor: Supervisor, claim: Claim
) -> None:
    """Prepare it, and stand in for init from then on: Patroni waits until a PostgreSQL that was killed is gone."""
    if not _prepare(layout, programs, options):
        supervisor.stop()
        return
    while True:
        stopping.bury_orphans(lambda: list(claim.facts["children"].values()))
        time.sleep(_LOOK)


def _prepare(layout: Layout, programs: dict[str, str], options: argparse.Namespace) -> bool:
    """Bring the database and the bucket up, let the store start, and say when it serves. Whether it does."""
    started = time.monotonic()
    try:
        _until(lambda: _is_primary(layout), "No database node became the primary")
        say("A primary serves. Preparing the database …")
        _back_up_log(layout, programs)
        if parts.has_stand_in():
            _until(lambda: parts.make_bucket(layout), "The stand-in for S3 does not answer")
        if options.world:
            _restore(layout, programs, options.world)
        _run(environment.planfront("migrate" if options.world else "seed"), parts.store_environment(layout, WEBS[0]))
        for name in STORE:
            layout.hold(name).unlink(missing_ok=True)
        _until(lambda: parts.answers(layout, "/readyz"), "The store does not serve")
        _until(lambda: _synchronous(layout), "No standby follows the primary")
    except CliError as error:
        say(paint(str(error), "red"))
        (layout.folder / "failed").touch()
        return False
    layout.ready.touch()
    for line in _addresses(layout, time.monotonic() - started):
        say(line)
    return True


def _until(holds: Callable[[], bool], otherwise: str) -> None:
    deadline = time.monotonic() + START
    while not holds():
        if time.monotonic() > deadline:
            raise CliError(f"{otherwise}. See the log of the cluster.")
        time.sleep(0.3)


def _is_primary(layout: Layout) -> bool:
    try:
        with psycopg.connect(layout.database_url("primary"), connect_timeout=3) as connection:
            row = connection.execute("SELECT pg_is_in_recovery()").fetchone()
            return row == (False,)
    except psycopg.Error:
        return False


def _synchronous(layout: Layout) -> bool:
    return any(parts.rest(layout, name, "/synchronous") == 200 for name in DATABASES)


def _back_up_log(layout: Layout, programs: dict[str, str]) -> None:
    """Set up what archive_command writes to; it must be there first."""
    for name in DATABASES:
        if parts.rest(layout, name, "/primary") == 200:
            config = f"--config={layout.of(name) / 'pgbackrest.conf'}"
            _run(
                [*parts.as_service(), programs["pgbackrest"], config, "--stanza=planfront", "stanza-create"],
                {**parts.service_environment(layout, name), "PGPASSWORD": layout.passwords["superuser"]},
            )


def _restore(layout: Layout, programs: dict[str, str], world: str) -> None:
    url = layout.database_url("primary")
    with psycopg.connect(url) as connection:
        if connection.execute("SELECT to_regclass('django_migrations') IS NOT NULL").fetchone() == (True,):
            return
    restore = Path(programs["postgres"]) / "pg_restore"
    _run([str(restore), "--no-owner", "--no-privileges", "--single-transaction", "-d", url, world], dict(os.environ))


def _run(argv: Sequence[str], env: dict[str, str]) -> None:
    done = subprocess.run(argv, env=env, cwd=ROOT, check=False, capture_output=True, text=True)
    if done.returncode != 0:
        shown = " ".join(Path(word).name for word in argv[-4:])
        raise CliError(f"{shown} failed:\n{(done.stdout + done.stderr)[-3000:]}")


def _addresses(layout: Layout, seconds: float) -> list[str]:
    port, suffix = layout.ports[EDGE], "_rest"
    return [
        "",
        paint(f"The cluster is ready ({seconds:.0f} s).", "bold", "green"),
        f"  the store           https://localhost:{port}/  (brands: https://juniper.localhost:{port}/ …)",
        f"  its certificate     {layout.certificate}",
        f"  web nodes           {', '.join(f'http://{layout.address(name)}' for name in WEBS)}",
        f"  primary, standbys   {layout.address('primary')}, {layout.address('replicas')} (HAProxy)",
        f"  PgBouncer           {layout.address('pgbouncer')}",
        f"  Patroni             {', '.join(f'http://{layout.address(name + suffix)}/patroni' for name in DATABASES)}",
        f"  configuration, log  {layout.folder}",
        "  To kill a part for good: touch hold/NAME there, then kill -9 its process (see log); rm brings it back.",
        paint("Ctrl-C stops it.", "dim"),
    ]

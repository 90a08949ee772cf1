"""pgBackRest's copy of a cluster, restored to a folder of its own. PLANFRONT_CLUSTER as for the kills."""

import signal
import subprocess
from contextlib import closing, contextmanager, suppress
from pathlib import Path

import psycopg
import pytest
from psycopg import sql

from planfront.cli.console import say
from planfront.cli.ports import free_port
from planfront.cli.process import die_with_parent
from tests.cluster.people import PEOPLE, enroll, whole
from tools import postgres
from tools.cluster import packages, parts

pytestmark = [
    pytest.mark.skipif(not PEOPLE, reason="PLANFRONT_CLUSTER says how many people enroll"),
    pytest.mark.at_length,
]
TABLES = (
    *("shopping_quote", "shopping_cartline", "enrollment_application", "enrollment_signeddocument"),
    *("sales_confirmation", "sales_sale", "billing_paymentmethod", "members_member", "coverage_policy"),
    *("messaging_outboundemail", "rating_raterow", "catalog_plan"),
)


def test_what_people_enrolled_in_is_in_a_copy_that_is_restored(cluster):
    """Some before the full copy, some after it, who are only in the write-ahead log."""
    whole(cluster, enroll(cluster, 2, lambda: None, at_once=2, pause=0.1))
    node = cluster.primary()
    back_up(cluster, node, "--type=full", "backup")
    whole(cluster, enroll(cluster, 2, lambda: None, at_once=2, pause=0.1))
    with psycopg.connect(superuser(cluster, cluster.layout.ports[node]), autocommit=True) as there:
        before = counts(there)
        (last,) = there.execute("SELECT pg_walfile_name(pg_current_wal_lsn())").fetchone()
        there.execute("SELECT pg_switch_wal()")
        archived = "SELECT last_archived_wal >= %s FROM pg_stat_archiver"
        cluster.wait_until(lambda: there.execute(archived, [last]).fetchone() == (True,), 60)
    with restored(cluster, node) as there:
        assert counts(there) == before
    say(f"restored: {before['sales_confirmation']} confirmations, {before['shopping_quote']} quotes, {before}")


def superuser(cluster, port):
    return f"postgres://postgres:{cluster.layout.passwords['superuser']}@127.0.0.1:{port}/planfront"


def counts(there):
    count = "SELECT count(*) FROM {}"
    return {table: there.execute(sql.SQL(count).format(sql.Identifier(table))).fetchone()[0] for table in TABLES}


def back_up(cluster, node, *arguments):
    layout, program = cluster.layout, packages.find()["pgbackrest"]
    argv = [program, f"--config={layout.of(node) / 'pgbackrest.conf'}", "--stanza=planfront", *arguments]
    env = {**parts.service_environment(layout, node), "PGPASSWORD": layout.passwords["superuser"]}
    done = subprocess.run([*parts.as_service(), *argv], env=env, check=False, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


@contextmanager
def restored(cluster, node):
    """A connection to a server that was made from the repository alone."""
    user = postgres.unprivileged_user()
    folder = Path(cluster.layout.of("backups")).parent / "restored"
    subprocess.run(["install", "-d", "-m", "700", *(["-o", user.pw_name] if user else []), str(folder)], check=True)
    back_up(cluster, node, f"--pg1-path={folder}", "restore")
    port = free_port()
    settings = {"port": port, "listen_addresses": "127.0.0.1", "unix_socket_directories": folder, "archive_mode": "off"}
    settings |= {"synchronous_standby_names": "", "primary_conninfo": "", "primary_slot_name": ""}
    argv = [f"{packages.find()['postgres']}/postgres", "-D", str(folder)]
    argv += [word for name, value in settings.items() for word in ("-c", f"{name}={value}")]
    env = parts.service_environment(cluster.layout, node)
    with (folder / "output").open("wb") as log:
        argv = [*parts.as_service(user), *argv]
        server = subprocess.Popen(argv, env=env, stdout=log, stderr=log, preexec_fn=die_with_parent())
    try:
        there = []

        def up():
            assert server.poll() is None, (folder / "output").read_text()
            with suppress(psycopg.OperationalError):
                there.append(psycopg.connect(superuser(cluster, port), autocommit=True))
                return there[-1].execute("SELECT NOT pg_is_in_recovery()").fetchone() == (True,)
            return False

        cluster.wait_until(up, 120)
        with closing(there[-1]):
            yield there[-1]
    finally:
        server.send_signal(signal.SIGINT)  # a fast shutdown
        server.wait(60)

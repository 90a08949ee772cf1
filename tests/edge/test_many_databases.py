"""A primary, a replica that streams from it and PgBouncer between, as a store of many machines has them."""

import json
import os
import shutil
import signal
import socket
import subprocess
import tempfile
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest

from planfront.cli import debian
from planfront.cli.process import die_with_parent
from tests.concurrency.test_leases import wait_for
from tests.edge.test_roles import Node
from tools import postgres

pytestmark = pytest.mark.at_length
BRAND = """
from planfront.accounts.models import User
from planfront.brands.models import Brand, Domain
brand = Brand.objects.create(key="shop", name="Shop", logo_key="planfront", phone="8005550143")
Domain.objects.create(brand=brand, host="shop.test", primary=True)
User.objects.create_superuser("admin@demo.test", "planfront-demo-1")
"""
STAFF = """
import json, time
from dataclasses import replace
from django.conf import settings
from django.db import connection, connections
from django.test import Client
from planfront.accounts.models import User
from planfront.brands.models import Brand
from planfront.kernel import clock
from planfront.kernel.observing import metrics
from planfront.kernel.security.ids import new_uuid
from planfront.kernel.database.replicas import replicas
from planfront.messaging.models import OutboundEmail
LIST = "/backoffice/messaging/outboundemail/"

def sign_in():
    result = Client(headers={"host": "shop.test"})
    result.force_login(User.objects.get())
    result.cookies["other"] = "x"
    return result

def mail(subject):
    OutboundEmail.objects.create(brand=Brand.objects.get(), kind="quote", to="a@shop.example", subject=subject,
        html="", text="", dedupe_key=str(new_uuid()), created_at=clock.now())

def sees(client, subject):
    answer = client.get(LIST)
    assert answer.status_code == 200, answer.status_code
    return subject in answer.content.decode()

def reads():
    return int(metrics.READS.labels("replica")._value.get())

def allow_lag(seconds):
    settings.ENV = replace(settings.ENV, replica_lag=seconds)

def replay(what):
    with connections["replica1"].cursor() as cursor:
        cursor.execute(f"SELECT pg_wal_replay_{what}()")

def is_served(client):
    before = reads()
    return sees(client, "First mail") and reads() > before
"""
REPLICA = f"""{STAFF}
said = {{}}
staff, other = sign_in(), sign_in()
mail("First mail")
deadline = time.monotonic() + 120
# Twice: the first page of a session writes, so that the next one waits for the replica to have that.
while not (is_served(other) and is_served(other)) and time.monotonic() < deadline:
    time.sleep(0.2)
said["the replica serves lists"] = reads() > 0
before = reads()
allow_lag(600)
replay("pause")
mail("Second mail")
said["who wrote nothing may read what is old"] = not sees(other, "Second mail") and reads() == before + 1
staff.post("/backoffice/login/", {{"username": "nobody@demo.test", "password": "x"}})
said["a write leaves a mark"] = settings.POSITION_COOKIE in staff.cookies
said["who wrote reads the primary"] = sees(staff, "Second mail") and reads() == before + 1
allow_lag(1)
time.sleep(1.2)
said["a replica that lags is left alone"] = sees(other, "Second mail") and reads() == before + 1
replay("resume")
deadline = time.monotonic() + 120
while reads() == before + 1 and time.monotonic() < deadline:
    sees(other, "Second mail")
    time.sleep(0.2)
said["and serves again"] = reads() > before + 1 and sees(staff, "Second mail")
print(json.dumps(said))
"""
SHOPPER = (
    STAFF
    + """
from contextlib import contextmanager
from planfront.catalog import revision
from planfront.catalog.models import Carrier
from planfront.kernel.database import replicas as replicas_module

@contextmanager
def reading_from(choice):
    token = replicas_module._chosen.set(choice)
    try:
        yield
    finally:
        replicas_module._chosen.reset(token)

class Shopper:
    def __init__(self):
        self.browser = Client(headers={"host": "shop.test"})
        started = self.browser.post("/api/v1/session").json()["data"]
        self.headers = {"Authorization": "Bearer " + started["token"]}

    def ask(self, method, path, body=None):
        answer = self.browser.generic(
            method, "/api/v1/" + path, json.dumps(body or {}), content_type="application/json", headers=self.headers
        )
        assert answer.status_code == 200, (path, answer.status_code, answer.content)
        return answer.json()["data"]

    def begin(self):
        basics = {"zip": "43215", "dob": "04/17/1989", "gender": "1", "tier": "IO", "eprocess": "applicant"}
        self.id = self.ask("POST", "add-filter-for-new-user", basics)["temp_enrollment_id"]

    def income(self):
        return self.ask("GET", "get-enrollment-temp-info?enrollment_id=" + self.id)["result"]["annual_income"]

    def earn(self, income):
        self.ask("PUT", "change-filter-info/" + self.id, {"annual_income": income})

def statements():
    return int(metrics.READ_STATEMENTS.labels("replica", "reads")._value.get())

def wait_for(holds):
    deadline = time.monotonic() + 120
    while not holds() and time.monotonic() < deadline:
        time.sleep(0.1)

def reads_the_replica(shopper):
    before = reads()
    shopper.income()
    return reads() > before

said = {}
shopper = Shopper()
shopper.begin()
shopper.earn("65000")
other = Shopper()
other.id = shopper.id
other.headers, other.browser.cookies = dict(shopper.headers), shopper.browser.cookies.copy()
wait_for(lambda: reads_the_replica(shopper))
before = statements()
said["session and quote come from the replica"] = reads_the_replica(shopper) and statements() == before + 2
allow_lag(600)
replay("pause")
shopper.earn("70000")
said["who wrote reads it at once, on the primary"] = shopper.income() == "70000.00" and not reads_the_replica(shopper)
said["another browser may see what was before"] = reads_the_replica(other) and other.income() == "65000.00"
earlier = shopper.id
shopper.begin()
other.id = shopper.id
said["what is only on the primary yet is found there"] = reads_the_replica(other)
shopper.id = other.id = earlier
with reading_from("replica1"):
    before = revision.read()
    Carrier.objects.create(name="New")
    time.sleep(0.3)
    said["an edition of the catalog is never the replica's"] = revision.read().plans != before.plans
allow_lag(1)
time.sleep(1.2)
said["not for longer than the lag that is allowed"] = other.income() == "70000.00" and not reads_the_replica(other)
replay("resume")
wait_for(lambda: reads_the_replica(shopper))
said["the replica serves again when it has caught up"] = reads_the_replica(shopper) and shopper.income() == "70000.00"
print(json.dumps(said))
"""
)
CUT = (
    STAFF
    + """
import os, signal
said = {}
other = sign_in()
deadline = time.monotonic() + 120
while not reads() and time.monotonic() < deadline:
    sees(other, "First mail")
    time.sleep(0.2)
with connections["replica1"].cursor() as cursor:
    cursor.execute("SELECT pg_backend_pid()")
    pid = cursor.fetchone()[0]
os.kill(pid, signal.SIGTERM)
time.sleep(0.5)
said["a request that the replica fails is made again"] = sees(other, "First mail")
from planfront.kernel.observing import health
said["operators are told"] = {check.name: check.problem for check in health.run_checks()}["replicas"]
print(json.dumps(said))
"""
)
POOLED = f"""{STAFF}
with connection.cursor() as cursor:
    cursor.execute("SHOW statement_timeout")
    limit = cursor.fetchone()[0]
for number in range(5):
    mail(f"Mail {{number}}")
rows = OutboundEmail.objects.filter(subject__startswith="Mail ")
subjects = sorted(row.subject for row in rows.iterator(chunk_size=2))
print(json.dumps([limit, subjects]))
"""


class Place:
    """A folder that the database's own user may write."""

    def __init__(self, stack):
        self.folder = Path(tempfile.mkdtemp(prefix="planfront-dbs-"))
        stack.callback(shutil.rmtree, self.folder, ignore_errors=True)
        self.user = postgres.unprivileged_user()
        if self.user is not None:
            os.chown(self.folder, self.user.pw_uid, self.user.pw_gid)

    @contextmanager
    def running(self, *command):
        log = (self.folder / "log").open("ab")
        process = subprocess.Popen(
            command,
            **postgres._as_user(self.user, self.folder),
            stdout=log,
            stderr=log,
            start_new_session=True,
            preexec_fn=die_with_parent(signal.SIGINT),
        )
        try:
            yield process
        finally:
            process.send_signal(signal.SIGQUIT)
            process.wait(60)
            log.close()


@pytest.fixture(scope="module")
def primary():
    with postgres.temporary_cluster() as url:
        yield url


@pytest.fixture(scope="module")
def migrated(primary, pooler, tmp_path_factory):
    """A node behind the pooler whose database is up to date, with a brand in it."""
    node = Node(tmp_path_factory.mktemp("node"), pooler, DATABASE_DIRECT_URL=primary, DATABASE_POOLER="transaction")
    done = node.run("migrate", seconds=900)
    assert (done.returncode, done.stderr) == (0, "")
    node.python(BRAND)
    return node


@pytest.fixture(scope="module")
def pooler(primary):
    binary = shutil.which("pgbouncer") or "/usr/sbin/pgbouncer"
    if not Path(binary).exists():
        debian.install(["pgbouncer"], why="PgBouncer is missing")
    with ExitStack() as stack:
        place = Place(stack)
        (place.folder / "users").write_text('"planfront" ""\n')
        (place.folder / "ini").write_text(
            f"[databases]\nplanfront = host={primary.partition('host=')[2]} dbname=planfront user=planfront\n"
            f"[pgbouncer]\nunix_socket_dir = {place.folder}\nlisten_addr =\nlisten_port = 6432\n"
            f"auth_type = trust\nauth_file = {place.folder / 'users'}\npool_mode = transaction\n"
            "default_pool_size = 3\n"
        )
        stack.enter_context(place.running(binary, str(place.folder / "ini")))
        wait_for(lambda: _listens(place.folder / ".s.PGSQL.6432"))
        yield f"postgres://planfront@/planfront?host={place.folder}&port=6432"


def _listens(path):
    with socket.socket(socket.AF_UNIX) as there:
        return there.connect_ex(str(path)) == 0


@pytest.fixture
def replica(primary, migrated):
    with postgres.standby(primary) as url:
        yield url


def test_what_belongs_to_a_session_is_not_needed_behind_a_pooler(migrated):
    limit, subjects = json.loads(migrated.python(POOLED))
    assert limit == "30s"
    assert subjects == [f"Mail {number}" for number in range(5)]
    with migrated.running("web"):
        wait_for(lambda: migrated.ask("/readyz") == 200, 120)


def test_lists_are_read_from_a_replica_but_not_by_who_just_wrote(migrated, replica):
    migrated.env |= {"DATABASE_REPLICA_URLS": replica, "REPLICA_LAG_SECONDS": "1"}
    checks = json.loads(migrated.python(REPLICA))
    assert {name for name, kept in checks.items() if not kept} == set()
    assert len(checks) == 6
    checks = json.loads(migrated.python(SHOPPER))
    assert {name for name, kept in checks.items() if not kept} == set()
    assert len(checks) == 7
    assert json.loads(migrated.python(CUT)) == {
        "a request that the replica fails is made again": True,
        "operators are told": "1 of 1 replicas can't be used: the primary answers.",
    }

"""Several processes serve one catalog: a change that one makes is served by all within a second, and the old one until
the new one is there."""

import json
import subprocess
import sys
import time

import pytest
from django.db import connection

from planfront.catalog.tests.factories import make_plan
from planfront.cli import environment

SERVER = """
import json, sys, threading, time
import django
django.setup()
from django.db import connection
from planfront.catalog import revision, selectors, snapshot
from planfront.catalog.models import Plan
compiled, compile_plans = [], snapshot._compile_plans

def slowly():
    compiled.append(1)
    time.sleep(2)
    return compile_plans()

def ask(brand):
    with revision.reading_once():
        return [view.name for view in selectors.store_plans(selectors.Store(brand))]

def at_once(brand, count):
    answers = []
    threads = [threading.Thread(target=lambda: answers.append(ask(brand))) for _ in range(count)]
    for thread in threads: thread.start()
    for thread in threads: thread.join()
    return answers, len(compiled)

def write(brand, name):
    Plan.objects.update(name=name)

snapshot._compile_plans = slowly
for line in sys.stdin:
    what, *values = json.loads(line)
    print(json.dumps({"ask": ask, "write": write, "at_once": at_once}[what](*values)), flush=True)
"""


class Server:
    def __init__(self, url):
        self.process = subprocess.Popen(
            [sys.executable, "-c", SERVER],
            env=environment.for_child(DATABASE_URL=url),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def do(self, *what):
        self.process.stdin.write(json.dumps(what) + "\n")
        self.process.stdin.flush()
        return json.loads(self.process.stdout.readline())

    def stop(self):
        self.process.stdin.close()
        self.process.wait(60)


@pytest.fixture
def url(tmp_path):
    """The tests' database, as other processes reach it."""
    if connection.vendor == "sqlite":
        with connection.cursor() as cursor:
            cursor.execute("VACUUM INTO %s", [str(tmp_path / "store.sqlite3")])
        return f"sqlite:///{tmp_path / 'store.sqlite3'}"
    wanted = connection.settings_dict
    address = f"{wanted['HOST']}:{wanted['PORT']}" if wanted["PORT"] else ""
    host = "" if address else f"?host={wanted['HOST']}"
    user = f"{wanted['USER']}:{wanted['PASSWORD']}@" if wanted["PASSWORD"] else f"{wanted['USER']}@"
    return f"postgres://{user}{address}/{wanted['NAME']}{host}"


@pytest.mark.pg
@pytest.mark.django_db(transaction=True)
def test_a_change_is_served_by_all_processes_once_it_is_made(brand, request):
    make_plan("Old")
    servers = [Server(request.getfixturevalue("url")) for _ in range(2)]
    try:
        for server in servers:
            assert server.do("at_once", brand.pk, 4) == [[["Old"]] * 4, 1]  # four threads, made once
        servers[0].do("write", brand.pk, "New")
        written = time.monotonic()
        for server in servers:
            assert server.do("ask", brand.pk) == ["Old"]  # nobody waits for the new one
        while any(server.do("ask", brand.pk) != ["New"] for server in servers):
            assert time.monotonic() - written < 60
            time.sleep(0.02)
        assert [server.do("at_once", brand.pk, 4) for server in servers] == [[[["New"]] * 4, 2]] * 2
    finally:
        for server in servers:
            server.stop()

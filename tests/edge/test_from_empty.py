"""docs/operations.md, "From an empty machine to a sold plan": commands are run and pages filled in, in production."""

import http.client
import json
import os
import re
import subprocess
import sys
import time
from contextlib import contextmanager, suppress
from http.cookies import SimpleCookie
from pathlib import Path
from urllib.parse import urlencode

import pyotp
import pytest
from django.db import connection

from planfront.backoffice.tests.forms import form_of
from planfront.cli import environment, ports
from planfront.cli.process import die_with_parent
from planfront.enrollment.tests.conftest import BILLING, CONTACT, PERSONAL
from planfront.kernel import clock
from tests.concurrency.test_leases import database_url, wait_for
from tests.edge import released
from tests.kills.store import MailServer
from tools import migrated

pytestmark = pytest.mark.django_db  # so that it runs on both databases; the store has one of its own
ROOT = Path(__file__).parents[2]
OFFICE, STORE = "office.example.com", "larkspur.example.com"
READY = 300.0
KEYS = ("SECRET_KEY", "FIELD_KEYS")


def commands():
    """The blocks of the section, in order."""
    text = (ROOT / "docs" / "operations.md").read_text()
    section = text.split("## From an empty machine to a sold plan\n")[1].split("\n## ")[0]
    return re.findall(r"```sh\n(.*?)```", section, re.DOTALL)


class Machine:
    """A folder with ``./run`` and what the section writes; the addresses that only the tests have are put in."""

    def __init__(self, folder, database):
        self.folder, self.database, self.port, self.mail = folder, database, ports.free_port(), MailServer()
        script = folder / "run"
        script.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m planfront "$@"\n')
        script.chmod(0o755)
        unset = {"PLANFRONT_MODE", "PLANFRONT_VAR", "DATABASE_URL", "SECRET_KEY", "FIELD_KEYS", migrated.SQLITE}
        self.env = {name: value for name, value in environment.for_child().items() if name not in unset}

    def write_settings(self, block):
        here = block.replace("/var/lib/planfront", str(self.folder / "var"))
        self.sh(re.sub(r"SMTP_URL=.*", f"SMTP_URL={self.mail.url}", here))
        with (self.folder / "planfront.env").open("a") as settings:
            settings.write(f"PORT={self.port}\nDATABASE_URL='{self.database}'\nWEB_WORKERS=1\n")

    def sh(self, block):
        done = subprocess.run(
            ["sh", "-euc", block],
            cwd=self.folder,
            env=self.env,
            capture_output=True,
            text=True,
            check=False,
            timeout=READY,
        )
        assert done.returncode == 0, done.stderr[-3000:]
        return done.stdout

    def start(self, block):
        self.log = self.folder / "store.log"
        self.process = subprocess.Popen(
            ["sh", "-euc", block.replace("./run", "exec ./run")],
            cwd=self.folder,
            env=self.env,
            stdout=self.log.open("wb"),
            stderr=subprocess.STDOUT,
            preexec_fn=die_with_parent(),
        )
        deadline = time.monotonic() + READY
        while "Ctrl-C stops it." not in self.said():
            assert self.process.poll() is None, self.said()[-3000:]
            assert time.monotonic() < deadline, self.said()[-3000:]
            time.sleep(0.2)
        return self.said()

    def said(self):
        return self.log.read_text(errors="replace")

    def stop(self):
        with suppress(AttributeError):
            self.process.terminate()
            self.process.wait(60)
        self.mail.shutdown()
        self.mail.server_close()


class Browser:
    """Somebody at a host, behind the proxy that ends TLS."""

    def __init__(self, machine, host):
        self.machine, self.host, self.cookies, self.token = machine, host, {}, ""

    def ask(self, method, path, body=None, **headers):
        """(status, headers, text)."""
        there = http.client.HTTPConnection("127.0.0.1", self.machine.port, timeout=60)
        sent = {
            "Host": self.host,
            "X-Forwarded-Proto": "https",
            "X-Forwarded-For": "203.0.113.7",
            "Referer": f"https://{self.host}/",
            "Cookie": "; ".join(f"{name}={value}" for name, value in self.cookies.items()),
            **headers,
        }
        try:
            there.request(method, path, body, sent)
            answer = there.getresponse()
            for line in answer.headers.get_all("Set-Cookie") or []:
                self.cookies |= {name: morsel.value for name, morsel in SimpleCookie(line).items()}
            return answer.status, answer.headers, answer.read().decode(errors="replace")
        finally:
            there.close()

    def get(self, path):
        status, headers, text = self.ask("GET", path)
        while status == 302:
            status, headers, text = self.ask("GET", headers["Location"])
        assert status == 200, (path, status, text[-2000:])
        return text

    def fill_in(self, path, **typed):
        """Send the form of a page with what is typed into it; the page that it leads to."""
        page = self.get(path)
        token = re.search(r'name="csrfmiddlewaretoken" value="([^"]+)"', page)[1]
        values = {**form_of(page), **chosen_of(page), **typed, "csrfmiddlewaretoken": token}
        status, headers, text = self.ask(
            "POST", path, urlencode(values, doseq=True), **{"Content-Type": "application/x-www-form-urlencoded"}
        )
        assert status in {200, 302}, (path, status, text[-2000:])
        assert "errornote" not in text, (path, re.findall(r'class="[^"]*errorlist.*?</ul>', text, re.DOTALL))
        return self.get(headers["Location"]) if status == 302 else text

    def sign_in(self, email, password, second_factor=""):
        """With a password, then with the authenticator app; the first sign-in sets that up. Return its key."""
        self.fill_in("/backoffice/login/", username=email, password=password)
        step = "/backoffice/second-step/"
        if not second_factor:
            second_factor = re.search(r"<code[^>]*>([A-Z2-7]{32})</code>", self.get(step))[1]
            assert "data:image/svg+xml" in self.get(step)
        self.fill_in(step, code=pyotp.TOTP(second_factor).at(clock.now()))
        assert self.get("/backoffice/")
        return second_factor

    def call(self, method, path, **body):
        """The data of a call of the store that succeeds."""
        headers = {"Content-Type": "application/json"}
        if self.token:
            headers["Authorization"] = f"Bearer {self.token}"
        sent = json.dumps(body) if body else None
        status, _headers, text = self.ask(method, f"/api/v1/{path}", sent, **headers)
        answer = json.loads(text)
        assert (status, answer["status"]) == (200, "success"), (path, status, text[:600])
        return answer["data"]


def chosen_of(page):
    """What stands chosen among radio buttons."""
    boxes = [box for box in re.findall(r"<input[^>]*>", page) if 'type="radio"' in box and re.search(r"\schecked", box)]
    return {re.search(r'name="([^"]*)"', box)[1]: re.search(r'value="([^"]*)"', box)[1] for box in boxes}


@pytest.fixture
def database(tmp_path):
    """The address of a database without a row; its tables are there already where ./run test has made them once."""
    if connection.vendor == "sqlite":
        migrated.copy_sqlite(tmp_path / "store.sqlite3")
    with database_of(tmp_path, migrated.postgres_template()) as address:
        yield address


@contextmanager
def database_of(folder, template="template0"):
    """The address of a store's database while it is entered; on PostgreSQL it is made from a template."""
    if connection.vendor == "sqlite":
        yield f"sqlite:///{folder / 'store.sqlite3'}"
        return
    import psycopg

    facts, name = connection.settings_dict, f"from_empty_{os.getpid()}"
    server = {"host": facts["HOST"], "port": facts["PORT"], "user": facts["USER"], "password": facts["PASSWORD"]}
    with psycopg.connect(**server, dbname="postgres", autocommit=True) as admin:
        admin.execute(f"CREATE DATABASE {name} TEMPLATE {template}")
        try:
            yield database_url(name)
        finally:
            admin.execute(f"DROP DATABASE {name} WITH (FORCE)")


@pytest.fixture
def machine(tmp_path, database):
    result = Machine(tmp_path, database)
    yield result
    result.stop()


def inline(name, **fields):
    return {f"{name}-TOTAL_FORMS": "1", **{f"{name}-0-{key}": value for key, value in fields.items()}}


def test_the_way_from_an_empty_machine_to_a_sold_plan(machine):
    settings, start, open_it, rates = commands()
    machine.write_settings(settings)
    said = machine.start(start)
    assert "No one can buy here yet. Next:" in said
    assert f"https://{OFFICE}/backoffice/" in said
    shopper = Browser(machine, STORE)
    assert shopper.ask("GET", "/")[0] == 503

    password, *lines = machine.sh(open_it).splitlines()
    assert lines[:2] == [
        "ada@example.com can sign in to the back office.",
        "ben@example.com can sign in to the back office.",
    ]
    assert lines[2].startswith("Larkspur Benefits is open to staff")
    time.sleep(1)  # as long as a process may go by what it knows of brands
    assert shopper.ask("GET", "/")[0] == 400

    ada = Browser(machine, OFFICE)
    second_factor = ada.sign_in("ada@example.com", password)
    ada.fill_in("/backoffice/catalog/carrier/add/", name="Ostrander Mutual", key="ostrander", active="on")
    plan = {"name": "Ostrander Dental", "carrier": "1", "category": "dental", "active": "on", "listed": "on"}
    dates = {"effective_kind": "first", "lead_days": "1", "sort_order": "1", "is_insurance": "on"}
    offers = inline("offers", eff_from="2026-01-01", states="OH", allowed="on", featured_rank="100")
    ada.fill_in("/backoffice/catalog/plan/add/", **plan, **dates, **offers)

    assert "Ready for review" in machine.sh(rates.replace("./run", "set -a; . ./planfront.env; set +a; ./run"))
    approve = "/backoffice/imports/importrun/1/step/approve/"
    ben = Browser(machine, OFFICE)
    ben.sign_in("ben@example.com", password)
    today = clock.real_today().isoformat()
    assert "This import is live." in ben.fill_in(approve, go_live_on=today)

    begin, brand = "/backoffice/brands/brand/1/start/", "/backoffice/brands/brand/1/change/"
    assert "4 of 7 ready" in ada.get(begin)
    ada.fill_in(brand, phone="6145550190", email="hello@larkspur.example", support_hours="Mon-Fri 9am-5pm ET")
    assert "7 of 7 ready" in ada.get(begin)
    assert "Larkspur Benefits is public" in ada.fill_in(begin, publish="1")
    time.sleep(1)
    assert "Larkspur Benefits" in shopper.get("/")
    number = buy(shopper)
    assert wait_for(lambda: mails_about(machine, number))
    assert "django_tasks" not in machine.said()
    if released.KEEPS:
        keep_release(machine, {"password": password, "second_factor": second_factor, "confirmation": number})


def keep_release(machine, facts):
    """Keep what this store holds now, with a quote under way, for the check of upgrades."""
    visitor = Browser(machine, STORE)
    visitor.token = visitor.call("POST", "session")["token"]
    basics = {"zip": "43215", "dob": "02/09/1971", "gender": "0", "tier": "IO", "eprocess": "applicant"}
    quote = visitor.call("POST", "add-filter-for-new-user", **basics)["temp_enrollment_id"]
    visitor.call("POST", "add-plan-to-cart", enrollment_id=quote, plan_id=1)
    said = machine.sh(f"set -a; . ./planfront.env; set +a; ./run backup --to {machine.folder / 'backups'}")
    lines = (machine.folder / "planfront.env").read_text().splitlines()
    keys = {name: value for name, _, value in (line.partition("=") for line in lines) if name in KEYS}
    commit = subprocess.run(["git", "rev-parse", "HEAD"], cwd=ROOT, check=True, capture_output=True, text=True)
    released.keep(
        Path(said.strip().splitlines()[-1]),
        connection.vendor,
        {**facts, **keys, "quote": quote, "commit": commit.stdout.strip()},
    )


def buy(shopper):
    """Quote, cart, application and receipt; the confirmation number."""
    shopper.token = shopper.call("POST", "session")["token"]
    basics = {"zip": "43215", "dob": "04/17/1989", "gender": "1", "tier": "IO", "eprocess": "applicant"}
    quote = shopper.call("POST", "add-filter-for-new-user", **basics)["temp_enrollment_id"]

    def post(path, **body):
        return shopper.call("POST", path, enrollment_id=quote, **body)

    post("add-plan-to-cart", plan_id=1)
    days = shopper.call("GET", f"get-cart-effective-dates?enrollment_id={quote}")["result"]
    post("cart-checkout", effective_date=days[0])
    post("save-personal-info", **PERSONAL)
    post("save-contact-info", **CONTACT)
    post("save-enrollment", email=CONTACT["email_address"], tab="billing_info")
    post("save-billing-info", **BILLING, bank_name="Harborlight Bank")
    shopper.call("GET", f"get-form-fields-agreement-info?enrollment_id={quote}")
    texts = shopper.call("GET", f"get-agreement-texts?enrollment_id={quote}")
    post(
        "save-agreement-info",
        accepted=[text["text_id"] for text in texts],
        verification_code=mailed_code(shopper.machine),
        signature_kind="type",
        typed_name="maren castillo",
        eprocess="sigapplicant",
    )
    number = post("save-review-info", first_enroll=1)["confirmation_number"]
    assert shopper.call("GET", f"get-receipt?enrollment_id={quote}")["policy_id"] == number
    return number


def mails_about(machine, number):
    """Subjects of mails to the shopper that name the enrollment or are its receipt."""
    to_shopper = [subject for to, subject, _id in list(machine.mail.taken) if to == CONTACT["email_address"]]
    return [subject for subject in to_shopper if "Receipt" in subject or number in subject]


def mailed_code(machine):
    deadline = time.monotonic() + 60
    while CONTACT["email_address"] not in machine.mail.codes:
        assert time.monotonic() < deadline, "no code was mailed"
        time.sleep(0.1)
    return machine.mail.codes[CONTACT["email_address"]]

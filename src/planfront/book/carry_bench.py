"""Measurements with a bar: what an installation from before the book had on record is carried over, by a process that
is killed twice, while the store reads and writes.

Half of the old rows are policies that were sold, half are coverage that members had on record. ``./run bench carry
--rows 1000000`` takes a million of them. Processor time of the processes that carry over counts (the bar), since other
programs run on the machine; the clock is shown beside it.
"""

from __future__ import annotations

import os
import random
import resource
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext, suppress
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta
from decimal import Decimal
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit, urlunsplit

import django
from django.db import DatabaseError, connection, transaction
from django.db.migrations.executor import MigrationExecutor
from django.db.models import Sum

from planfront.book.migrations._carrying import insert_rows
from planfront.kernel.money import cents

State = list[tuple[str, str]]

ROWS = int(os.environ.get("PLANFRONT_BENCH_ROWS", "100000"))
POLICIES = COVERAGE = ROWS // 2
MEMBERS, CHUNK = POLICIES // 2, 1_000
A_SECOND = {"postgresql": 2_000, "sqlite": 1_000}
"""SQLite's own work is done in the process, PostgreSQL's is not."""
MIB, WAIT = 300, 3.0
PATIENCE = 60.0  # of a test, on a machine that is busy with others
FEW = 20_000
"""Of fewer rows most of the time is the start of the processes."""
BEFORE: State = [
    ("book", "0004_append_only"),
    ("members", "0011_enrolled_here"),
    ("policies", "0006_contribution"),
    ("shopping", "0013_quote"),
]
CARRIED: State = [("policies", "0007_sales"), ("book", "0005_carry_coverage"), ("members", "0012_coverage_in_the_book")]
OLD = ("policies_policy", "members_coverage")
KILL_AT, SPOTS, PAUSE, THINKS = 0.4, 40, 0.1 if ROWS > 200_000 else 0.02, 0.03
FIRST = date(2025, 1, 1)
BEGAN = datetime(2024, 12, 1, tzinfo=UTC)


def main() -> int:
    """Run everything in a database of its own. 0 when every bar is kept."""
    from planfront.bench.scratch import show

    with _empty_database() as url:
        old = _migrate(BEFORE)
        _fill(old)
        store = _Store()
        with store.at_work():
            took = _carry(url)
        used = resource.getrusage(resource.RUSAGE_CHILDREN)
        busy = used.ru_utime + used.ru_stime
        print(f"{took / 60:,.1f} minutes by the clock, {ROWS / took:,.0f} rows/s", flush=True)
        longest = WAIT if ROWS >= FEW else PATIENCE
        kept = [
            show(
                "rows in a second of processor time",
                ROWS / busy,
                "rows/s",
                A_SECOND[connection.vendor] if ROWS >= FEW else 0,
                at_most=False,
            ),
            show("peak memory", used.ru_maxrss / 1024, "MiB", MIB),
            show(f"longest of {len(store.reads):,} reads meanwhile", max(store.reads), "s", longest),
            show(f"longest of {len(store.writes):,} writes meanwhile", max(store.writes), "s", longest),
            *_check(store),
        ]
        if ROWS >= FEW:
            kept += _go_on_to_today(longest)
    return 0 if all(kept) else 1


def _go_on_to_today(longest: float) -> Iterator[bool]:
    """All other migrations, while the store goes on with what it has still. On SQLite it rests: Django keeps its one
    writer busy from migration to migration."""
    from planfront.bench.scratch import show

    store, times, began = _Store(), _Times(), time.perf_counter()
    with nullcontext() if connection.vendor == "sqlite" else store.at_work():
        executor = MigrationExecutor(connection, times.note)
        executor.migrate(executor.loader.graph.leaf_nodes())
    print(f"all other migrations took {time.perf_counter() - began:,.1f} s, the longest: {times.longest()}")
    if connection.vendor == "sqlite":
        return
    yield show("longest read meanwhile", max(store.reads), "s", longest)
    yield show("longest write meanwhile", max(store.writes), "s", longest)
    yield _same("faults of the store", store.faults, [])


class _Times:
    """How long each migration takes, by what the executor tells of it."""

    def __init__(self) -> None:
        self.began = 0.0
        self.seconds: dict[str, float] = {}

    def note(self, action: str, migration: Any = None, _fake: bool | None = None, /) -> None:
        if action == "apply_start":
            self.began = time.perf_counter()
        elif action == "apply_success":
            self.seconds[str(migration)] = time.perf_counter() - self.began

    def longest(self) -> str:
        by_time = sorted(self.seconds.items(), key=lambda item: -item[1])[:5]
        return ", ".join(f"{name} {seconds:,.1f} s" for name, seconds in by_time)


@contextmanager
def _empty_database() -> Iterator[str]:
    """Beside the one of the settings, and gone afterwards. Yields its URL; the process is connected to it."""
    settings = connection.settings_dict
    if connection.vendor == "sqlite":
        with tempfile.TemporaryDirectory(prefix="planfront-carry-") as folder:
            connection.close()
            settings["NAME"] = str(Path(folder) / "carry.sqlite3")
            yield f"sqlite:///{settings['NAME']}"
            connection.close()
        return
    name, original = f"planfront_carry_{os.getpid()}", settings["NAME"]
    _execute(f"CREATE DATABASE {name} TEMPLATE template0")
    try:
        _connect_to(name)
        yield urlunsplit(urlsplit(os.environ["DATABASE_URL"])._replace(path=f"/{name}"))
    finally:
        _connect_to(original)
        _execute(f"DROP DATABASE {name} WITH (FORCE)")


def _connect_to(name: str) -> None:
    connection.close()
    connection.settings_dict["NAME"] = name


def _execute(statement: str, *values: Any) -> None:
    with connection.cursor() as cursor:
        cursor.execute(statement, values or None)


def _rows(statement: str, *values: Any) -> list[tuple[Any, ...]]:
    with connection.cursor() as cursor:
        cursor.execute(statement, values or None)
        return list(cursor.fetchall())


def _count(table: str) -> int:
    with suppress(DatabaseError):
        return int(_rows(f"SELECT count(*) FROM {table}")[0][0])  # noqa: S608
    return 0


def _migrate(to: State) -> Any:
    """The models as they are then."""
    MigrationExecutor(connection).migrate([*to])
    return MigrationExecutor(connection).loader.project_state(to).apps


# What was on record. Row n is made of its number alone, so that it can be looked up in what became of it.


def _fill(old: Any) -> None:
    brand = old.get_model("brands", "Brand").objects.create(key="bench", name="Bench", logo_key="planfront")
    began = time.perf_counter()
    for start in range(0, MEMBERS, CHUNK):
        _fill_members(old, brand.pk, range(start, min(start + CHUNK, MEMBERS)))
    _execute("ANALYZE")
    print(f"{ROWS:,} old rows were written in {time.perf_counter() - began:,.0f} s")


def _fill_members(old: Any, brand_id: int, numbers: range) -> None:
    """Each with one application for two plans, and two more on record."""
    member, quote = old.get_model("members", "Member"), old.get_model("shopping", "Quote")
    confirmation = old.get_model("policies", "Confirmation")
    members = member.objects.bulk_create(
        member(
            brand_id=brand_id,
            first_name="Member",
            last_name=f"{at}",
            birth_date=_born(at),
            gender=at % 2,
            state="OH",
            zip=f"43{at % 1000:03}",
        )
        for at in numbers
    )
    quotes = quote.objects.bulk_create(
        quote(
            brand_id=brand_id,
            member_id=row.pk,
            dob=row.birth_date,
            gender=row.gender,
            tier="IO",
            state="OH",
            zip=row.zip,
            county_fips="39049",
            tobacco=False,
            created_at=BEGAN,
            updated_at=BEGAN,
            expires_at=BEGAN,
        )
        for row in members
    )
    confirmations = confirmation.objects.bulk_create(
        confirmation(number=at, brand_id=brand_id, enrollment_id=row.pk, receipt={}, created_at=BEGAN)
        for at, row in zip(numbers, quotes, strict=True)
    )
    ours = range(numbers.start * 2, numbers.stop * 2)
    owner = [*zip(ours, [row for row in confirmations for _two in range(2)], strict=True)]
    insert_rows(old.get_model("policies", "Policy"), [{"confirmation_id": row.pk, **_sold(at)} for at, row in owner])
    holders = zip(ours, [row for row in members for _two in range(2)], strict=True)
    insert_rows(old.get_model("members", "Coverage"), [{"member_id": row.pk, **_on_record(at)} for at, row in holders])


def _born(at: int) -> date:
    return date(1950 + at % 50, 1 + at % 12, 1 + at % 28)


def _price(at: int) -> Decimal:
    return Decimal(2000 + at % 5000) / 100


def _sold(at: int) -> dict[str, Any]:
    """Of ten policies one waits for the insurer and one is cancelled; every fourth has an amount and a rider."""
    rich = at % 4 == 1
    return {
        "number": f"PF-{at:09}",
        "plan_id": 1 + at % 7,
        "plan_name": f"Plan {at % 7}",
        "category": "dental",
        "plan_pricing_id": f"{1 + at % 7}:Option%20{at % 3}:IO:1",
        "monthly": _price(at),
        "one_time": Decimal(0),
        "proof": {"rows": [at], "price": str(_price(at))},
        "effective_date": FIRST + timedelta(days=at % 28),
        "status": {3: "pending", 7: "cancelled"}.get(at % 10, "accepted"),
        "amount": Decimal(50_000) if rich else None,
        "riders": [{"code": "R1", "name": "Rider"}] if rich else [],
        "contribution": {},
    }


def _on_record(at: int) -> dict[str, Any]:
    """Of five rows one tells of a policy that was sold, one has no number, and one is over."""
    return {
        "plan_id": 1 + at % 7,
        "plan_name": f"Vision {at % 7}",
        "category": "vision",
        "policy_number": {0: f"PF-{at:09}", 1: ""}.get(at % 5, f"V-{at}"),
        "status": "INACTIVE" if at % 5 == 2 else "ACTIVE",
        "effective_date": FIRST,
        "end_date": date(2025, 6, 30) if at % 5 == 2 else None,
    }


# The store meanwhile.


@dataclass
class _Store:
    """Reads, and writes in transactions, as a running store does, also to the tables that go. ``sold`` and ``entered``:
    rows that it adds to them. ``reads`` and ``writes``: seconds of each. ``faults``: what went wrong, other than that a
    table has gone."""

    reads: list[float] = field(default_factory=lambda: [0.0])
    writes: list[float] = field(default_factory=lambda: [0.0])
    sold: list[int] = field(default_factory=list)
    entered: list[int] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)
    _over: threading.Event = field(default_factory=threading.Event)

    @contextmanager
    def at_work(self) -> Iterator[None]:
        threads = [threading.Thread(target=self._go_on, args=pair) for pair in self._transactions()]
        for thread in threads:
            thread.start()
        try:
            yield
        finally:
            self._over.set()
            for thread in threads:
                thread.join()

    def _transactions(self) -> list[tuple[Callable[[random.Random], None], list[float]]]:
        return [(_read, self.reads), (self._write, self.writes)]

    def _go_on(self, work: Callable[[random.Random], None], taken: list[float]) -> None:
        chosen = random.Random(7)  # noqa: S311
        while not self._over.wait(PAUSE):
            began = time.perf_counter()
            try:
                work(chosen)
            except DatabaseError as fault:
                self._note(fault)
            taken.append(time.perf_counter() - began)
        connection.close()

    @transaction.atomic
    def _write(self, chosen: random.Random) -> None:
        member_id = 1 + chosen.randrange(MEMBERS)
        _execute("UPDATE members_member SET phone = %s WHERE id = %s", f"{chosen.randrange(10**10):010}", member_id)
        _execute("UPDATE shopping_quote SET version = version + 1 WHERE member_id = %s", member_id)
        if len(self.writes) % 5 == 0:
            _execute("UPDATE policies_confirmation SET number = number WHERE number = %s", member_id - 1)
            time.sleep(THINKS)
            self._add(member_id, len(self.writes))

    @contextmanager
    def _noted(self) -> Iterator[None]:
        try:
            with transaction.atomic():
                yield
        except DatabaseError as fault:
            self._note(fault)

    def _note(self, fault: DatabaseError) -> None:
        if not any(table in str(fault) for table in OLD):
            self.faults.append(str(fault))

    def _add(self, member_id: int, count: int) -> None:
        """To the tables that go, as long as they are there. It has written to those that they point to, so whoever
        takes tables one by one waits for it while it waits for them."""
        at = POLICIES + count
        with self._noted():
            columns = "id, confirmation_id, number, plan_id, plan_name, category, plan_pricing_id, monthly, one_time"
            _execute(
                f"INSERT INTO policies_policy ({columns}, proof, effective_date, status, riders, contribution)"  # noqa: S608
                " SELECT %s, c.id, %s, 1, 'Plan', 'dental', '', 1, 0, '{}', '2025-01-01', 'accepted', '[]', '{}'"
                " FROM policies_confirmation c WHERE c.number = %s",
                _some_key(at),
                f"PF-{at:09}",
                member_id - 1,
            )
            transaction.on_commit(lambda: self.sold.append(at))
        with self._noted():
            _execute(
                "INSERT INTO members_coverage"
                " (member_id, plan_id, plan_name, category, policy_number, status, effective_date)"
                " VALUES (%s, 1, 'Vision', 'vision', %s, 'ACTIVE', '2025-01-01')",
                member_id,
                f"V-{at}",
            )
            transaction.on_commit(lambda: self.entered.append(at))


def _some_key(at: int) -> str:
    """A policy's key as the database takes it, anywhere among the others."""
    key = f"{random.Random(at).getrandbits(128):032x}"  # noqa: S311
    return key[:12] + "4" + key[13:16] + "8" + key[17:]


def _read(chosen: random.Random) -> None:
    at = chosen.randrange(MEMBERS)
    _rows("SELECT * FROM members_member WHERE id = %s", at + 1)
    _rows("SELECT * FROM book_policy WHERE member_id = %s", at + 1)
    _rows("SELECT * FROM members_coverage WHERE member_id = %s", at + 1)
    _rows("SELECT * FROM policies_policy WHERE number = %s", f"PF-{at:09}")


# What is measured.


def _carry(url: str) -> float:
    """Seconds of processes that carry over. Two are killed, one among the policies, one among the coverage."""
    taken = [
        _run(url, ("policies_sale", POLICIES)),
        _run(url, ("book_policy", POLICIES + COVERAGE * 4 // 5), over=POLICIES),
        _run(url),
    ]
    return sum(taken)


def _run(url: str, until: tuple[str, int] | None = None, over: int = 0) -> float:
    """Start a process, and kill it when a table has its part of its rows beyond ``over``."""
    env = {**os.environ, "DATABASE_URL": url, "PLANFRONT_BENCH_ROWS": str(ROWS)}
    began = time.perf_counter()
    with subprocess.Popen([sys.executable, "-m", "planfront.book.carry_bench"], env=env) as process:
        while until is not None and process.poll() is None:
            table, all_rows = until
            if (count := _count(table)) >= over + (all_rows - over) * KILL_AT:
                process.send_signal(signal.SIGKILL)
                process.wait()
                _tell_killed(table, count, all_rows)
                return time.perf_counter() - began
            time.sleep(1 if ROWS > CHUNK * 20 else 0.01)
        if process.wait() != 0 or until is not None:
            raise SystemExit("The migrations failed." if process.returncode else "It was done before it was killed.")
    return time.perf_counter() - began


def _tell_killed(table: str, count: int, all_rows: int) -> None:
    bare = "SELECT count(*) FROM book_policy p WHERE NOT EXISTS (SELECT 1 FROM book_version v WHERE v.policy_id = p.id)"
    halves = _rows(bare)[0][0]
    print(f"killed with {count:,} of {all_rows:,} rows in {table}; {halves} without a history", flush=True)
    if halves or _count(table) >= all_rows:
        raise SystemExit("A batch was half done, or all was done already.")


def _check(store: _Store) -> Iterator[bool]:
    """Whether all of it was carried over, and a sample as it was."""
    carried = MigrationExecutor(connection).loader.project_state(CARRIED).apps
    policies, sales = carried.get_model("book", "Policy").objects, carried.get_model("policies", "Sale").objects
    versions, people = carried.get_model("book", "Version").objects, carried.get_model("book", "CoveredPerson").objects
    entered = sum(1 for at in range(COVERAGE) if at % 5 != 0) + len(store.entered)
    over = sum(1 for at in range(POLICIES) if at % 10 == 7) + sum(1 for at in range(COVERAGE) if at % 5 == 2)
    sold = POLICIES + len(store.sold)
    price = sum((_price(at) for at in range(POLICIES)), Decimal(0)) + len(store.sold)
    yield _same("sales", sales.count(), sold)
    yield _same("policies", policies.count(), sold + entered)
    yield _same("people", people.count(), sold + entered)
    yield _same("versions", versions.count(), sold + entered + over)
    yield _same("sum of sales", cents(sales.aggregate(sum=Sum("monthly"))["sum"]), price)
    yield _same("sum of versions", cents(versions.aggregate(sum=Sum("premium"))["sum"]), price)
    chosen = random.Random(11)  # noqa: S311
    spots = [*(chosen.randrange(POLICIES) for _spot in range(SPOTS)), 1, 3, 7]
    yield _same("sample of sales", [_find_sold(policies, at) for at in spots], [_sold_now(at) for at in spots])
    kept = [at for at in spots if at % 5 > 1]
    yield _same("sample of coverage", [_find_kept(policies, at) for at in kept], [_kept_now(at) for at in kept])
    print(f"the store added {len(store.sold)} policies and {len(store.entered)} rows of coverage meanwhile")
    yield _same("faults of the store", store.faults, [])


def _same(what: str, value: Any, expected: Any) -> bool:
    shown = f"{value:,}" if isinstance(value, int | Decimal) else f"{len(value)} rows"
    print(f"{what}: {shown} {'ok' if value == expected else f'MISSED, not {expected}: {value}'}")
    return bool(value == expected)


def _find_sold(policies: Any, at: int) -> tuple[Any, ...]:
    policy = policies.select_related("sale", "member").get(number=f"PF-{at:09}")
    first = policy.versions.order_by("recorded")[0]
    last_day = policy.end_date
    person = policy.people.get()
    return (
        policy.member.last_name,
        (policy.monthly, policy.sale.monthly, first.premium),
        policy.awaits_decision,
        None if last_day is None else (last_day - policy.effective_date).days,
        policy.changes.count(),
        (first.effective, first.riders, first.amount, first.inputs, first.proof, first.zip, first.county_fips),
        (person.birth_date, person.effective_date),
    )


def _sold_now(at: int) -> tuple[Any, ...]:
    row, owner = _sold(at), at // 2
    inputs = {"option": f"Option {at % 3}", "tobacco": False, "sex": "MF"[owner % 2]}
    over = row["status"] == "cancelled"
    codes = [rider["code"] for rider in row["riders"]]
    place = (f"43{owner % 1000:03}", "39049")
    return (
        f"{owner}",
        (row["monthly"],) * 3,
        row["status"] == "pending",
        -1 if over else None,
        2 if over else 1,
        (row["effective_date"], codes, row["amount"], inputs, row["proof"], *place),
        (_born(owner), row["effective_date"]),
    )


def _find_kept(policies: Any, at: int) -> tuple[Any, ...]:
    policy = policies.select_related("member").get(number=f"V-{at}")
    kinds = tuple(policy.changes.order_by("recorded").values_list("kind", flat=True))
    return policy.member.last_name, policy.plan_name, policy.end_date, kinds, policy.people.get().birth_date


def _kept_now(at: int) -> tuple[Any, ...]:
    row = _on_record(at)
    kinds = ("issue",) if row["end_date"] is None else ("issue", "end")
    return f"{at // 2}", row["plan_name"], row["end_date"], kinds, _born(at // 2)


if __name__ == "__main__":
    django.setup()
    _migrate(CARRIED)

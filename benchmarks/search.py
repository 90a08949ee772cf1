"""Measurement with a bar: the search of 50,000 members, their families, policies, mails and letters."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from datetime import date, datetime, timedelta
from decimal import Decimal
from functools import partial
from typing import Any

from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from benchmarks.scratch import seconds, show
from planfront.accounts.models import User
from planfront.backoffice.search.searching import MOST
from planfront.brands.models import Brand
from planfront.coverage.models import CoveredPerson, Policy
from planfront.enrollment.models import Application
from planfront.kernel import clock
from planfront.kernel.security.fields import Sealed
from planfront.letters.models import Letter
from planfront.members.models import Member, Relative
from planfront.messaging.models import OutboundEmail

MEMBERS, RUNS, CHUNK = 50_000, 5, 5_000
RATIO = 8.0
TYPED = {
    "two letters": "le",
    "a name of many": "lee",
    "a name of few": "ana leeson",
    "a name of nobody": "zyx",
    "a policy": "PF2004217",
    "a birth date": "04/17/1989",
    "a phone": "614 000 4217",
    "an address": "person4217@mailbox.example",
}
SEALED: Any = Sealed("v1." + "x" * 800)
FIRST = ("Ana", "Bea", "Cora", "Dmitri", "Elena", "Farid", "Grace", "Hugo", "Imani", "Jordan", "Kofi", "Luis")
STEMS = ("Lee", "Brook", "Cast", "Dal", "Fer", "Garc", "Harr", "Lind", "Mar", "Nguy", "Oka", "Santo", "Whit", "Volk")
ENDS = ("", "s", "son", "er", "ia", "ton", "field", "man", "ley", "ov", "ez", "ham")


def measure_search(host: str) -> Iterator[bool]:
    """Measure a search from the request to the page, against plain Django that reads as many rows of the same tables;
    and check that the number of queries doesn't hang on what is found."""
    _fill()
    user = User.objects.create_superuser("search@bench.example", None)
    client = Client(HTTP_HOST=host)
    client.force_login(user)
    plain = seconds(_read_plainly, RUNS)
    counts = {}
    for what, words in TYPED.items():
        ask = partial(client.post, reverse("admin:everything_typing"), {"words": words, "whole": "1"})
        took = seconds(ask, RUNS)
        counts[what] = min(_count_queries(ask) for _try in range(3))  # caches of the process run out now and then
        text = f"search of {MEMBERS:,} members for {what} ({took * 1000:,.0f} ms; plainly {plain * 1000:,.0f} ms)"
        yield show(text, took / plain, "x", RATIO)
    same = counts["a name of many"] == counts["a name of nobody"]
    print(f"queries of searches: {counts} {'ok' if same else 'MISSED'}")
    yield same


def _count_queries(ask: Callable[[], object]) -> int:
    """Count the queries that read; a session notes now and then that its person is at work."""
    with CaptureQueriesContext(connection) as queries:
        ask()
    selects = [query["sql"] for query in queries if query["sql"].startswith("SELECT")]
    return sum("django_session" not in sql for sql in selects)


def _read_plainly() -> None:
    """The tables in which a name is looked for, one condition each."""
    rows: list[Any] = [
        Member.objects.filter(last_name__icontains="lee").order_by("last_name", "first_name", "pk"),
        Relative.objects.filter(last_name__icontains="lee").order_by("last_name", "first_name", "pk"),
        Policy.objects.filter(member__last_name__icontains="lee").order_by("-effective_date", "number"),
        Application.objects.filter(applicant__icontains="lee").order_by("-updated_at").defer("frozen"),
        Letter.objects.filter(member__last_name__icontains="lee").order_by("-created_at", "pk"),
        OutboundEmail.objects.filter(to__icontains="lee").order_by("-created_at"),
    ]
    for matching in rows:
        list(matching[: MOST + 1])


def _fill() -> None:
    now, chance = clock.now(), random.Random(7)  # noqa: S311 - the same rows in every run
    brands = list(Brand.objects.order_by("pk"))
    for first in range(0, MEMBERS, CHUNK):
        numbers = range(first, first + CHUNK)
        members = Member.objects.bulk_create(_member(number, brands, chance) for number in numbers)
        children = Relative.objects.bulk_create(
            Relative(
                member=member,
                kind="dependent",
                relationship="child",
                first_name=chance.choice(FIRST),
                last_name=member.last_name,
                birth_date=date(2015, 1, 1) + timedelta(days=number % 3_000),
                ssn=SEALED,
            )
            for number, member in zip(numbers, members, strict=True)
        )
        policies = Policy.objects.bulk_create(
            _policy(number, member, now) for number, member in zip(numbers, members, strict=True)
        )
        CoveredPerson.objects.bulk_create(
            CoveredPerson(
                policy=policy,
                key=key,
                relative=relative,
                role=role,
                birth_date=birth,
                original_date=policy.effective_date,
                effective_date=policy.effective_date,
            )
            for policy, member, child in zip(policies, members, children, strict=True)
            for key, relative, role, birth in (
                ("self", None, "subscriber", member.birth_date),
                (str(child.pk), child, "child", child.birth_date),
            )
        )
        OutboundEmail.objects.bulk_create(
            OutboundEmail(
                brand=member.brand,
                kind="receipt",
                to=member.email,
                subject="Your receipt",
                html=SEALED,
                text=SEALED,
                dedupe_key=f"bench:{number}",
                created_at=now - timedelta(seconds=number),
            )
            for number, member in zip(numbers, members, strict=True)
        )
        Letter.objects.bulk_create(
            Letter(
                key=f"bench:{number}",
                brand=member.brand,
                member=member,
                kind="change",
                language="en",
                subject="A change",
                recipient=SEALED,
                document=SEALED,
                mailed=True,
                on_paper=False,
                day=now.date(),
                created_at=now - timedelta(seconds=number),
            )
            for number, member in zip(numbers, members, strict=True)
            if number % 3 == 0
        )
    with connection.cursor() as cursor:
        cursor.execute("VACUUM ANALYZE" if connection.vendor == "postgresql" else "ANALYZE")


def _member(number: int, brands: list[Brand], chance: random.Random) -> Member:
    return Member(
        brand=brands[number % len(brands)],
        first_name=chance.choice(FIRST),
        last_name=f"{chance.choice(STEMS)}{chance.choice(ENDS)}",
        birth_date=date(1950, 1, 1) + timedelta(days=number * 7 % 18_000),
        gender=number % 2,
        email=f"person{number}@mailbox.example",
        phone=f"614{number:07d}",
        ssn_last4=f"{number % 10_000:04d}",
        city="Columbus",
        state="OH",
    )


def _policy(number: int, member: Member, now: datetime) -> Policy:
    return Policy(
        number=f"PF{2_000_000 + number}-01",
        brand=member.brand,
        member=member,
        plan_id=number % 60 + 1,
        plan_name=f"Plan {number % 60}",
        category="dental",
        monthly=Decimal("31.00"),
        effective_date=now.date() - timedelta(days=number % 700),
        created_at=now,
    )

"""Policies for tests, issued by the book's own service."""

from datetime import date
from decimal import Decimal

from planfront.coverage.authors import SYSTEM
from planfront.coverage.issuing import NewPolicy, Parties, issue_policies
from planfront.coverage.timeline import SELF, Covered, Place, Role, Terms

BORN = date(1989, 4, 17)

COLUMBUS = {"address1": "12 Alder Street", "city": "Columbus", "zip": "43215"}
"""The address of a move, as it is typed."""
HOME = {"address1": "1 Elm Street", "city": "Dallas", "state": "TX", "zip": "75201"}


def terms_of(*others, plan_id=1, tier="IO", premium="36.85", first=date(2026, 1, 1), **more):
    """Terms of a subscriber in Dallas with ``others``, people as ``Covered``."""
    subscriber = Covered(SELF, Role.SUBSCRIBER, more.pop("born", BORN), first)
    place = more.pop("place", Place("TX", "75201"))
    price = None if premium is None else Decimal(premium)
    return Terms(plan_id, tier, place, (subscriber, *others), first, premium=price, **more)


def cover(member, *, number="", plan_id=1, name="Plan", category="dental", first=date(2026, 1, 1), **more):
    """A policy of a member of whom nothing but the plan is on record."""
    number = number or f"T-{member.pk}-{plan_id}"
    more.setdefault("premium", None)
    return issue(
        member.brand,
        number=number,
        name=name,
        category=category,
        first=first,
        plan_id=plan_id,
        tier="",
        member_id=member.pk,
        **more,
    )


def issue(brand, *others, number="P-1", name="Dental", category="dental", first=date(2026, 1, 1), **more):
    """A policy. ``more``: parties by their names, ``ends_on``, ``awaits_decision``, and what terms have. ``sold_with``:
    fees beside its price."""
    parties = {key: more.pop(key) for key in ("member_id", "group_id", "portal_id", "agent_id") if key in more}
    facts = {key: more.pop(key) for key in ("ends_on", "awaits_decision", "share", "household") if key in more}
    facts["fees"] = more.pop("sold_with", ())
    terms = terms_of(*others, first=first, **more)
    new = NewPolicy(number, Parties(brand.pk, **parties), name, category, first, terms, **facts)
    (policy,) = issue_policies([new], SYSTEM)
    return policy


def send(client, order):
    """Preview a change and make it; the preview and what was made."""
    shown = client.post("preview-change", order).json()["data"]
    answer = client.post("submit-change", {**order, "digest": shown["digest"]}).json()
    assert answer["status"] == "success", answer
    return shown, answer["data"]

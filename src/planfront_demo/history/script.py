"""The script of the weeks before: visitors and what they did. The same for the same day; writes nothing."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime, time, timedelta
from random import Random
from typing import Any

from django.utils import timezone

from planfront.kernel import clock
from planfront_demo.history.people import People, Person
from planfront_demo.history.tables import HISTORY, StoreFlow

_WEEK, _HUNDRED = 7, 100


@dataclass(frozen=True)
class Shopper:
    """A person who asks for prices. ``rep`` brought or called them, ``group`` is their employer."""

    brand: str
    person: Person
    tier: str
    plans: tuple[int, ...]
    rep: int | None = None
    group: int | None = None
    facts: Mapping[str, Any] = field(default_factory=dict, compare=False)


@dataclass(frozen=True)
class Act:
    """An act of a person. ``who``: the place of the shopper, or of the chat, among all of them."""

    at: datetime
    verb: str
    brand: str
    who: int = -1
    detail: str = ""


@dataclass(frozen=True)
class Script:
    shoppers: Sequence[Shopper]
    acts: Sequence[Act]
    """In the order of time."""


def write_script(today: date, now: datetime) -> Script:
    """Return the script of the weeks before ``today``, and of today until ``now``."""
    writer = _Writer(today)
    acts = sorted((act for act in writer.write() if act.at <= now), key=lambda act: act.at)
    return Script(writer.shoppers, acts)


class _Writer:
    def __init__(self, today: date) -> None:
        self.random = Random(f"planfront {today}")  # noqa: S311 - the same history each time is what is wanted
        self.today = today
        self.people = People(self.random, today)
        self.monday = today - timedelta(days=today.weekday(), weeks=HISTORY.weeks - 1)
        self.shoppers: list[Shopper] = []

    def write(self) -> Iterator[Act]:
        for week in range(HISTORY.weeks):
            share = (HISTORY.first_week + HISTORY.each_week * week) / _HUNDRED
            first = self.monday + timedelta(weeks=week)
            for flow in HISTORY.flows:
                for _visit in range(self._about(flow.visits * share)):
                    yield Act(self._moment(first), "visit", flow.brand)
                for _seeker in range(self._about(flow.seekers * share)):
                    yield from self._seeker(flow, self._moment(first), self._choose(HISTORY.ends))
                for rep, usual in flow.sends.items():
                    for sent in range(self._about(usual * share)):
                        # A rep whose first quote of each week is taken has figures to look at, whatever today is.
                        ends = "submitted" if sent == 0 else self._choose(HISTORY.sent_ends)
                        yield from self._sent(flow, rep, first, ends)
                for _lead in range(self._about(flow.leads * share)):
                    yield from self._lead(flow, first)
        for flow in HISTORY.flows:  # even a quiet last day has a visitor
            yield from self._seeker(flow, self._on(self.today), "submitted")
        for week in range(0, HISTORY.weeks, 2):
            brand, decision = (names[week // 2 % len(names)] for names in (HISTORY.referrals, HISTORY.decisions))
            flow = next(flow for flow in HISTORY.flows if flow.brand == brand)
            yield from self._referred(flow, self.monday + timedelta(weeks=week), decision)

    def _about(self, usual: float) -> int:
        """Return a whole number around the usual one, never 0."""
        return max(1, round(usual * self.random.uniform(0.82, 1.18)))

    def _moment(self, monday: date) -> datetime:
        day = monday + timedelta(days=self.random.choices(range(_WEEK), HISTORY.weekdays)[0])
        return self._on(day)

    def _on(self, day: date) -> datetime:
        hour = self.random.choices(range(24), HISTORY.hours)[0]
        return timezone.make_aware(
            datetime.combine(day, time(hour, self.random.randrange(60), self.random.randrange(60)))
        )

    def _later(self, at: datetime, most: int) -> datetime:
        """Return a moment on one of the next days."""
        return self._on((clock.local(at) + timedelta(days=self.random.randint(1, most))).date())

    def _choose(self, weighed: Mapping[str, int]) -> str:
        names, weights = zip(*weighed.items(), strict=True)
        return str(self.random.choices(names, weights)[0])

    def _through(self, shares: Mapping[int, int]) -> int | None:
        drawn = self.random.randrange(_HUNDRED)
        for key, share in shares.items():
            if drawn < share:
                return key
            drawn -= share
        return None

    def _seeker(self, flow: StoreFlow, at: datetime, ends: str) -> Iterator[Act]:
        group = self._through(flow.groups)
        rep = self._through(flow.reps) if group is None else None
        if ends == "withdrawn" and rep not in HISTORY.at_a_desk:
            ends = "contact_info"
        who = self._shopper(flow, rep, group, with_phone=ends not in {"looked", "cart"})
        yield Act(at, "ask", flow.brand, who)
        if ends == "looked":
            return
        at += timedelta(minutes=self.random.randint(2, 14))
        yield Act(at, "choose", flow.brand, who)
        if ends == "cart":
            return
        if self.random.random() < 0.3:
            at = self._later(at, 4)
        yield from self._apply(flow, who, at, ends)

    def _apply(self, flow: StoreFlow, who: int, at: datetime, ends: str) -> Iterator[Act]:
        at += timedelta(minutes=self.random.randint(1, 5))
        stop = ends if ends.endswith("_info") else ""
        if ends in {"saved", "withdrawn"}:
            stop = self.random.choice(HISTORY.saved_at)
        yield Act(at, "apply", flow.brand, who, stop)
        if ends == "saved":
            yield Act(at + timedelta(minutes=self.random.randint(2, 9)), "save", flow.brand, who, stop)
        elif ends == "withdrawn":
            yield Act(self._later(at, 9), "withdraw", flow.brand, who, self.random.choice(HISTORY.reasons))
        elif ends == "submitted":
            at += timedelta(minutes=self.random.randint(6, 25))
            yield Act(at, "submit", flow.brand, who)
            yield from self._change(flow, who, at)

    def _referred(self, flow: StoreFlow, monday: date, decision: str) -> Iterator[Act]:
        """Yield a person whose answers the insurer looks at, and what it decides within days."""
        at = self._moment(monday)
        person = self.people.make("IO", with_phone=True)
        self.shoppers.append(Shopper(flow.brand, person, "IO", (HISTORY.insurer_asked,), self._through(flow.reps)))
        who = len(self.shoppers) - 1
        for verb, minutes in (("ask", 0), ("choose", 6), ("apply", 9), ("submit", 24)):
            yield Act(at + timedelta(minutes=minutes), verb, flow.brand, who)
        yield Act(self._later(at, 9), "decide", flow.brand, who, decision)

    def _change(self, flow: StoreFlow, who: int, at: datetime) -> Iterator[Act]:
        """Yield the change of coverage that some report weeks later."""
        change, later = (
            self._choose(HISTORY.changes),
            self._on((at + timedelta(weeks=self.random.randint(4, 8))).date()),
        )
        if change == "marriage" and self.shoppers[who].tier == "IO" and self.shoppers[who].group is None:
            yield Act(later, "marry", flow.brand, who)
        elif change == "end":
            yield Act(later, "end", flow.brand, who, self.random.choice(HISTORY.end_reasons))

    def _sent(self, flow: StoreFlow, rep: int, monday: date, ends: str) -> Iterator[Act]:
        """Yield a quote that a rep fills for a caller and sends."""
        taken = ends == "submitted"
        # One that is taken goes out early, so that it is an enrollment of the same week.
        at = self._on(monday + timedelta(days=self.random.randrange(2))) if taken else self._moment(monday)
        who = self._shopper(flow, rep, None, with_phone=taken)
        yield Act(at, "send", flow.brand, who, self.random.choice(HISTORY.messages))
        if ends == "sent":
            return
        at = self._later(at, 3 if taken else 5)
        yield Act(at, "open", flow.brand, who)
        if taken:
            yield from self._apply(flow, who, at + timedelta(minutes=self.random.randint(3, 40)), "submitted")

    def _lead(self, flow: StoreFlow, monday: date) -> Iterator[Act]:
        at, ends = self._moment(monday), self._choose(HISTORY.lead_ends)
        rep = self._through(flow.reps)
        who = self._shopper(flow, rep, None, with_phone=True)
        if who % 3:  # two of three priced plans first, one of them filled a cart
            yield Act(at - timedelta(minutes=9), "ask", flow.brand, who)
        if who % 3 == 1:
            yield Act(at - timedelta(minutes=5), "choose", flow.brand, who)
        yield Act(at, "chat", flow.brand, who)
        if ends == "NEW" or rep not in (None, *HISTORY.at_a_desk):
            return
        at = self._later(at, 2)
        yield Act(at, "note", flow.brand, who, self.random.choice(HISTORY.notes))
        yield Act(at + timedelta(minutes=1), "move", flow.brand, who, "CONTACTED")
        if ends != "CONTACTED":
            yield Act(self._later(at, 6), "move", flow.brand, who, ends)

    def _shopper(self, flow: StoreFlow, rep: int | None, group: int | None, *, with_phone: bool) -> int:
        tier = self._choose(HISTORY.tiers)
        person = self.people.make(tier, with_phone=with_phone)
        self.shoppers.append(Shopper(flow.brand, person, tier, self._plans(flow, group), rep, group))
        return len(self.shoppers) - 1

    def _plans(self, flow: StoreFlow, group: int | None) -> tuple[int, ...]:
        """Return one to three plans, one of a kind."""
        if group is not None:
            return tuple(plan for plan in HISTORY.of_group if self.random.random() < 0.6) or HISTORY.of_group[:1]
        kinds = (
            [HISTORY.dental, HISTORY.vision]
            if flow.brand == "brightsmile"
            else [HISTORY.dental, HISTORY.vision, HISTORY.extra]
        )
        wanted = [
            self._one_of(plans)
            for plans, share in zip(kinds, (0.8, 0.5, 0.35), strict=False)
            if self.random.random() < share
        ]
        return tuple(wanted) or (self._one_of(HISTORY.dental),)

    def _one_of(self, plans: Sequence[int]) -> int:
        """Return one of the plans, the first most often."""
        return self.random.choices(plans, range(len(plans) + 1, 1, -1))[0]

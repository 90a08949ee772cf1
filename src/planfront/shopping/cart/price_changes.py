"""Moves in the price of a cart line: every money line before and now, and the rates, factors and inputs behind."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from django.utils.translation import gettext as _

from planfront.catalog.fee_names import fee_name, plain_fee_name
from planfront.catalog.snapshot import PlanView
from planfront.eligibility.texts import tier_name
from planfront.kernel import money
from planfront.kernel.text.parse import show_date, us_date
from planfront.shopping.cart.line_price import LinePrice
from planfront.shopping.cart.selectors import rider_name
from planfront.shopping.models import CartLine
from planfront.shopping.pricing import explanation

_NO_VIEW: tuple[Any, ...] = ()


@dataclass(frozen=True)
class Part:
    """One part of a price before and now; None: not part of it. See schemas.PricePart."""

    code: str
    kind: str
    label: str
    old: str | None
    new: str | None
    once: bool = False

    @property
    def changed(self) -> bool:
        return self.old != self.new

    def wire(self) -> dict[str, Any]:
        return {**vars(self), "changed": self.changed}


def parts_of(line: CartLine, view: PlanView | None, now: LinePrice | None) -> tuple[Part, ...]:
    """Return money lines, changed or not, then the reasons of their moves. ``now`` None: the plan can't be had any
    more."""
    if now is not None and now.plan_price.priced is None:
        now = None
    moved = _reason_parts(line.proof, now.plan_price.price.proof, view) if now else ()
    return (*_money_parts(line, view, now), *moved)


def _money_parts(line: CartLine, view: PlanView | None, now: LinePrice | None) -> Iterator[Part]:
    riders = {rider["code"]: Decimal(rider["amount"]) for rider in line.riders}
    base = line.premium - sum(riders.values(), Decimal(0))
    yield Part("premium", "premium", _("Premium"), _amount_text(base), _amount_text(now.base_premium) if now else None)
    yield from _rider_parts(riders, view, now)
    yield from _fee_parts(line, view, now)
    yield from _pending_part(line, now)
    yield from _contribution_part(line, now)


def _amount_text(amount: Decimal | None) -> str | None:
    return None if amount is None else money.as_text(amount)


def _rider_parts(old: Mapping[str, Decimal], view: PlanView | None, now: LinePrice | None) -> Iterator[Part]:
    new = {rider.code: rider.amount for rider in now.riders} if now else {}
    for code in dict.fromkeys([*old, *new]):
        yield Part(code, "rider", rider_name(view, code), _amount_text(old.get(code)), _amount_text(new.get(code)))


def _fee_parts(line: CartLine, view: PlanView | None, now: LinePrice | None) -> Iterator[Part]:
    terms = {term.code: term for term in view.fees} if view else {}
    old = {fee["code"]: (fee["amount"], bool(fee["once"])) for fee in line.fees}
    new = {fee.code: (money.as_text(fee.amount), fee.once) for fee in now.plan_price.price.fees} if now else {}
    for code in dict.fromkeys([*old, *new]):
        name = fee_name(terms[code]) if code in terms else plain_fee_name(code)
        before, after = old.get(code, (None, False)), new.get(code, (None, False))
        yield Part(code, "fee", name, before[0], after[0], once=before[1] or after[1])


def _pending_part(line: CartLine, now: LinePrice | None) -> Iterator[Part]:
    old = line.evidence.get("more")
    pending = now.pending if now else None
    if old is None and pending is None:
        return
    amount = line.evidence.get("pending") or (money.as_text(pending.requested - pending.guaranteed) if pending else "0")
    label = _("If %(amount)s more is approved") % {"amount": money.display_round(Decimal(amount))}
    yield Part("pending", "pending", label, old, _amount_text(pending.more) if pending else None)


def _contribution_part(line: CartLine, now: LinePrice | None) -> Iterator[Part]:
    """Yield the group's share of the premium."""
    old, new = line.contribution.get("employer"), now.granted if now else None
    if old is None and new is None:
        return
    group = new.group if new else line.contribution["group"]
    amount = _amount_text(new.share.employer) if new else None
    yield Part("contribution", "contribution", _("Paid by %(group)s") % {"group": group}, old, amount)


def _reason_parts(old: Mapping[str, Any], new: Mapping[str, Any], view: PlanView | None) -> Iterator[Part]:
    """Yield rates, factors and inputs that differ between two proofs."""
    yield from _differing_parts("rate", _list_rates(old, view), _list_rates(new, view))
    yield from _differing_parts("factor", _list_factors(old), _list_factors(new))
    inputs = _list_inputs(new)
    # An answer that the new rates don't use is not a reason for their price.
    yield from _differing_parts(
        "input", {code: row for code, row in _list_inputs(old).items() if code in inputs}, inputs
    )


def _differing_parts(
    kind: str, old: Mapping[str, tuple[str, str]], new: Mapping[str, tuple[str, str]]
) -> Iterator[Part]:
    for code in dict.fromkeys([*old, *new]):
        label = (new.get(code) or old[code])[0]
        before, after = (side[code][1] if code in side else None for side in (old, new))
        if before != after:
            yield Part(code, kind, label, before, after)


def _list_rates(proof: Mapping[str, Any], view: PlanView | None) -> dict[str, tuple[str, str]]:
    """Return rates by component and person. People of one kind are distinguished by their position."""
    people = {"SELF": _("you"), "SPOUSE": _("your spouse"), "CHILD": _("your child")}
    rates: dict[str, tuple[str, str]] = {}
    for used in proof.get("cells", _NO_VIEW):
        part, role = used["cell"].get("component", "BASE"), used["role"] or ""
        code, number = f"{part}.{role}", 1
        while f"{code}.{number}" in rates:
            number += 1
        part_name = explanation.rider_component(view, part) or part.title()
        name = _("Rate") if part == "BASE" else _("Rate of %(part)s") % {"part": part_name}
        person = people.get(role, "") if proof["table"]["method"] != "TIER" else ""
        rate = money.display_rate(Decimal(used["cell"]["rate"]))
        rates[f"{code}.{number}"] = (f"{name}, {person}" if person else name, rate)
    return rates


def _list_factors(proof: Mapping[str, Any]) -> dict[str, tuple[str, str]]:
    """Return factors by kind. A factor of 1 changes nothing and counts as none."""
    factors = ((kind, Decimal(value)) for kind, _key, value in proof.get("factors", _NO_VIEW))
    return {kind: (explanation.factor_name(kind), f"× {value.normalize():f}") for kind, value in factors if value != 1}


def _list_inputs(proof: Mapping[str, Any]) -> dict[str, tuple[str, str]]:
    inputs = proof.get("inputs", {})
    if not inputs:
        return {}
    you, spouse, _children = inputs["ages"]
    start = us_date(inputs["effective_date"])
    rows: Iterable[tuple[str, str, Any]] = (
        ("effective_date", _("Effective date"), show_date(start)),
        ("age", _("Your age"), you),
        ("spouse_age", _("Spouse's age"), spouse),
        ("children", _("Children"), inputs.get("children")),
        ("tier", _("Who is covered"), tier_name(inputs.get("tier") or "")),
        ("area", _("Area"), inputs.get("area")),
        ("tobacco", _("Tobacco use"), {True: _("Yes"), False: _("No")}.get(inputs.get("tobacco"))),
        ("income", _("Annual income"), _shown_money(inputs.get("income"))),
        ("amount", _("Insured amount"), _shown_money(inputs.get("amount"))),
    )
    return {code: (label, str(value)) for code, label, value in rows if value not in (None, "")}


def _shown_money(amount: str | None) -> str | None:
    return None if amount is None else money.display_round(Decimal(amount))


def table_move(line: CartLine, now: LinePrice | None) -> dict[str, Any]:
    """Return the rate tables of the stored price and of today's."""
    priced = now.plan_price.priced if now else None
    return {"old": _table_facts(line.proof), "new": _table_facts(priced.proof) if priced else None}


def _table_facts(proof: Mapping[str, Any]) -> dict[str, Any] | None:
    table = proof.get("table")
    if not table:
        return None
    return {"id": table["id"], "version": table.get("version", 1), "since": show_date(us_date(table["eff_from"]))}

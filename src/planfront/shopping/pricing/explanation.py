"""Words for "Why this price": the proof of a price in the active language."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from decimal import Decimal, InvalidOperation
from typing import Any

from django.utils.translation import gettext as _

from planfront.catalog.fee_names import fee_name, plain_fee_name
from planfront.catalog.snapshot import FeeTerm, PlanView
from planfront.catalog.wording import language, pick
from planfront.eligibility.texts import tier_name
from planfront.kernel import money
from planfront.kernel.text.parse import us_date
from planfront.parties.groups.shares import Granted
from planfront.parties.groups.terms import PERCENT
from planfront.parties.voice import possessive, sentence
from planfront.rating import engine
from planfront.shopping.pricing.pricer import PlanPrice
from planfront.shopping.pricing.schemas import FeeLine, WhyInput, WhyLine


def share_lines(granted: Granted) -> list[WhyLine]:
    """Return the lines of a share: what the group pays, by which rule, and the rest."""
    paid, row = granted.share, granted.row
    if row.kind == PERCENT:
        note = _("%(percent)s%% of the premium") % {"percent": f"{row.value.normalize():f}"}
    else:
        note = _("%(amount)s a month") % {"amount": money.display(row.value)}
    if row.cap is not None:
        note += ", " + _("at most %(amount)s a month") % {"amount": money.display(row.cap)}
    label = _("Paid by %(group)s") % {"group": granted.group}
    return [
        WhyLine(key="employer_share", kind="share", label=label, note=note, amount=money.as_text(paid.employer)),
        WhyLine(key="own_share", kind="share", label=_own_label(granted.client), amount=money.as_text(paid.own)),
    ]


def _own_label(client: str) -> str:
    if client:
        return sentence(_("%(whose)s share of the premium") % {"whose": possessive(client)})
    return _("Your share of the premium")


def proof_lines(proof: dict[str, Any], view: PlanView | None) -> list[WhyLine]:
    """Return the steps of a price in words. Without ``view`` (the plan is gone), fees and riders have plain names."""
    return [line for reason in engine.explain(proof) if (line := _describe_step(reason, view)) is not None]


def proof_inputs(proof: dict[str, Any]) -> list[WhyInput]:
    """Return the inputs of a price."""
    values = proof["inputs"]
    at_issue = proof.get("table", {}).get("age_mode") == engine.AgeMode.ISSUE
    issued = values.get("issue_date", values["effective_date"]) if at_issue else ""
    return _describe_inputs(values, readable_date(issued))


def fee_line(term: FeeTerm, amount: Any, *, once: bool) -> FeeLine:
    """Return a fee with its name and one reason."""
    return FeeLine(code=term.code, name=fee_name(term), amount=money.as_text(amount), note=fee_note(term), once=once)


def fee_lines(plan_price: PlanPrice) -> list[FeeLine]:
    terms = {term.code: term for term in plan_price.view.fees}
    return [fee_line(terms[fee.code], fee.amount, once=fee.once) for fee in plan_price.price.fees if fee.code in terms]


def fees_text(view: PlanView | None, fees: Iterable[tuple[str, Decimal]]) -> str:
    """Return a sentence for each monthly fee, by code and amount, that a price includes; "" for none."""
    terms = {term.code: term for term in view.fees} if view else {}
    return " ".join(_fee_text(terms[code], amount) for code, amount in fees if code in terms)


def _fee_text(term: FeeTerm, amount: Decimal) -> str:
    facts = {"amount": money.display(amount), "name": fee_name(term), "percent": f"{term.amount.normalize():f}"}
    if term.kind == "PCT" and term.code == "admin_fee":
        return _("Includes a %(percent)s%% administrative fee of %(amount)s.") % facts
    return _("Includes %(amount)s: %(name)s.") % facts


def plan_fees_text(plan_price: PlanPrice) -> str:
    """Return a sentence for each monthly fee that the recurring price includes."""
    return fees_text(plan_price.view, ((fee.code, fee.amount) for fee in plan_price.price.fees if not fee.once))


def fee_note(term: FeeTerm) -> str:
    """Return the one reason shown with a fee."""
    if term.kind == "PCT":
        return _("%(percent)s%% of the premium") % {"percent": f"{term.amount.normalize():f}"}
    if term.first_only:
        return _("Once, with the first month")
    return _("Each month, for each person covered") if term.per_member else _("Each month")


def readable_date(iso: str) -> str:
    day = us_date(iso)
    return day.strftime("%m/%d/%Y") if day else iso


def _describe_step(reason: engine.Reason, view: PlanView | None) -> WhyLine | None:
    """Return a step in words; None for the table, which is shown elsewhere."""
    key, args = reason.key, reason.args
    if key == "table":
        return None
    amount = money.as_text(reason.amount) if reason.amount is not None else None
    if key in ("monthly", "first_month"):
        label = _("Your monthly price") if key == "monthly" else _("First month")
        return WhyLine(key=key, kind="total", label=label, amount=amount)
    if key.startswith("line_"):
        return _money_line(key.removeprefix("line_"), view, amount)
    label, note = _rider_words(view, args.get("component", "")) or _step_words(key, args)
    return WhyLine(key=key, kind="part" if amount else "info", label=label, note=note, amount=amount)


def _rider_words(view: PlanView | None, component: str) -> tuple[str, str] | None:
    """Return the words of a rider's rate."""
    name = rider_component(view, component)
    return (name, _("Added to your plan")) if name else None


def rider_component(view: PlanView | None, component: str) -> str:
    """Return the label of the rider that a component of the rate table prices; "" for other components."""
    rider = next((rider for rider in view.riders if component and rider.component == component), None) if view else None
    return pick(rider.i18n, "label", rider.label, language()) if rider else ""


def _money_line(code: str, view: PlanView | None, amount: str | None) -> WhyLine:
    if code == "premium":
        return WhyLine(key="premium", kind="total", label=_("Premium"), amount=amount)
    return fee_in_words(code, view, amount)


def fee_in_words(code: str, view: PlanView | None, amount: Any) -> WhyLine:
    """Return a fee of a price, plainly named when the plan doesn't name it."""
    term = next((fee for fee in view.fees if fee.code == code), None) if view else None
    label = fee_name(term) if term else plain_fee_name(code)
    text = money.as_text(Decimal(amount)) if amount is not None else None
    return WhyLine(key=code, kind="fee", label=label, note=fee_note(term) if term else "", amount=text)


def _describe_person(args: dict[str, str], label: str) -> tuple[str, str]:
    return (label, _("Age %(age)s") % args) if args.get("age") else (label, "")


def _tier_words(code: str) -> Callable[[dict[str, str]], tuple[str, str]]:
    def words(_args: dict[str, str]) -> tuple[str, str]:
        return tier_name(code), _("One price for everyone this covers")

    return words


_WORDS: dict[str, Callable[[dict[str, str]], tuple[str, str]]] = {
    "area": lambda a: (_("Area %(area)s") % a, _("Prices are set by area")),
    "rate": lambda a: _describe_person(a, _("Your base price")),
    "per_unit": lambda a: (_component_name(a), _unit_note(a)),
    "person_self": lambda a: _describe_person(a, _("You")),
    "person_spouse": lambda a: _describe_person(a, _("Your spouse")),
    "person_child": lambda a: _describe_person(a, _("Your child")),
    "tier_io": _tier_words("IO"),
    "tier_is": _tier_words("IS"),
    "tier_ic": _tier_words("IC"),
    "tier_if": _tier_words("IF"),
}
_STEP_NAMES = {
    "earnings": lambda: _("Your earnings"),
    "benefit": lambda: _("Your benefit"),
    "amount": lambda: _("Insured amount"),
    "age_reduction": lambda: _("Reduced at this age"),
    "units": lambda: _("Units"),
    "modal": lambda: _("Per month"),
}
_FACTOR_NAMES = {
    "tier": lambda: _("Factor for who is covered"),
    "area": lambda: _("Factor for your area"),
    "sic": lambda: _("Factor for the industry"),
    "group_size": lambda: _("Factor for the size of the group"),
    "participation": lambda: _("Factor for participation"),
}


def factor_name(kind: str) -> str:
    """Return the name of a factor of the rate table."""
    return _FACTOR_NAMES.get(kind.lower(), lambda: _("Factor"))()


def _component_name(args: dict[str, str]) -> str:
    return _("Your base price") if args.get("component") == "BASE" else args.get("component", "").title()


def _unit_note(args: dict[str, str]) -> str:
    text = _("Rate %(rate)s a unit") % {"rate": money.display_rate(Decimal(args["rate"]))}
    return f"{text}, " + _("age %(age)s") % args if args.get("age") else text


def _step_words(key: str, args: dict[str, str]) -> tuple[str, str]:
    if word := _WORDS.get(key):
        return word(args)
    if key.startswith("factor_"):
        return factor_name(key.removeprefix("factor_")), f"× {Decimal(args['factor']).normalize():f} ({args['key']})"
    name = _STEP_NAMES.get(key.rpartition("_")[0], lambda: key)()
    return name, _step_note(key.rpartition("_")[2], args)


def _step_note(verb: str, args: dict[str, str]) -> str:
    sign = {"divided": "÷", "share": "×"}.get(verb, "→")
    before, rule, after = (_readable_number(args[name]) for name in ("before", "rule", "after"))
    return f"{before} → {after}" if sign == "→" else f"{before} {sign} {rule} = {after}"


def _readable_number(text: str) -> str:
    """Return 150,000 for "150000.00"; text that is no number ("60 %") stays as it is."""
    try:
        return f"{Decimal(text).normalize():,f}"
    except InvalidOperation:
        return text


def _age_text(age: int, issued: str) -> str:
    """Return an age; one that stays as it was at issue names its day, the first day ever under the policy."""
    words = _("%(age)s on %(day)s, the first day of coverage (issue age)") if issued else "%(age)s"
    return words % {"age": age, "day": issued}


def _describe_inputs(values: dict[str, Any], issued: str) -> list[WhyInput]:
    inputs = [WhyInput(label=_("Effective date"), value=readable_date(values["effective_date"]))]
    subscriber, spouse, _kids = values["ages"]
    if subscriber is not None:
        inputs.append(WhyInput(label=_("Your age"), value=_age_text(subscriber, issued)))
    if values.get("tier"):
        inputs.append(WhyInput(label=_("Who is covered"), value=tier_name(values["tier"])))
    if values.get("tier") in ("IS", "IF") and spouse is not None:
        inputs.append(WhyInput(label=_("Spouse's age"), value=_age_text(spouse, issued)))
    if values.get("children"):
        inputs.append(WhyInput(label=_("Children"), value=str(values["children"])))
    if values.get("tobacco") is not None:
        inputs.append(WhyInput(label=_("Tobacco use"), value=_("Yes") if values["tobacco"] else _("No")))
    for key, label in (("income", _("Annual income")), ("amount", _("Insured amount"))):
        if values.get(key):
            inputs.append(WhyInput(label=label, value=money.display(Decimal(values[key]))))
    return inputs

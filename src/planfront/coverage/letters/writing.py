"""Letters about coverage: whom, what about, and in which words' place which fact."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import date, timedelta
from decimal import Decimal
from typing import TYPE_CHECKING, Any, NamedTuple
from uuid import UUID

from django.utils import translation
from django.utils.text import get_text_list
from django.utils.translation import gettext as _

from planfront.brands.selectors import site_url
from planfront.catalog.categories import Category
from planfront.catalog.selectors import catalog
from planfront.coverage import wording
from planfront.coverage.authors import By
from planfront.coverage.fee_wording import describe_dues
from planfront.coverage.fees import DuesChange, read_dues
from planfront.coverage.ledger import Ledger, load_ledgers
from planfront.coverage.letters.shares import are_about_shares, describe_new_shares, list_new_shares
from planfront.coverage.models import Adjustment, ItemState, Policy, RenewalItem
from planfront.coverage.models.record import INTO_CLASS
from planfront.coverage.names import Names, person_of
from planfront.coverage.parties import DIVORCE, policies_to_review, read_divorce_note
from planfront.coverage.past_wording import describe_adjustments
from planfront.coverage.plan_facts import answer_text, compare_facts, find_following_plan, plan_name
from planfront.coverage.selectors import changes_of_order, members_of_order
from planfront.coverage.successors import is_move
from planfront.coverage.timeline import Kind, find_terms, monthly_of
from planfront.kernel.money import ZERO, display
from planfront.kernel.text.parse import show_date
from planfront.letters.kinds import UNKNOWN
from planfront.letters.kinds import Kind as LetterKind
from planfront.letters.selectors import find_written
from planfront.letters.services import NewLetter, Recipient, send_letter, withdraw_letter
from planfront.members.selectors import facts, is_addressable

if TYPE_CHECKING:
    from planfront.coverage.models import Change
    from planfront.coverage.schemas import FactChange
    from planfront.members.models import Member

_DAY = timedelta(days=1)
_OFFERS = _AT_ONCE = 100
ON_PAPER = frozenset({Category.MEDICAL, Category.LIMITEDMED, Category.TERM_LIFE, Category.GUARANTEED})
"""The end of health and life cover is told on paper, too."""
_KINDS: Mapping[str, str] = {
    Kind.END: LetterKind.TERMINATION,
    Kind.CANCEL: LetterKind.TERMINATION,
    Kind.REINSTATE: LetterKind.REINSTATEMENT,
}


def write_of_order(order: UUID, after: int) -> int:
    """One letter to each of the next members for what was changed together. What was taken back meanwhile isn't told,
    nor that something is taken back of which nobody has read yet, nor the last day that a policy had from the start.
    Returns the last member's id, 0 when none are left."""
    members = members_of_order(order, after, _AT_ONCE)
    written = find_written([letter_key(order, member_id) for member_id in members])
    unwritten = [member_id for member_id in members if letter_key(order, member_id) not in written]
    by_member: dict[int, list[Change]] = {}
    for change in changes_of_order(order, unwritten):
        by_member.setdefault(change.policy.member_id or 0, []).append(change)
    for member_id, changes in by_member.items():
        news = [change for change in _list_news(changes) if _is_news(change, member_id)]
        if not any(change.kind != Kind.ISSUE or is_move(change) for change in news):
            continue
        if are_about_shares(news):
            _write_shares(order, member_id, news)
        else:
            _write_changes(order, member_id, news, _list_moved(changes))
    return members[-1] if len(members) == _AT_ONCE else 0


def _list_news(changes: Sequence[Change]) -> list[Change]:
    """Return the changes of an order that a letter tells. A policy that moves to another insurer is told by the first
    change of the new one. Renewals that don't move were told when they were offered."""
    issued = {change.policy_id for change in changes if change.kind == Kind.ISSUE}
    moves = any(is_move(change) for change in changes)
    return [
        change
        for change in changes
        if change.kind == Kind.ISSUE
        or not (change.policy_id in issued or is_move(change) or (moves and change.kind == Kind.RENEWAL))
    ]


def _list_moved(changes: Iterable[Change]) -> list[Change]:
    """Return the changes with which policies end that move to another insurer."""
    return [change for change in changes if is_move(change) and change.kind != Kind.ISSUE]


def _is_news(change: Change, member_id: int) -> bool:
    """Return whether the member has to be notified. The letter of a withdrawn change goes, if it hasn't left."""
    return change.withdraws is None or withdraw_letter(letter_key(change.withdraws.order, member_id))


def letter_key(order: UUID, member_id: int) -> str:
    return f"order:{order}:{member_id}"


def _write_changes(order: UUID, member_id: int, changes: Sequence[Change], moved: Sequence[Change]) -> None:
    """Write the letter. ``moved``: see _list_moved."""
    policies = [change.policy for change in changes]
    to, first = recipient_of(policies[0]), changes[0]
    kind = _kind_of(first)
    with translation.override(to.language):
        facts = {
            **name_policies(policies),
            **_price_texts([*changes, *moved]),
            "past": _describe_past(order, [*policies, *(change.policy for change in moved)]),
            "fees": _describe_dues(member_id, first),
            "what": _describe_changes(changes),
            "child": _first_name_of(first),
            "day": _list_days(changes),
            "last_day": show_date(_last_day(first)),
            "beneficiaries": _describe_beneficiaries(first, to.language),
        }
    paper = kind == LetterKind.TERMINATION and any(policy.category in ON_PAPER for policy in policies)
    numbers = tuple(policy.number for policy in policies)
    send_to_member(
        NewLetter(letter_key(order, member_id), kind, policies[0].brand, member_id, to, facts, numbers, paper)
    )


def _write_shares(order: UUID, member_id: int, changes: Sequence[Change]) -> None:
    """Write of new shares, and of dues that somebody else pays, in one letter; none where the member pays the same in
    the same way."""
    ledgers = {record.policy.pk: record for record in load_ledgers([change.policy for change in changes])}
    shares = [share for change in changes for share in list_new_shares(ledgers[change.policy_id], change)]
    policies = list(dict.fromkeys(share.policy for share in shares)) or [changes[0].policy]
    to = recipient_of(policies[0])
    with translation.override(to.language):
        dues = describe_dues(_compare_dues(member_id, changes[0]), ending=False)
        facts = {
            **name_policies(policies),
            "group": policies[0].group.name if policies[0].group else "",
            "day": show_date(min((share.day for share in shares), default=changes[0].effective)),
            "shares": "\n\n".join(filter(None, (describe_new_shares(shares), dues))),
        }
        if not facts["shares"]:
            return
        facts["shares"] = "\n\n".join([*_describe_class(changes), facts["shares"]])
    numbers = tuple(policy.number for policy in policies)
    key = letter_key(order, member_id)
    send_to_member(NewLetter(key, LetterKind.SHARES, policies[0].brand, member_id, to, facts, numbers))


def _kind_of(change: Change) -> str:
    if change.by == By.SYSTEM and change.kind == Kind.DROP_PERSON:
        return LetterKind.AGEING_OUT
    if change.by == By.SYSTEM and change.kind == Kind.RENEWAL:
        return LetterKind.NEW_RATES
    return _KINDS.get(change.kind, LetterKind.CHANGE)


def send_to_member(letter: NewLetter) -> None:
    """Send a letter, unless its member has died: nothing is addressed to the dead."""
    if letter.member_id is None or is_addressable(letter.member_id):
        send_letter(letter)


def recipient_of(policy: Policy) -> Recipient:
    member: Any = policy.member
    return recipient_of_member(member)


def recipient_of_member(member: Member) -> Recipient:
    return Recipient(
        member.name,
        member.first_name,
        member.mailing_lines,
        member.email,
        member.user.language if member.user else "en",
    )


def name_policies(policies: Iterable[Policy]) -> dict[str, str]:
    listed = list(policies)
    return {
        "plans": ", ".join(policy.plan_name for policy in listed),
        "policies": ", ".join(policy.number for policy in listed),
    }


def _list_days(changes: Iterable[Change]) -> str:
    days = sorted({change.effective for change in changes})
    return get_text_list([show_date(day) for day in days], _("and"))


def _price_texts(changes: Sequence[Change]) -> dict[str, str]:
    """Return a month before and after, fees included, of all policies together, "–" where one isn't on record; where
    prices begin on several days, ``prices`` says each from its day."""
    ledgers = {record.policy.pk: record for record in load_ledgers([change.policy for change in changes])}
    pairs = [_monthly_before_and_after(ledgers[change.policy_id], change) for change in changes]
    prices = [price for change in changes for price in _list_prices(ledgers[change.policy_id], change)]
    several = len({price.day for price in prices}) > 1
    return {
        "before": sum_text(before for before, _after in pairs),
        "after": sum_text(after for _before, after in pairs),
        "prices": " ".join(map(_describe_price, prices)) if several else "",
    }


class _Price(NamedTuple):
    """Another price of a plan from a day on. ``before``: zero where nothing was in force."""

    day: date
    plan: str
    before: Decimal
    after: Decimal


def _list_prices(record: Ledger, change: Change) -> Iterable[_Price]:
    """Return the prices on record that a change brings, by day."""
    added = [version for version in record.versions if version.recorded == change.recorded]
    last: tuple[Decimal, Decimal] | None = None
    for version in sorted(added, key=lambda version: version.effective):
        known = find_terms(record.versions, version.effective, change.recorded - timedelta(microseconds=1))
        before, after = monthly_of(known), monthly_of(version.terms)
        if version.terms is None or before is None or after is None or before == after or (before, after) == last:
            continue
        last = before, after
        yield _Price(version.effective, change.policy.plan_name, before, after)


def _describe_price(price: _Price) -> str:
    words = _("From %(day)s, %(plan)s costs %(after)s a month.")
    if price.before:
        words = _("From %(day)s, %(plan)s costs %(after)s a month instead of %(before)s.")
    facts = {"before": display(price.before), "after": display(price.after)}
    return words % {"day": show_date(price.day), "plan": price.plan, **facts}


def _describe_past(order: UUID, policies: Sequence[Policy]) -> str:
    """Return what is owed or given back for months that had begun when they changed; "" for nothing."""
    rows = Adjustment.objects.filter(order=order, policy__in=policies)
    texts = describe_adjustments(dict.fromkeys(policies), rows, By.MEMBER)
    return " ".join([_("This changes the price of months that have begun."), *texts]) if texts else ""


def _describe_dues(member_id: int, change: Change) -> str:
    """Return what becomes of the association's dues, which no policy's price has in it; "" without any."""
    ending = change.kind in (Kind.END, Kind.CANCEL)
    return describe_dues(_compare_dues(member_id, change), ending=ending, with_price=True)


def _compare_dues(member_id: int, change: Change) -> DuesChange:
    """Return the association's dues before a change, and now."""
    before = read_dues([member_id], change.recorded - timedelta(microseconds=1))
    return DuesChange(before.get(member_id, ()), read_dues([member_id]).get(member_id, ()))


def _describe_beneficiaries(change: Change, language: str) -> str:
    """Return the policies of a member whose beneficiaries were named before a divorce, and where to change them; "" for
    none, and in letters about anything else."""
    policy = change.policy
    if policy.member_id is None or change.event is None or change.event.key != DIVORCE:
        return ""
    listed = list(policies_to_review(Policy.objects.filter(member=policy.member_id)).order_by("number"))
    if not listed:
        return ""
    words = {
        "plans": ", ".join(row.plan_name for row in listed),
        "address": f"{site_url(policy.brand_id)}/coverage#designations",
    }
    check = _(
        "The beneficiaries of %(plans)s were named before your divorce, and your former spouse or partner is one of "
        "them. Review them at %(address)s."
    )
    return f"{check % words} {read_divorce_note(policy.brand_id, language)}".strip()


def _first_day(change: Change) -> date:
    """Return the first day on which something differs."""
    return change.effective + _DAY if change.kind == Kind.END else change.effective


def _monthly_before_and_after(record: Ledger, change: Change) -> tuple[Decimal | None, Decimal | None]:
    first = _first_day(change)
    before = find_terms(record.versions, first, change.recorded - timedelta(microseconds=1))
    return monthly_of(before), monthly_of(find_terms(record.versions, first, change.recorded))


def sum_text(amounts: Iterable[Decimal | None]) -> str:
    listed = list(amounts)
    return UNKNOWN if None in listed else display(sum((amount or ZERO for amount in listed), ZERO))


def _describe_change(change: Change) -> str:
    title = f"{wording.title_of(change, _first_name_of(change))}."
    view = catalog().plans.get(change.policy.plan_id) if is_move(change) and change.kind == Kind.ISSUE else None
    if view is None:
        return title
    words = _("The coverage is now with %(carrier)s, under a new policy number and with new ID cards.")
    return f"{title} {words % {'carrier': view.carrier_name}}"


def _describe_changes(changes: Sequence[Change]) -> str:
    """Return what an order does by its first change, and the class that the member moves to with it."""
    others = [change for change in changes if INTO_CLASS not in change.facts]
    return " ".join([*map(_describe_change, others[:1]), *_describe_class(changes)])


def _describe_class(changes: Iterable[Change]) -> list[str]:
    """Return a sentence with the class that the member moves to, where changes come of that."""
    names = {wording.class_of_change(change) for change in changes if INTO_CLASS in change.facts}
    return [_("Your class changes to %(class)s.") % {"class": name} for name in sorted(names)]


def _first_name_of(change: Change) -> str:
    """The first name of whoever the change is about."""
    key, member = person_of(change), change.policy.member
    return Names(facts(member)).first(key) if key and member is not None else ""


def _last_day(change: Change) -> Any:
    if change.kind == Kind.END:
        return change.effective
    if change.kind == Kind.DROP_PERSON:
        return change.effective - _DAY
    return change.policy.end_date


def write_offers(run_id: int, after: int) -> int:
    """Letters of the next offers of a run. Returns the last one's id, 0 when none are left."""
    items = _items_to_offer(run_id, after)
    for item in items:
        _write_offer(item)
    return items[-1].pk if items else 0


def write_decided(item_id: int) -> None:
    """Write the letter of a renewal that was set aside, once it is renewed. An end has a letter of its own."""
    rows = RenewalItem.objects.filter(pk=item_id, change__kind=Kind.RENEWAL, policy__member__isnull=False)
    item = rows.select_related("policy__member__user", "policy__brand").first()
    if item is None:
        return
    policy, to = item.policy, recipient_of(item.policy)
    with translation.override(to.language):
        facts = {
            **name_policies([policy]),
            "what": _describe_decided(item),
            "day": show_date(item.first_day),
            "before": display(item.before) if item.before is not None else UNKNOWN,
            "after": display(item.after) if item.after is not None else UNKNOWN,
        }
    key = f"renewal:{item.pk}:decided"
    send_to_member(NewLetter(key, LetterKind.CHANGE, policy.brand, policy.member_id, to, facts, (policy.number,)))


def _describe_decided(item: RenewalItem) -> str:
    """Return the answer, as far as there is one, and the plan of the new year."""
    plan = catalog().plans.get(item.plan_id or 0)
    words = {"plan": item.policy.plan_name, "next": plan_name(plan) if plan else ""}
    renews = _("%(plan)s renews.") if item.plan_id == item.from_plan_id else _("%(next)s takes the place of %(plan)s.")
    return f"{answer_text(item)} {renews % words}".strip()


def _items_to_offer(run_id: int, after: int) -> list[RenewalItem]:
    """Return the next offers of a run by id, with policies and members."""
    rows = RenewalItem.objects.filter(run=run_id, pk__gt=after).exclude(state__in=[ItemState.ASIDE, ItemState.OVER])
    return list(rows.select_related("run", "policy__member__user", "policy__brand").order_by("pk")[:_OFFERS])


def _write_offer(item: RenewalItem) -> None:
    policy = item.policy
    if policy.member_id is None:
        return
    to = recipient_of(policy)
    kind = LetterKind.RENEWAL_OFFER if item.follows == "same" else LetterKind.DISCONTINUED
    with translation.override(to.language):
        facts = {
            **name_policies([policy]),
            "day": show_date(item.first_day),
            "last_day": show_date(item.first_day - _DAY),
            "answer_by": show_date(item.run.answer_by),
            "before": display(item.before) if item.before is not None else UNKNOWN,
            "after": _price_after(item),
            **_describe_offer(item),
        }
    key = f"renewal:{item.pk}"
    send_to_member(NewLetter(key, kind, policy.brand, policy.member_id, to, facts, (policy.number,)))


def _price_after(item: RenewalItem) -> str:
    """Return a month's price in the new year, "" where coverage ends."""
    if item.follows == "none":
        return ""
    return display(item.after) if item.after is not None else UNKNOWN


def _describe_offer(item: RenewalItem) -> dict[str, str]:
    """Return what ends and when, what takes its place, what differs in it, and what happens without an answer."""
    words = {
        "plan": item.policy.plan_name,
        "next": find_following_plan(item),
        "day": show_date(item.first_day),
        "last": show_date(item.first_day - _DAY),
    }
    if item.follows == "same":
        return {"offer": _("%(plan)s renews on %(day)s. You don't need to do anything to keep it.") % words}
    ends = _("%(plan)s isn't offered after %(last)s.") % words
    if item.follows == "none":
        return {
            "offer": f"{ends} {_('No plan takes its place.')}",
            "compared": "",
            "no_answer": _("If you don't choose another plan, your coverage ends on %(last)s.") % words,
        }
    return {
        "offer": f"{ends} {_('%(next)s takes its place on %(day)s, unless you choose something else.') % words}",
        "compared": _compare_plans(item),
        "no_answer": _("If you don't answer, %(next)s starts on %(day)s.") % words,
    }


def _compare_plans(item: RenewalItem) -> str:
    """Return in one paragraph what is worse, better and different in the plan that takes a plan's place."""
    plans = catalog().plans
    now, then = plans.get(item.from_plan_id), plans.get(item.plan_id or 0)
    if now is None or then is None:
        return ""
    facts = compare_facts(now, then)
    titles = (
        ("worse", _("Worse: %(facts)s.")),
        ("better", _("Better: %(facts)s.")),
        ("other", _("Different: %(facts)s.")),
    )
    sentences = []
    for effect, title in titles:
        listed = "; ".join(_fact_text(fact) for fact in facts if fact.effect == effect)
        if listed:
            sentences.append(title % {"facts": listed})
    return " ".join(sentences)


def _fact_text(fact: FactChange) -> str:
    words = {"label": fact.label, "before": fact.before or UNKNOWN, "after": fact.after or UNKNOWN}
    return _("%(label)s (%(before)s now, %(after)s then)") % words

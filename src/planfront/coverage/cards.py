"""Member cards: for each person and each plan that is shown at a desk, as the book has it today."""

from __future__ import annotations

import base64
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from django.utils.functional import Promise
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from planfront.brands import selectors as brands
from planfront.catalog.insurer_numbers import group_numbers_of
from planfront.catalog.selectors import catalog
from planfront.catalog.wording import language, pick
from planfront.coverage import card_schemas as schemas
from planfront.coverage.ledger import Ledger, load_ledgers, periods_of
from planfront.coverage.names import Names
from planfront.coverage.selectors import insurer_ids_of
from planfront.coverage.states import PolicyState
from planfront.coverage.timeline import Role
from planfront.coverage.visible import visible_policies
from planfront.kernel import clock
from planfront.kernel.errors import NotFound
from planfront.kernel.files.pdf import make_pdf, make_picture
from planfront.kernel.text.parse import show_date, show_phone
from planfront.members.identifiers import subscriber_number
from planfront.messaging.documents import brand_look

if TYPE_CHECKING:
    from datetime import date

    from planfront.brands.models import Brand
    from planfront.catalog.snapshot import PlanView
    from planfront.coverage.authors import Author
    from planfront.coverage.models import Policy
    from planfront.coverage.timeline import Covered
    from planfront.members.selectors import MemberFacts

# Whom the insurer's number on a card is for. Plans of other categories have no card: nobody asks for one.
DESKS: dict[str, str | Promise] = {
    "dental": gettext_lazy("For dentists"),
    "vision": gettext_lazy("For eye doctors"),
    "medical": gettext_lazy("For doctors"),
    "limitedmed": gettext_lazy("For doctors"),
    "rx": gettext_lazy("For pharmacies"),
}
_TEMPLATE = Path(__file__).with_name("pdf") / "cards.typ"
_FACTS = 3
_PLACES = {Role.SUBSCRIBER: 0, Role.SPOUSE: 1, Role.PARTNER: 1, Role.CHILD: 2}
_SHOWN = (PolicyState.ACTIVE, PolicyState.ACCEPTED)


def list_cards(member: MemberFacts, author: Author) -> list[schemas.CoverageCard]:
    """Cards of policies that are in force or about to be, by person: the member, whoever is married to them, children
    from the oldest on. In a constant number of queries."""
    today, names = clock.today(), Names(member)
    policies = [
        policy
        for policy in visible_policies(member, author)
        if policy.category in DESKS and policy.state_on(today) in _SHOWN
    ]
    plans, numbers = catalog().plans, insurer_ids_of(policy.pk for policy in policies)
    groups = group_numbers_of(policy.group_id for policy in policies if policy.group_id)
    rows = [(record.policy, *covered) for record in load_ledgers(policies) for covered in _list_covered(record, today)]
    rows.sort(key=lambda row: (_PLACES[row[1].role], row[1].birth_date, row[1].key, row[0].number))
    subscriber = subscriber_number(member.id)
    return [
        _build_card(policy, plans.get(policy.plan_id), person, last, names, numbers, groups, subscriber, today)
        for policy, person, last in rows
    ]


def _list_covered(record: Ledger, today: date) -> list[tuple[Covered, date | None]]:
    """Return the people covered today or later, with their last day."""
    people: dict[str, tuple[Covered, date | None]] = {}
    for period in periods_of(record.versions):
        if period.last is None or period.last >= today:
            people |= {person.key: (person, period.last) for person in period.terms.covered}
    return list(people.values())


def _build_card(
    policy: Policy,
    view: PlanView | None,
    person: Covered,
    last: date | None,
    names: Names,
    numbers: Mapping[tuple[Any, str], str],
    groups: Mapping[tuple[int, int], str],
    subscriber: str,
    today: date,
) -> schemas.CoverageCard:
    since = max(person.joined_on, policy.effective_date)
    lang = language()
    facts = pick(view.i18n, "facts", view.facts, lang)[:_FACTS] if view else ()
    return schemas.CoverageCard(
        id=f"{policy.number}-{person.key}",
        policy_number=policy.number,
        person_id=person.key,
        name=names.full(person.key),
        first_name=names.first(person.key),
        birth_date=show_date(person.birth_date),
        subscriber=names.full("self"),
        plan=str(pick(view.i18n, "name", view.name, lang)) if view else policy.plan_name,
        category=policy.category,
        carrier=view.carrier_name if view else "",
        logo=view.logo if view else "",
        member_number=numbers.get((policy.pk, person.key)) or subscriber,
        group_number=groups.get((policy.group_id or 0, view.carrier_id), "") if view else "",
        since=show_date(since),
        starts_later=since > today,
        until=show_date(last),
        phone=show_phone(view.carrier_phone) if view else "",
        phone_label=str(DESKS[policy.category]),
        facts=[schemas.CardFact(label=fact["label"], value=fact["value"]) for fact in facts],
    )


def make_cards_file(
    brand: Brand, cards: Sequence[schemas.CoverageCard], *, only: str = "", form: Literal["pdf", "png"] = "pdf"
) -> schemas.CardsFile:
    """The cards as a tagged PDF, four to a page with lines to cut along; ``only``: the id of one that is wanted alone,
    for a phone, as a PDF or a picture. Raises NotFound without any."""
    if only:
        cards = [card for card in cards if card.id == only]
    if not cards:
        raise NotFound
    logo = brands.logo_file(brand)
    data = {
        **brand_look(brand, logo),
        "lang": language(),
        "title": _("Member cards"),
        "words": {
            "member_number": _("Member ID"),
            "group_number": _("Group number"),
            "since": _("In force since"),
            "starts": _("Starts"),
            "until": _("In force until"),
            "cut": _("Cut along the lines. Your current cards are in My benefits."),
        },
        "cards": [card.model_dump() for card in cards],
        "single": only != "",
    }
    name = slugify(f"{brand.name} {cards[0].name} {cards[0].category}" if only else f"{brand.name} {_('Member cards')}")
    if only and form == "png":
        picture = make_picture(template=_TEMPLATE, data={**data, **brand_look(brand, None)}, form="png")
        return schemas.CardsFile(name=f"{name}.png", content=base64.b64encode(picture).decode())
    files = {f"logo{logo[0]}": logo[1]} if logo else {}
    content = make_pdf(template=_TEMPLATE, data=data, at=clock.now(), files=files)
    return schemas.CardsFile(name=f"{name}.pdf", content=base64.b64encode(content).decode())

"""A lead as a person: the facts that a rep's pages, the list of the day and the back office show, derived once.

They come from the chat's answers, or what a rep wrote down, and from the quotes of the person: those a rep started for
them, else the one that the visit itself priced.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import TYPE_CHECKING
from uuid import UUID

from django.db.models import Prefetch, Q, QuerySet
from django.utils.translation import gettext as _

from planfront.catalog.wording import language, pick
from planfront.integrations import zips
from planfront.kernel import clock
from planfront.kernel.text.parse import age_on, digits, us_date, zip5
from planfront.kernel.text.words import words_of
from planfront.leads.calling import Call, judge_call
from planfront.leads.finding import leads_with
from planfront.leads.models import (
    CONTACTS,
    AssistantQuestion,
    ConsentRevocation,
    Fact,
    Kind,
    Lead,
    LeadAnswer,
    LeadQuote,
    Purpose,
)
from planfront.leads.selectors import TOLD, lines
from planfront.shopping.quote.visits import visit_quotes

if TYPE_CHECKING:
    from planfront.shopping.models import Quote

_IDENTITY = {Fact.NAME, Fact.ZIP, Fact.BORN, Fact.WORDS, *CONTACTS}
_NOTHING = "-"


@dataclass(frozen=True)
class Need:
    """An answer about what the person needs, in the reader's language. ``fact`` is a Fact or ""."""

    fact: str
    question: str
    answer: str


@dataclass(frozen=True)
class Relation:
    """Somebody of the household: ``kind`` is "self", "spouse" or "children". ``born`` only where it was typed."""

    kind: str
    born: date | None = None
    age: int | None = None
    count: int = 1


@dataclass(frozen=True)
class Granted:
    """A consent, given or not. ``ended`` is when it was taken back, ``text`` what was agreed to, as it was shown.
    ``told``: a rep wrote it down, no box was ticked."""

    purpose: str
    given: bool
    at: datetime | None = None
    page: str = ""
    text: str = ""
    ended: datetime | None = None
    told: bool = False


@dataclass(frozen=True)
class LeadFacts:
    """A lead as a person. ``name``, ``phone`` and ``email`` are "" and ``age`` is None where nobody said. ``quote`` is
    the one that the facts come from."""

    lead: Lead
    name: str
    phone: str
    email: str
    born: date | None
    age: int | None
    zip: str
    city: str
    state: str
    words: str
    needs: tuple[Need, ...]
    categories: tuple[str, ...]
    tier: str
    household: tuple[Relation, ...]
    consents: tuple[Granted, ...]
    call: Call
    quote: Quote | None

    @property
    def lead_id(self) -> UUID:
        return self.lead.pk

    @property
    def status(self) -> str:
        return self.lead.status

    @property
    def since(self) -> datetime:
        return self.lead.created_at

    @property
    def follow_up_on(self) -> date | None:
        return self.lead.follow_up_on

    @property
    def title(self) -> str:
        """Return the name; where there is none, the phone number or the address."""
        return self.name or self.phone or self.email or _("Visitor without contact")

    @property
    def contacts(self) -> dict[str, str]:
        """Return the phone number and the address, where they are known, by Purpose."""
        contacts: dict[str, str] = {Purpose.PHONE: self.phone, Purpose.EMAIL: self.email}
        return {purpose: contact for purpose, contact in contacts.items() if contact}

    @property
    def place(self) -> str:
        return f"{self.city}, {self.state} {self.zip}" if self.city else self.state

    @property
    def need(self) -> str:
        """Return the need in one line: their own words, else their answers."""
        return self.words or " · ".join(need.answer for need in self.needs)


def with_facts(rows: QuerySet[Lead]) -> QuerySet[Lead]:
    """Return leads with all that their facts are derived from, in a constant number of queries."""
    answers = LeadAnswer.objects.select_related("question").order_by("question__position", "question_id")
    quotes = LeadQuote.objects.select_related("quote").order_by("started_at", "id")
    return (
        rows.defer("notes")
        .select_related("brand", "agent", "assigned")
        .prefetch_related(
            Prefetch("answers", queryset=answers),
            Prefetch("lead_quotes", queryset=quotes),
            "consents",
            "revocations",
        )
    )


def facts_of(leads: Sequence[Lead]) -> list[LeadFacts]:
    """Return the facts of leads that were read ``with_facts``. One query more."""
    visits: dict[UUID, list[Quote]] = {}
    for quote in visit_quotes({lead.session_id for lead in leads if lead.session_id}):
        if quote.session_id:
            visits.setdefault(quote.session_id, []).append(quote)
    return [
        _derive(lead, _own_quote(lead, visits.get(lead.session_id, []) if lead.session_id else [])) for lead in leads
    ]


def load_facts(rows: QuerySet[Lead]) -> list[LeadFacts]:
    """Return the facts of rows, in their order."""
    return facts_of(list(with_facts(rows)))


def load_person(lead: Lead) -> LeadFacts:
    return load_facts(Lead.objects.filter(pk=lead.pk))[0]


def list_same_person(
    brand_id: int, contacts: Mapping[str, str], *, among: Q | None = None, most: int | None = None
) -> list[LeadFacts]:
    """Return the leads of a brand with this phone number or this address (``contacts`` by Purpose), from chats and
    added by hand, the newest first. ``among`` narrows those that are looked at, ``most`` is their number."""
    phone, email = digits(contacts.get(Purpose.PHONE, "")), contacts.get(Purpose.EMAIL, "").casefold()
    rows = Lead.objects.none()
    if phone:
        rows = leads_with(brand_id, [phone])
    if email:
        rows = rows | leads_with(brand_id, words_of(email))
    rows = rows.filter(among or Q()).order_by("-created_at", "-id")
    return [
        facts
        for facts in load_facts(rows[:most])
        if (phone and digits(facts.phone) == phone) or (email and facts.email.casefold() == email)
    ]


def find_withdrawals(brand_id: int, contacts: Mapping[str, str]) -> dict[str, datetime]:
    """Return when the person with these contacts, by Purpose, last took back consent, on whichever of their leads."""
    last = {}
    for purpose, contact in contacts.items():
        rows = ConsentRevocation.objects.filter(brand=brand_id, purpose=purpose).exclude(lead=None)
        leads = list_same_person(brand_id, {purpose: contact}, among=Q(pk__in=rows.values("lead")))
        moments = [row.at for facts in leads for row in facts.lead.revocations.all() if row.purpose == purpose]
        if moments:
            last[purpose] = max(moments)
    return last


def _own_quote(lead: Lead, visit: Iterable[Quote]) -> Quote | None:
    """Return the newest quote that a rep started for the lead, else the newest of the visit: on the lead's brand, with
    its rep or nobody's."""
    started = [row.quote for row in lead.lead_quotes.all()]
    reps = (None, lead.agent_id, lead.assigned_id)
    priced = [quote for quote in visit if quote.brand_id == lead.brand_id and quote.agent_id in reps]
    quotes = started or priced
    return quotes[-1] if quotes else None


def _derive(lead: Lead, quote: Quote | None) -> LeadFacts:
    answers = list(lead.answers.all())
    said: dict[str, LeadAnswer] = {}
    for row in answers:
        said.setdefault(row.tells, row)
    born = quote.dob if quote else us_date(_text(said, Fact.BORN), clock.today())
    code = quote.zip if quote else zip5(_text(said, Fact.ZIP)) or ""
    found = zips.library_place(code) if code else None
    covered = _stands_for(said.get(Fact.COVERED))
    consents = _consents(lead)
    phone = _text(said, Kind.PHONE)
    agreed = any(item.given for item in consents if item.purpose == Purpose.PHONE)
    return LeadFacts(
        lead=lead,
        name=_text(said, Fact.NAME),
        phone=phone,
        email=_text(said, Kind.EMAIL),
        born=born,
        age=age_on(born, clock.today()) if born else None,
        zip=code,
        city=(quote.city if quote else "") or (found[0].city if found else ""),
        state=quote.state if quote else (found[0].state if found else ""),
        words=_text(said, Fact.WORDS),
        needs=tuple(_need(row.question, row.answer) for row in answers if row.question and row.tells not in _IDENTITY),
        categories=tuple(_stands_for(said.get(Fact.WANTED)).split()),
        tier=quote.tier if quote else covered,
        household=_household(quote, born),
        consents=consents,
        call=judge_call(clock.now(), (found[1],) if found and found[1] else (), phone=phone, agreed=agreed),
        quote=quote,
    )


def _text(said: dict[str, LeadAnswer], fact: str) -> str:
    row = said.get(fact)
    return " ".join(row.answer.split()) if row else ""


def _need(question: AssistantQuestion, answer: str) -> Need:
    """Return an answer with its question as they are worded now, in the reader's language."""
    lang = language()
    options, labels = lines(question.options), lines(pick(question.i18n, "options", question.options, lang))
    words = dict(zip(options, labels, strict=True)) if len(options) == len(labels) else {}
    asked = pick(question.i18n, "question", question.question, lang)
    return Need(question.fact, asked, words.get(answer, answer))


def _stands_for(row: LeadAnswer | None) -> str:
    """Return what a chosen answer stands for; "" for nothing."""
    if row is None or row.question is None:
        return ""
    meanings = dict(zip(lines(row.question.options), lines(row.question.stands_for), strict=False))
    meaning = meanings.get(row.answer, _NOTHING)
    return "" if meaning == _NOTHING else meaning


def _household(quote: Quote | None, born: date | None) -> tuple[Relation, ...]:
    """Return the people to be covered as far as they are known: from a quote, else only the person."""
    today = clock.today()
    people = [Relation("self", born, age_on(born, today))] if born else []
    if quote is None:
        return tuple(people)
    if quote.spouse_dob and quote.tier in ("IS", "IF"):
        people.append(Relation("spouse", quote.spouse_dob, age_on(quote.spouse_dob, today)))
    if quote.children and quote.tier in ("IC", "IF"):
        people.append(Relation("children", count=quote.children))
    return tuple(people)


def _consents(lead: Lead) -> tuple[Granted, ...]:
    """Return how things stand for calls and for email: the newest of what was given and taken back counts."""
    return tuple(_consent(lead, purpose) for purpose in (Purpose.PHONE, Purpose.EMAIL))


def _consent(lead: Lead, purpose: str) -> Granted:
    given = max((row for row in lead.consents.all() if row.purpose == purpose), key=lambda row: row.at, default=None)
    gone = max((row for row in lead.revocations.all() if row.purpose == purpose), key=lambda row: row.at, default=None)
    ended = gone.at if gone and (given is None or given.at <= gone.at) else None
    if given is None:
        return Granted(purpose, given=False, ended=ended)
    return Granted(purpose, ended is None, given.at, given.page, given.text, ended, given.version == TOLD)

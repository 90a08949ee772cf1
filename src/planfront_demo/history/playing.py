"""Plays what the script says, by the services that the store's own calls use, at the moments it names."""

from __future__ import annotations

import re
from contextlib import suppress
from dataclasses import dataclass
from datetime import timedelta
from typing import TYPE_CHECKING, Any

from django.db import transaction

from planfront.accounts.models import User, VisitorSession
from planfront.accounts.services import enter, start_session
from planfront.audit.services import Origin
from planfront.brands.models import Brand
from planfront.catalog.questions import AskedQuestion, asked_sets
from planfront.catalog.selectors import catalog
from planfront.coverage.approvals import reported
from planfront.coverage.authors import Author, By
from planfront.coverage.engine import digest_of, preview_by_two
from planfront.coverage.models import Policy
from planfront.coverage.orders import read_order
from planfront.coverage.schemas import ChangeOrder, NewPerson
from planfront.eligibility.joining import PersonQuestion
from planfront.enrollment.application import context
from planfront.enrollment.application.parties import Asker
from planfront.enrollment.forms.base import APPLICANT, StepContext
from planfront.enrollment.returning import resume
from planfront.enrollment.saving import beneficiaries, billing, dependents, tabs
from planfront.enrollment.signing import codes
from planfront.enrollment.signing import services as signing_services
from planfront.enrollment.signing.services import Circumstances
from planfront.enrollment.steps import registry
from planfront.enrollment.steps.billing.ways import usual_day
from planfront.enrollment.submission import submit, underwriting, withdrawal
from planfront.kernel import clock
from planfront.kernel.errors import BusinessError, FieldErrors
from planfront.kernel.text.parse import show_date, show_phone
from planfront.leads.consents import Agreed, Where
from planfront.leads.inbox import Noted, add_lead_note, move_lead
from planfront.leads.models import Fact, Kind, Lead, LeadStatus, LostReason
from planfront.leads.selectors import answers_by_question, questions
from planfront.leads.services import Reply, save_answer
from planfront.leads.tree import TreeQuestion, next_question, reached_questions
from planfront.members.selectors import member_by_id
from planfront.messaging.models import OutboundEmail
from planfront.parties.reps.models import Agent
from planfront.sales.models import UnderwritingCase
from planfront.shopping.cart import checkout
from planfront.shopping.cart import services as cart_services
from planfront.shopping.cart.checkout import effective_choices
from planfront.shopping.cart.selectors import cart_lines
from planfront.shopping.models import Quote
from planfront.shopping.pricing.availability import views_of
from planfront.shopping.questions import services as question_services
from planfront.shopping.questions.schemas import HealthAnswer, TreatmentDetail
from planfront.shopping.quote.parties import PartyIds
from planfront.shopping.quote.sender import Sender
from planfront.shopping.quoting import services as quoting
from planfront.shopping.sent_quotes.quote_link import open_quote
from planfront.shopping.sent_quotes.services import Addressee, send_quote
from planfront_demo.history.script import Act, Script, Shopper
from planfront_demo.history.tables import HISTORY
from planfront_demo.people import PEOPLE

if TYPE_CHECKING:
    from collections.abc import Callable

BROWSER = "Mozilla/5.0 (demo history)"
DIRECT = 77
_ROUTING = "110000000"
_WITH_CART = frozenset({"apply", "save", "withdraw", "submit", "decide", "open"})


@dataclass
class Visit:
    """A person's session and enrollment."""

    session: VisitorSession
    quote: Quote
    token: str = ""


class Player:
    """``filled``: who has plans in the cart; some can't buy what they came for. ``gone``: who was refused something and
    left."""

    def __init__(self, script: Script) -> None:
        self.script = script
        self.visits: dict[int, Visit] = {}
        self.filled: set[int] = set()
        self.gone: set[int] = set()
        self.leads: dict[int, Lead] = {}
        self.brands = {brand.key: brand for brand in Brand.objects.all()}
        self.staff = User.objects.get(email=PEOPLE.admin.email)
        self.reps = {agent.pk: agent for agent in Agent.objects.select_related("user")}
        self._desks: dict[tuple[int, str, int], VisitorSession] = {}

    def play(self, act: Act) -> None:
        verbs: dict[str, Callable[[Act], None]] = {
            "visit": self._visit,
            "ask": self._ask,
            "choose": self._choose,
            "apply": self._apply,
            "save": self._save,
            "withdraw": self._withdraw,
            "submit": self._submit,
            "decide": self._decide,
            "marry": self._marry,
            "end": self._end,
            "send": self._send,
            "open": self._open,
            "chat": self._chat,
            "note": self._note,
            "move": self._move,
        }
        if act.who in self.gone or (act.verb in _WITH_CART and act.who not in self.filled):
            return
        try:
            with clock.played_at(act.at), transaction.atomic():
                verbs[act.verb](act)
        except (BusinessError, FieldErrors):
            self.gone.add(act.who)

    def _shopper(self, act: Act) -> Shopper:
        return self.script.shoppers[act.who]

    def _origin(self, act: Act) -> Origin:
        return Origin("visitor", brand_id=self.brands[act.brand].pk, ip=_address(act.who))

    def _session(self, act: Act) -> VisitorSession:
        return start_session(brand_id=self.brands[act.brand].pk, cookie="", bound=True).session

    def _visit(self, act: Act) -> None:
        self._session(act)

    def _ask(self, act: Act) -> None:
        shopper, session = self._shopper(act), self._session(act)
        parties = PartyIds(shopper.rep, shopper.group or DIRECT)
        self.visits[act.who] = self._quote(act, shopper, session, parties, self._origin(act), "applicant")

    def _quote(
        self, act: Act, shopper: Shopper, session: VisitorSession, parties: PartyIds, origin: Origin, process: str
    ) -> Visit:
        person = shopper.person
        raw = {
            "zip": person.town.zip,
            "dob": show_date(person.born),
            "gender": str(person.gender),
            "tier": shopper.tier,
            "eprocess": process,
        }
        quote = quoting.start_quote(
            brand_id=self.brands[act.brand].pk, session=session, raw=raw, parties=parties, origin=origin
        )
        more = {"is_smoker": "0", "annual_incode": "52000", "working_hours": "40"}
        quoting.change_quote(quote=quote, raw=more, origin=origin)
        if shopper.tier != "IO":
            quoting.store_dependents(
                quote=quote,
                plan_id=None,
                dep_dob=show_date(person.spouse.born) if person.spouse else "",
                no_of_children="1" if person.child else "",
                origin=origin,
            )
        return Visit(session, quote)

    def _choose(self, act: Act) -> None:
        self._fill(act, self.visits[act.who], self._origin(act))

    def _fill(self, act: Act, visit: Visit, origin: Origin) -> None:
        """Put the plans in the cart: those that this person can buy there, else the first one that they can."""
        shopper = self._shopper(act)
        taken = [self._put(visit, plan_id, origin) for plan_id in shopper.plans]
        if HISTORY.insurer_asked in shopper.plans and not any(taken):
            return
        others = HISTORY.of_group if shopper.group else HISTORY.dental
        if any(taken) or any(self._put(visit, plan_id, origin) for plan_id in others):
            self.filled.add(act.who)

    def _put(self, visit: Visit, plan_id: int, origin: Origin) -> bool:
        visit.quote.refresh_from_db()
        with suppress(BusinessError):
            if plan_id == HISTORY.insurer_asked:
                self._put_referred(visit, plan_id, origin)
            else:
                cart_services.add_cart_line(quote=visit.quote, plan_id=plan_id, pricing_id="", origin=origin)
            return True
        return False

    def _put_referred(self, visit: Visit, plan_id: int, origin: Origin) -> None:
        """Answer the plan's questions so that the insurer looks at them; alone in the cart where it can be."""
        sets = asked_sets(plan_id, "health")
        answers = [_health_answer(question) for question_set in sets for question in question_set.questions]
        question_services.save_health_answers(
            quote=visit.quote, plan_id=plan_id, sets=sets, answers=answers, origin=origin
        )
        plan: dict[str, Any] = {"quote": visit.quote, "plan_id": plan_id, "pricing_id": "", "origin": origin}
        try:
            cart_services.add_cart_line(**plan)
        except BusinessError as refused:
            if refused.error_code != "membershipRequired":
                raise
            cart_services.add_cart_pair(**plan, membership_id=HISTORY.membership, membership_pricing_id="")

    def _apply(self, act: Act) -> None:
        """Check out and fill in, until the step that the script names."""
        visit, shopper, origin = self.visits[act.who], self._shopper(act), self._origin(act)
        quote = visit.quote
        quote.refresh_from_db()
        lines = cart_lines(quote)
        days = effective_choices(quote, views_of(lines, catalog(quote.brand_id)))
        checkout.checkout_cart(quote=quote, effective_date=show_date(days[0]), accept_price=True, origin=origin)
        answers = _Answers(self, shopper, quote, origin)
        for key in ("primary_info", "contact_info", "dependent_info", "beneficiary_info", "billing_info"):
            if key == act.detail:
                return
            quote.refresh_from_db()
            answers.save(key)

    def _save(self, act: Act) -> None:
        quote = self.visits[act.who].quote
        quote.refresh_from_db()
        resume.save_for_later(
            quote=quote,
            email=self._shopper(act).person.email,
            tab=act.detail,
            data={},
            origin=self._origin(act),
        )

    def _withdraw(self, act: Act) -> None:
        shopper, quote = self._shopper(act), self.visits[act.who].quote
        agent = self.reps[shopper.rep or 0]
        quote.refresh_from_db()
        withdrawal.withdraw(quote=quote, reason=act.detail, origin=self._of_rep(act, agent))

    def _submit(self, act: Act) -> None:
        visit, origin = self.visits[act.who], self._origin(act)
        quote, session = visit.quote, visit.session
        quote.refresh_from_db()
        asker, application = Asker("client", APPLICANT, str(session.pk)), context.application_of(quote)
        ctx = context.for_signer(quote, application, asker)
        codes.offer_signing_code(quote=quote, application=application, ctx=ctx, asker=asker, origin=origin)
        texts = registry.AGREEMENT.texts(ctx)
        signing_services.note_shown_texts(quote=quote, session_id=session.pk, texts=texts)
        answers = {
            "accepted": [text.text_id for text in texts],
            "verification_code": _mailed_code(self._shopper(act).person.email),
            "signature_kind": "type",
            "typed_name": self._shopper(act).person.name,
            "eprocess": "sigapplicant",
        }
        circumstances = Circumstances(BROWSER, str(session.pk))
        signing_services.save_agreement(quote=quote, data=answers, origin=origin, circumstances=circumstances)
        submit.submit(quote=quote, data={"first_enroll": 1}, version=None, accept_price=False, origin=origin)

    def _decide(self, act: Act) -> None:
        """Write down, as the store's staff, what the insurer decided."""
        quote = self.visits[act.who].quote
        origin = Origin("staff", self.staff.pk, self.brands[act.brand].pk)
        for case in UnderwritingCase.objects.filter(policy__sale__confirmation__enrollment=quote):
            underwriting.decide_case(case_id=case.pk, approve=not act.detail, reason=act.detail, origin=origin)

    def _marry(self, act: Act) -> None:
        """Add the spouse to coverage that is in force or begins soon."""
        person = self._shopper(act).person
        spouse = NewPerson(
            first_name=person.partner, last_name=person.last_name, birth_date=show_date(person.born), role="spouse"
        )
        day = clock.real_today() - timedelta(days=6)
        self._change(
            act,
            kind="add_person",
            event="marriage",
            happened_on=show_date(day),
            person=spouse,
            confirmed=[*PersonQuestion],
        )

    def _end(self, act: Act) -> None:
        """End the coverage with a month."""
        quote = self.visits[act.who].quote
        quote.refresh_from_db()
        month = max(clock.real_today(), quote.effective_date or clock.real_today()).replace(day=1)
        last_day = (month + timedelta(days=32)).replace(day=1) - timedelta(days=1)
        self._change(act, kind="end", last_day=show_date(last_day), reason=act.detail)

    def _change(self, act: Act, **said: Any) -> None:
        """Order a change as the member's rep, else as staff. A change that no policy can take isn't written."""
        brand_id, agent = self.brands[act.brand].pk, self.reps.get(self._shopper(act).rep or 0)
        policy = Policy.objects.filter(sale__confirmation__enrollment=self.visits[act.who].quote).first()
        member = member_by_id(brand_id, policy.member_id) if policy and policy.member_id else None
        if member is None:
            return
        if agent is not None and agent.user_id is not None:
            author, origin = Author(By.REP, agent.user_id), self._of_rep(act, agent)
        else:
            author, origin = Author(By.STAFF, self.staff.pk), Origin("staff", self.staff.pk, brand_id)
        body = ChangeOrder(member_id=member.id, **said)
        order, outcomes = preview_by_two(read_order(member, body, author))
        if any(outcome.possible for outcome in outcomes):
            reported.make_change(member, order, digest_of(outcomes), origin)

    def _send(self, act: Act) -> None:
        shopper = self._shopper(act)
        agent = self.reps[shopper.rep or 0]
        origin, person = self._of_rep(act, agent), shopper.person
        parties = PartyIds(agent.pk, DIRECT)
        visit = self._quote(act, shopper, self._desk(act, agent), parties, origin, "rep")
        self._fill(act, visit, origin)
        visit.quote.refresh_from_db()
        sender = Sender("rep", f"{agent.first_name} {agent.last_name}", agent.phone, agent.email, agent_id=agent.pk)
        sent = send_quote(
            quote=visit.quote,
            sender=sender,
            to=Addressee(person.name, person.email, act.detail),
            origin=origin,
        )
        visit.token = sent.token
        self.visits[act.who] = visit

    def _of_rep(self, act: Act, agent: Agent) -> Origin:
        return Origin("rep", agent.user_id, self.brands[act.brand].pk, "203.0.113.20")

    def _desk(self, act: Act, agent: Agent) -> VisitorSession:
        """Return the rep's own session, which begins again every week."""
        key = (agent.pk, act.brand, clock.real_today().toordinal() // 7)
        if key not in self._desks:
            if agent.user is None:
                raise ValueError(f"{agent} has no account to send quotes from")
            session, origin = self._session(act), Origin("visitor", brand_id=self.brands[act.brand].pk)
            self._desks[key] = enter(session=session, user=agent.user, origin=origin, device="Demo browser").session
        return self._desks[key]

    def _open(self, act: Act) -> None:
        """Open the mailed quote in the client's own session."""
        visit, session = self.visits[act.who], self._session(act)
        opened = open_quote(
            brand_id=self.brands[act.brand].pk, token=visit.token, session=session, origin=self._origin(act)
        )
        self.visits[act.who] = Visit(session, opened.quote)

    def _chat(self, act: Act) -> None:
        """Answer the chat's questions to the end."""
        shopper = self._shopper(act)
        session = self.visits[act.who].session if act.who in self.visits else self._session(act)
        brand = self.brands[act.brand]
        where = Where(session.pk, f"http://{act.brand}.example/")
        lead: Lead | None = None
        while question := self._next_question(brand.pk, lead):
            answer = _chat_answer(question, shopper, act.who)
            # One of five leaves the box empty.
            consents = [Agreed(question.kind, 1)] if question.kind in {"phone", "email"} and act.who % 5 else []
            reply = Reply(question.id, answer, f"demo-{act.who}", shopper.rep)
            lead = save_answer(brand=brand, reply=reply, consents=consents, where=where, origin=self._origin(act))
        if lead is not None:
            self.leads[act.who] = lead

    def _next_question(self, brand_id: int, lead: Lead | None) -> TreeQuestion | None:
        """Return the chat's next question."""
        answers = {key: row.answer for key, row in answers_by_question(lead).items()}
        return next_question(reached_questions(questions(brand_id), answers), answers)

    def _note(self, act: Act) -> None:
        author, origin = self._who_answers(act)
        add_lead_note(lead=self.leads[act.who], author=author, note=Noted(act.detail), origin=origin)

    def _move(self, act: Act) -> None:
        reason = LostReason.ELSEWHERE if act.detail == LeadStatus.LOST else ""
        move_lead(lead=self.leads[act.who], status=act.detail, reason=reason, origin=self._who_answers(act)[1])

    def _who_answers(self, act: Act) -> tuple[str, Origin]:
        """Return the rep of a chat, else the store's staff, by name."""
        agent = self.reps.get(self._shopper(act).rep or 0)
        if agent is not None:
            return f"{agent.first_name} {agent.last_name}", self._of_rep(act, agent)
        return self.staff.name, Origin("staff", self.staff.pk, self.brands[act.brand].pk)


class _Answers:
    """A shopper's answers on the steps of the application."""

    def __init__(self, player: Player, shopper: Shopper, quote: Quote, origin: Origin) -> None:
        self.shopper, self.person, self.quote, self.origin = shopper, shopper.person, quote, origin

    def save(self, key: str) -> None:
        ctx = context.load(self.quote, context.application_of(self.quote))
        if key not in registry.required_keys(ctx):
            return
        save = {
            "primary_info": self._personal,
            "contact_info": self._contact,
            "dependent_info": self._family,
            "beneficiary_info": self._heirs,
            "billing_info": self._billing,
        }[key]
        save(ctx)

    def _personal(self, ctx: StepContext) -> None:
        if ctx.parties.enroller_code:
            code = HISTORY.enroller_codes[self.quote.group_id or 0]
            tabs.save_enroller_code(quote=self.quote, code=code, origin=self.origin)
            self.quote.refresh_from_db()
        person = self.person
        values = {
            "first_name": person.first_name,
            "middle_name": person.last_name[0],
            "last_name": person.last_name,
            "marital_status": "1" if person.spouse else "0",
            "ssn": person.ssn,
            "prior_coverage_flag": "0",
            "replaces_coverage": "0",
        }
        tabs.save_step(quote=self.quote, key="primary_info", data=values, version=None, origin=self.origin)

    def _contact(self, _ctx: StepContext) -> None:
        person, town = self.person, self.person.town
        values = {
            "email_address": person.email,
            "phone_number": show_phone(person.phone),
            "address1": person.address,
            "city": town.city,
            "zip": town.zip,
            "state": town.state,
            "birth_state": town.state,
            "birth_city": town.city,
        }
        tabs.save_contact(quote=self.quote, data=values, version=None, accept_price=True, origin=self.origin)

    def _family(self, _ctx: StepContext) -> None:
        relatives = (("spouse", self.person.spouse), ("child", self.person.child))
        listed = [
            {
                "primary_info": {
                    "first_name": relative.first_name,
                    "last_name": self.person.last_name,
                    "birthdate": show_date(relative.born),
                    "gender": str(relative.gender),
                    "ssn": relative.ssn,
                    "relationship": relationship,
                    "confirmed": ",".join(PersonQuestion),
                }
            }
            for relationship, relative in relatives
            if relative
        ]
        dependents.save_dependents(
            quote=self.quote,
            data={"dependents": listed},
            version=None,
            accept_price=True,
            origin=self.origin,
        )

    def _heirs(self, _ctx: StepContext) -> None:
        estate = {"relationship": "estate", "beneficiary_percentage": "100"}
        beneficiaries.save_beneficiaries(quote=self.quote, listed=[estate], version=None, origin=self.origin)

    def _billing(self, ctx: StepContext) -> None:
        way = ctx.facts.billing.ways[0]
        bank = {
            "account_name": self.person.name,
            "routing_number": _ROUTING,
            "account_number": self.person.account,
            "account_type": "checking",
            "account_holder_type": "individual",
        }
        values = {
            "payment_method": way,
            "bill_date": usual_day(ctx.facts.billing.days),
            **(bank if way == "eft" else {}),
        }
        billing.save_billing(quote=self.quote, data=values, version=None, origin=self.origin)


def _health_answer(question: AskedQuestion) -> dict[str, Any]:
    """Answer No, but to questions that the insurer looks at."""
    if not question.refer_on:
        return HealthAnswer(question_id=question.id, yes_no_flag="No").model_dump()
    year = clock.real_today().year - 3
    treated = TreatmentDetail(
        dot_from=f"03/01/{year}",
        dot_to=f"06/15/{year}",
        reason_for_condition="Irregular heartbeat",
        degree_of_recovery="Full",
        physician_name_address="Dr. Elena Park, 400 River Road",
    )
    return HealthAnswer(question_id=question.id, yes_no_flag=question.refer_on, detail=[treated]).model_dump()


def _chat_answer(question: TreeQuestion, shopper: Shopper, number: int) -> str:
    """Return what a person says: of offered answers one that fits them. One of four wants to be written to."""
    person = shopper.person
    if question.fact == Fact.COVERED:
        return question.options[2 if number % 9 == 8 else int(shopper.tier != "IO")]
    if question.fact == Fact.WANTED:
        return question.options[number % len(question.options)]
    if question.options:
        return question.options[int(number % 4 == 3) if len(question.options) == 2 else number % len(question.options)]
    said: dict[str, str] = {
        Fact.WORDS: HISTORY.needs[number % len(HISTORY.needs)],
        Fact.ZIP: person.town.zip,
        Kind.PHONE: person.phone,
        Kind.EMAIL: person.email,
    }
    return said.get(question.fact or question.kind, person.name)


def _mailed_code(email: str) -> str:
    mail = OutboundEmail.objects.filter(kind="signing_code", to=email).latest("created_at")
    match = re.search(r"^ +([0-9]{6})$", mail.text, re.MULTILINE)
    if match is None:
        raise ValueError("the mail has no code")
    return match[1]


def _address(number: int) -> str:
    """Return an address of the ranges that are kept for examples."""
    return f"198.51.100.{number % 254 + 1}"

"""People of the walk over every operation: accounts with rows of their own, their sessions, their quotes, mailed links.

Rep, group and member belong together; the "other" ones have nothing to do with them. None has a public page.
"""

from __future__ import annotations

import base64
import re
from dataclasses import dataclass, field
from datetime import date, timedelta
from typing import Any

from django.contrib.auth.hashers import make_password

from planfront.accounts import mailtokens, tickets
from planfront.accounts.models import Role, SignOnAttempt, SingleSignOn, StaffBrand, StaffRole, User, VisitorSession
from planfront.accounts.single_sign_on import services as sso
from planfront.audit.services import SYSTEM
from planfront.brands.models import Brand
from planfront.brands.services import save_settings
from planfront.coverage.models import Outcome, Policy, RenewalItem, RenewalRun, ReportedChange, RunState
from planfront.coverage.tests.policies import issue
from planfront.enrollment.application.resume_codes import create_resume_code, link_token
from planfront.enrollment.tests.conftest import Wizard
from planfront.kernel import clock
from planfront.kernel.memory.caches import clear_all
from planfront.kernel.security.crypto import keyed_hash
from planfront.leads.models import Lead
from planfront.members.roster.tasks import check_roster
from planfront.members.services import create_member
from planfront.messaging.models import OutboundEmail
from planfront.parties.groups.models import GroupAdministrator
from planfront.parties.groups.services import create_group, create_portal, link_agent_to_group
from planfront.parties.reps.services import create_agent
from planfront.shopping.models import Quote, QuoteQuestion, SentQuote
from planfront.today import daily_email
from tests.fixtures import ApiClient

HERE, THERE = "localhost", "juniper.localhost"
PASSWORD = "a-long-walk-in-the-rain"
PLAN = 1002
BASICS = {"zip": "43215", "dob": "04/17/1989", "gender": "1", "tier": "IO", "eprocess": "applicant"}
MORE = {"is_smoker": "0", "annual_income": "65000", "working_hours": "40"}
NOBODY = "no session"
SECOND, FORMER = "second group", "former group"
"""Another administrator of the group, and one whose administration ended while they were signed in."""
READER, SERVICE, SUPERUSER = "reader of staff", "service of staff", "superuser of staff"
STAFF = ("staff", SERVICE, SUPERUSER, READER)
"""Staff of the brand by role; "staff" is an administrator."""
ACCOUNTS = ("rep", "other rep", "group", "other group", SECOND, FORMER, "member", "other member", *STAFF)
COVERAGE = "POLICY OF {kind}"
MOVED = ("rep", "group", "member")
"""Accounts that are also signed in at the other brand. Staff there are those of that brand."""
FOREIGN = "other brand's rep"
"""A rep of the other brand, signed in at this one."""
ELSEWHERE = "staff of another brand"
"""Staff of the other brand only, in a session of this one that began while they worked here too."""


@dataclass
class Scene:
    """``clients``: one for each kind of session. ``ids``: what a request may name."""

    clients: dict[str, ApiClient] = field(default_factory=dict)
    ids: dict[str, Any] = field(default_factory=dict)
    quotes: dict[str, str] = field(default_factory=dict)
    submitted: dict[str, str] = field(default_factory=dict)

    @property
    def kinds(self) -> tuple[str, ...]:
        return tuple(self.clients)


def build() -> Scene:
    """Make everything in the demo world."""
    scene = Scene()
    _parties(scene.ids)
    clear_all()  # lists of the brand's parties are kept for a while
    for kind in ("visitor", "other visitor"):
        scene.clients[kind] = ApiClient(HERE)
    for kind in (*ACCOUNTS, FOREIGN):
        scene.clients[kind] = _signed_in(HERE, kind)
    scene.clients["visitor there"] = ApiClient(THERE)
    for kind in MOVED:
        scene.clients[f"{kind} there"] = _signed_in(THERE, kind)
    scene.clients["staff there"] = _signed_in(THERE, ELSEWHERE)
    scene.clients[ELSEWHERE] = _signed_in(HERE, ELSEWHERE)
    StaffBrand.objects.get(user__email=_email(ELSEWHERE), brand_id=scene.ids["brand"]).delete()
    GroupAdministrator.objects.get(user__email=_email(FORMER)).delete()
    _quotes(scene)
    _links(scene)
    return scene


def _email(kind: str) -> str:
    return f"{re.sub('[^a-z]+', '-', kind)}@walk.example"


def _signed_in(host: str, kind: str) -> ApiClient:
    client = ApiClient(host)
    assert client.sign_in(_email(kind), PASSWORD).status_code == 200
    return client


def _parties(ids: dict[str, Any]) -> None:
    here, there = Brand.objects.get(key="planfront"), Brand.objects.get(key="juniper")
    secret = make_password(PASSWORD)
    roles = {"rep": Role.REP, "group": Role.GROUP, "member": Role.MEMBER, "staff": Role.STAFF}
    users = {
        kind: User.objects.create(
            email=_email(kind), name=kind.title(), role=roles[kind.rsplit(" ")[-1]], password=secret
        )
        for kind in (*ACCOUNTS, FOREIGN)
    }
    _staff(here, there, secret)
    ids["brand"] = here.pk
    for kind, brand in (("rep", here), ("other rep", here), (FOREIGN, there)):
        code = f"WALK-{len(ids)}"
        ids[kind] = create_agent(
            code=code, first_name="Wren", last_name="Alder", email=_email(kind), brands=[brand], user=users[kind]
        ).pk
        ids[f"{kind}'s code"] = code
    for kind, rep in (("group", "rep"), ("other group", "other rep")):
        code = f"WALK-{len(ids)}"
        result = create_group(code=code, name=kind.title(), brands=[here], user=users[kind])
        ids[kind], ids[f"{kind}'s code"] = result.pk, code
        link_agent_to_group(agent_id=ids[rep], group=result)
        ids[f"{kind}'s administrator"] = result.administrators.get().pk
    for kind in (SECOND, FORMER):
        GroupAdministrator.objects.create(group_id=ids["group"], user=users[kind])
    for kind, rep, group in (("member", "rep", "group"), ("other member", "other rep", "other group")):
        ids[kind] = create_member(
            brand=here,
            user=users[kind],
            agent_id=ids[rep],
            group_id=ids[group],
            first_name="Maren",
            last_name="Castillo",
            birth_date=date(1989, 4, 17),
            gender=1,
            email=_email(kind),
            phone=f"419555017{len(ids) % 10}",
            address1="88 Lindenhall Avenue",
            city="Columbus",
            state="OH",
            zip="43215",
            is_smoker=False,
            ssn="",
        ).pk
        policy = issue(
            here, number=COVERAGE.format(kind=kind), member_id=ids[kind], group_id=ids[group], agent_id=ids[rep]
        )
        _offer_renewal(policy)
    ids["referral"] = "jordan-planfront"
    ids["portal"] = create_portal(code="WALK", name="Walk", brands=[here]).pk
    for brand in (here, there):
        save_settings(brand=brand, values={"external_sites": "elevate", "elevate_portal_id": "3"})
    ids["domain"] = base64.b64encode(HERE.encode()).decode()


def _offer_renewal(policy: Policy) -> None:
    """A new year to choose about."""
    days = [clock.today() + timedelta(days=ahead) for ahead in (60, 30, 50)]
    named = dict(zip(("first_day", "answer_by", "write_on"), days, strict=True))
    run = RenewalRun.objects.create(state=RunState.AGREED, made_at=clock.now(), agreed_at=clock.now(), **named)
    RenewalItem.objects.create(
        run=run, policy=policy, first_day=run.first_day, outcome=Outcome.SAME_PLAN, from_plan_id=PLAN, plan_id=PLAN
    )


def _staff(here: Brand, there: Brand, secret: str) -> None:
    """Staff of one brand each, but the superuser; the other one's may come in here until their session is made."""
    for kind, role, brands in (
        ("staff", StaffRole.ADMIN, [here]),
        (SERVICE, StaffRole.SERVICE, [here]),
        (READER, StaffRole.READER, [here]),
        (SUPERUSER, "", []),
        (ELSEWHERE, StaffRole.ADMIN, [there, here]),
    ):
        user, _made = User.objects.update_or_create(
            email=_email(kind),
            defaults={
                "name": kind.title(),
                "role": Role.STAFF,
                "is_staff": True,
                "is_superuser": kind == SUPERUSER,
                "staff_role": role,
                "password": secret,
            },
        )
        StaffBrand.objects.bulk_create(StaffBrand(user=user, brand_id=brand.pk) for brand in brands)


def _quotes(scene: Scene) -> None:
    """A quote in progress and a submitted one of each owner. Accounts make theirs in a session that isn't looked at."""
    owners = {"visitor": scene.clients["visitor"]}
    owners |= {kind: _signed_in(HERE, kind) for kind in ("rep", "group", "member")}
    for kind, client in owners.items():
        scene.quotes[kind] = _filled(client, kind)
        wizard = Wizard(client, _filled(client, kind)).up_to("sign")
        assert wizard.submit().json()["status"] == "success"
        scene.submitted[kind] = wizard.id
    scene.quotes[READER], scene.clients[READER] = _begun_before_signing_in(READER)
    scene.ids["session"] = str(VisitorSession.objects.filter(user__email=_email("rep")).order_by("created_at")[1].pk)


def _begun_before_signing_in(kind: str) -> tuple[str, ApiClient]:
    """A visitor's quote, and its session once the account has signed in to it."""
    client = ApiClient(HERE)
    key = _filled(client, "visitor")
    assert client.sign_in(_email(kind), PASSWORD).status_code == 200
    return key, client


def _filled(client: ApiClient, kind: str) -> str:
    if kind == "member":
        started = client.post("add-filter-for-member", {"tier": "IO"})
    else:
        started = client.post("add-filter-for-new-user", BASICS)
    key: str = started.json()["data"]["temp_enrollment_id"]
    assert client.put(f"change-filter-info/{key}", MORE).json()["status"] == "success"
    assert client.post("add-plan-to-cart", {"enrollment_id": key, "plan_id": PLAN}).json()["status"] == "success"
    day = client.get("get-cart-effective-dates", enrollment_id=key).json()["data"]["result"][0]
    assert client.post("cart-checkout", {"enrollment_id": key, "effective_date": day}).json()["status"] == "success"
    return key


def _links(scene: Scene) -> None:
    """Secrets that came by mail, and the ticket between the two steps of a sign-in."""
    ids, saved = scene.ids, Quote.objects.get(public_id=scene.quotes["visitor"])
    row, ids["code"] = create_resume_code(quote=saved, email=_email("visitor"), tab="contact_info", origin=SYSTEM)
    ids["code's email"], ids["resume link"] = _email("visitor"), link_token(row)
    member = User.objects.get(email=_email("member"))
    for purpose in (mailtokens.Purpose.RESET, mailtokens.Purpose.LINK, mailtokens.Purpose.EMAIL):
        ids[purpose.value] = mailtokens.issue(
            user=member, purpose=purpose, brand_id=saved.brand_id, email="new@walk.example"
        )
    ids["quote"] = _sent_quote(scene)
    ids["daily email"] = daily_email.link_token(saved.brand_id, User.objects.get(email=_email("rep")).pk)
    sent_quote = SentQuote.objects.latest("sent_at")
    question = QuoteQuestion.objects.create(quote=sent_quote, text="Are braces in it?", asked_at=clock.now())
    ids["sent quote"], ids["quote question"], ids["lead"] = str(sent_quote.pk), str(question.pk), _lead(scene)
    _hand_over(scene)
    visitor = VisitorSession.objects.get(pk=saved.session_id)
    ids["held change"] = _held_change(scene)
    ids["roster"] = _roster(scene)
    ids["state"] = _sign_on(visitor)
    ids["ticket"] = tickets.issue(visitor, User.objects.get(email=_email("rep")))


def _held_change(scene: Scene) -> str:
    """An end of coverage that waits for the member's group."""
    row = ReportedChange(
        member_id=scene.ids["member"], group_id=scene.ids["group"], asked_on=clock.today(), asked_at=clock.now()
    )
    row.order = {"kind": "end", "last_day": f"{clock.today():%m/%d/%Y}"}
    row.save()
    return str(row.pk)


ROSTER = "Last,First,DOB,Sex\nCastro,Ben,02/03/1990,M\nMoss,Ada,13/04/1991,F\n"


def _roster(scene: Scene) -> str:
    """A checked upload of the group's administrator: one row is good, one has to be fixed."""
    group = _signed_in(HERE, "group")
    content = base64.b64encode(ROSTER.encode()).decode()
    sent = group.post("upload-roster", {"file_name": "people.csv", "content": content}).json()["data"]
    columns = [column["field"] for column in sent["mapping"]["columns"]]
    group.post("map-roster", {"roster_id": sent["roster_id"], "columns": columns})
    check_roster.run([sent["roster_id"]], 0)
    return str(sent["roster_id"])


def _sign_on(session: VisitorSession) -> str:
    """Single sign-on of the brand, with a provider that is down, and a session on its way back from there."""
    provider = SingleSignOn.objects.create(
        brand_id=session.brand_id,
        active=True,
        name="Walk ID",
        issuer="http://127.0.0.1:9",
        client_id="walk",
        roles=["rep"],
    )
    SignOnAttempt.objects.create(
        provider=provider,
        session_id=session.pk,
        state_hash=keyed_hash("walking-back", "sign-on-state"),
        sealed={"nonce": "n", "verifier": "v"},
        redirect_uri="http://localhost/",
        expires_at=clock.now() + sso.LIFE,
    )
    return "walking-back"


def _hand_over(scene: Scene) -> None:
    """An application that the rep sent to its client, who opened it, and a change that waits for the client's yes."""
    rep = Wizard(scene.clients["rep"], _filled(scene.clients["rep"], "rep")).answer_questions()
    assert rep.post("send-to-client", email="client@walk.example").json()["status"] == "success"
    mail = OutboundEmail.objects.filter(kind="hand_over").latest("created_at")
    match = re.search(r"^\s+([A-Z0-9]{10})$", mail.text, re.MULTILINE)
    assert match
    client = scene.clients["client"] = ApiClient(HERE)
    assert client.post("continue-enrollment", {"code": match[1], "email": "client@walk.example"}).status_code == 200
    assert rep.contact(city="Dublin").json()["status"] == "success"
    waiting = rep.data("get-hand-over")["proposals"]
    scene.ids["handed"], scene.ids["proposal"] = rep.id, waiting[0]["proposal_id"]


def _lead(scene: Scene) -> str:
    """A visitor's chat on the rep's pages."""
    now, rep = clock.now(), scene.ids["rep"]
    row = Lead.objects.create(
        brand_id=scene.ids["brand"], device_id="walk", agent_id=rep, assigned_id=rep, created_at=now, updated_at=now
    )
    return str(row.pk)


def _sent_quote(scene: Scene) -> str:
    body = {"enrollment_id": scene.quotes["rep"], "name": "Ana Ruiz", "email": "ana@walk.example", "tab": "cart_info"}
    assert scene.clients["rep"].post("save-enrollment", body).json()["status"] == "success"
    mail = OutboundEmail.objects.filter(kind="quote").latest("created_at")
    match = re.search(r"/quote/([\w-]+)", mail.text)
    assert match
    return match[1]

"""Three households of the demo world, from their enrollment on: what they pay, and what is on record on each day.

Alma (Ohio) is alone and takes dental and vision. Bruno (Illinois) has a wife and two children, and life insurance,
which comes with a membership. Clara works at Acme, which pays a part. Prices are worked out by hand from the rates.
"""

import csv
from datetime import date
from decimal import Decimal

import pytest
import time_machine
from django.test import Client

from planfront.accounts.models import User
from planfront.backoffice.tests.test_policy_changes import form_of, hidden, preview, write
from planfront.coverage.models import Adjustment, Policy, RenewalItem, RenewalRun, StaffChangeRequest
from planfront.enrollment.tests.conftest import Wizard, saved
from planfront.kernel.jobs.duties import DUTIES
from planfront.kernel.jobs.tasks import run_pending
from planfront.kernel.text.parse import show_date
from planfront.letters.models import Letter
from planfront.members.models import Member
from planfront.rating.services import approve_table, create_table
from planfront_demo.plans import PLANS
from planfront_demo.seed import seed_demo
from tests.fixtures import ApiClient

pytestmark = [pytest.mark.django_db, pytest.mark.thorough]


@pytest.fixture
def travel(db, settings, tmp_path):
    """The demo world on a Saturday in 2026, and a way to a later day, whose duties run as they do each morning."""
    settings.MEDIA_ROOT = tmp_path

    def travel(day):
        traveller.move_to(f"{day}T17:00:00Z")
        for duty in DUTIES:
            if duty.of_the_day:
                duty.run()
        run_pending()

    with time_machine.travel("2026-11-28T17:00:00Z") as traveller:
        seed_demo()
        yield travel


def sign_in(email):
    client = ApiClient("localhost")
    assert client.sign_in(email).status_code == 200
    return client


ROBIN, KIT = "admin@demo.test", "approver@demo.test"


def open_office(email):
    """Return the back office as one of the staff sees it."""
    client = Client(headers={"host": "localhost"})
    client.force_login(User.objects.get(email=email))
    return client


def _month_of(coverage):
    policies = coverage["policies"]
    return {policy["category"]: policy["monthly"] for policy in policies if policy["state"] != "ended"}


class Household:
    """A visitor who enrolls, and then changes their coverage as a member, all by the store's calls."""

    readers = ()
    """Who else reads the household's coverage, by email."""

    def __init__(self, facts, plans, answers, *, family=None, host="localhost"):
        self.client = ApiClient(host)
        begun = self.client.post("add-filter-for-new-user", {"gender": "1", "eprocess": "applicant", **facts})
        assert begun.status_code == 200, begun.json()
        self.wizard = wizard = Wizard(self.client, begun.json()["data"]["temp_enrollment_id"])
        if family:
            saved("family", wizard.post("store-temp-dependent-info", **family))
        for plan_id in plans:
            saved(plan_id, wizard.post("add-plan-to-cart", plan_id=plan_id))
        first = wizard.data("get-cart-effective-dates")["result"][0]
        saved(
            "checkout", wizard.post("cart-checkout", effective_date=first if isinstance(first, str) else first["value"])
        )
        wizard.answer_questions(**answers)

    def submit(self, email, **billing):
        saved("billing", self.wizard.billing(**billing))
        saved("signing", self.wizard.sign())
        saved("submission", self.wizard.submit())
        self.member = Member.objects.latest("pk")
        self.member.user = User.objects.create_user(email, "planfront-demo", role="member")
        self.member.save(update_fields=["user"])
        return self.wizard.data("get-receipt")

    def change(self, client=None, **order):
        """Preview a change and make it, as the member or with ``client``; returns by category its first day and the
        price a month from then on."""
        client = client or sign_in(self.member.user.email)
        answer = client.post("preview-change", order)
        assert answer.status_code == 200, answer.json()
        preview = answer.json()["data"]
        done = client.post("submit-change", {**order, "digest": preview["digest"]})
        assert done.status_code == 200, done.json()
        self.last = done.json()["data"]
        return {row["category"]: (row["effective"], row["after"]) for row in preview["rows"] if row["possible"]}

    def undo(self):
        """Take the last change back, on each of its policies."""
        answer = sign_in(self.member.user.email).post("withdraw-change", {"order_id": self.last["order_id"]})
        assert answer.status_code == 200, answer.json()

    def policy(self, category):
        return Policy.objects.get(member_id=self.member.pk, category=category)

    def coverage(self):
        return sign_in(self.member.user.email).get("get-coverage").json()["data"]

    def monthly(self):
        """Return what each kind of coverage that is in force or about to be costs a month: as the member reads it, and
        each other reader, and as it stands in what staff export."""
        month = _month_of(self.coverage())
        for email in self.readers:
            read = sign_in(email).get("get-coverage", member_id=self.member.pk).json()["data"]
            assert _month_of(read) == month, email
        assert sorted(self.exported().values()) == sorted(month.values())
        return month

    def planned(self):
        """Return the last day from which something else holds, and the price of a month then, by category."""
        policies = Policy.objects.filter(member_id=self.member.pk)
        last = {row.category: row.versions.order_by("effective", "recorded").last() for row in policies}
        return {category: (show_date(row.effective), str(row.premium)) for category, row in last.items()}

    def exported(self):
        """Return the prices of the policies that aren't over, by number, from the file that staff export."""
        answer = open_office(ROBIN).get("/backoffice/coverage/policy/export.csv")
        rows = csv.DictReader(b"".join(answer.streaming_content).decode("utf-8-sig").splitlines())
        own = set(Policy.objects.filter(member_id=self.member.pk).values_list("number", flat=True))
        return {row["Number"]: row["Monthly"] for row in rows if row["Number"] in own and row["State"] != "Ended"}

    def letters(self):
        """Return days and kinds of the letters so far. They are written when duties run after the change."""
        letters = Letter.objects.filter(member_id=self.member.pk)
        return sorted((f"{letter.created_at:%Y-%m-%d}", letter.kind) for letter in letters)

    def read_letter(self, kind):
        """Return the text of the last letter of a kind."""
        letter = Letter.objects.filter(member_id=self.member.pk, kind=kind).latest("created_at")
        return " ".join(letter.document["data"]["paragraphs"])

    def refusal(self, **order):
        """Return why a change can't be, as the member reads it."""
        preview = sign_in(self.member.user.email).post("preview-change", order).json()["data"]
        assert not preview["possible"]
        return {row["problem"] for row in preview["rows"]}


SPOUSE = {"first_name": "Otis", "last_name": "Ferrand", "birth_date": "09/02/1987", "gender": 0, "role": "spouse"}


REMY = {"first_name": "Remy", "last_name": "Ferrand", "birth_date": "12/09/2026", "gender": 0, "role": "child"}


@pytest.fixture
def alma(travel):
    answers = {"primary_info": {"first_name": "Alma", "last_name": "Ferrand"}}
    return Household({"zip": "43215", "dob": "04/17/1989", "tier": "IO"}, [1002, 1102], answers)


def test_alma(alma, travel):
    receipt = alma.submit("alma@mail.example")
    # 36.85 + 9.95 + 5.00 dues; at first 15.00 more.
    assert (receipt["recurring_month_cost"], receipt["initial_month_cost"]) == ("51.80", "66.80")
    married = {"kind": "add_person", "event": "marriage", "person": SPOUSE}
    assert alma.change(**married, happened_on="11/20/2026") == {
        "dental": ("12/01/2026", "71.75"),
        "vision": ("12/01/2026", "18.30"),
    }
    alma.undo()
    assert alma.monthly() == {"dental": "36.85", "vision": "9.95"}
    month = alma.coverage()["month"]
    assert (month["day"], month["total"], month["first"]) == ("12/01/2026", "51.80", "66.80")
    assert not Letter.objects.filter(member_id=alma.member.pk).exists()
    assert alma.refusal(**married, happened_on="09/28/2026") == {
        "61 days; 60 are allowed. The last day was 11/27/2026."
    }
    assert alma.refusal(**married, happened_on="11/29/2026") == {"Too early: you can report it starting 11/29/2026."}
    travel("2026-12-10")
    address = {"address1": "200 North Spring Street", "city": "Los Angeles", "zip": "90012"}
    moved = alma.change(kind="place", event="move", happened_on="12/05/2026", **address)
    assert moved == {"dental": ("01/01/2027", "42.23"), "vision": ("01/01/2027", "10.53")}
    for _again in range(2):
        assert alma.change(**married, happened_on="12/05/2026") == {
            "dental": ("01/01/2027", "82.23"),
            "vision": ("01/01/2027", "19.36"),
        }
        alma.undo()
        assert alma.planned() == {"dental": ("01/01/2027", "42.23"), "vision": ("01/01/2027", "10.53")}
    alma.change(**married, happened_on="12/05/2026")
    assert alma.planned() == {"dental": ("01/01/2027", "82.23"), "vision": ("01/01/2027", "19.36")}
    travel("2027-03-20")  # the 59th day after the birth, of 60
    newborn = {"first_name": "Ines", "last_name": "Ferrand", "birth_date": "01/20/2027", "gender": 1, "role": "child"}
    born = {"kind": "add_person", "event": "birth", "happened_on": "01/20/2027", "person": newborn}
    assert alma.change(**born) == {"dental": ("01/20/2027", "120.16"), "vision": ("01/20/2027", "26.03")}
    assert alma.monthly() == {"dental": "120.16", "vision": "26.03"}

    ended = alma.change(kind="end", policies=[alma.policy("vision").number], reason="own-choice", last_day="04/30/2027")
    assert ended == {"vision": ("04/30/2027", "0.00")}
    write(open_office(ROBIN), alma.policy("vision"), "reinstate", reason="ended-in-error")
    assert alma.monthly() == {"dental": "120.16", "vision": "26.03"}
    add_late(alma)
    share_with_reps(alma)
    travel("2027-10-15")
    assert alma.monthly() == {"dental": "120.16", "vision": "26.03"}
    renewal = preview_renewal(alma)
    travel("2027-10-16")
    member = sign_in(alma.member.user.email)
    offers = {offer["category"]: offer for offer in member.get("get-renewals").json()["data"]}
    assert {key: (offer["follows"], offer["after"]) for key, offer in offers.items()} == {
        "dental": ("same", "124.96"),  # 104.85 x 1.04 = 109.04, x 1.146
        "vision": ("another", "16.88"),
    }
    choose(alma, "dental", choice="change", plan_id=1003, monthly="157.86")
    choose(alma, "vision", choice="decline")
    travel("2027-12-16")
    member = sign_in(alma.member.user.email)
    late = member.post("choose-renewal", {"number": alma.policy("vision").number, "choice": "keep"})
    assert late.json()["errorCode"] == "choiceClosed"
    otis = next(person["id"] for person in alma.coverage()["people"] if person["role"] == "spouse")
    divorced = alma.change(kind="drop_person", event="divorce", happened_on="12/10/2027", person_id=otis)
    assert divorced == {"dental": ("01/01/2028", "80.16"), "vision": ("01/01/2028", "20.21")}
    travel("2027-12-20")
    items = RenewalItem.objects.filter(run=renewal, policy__member_id=alma.member.pk)
    assert set(items.values_list("state", "problem")) == {("aside", "moved")}
    open_office(KIT).post(page_of_run(renewal), {"do": "renew-aside", "problem": "moved"})
    run_pending()
    travel("2028-01-02")
    assert alma.monthly() == {"dental": "105.32"}  # 91.90 x 1.146 of the plan she chose, for her and two children
    assert alma.policy("vision").end_date == date(2027, 12, 31)
    remy = next(person["id"] for person in alma.coverage()["people"] if person["first_name"] == "Remy")
    alma.change(kind="drop_person", event="coverage-gained", happened_on="12/31/2027", person_id=remy)
    travel("2028-03-02")
    alma.change(kind="add_person", event="coverage-lost", happened_on="03/01/2028", person=REMY)
    dental = next(policy for policy in alma.coverage()["policies"] if policy["category"] == "dental")
    (back,) = dental["joins_later"]
    assert (back["since"], back["earlier"]) == ("04/01/2028", [{"since": "12/09/2026", "until": "12/31/2027"}])
    assert alma.letters() == [
        ("2026-12-10", "welcome"),
        ("2027-03-20", "change"),  # moved
        ("2027-03-20", "change"),  # married
        ("2027-10-15", "change"),  # a child was born
        ("2027-10-15", "change"),  # another child was reported late
        ("2027-10-15", "discontinued"),
        ("2027-10-15", "reinstatement"),
        ("2027-10-15", "renewal_offer"),
        ("2027-10-15", "termination"),
        ("2027-12-20", "change"),  # divorced
        ("2027-12-20", "change"),  # the renewal that was set aside
        ("2027-12-20", "termination"),
        ("2028-03-02", "change"),  # a child left
    ]


def add_late(alma):
    """Staff cover a child of Alma's 101 days after the birth, which a second person has to agree to."""
    robin, dental = open_office(ROBIN), alma.policy("dental")
    reported = {"event": "birth", "happened_on": "12/09/2026", "reported_on": "02/01/2027"}
    typed = {**REMY, **reported, "person": "new", "gender": "0"}
    page = preview(robin, dental, "add_person", **typed)
    sent = {**typed, "do": "ask", "digest": hidden(page, "digest"), "seen": hidden(page, "seen")}
    robin.post(form_of(dental, "add_person"), sent)
    waiting = StaffChangeRequest.objects.get(policy=dental)
    address = f"/backoffice/coverage/policy/{dental.pk}/asked/{waiting.pk}/"
    for staff, state in ((ROBIN, "waiting"), (KIT, "agreed")):
        open_office(staff).post(address, {"do": "agree"})
        waiting.refresh_from_db()
        assert waiting.state == state
    from_then = dental.versions.filter(effective=date(2026, 12, 9)).latest("recorded")
    assert from_then.premium == Decimal("69.95")


def share_with_reps(alma):
    """Staff give Alma's policies to two reps from 04/01/2027 on: the first of them reads her coverage from then on."""
    rep = "rep@demo.test"
    assert sign_in(rep).get("get-coverage", member_id=alma.member.pk).status_code == 404
    shares = {"day": "04/01/2027", "code_1": "REP1001", "share_1": "60", "code_2": "REP1002", "share_2": "40"}
    robin = open_office(ROBIN)
    for category in ("dental", "vision"):
        policy = alma.policy(category)
        address = f"/backoffice/coverage/policy/{policy.pk}/who/reps/"
        digest = hidden(robin.post(address, {**shares, "do": "preview"}).content.decode(), "digest")
        assert robin.post(address, {**shares, "do": "write", "digest": digest}).status_code == 302
        rows = policy.reps.order_by("effective_date", "agent__code")
        assert [(row.agent.code, row.share, row.effective_date) for row in rows if row.effective_date.year == 2027] == [
            ("REP1001", 60, date(2027, 4, 1)),
            ("REP1002", 40, date(2027, 4, 1)),
        ]
    alma.readers = (rep,)


RUNS = "/backoffice/coverage/renewalrun/"


def page_of_run(run):
    return f"{RUNS}{run.pk}/change/"


def preview_renewal(alma):
    """Make next year's renewal of Alma's plans, which two people agree to: her dental plan costs 4 per cent more, her
    vision plan isn't continued."""
    seed = next(plan for plan in PLANS if plan.id == 1002)
    dearer = [cell._replace(rate=(cell.rate * Decimal("1.04")).quantize(Decimal("0.01"))) for cell in seed.rates.cells]
    rates = {"rows": dearer, "factors": seed.rates.factors, **seed.rates.settings}
    approve_table(table_id=create_table(plan_id=1002, eff_from=date(2028, 1, 1), **rates).pk)
    robin = open_office(ROBIN)
    days = {"first_day": "01/01/2028", "answer_by": "12/15/2027", "write_on": "12/20/2027"}
    assert robin.post(f"{RUNS}add/", {**days, "brand": "", "plans": [1002, 1102]}).status_code == 302
    run = RenewalRun.objects.latest("pk")
    follows = {"row-TOTAL_FORMS": "2", "row-INITIAL_FORMS": "2"}
    for row, (plan, next_plan, others) in enumerate([(1002, 1002, [1003]), (1102, 1101, [])]):
        follows |= {f"row-{row}-{name}": "" for name in ("state", "county")}
        follows |= {f"row-{row}-plan": plan, f"row-{row}-follows": next_plan, f"row-{row}-others": others}
    assert robin.post(f"{RUNS}{run.pk}/crosswalk/", follows).status_code == 302
    for staff, step, state in (
        (ROBIN, "preview", "previewed"),
        (ROBIN, "agree", "previewed"),
        (KIT, "agree", "agreed"),
    ):
        open_office(staff).post(page_of_run(run), {"do": step})
        run_pending()
        run.refresh_from_db()
        assert run.state == state
    return run


def choose(household, category, *, monthly="", **choice):
    """Answer an offer, and see what is on record then; ``monthly``: of the plan that is chosen."""
    member = sign_in(household.member.user.email)
    answer = member.post("choose-renewal", {"number": household.policy(category).number, **choice}).json()["data"]
    assert answer["summary"]["choice"] == choice["choice"]
    assert [plan["monthly"] for plan in answer["others"] if plan["plan_id"] == choice.get("plan_id")] == (
        [monthly] if monthly else []
    )


@pytest.fixture
def bruno(travel):
    answers = {
        "primary_info": {"first_name": "Bruno", "last_name": "Keller"},
        "contact_info": {"city": "Chicago", "zip": "60601", "state": "IL"},
    }
    facts = {"zip": "60601", "dob": "04/17/1985", "gender": "0", "tier": "IF", "is_smoker": "0"}
    family = {"dep_dob": "09/02/1987", "no_of_children": "2"}
    bruno = Household(facts, [1005, 1601], answers, family=family)
    asked = bruno.wizard.data("get-aflac-questions", plan_id=1401)["questions"]
    healthy = [{"qid": question["qid"], "true_condition": question["true_condition"]} for question in asked]
    saved("health", bruno.wizard.post("save-aflac-questions", plan_id=1401, aflac_data=healthy))
    saved("life", bruno.wizard.post("add-plan-to-cart", plan_id=1401))
    people = [
        {"first_name": "Tess", "birthdate": "09/02/1987", "gender": "1", "ssn": "523456701", "relationship": "spouse"},
        {"first_name": "Ari", "birthdate": "01/20/2001", "gender": "0", "ssn": "523456702", "relationship": "child"},
        {"first_name": "Lea", "birthdate": "05/05/2015", "gender": "1", "ssn": "523456703", "relationship": "child"},
    ]
    listed = [{"primary_info": {**person, "last_name": "Keller"}} for person in people]
    saved("dependents", bruno.wizard.post("save-dependent-info", dependents=listed))
    heir = {**people[0], "last_name": "Keller", "beneficiary_percentage": "100"}
    del heir["gender"]
    saved("heirs", bruno.wizard.post("save-beneficiary-info", beneficiaries=[heir]))
    return bruno


def test_bruno(bruno, travel):
    receipt = bruno.submit("bruno@mail.example")
    # 148.20 x 1.046 = 155.02; 36.50 and 3 % of it, 1.10; 9.95; 5.00 dues.
    assert (receipt["recurring_month_cost"], receipt["initial_month_cost"]) == ("207.57", "207.57")
    assert bruno.monthly() == {"dental": "155.02", "lifestyle": "9.95", "term_life": "37.60"}
    month = bruno.coverage()["month"]
    assert ([fee["amount"] for fee in month["fees"]], month["total"], month["first"]) == (["5.00"], "207.57", "")
    travel("2026-12-05")
    newborn = {"first_name": "Noa", "last_name": "Keller", "birth_date": "12/03/2026", "gender": 1, "role": "child"}
    born = bruno.change(kind="add_person", event="birth", happened_on="12/03/2026", person=newborn)
    assert born["dental"] == ("12/03/2026", "174.47")  # 166.80 x 1.046
    assert bruno.monthly() == {"dental": "174.47", "lifestyle": "9.95", "term_life": "37.60"}
    # Ari is 26 on 01/20/2027. Sixty days' notice from 12/05 end on 02/03, so the last day is the end of that month.
    travel("2027-03-20")
    assert bruno.monthly()["dental"] == "155.02"
    coverage = bruno.coverage()
    dental = next(policy for policy in coverage["policies"] if policy["category"] == "dental")
    assert {person["first_name"] for person in dental["people"] if not person["until"]} == {
        "Bruno",
        "Tess",
        "Lea",
        "Noa",
    }
    tess = next(person["id"] for person in coverage["people"] if person["role"] == "spouse")
    divorced = bruno.change(kind="drop_person", event="divorce", happened_on="03/10/2027", person_id=tess)
    assert divorced["dental"] == ("04/01/2027", "100.83")  # 96.40 x 1.046
    # Written before Noa was: 127.90 x 1.046 = 133.78 without Ari, and 47.55 of the others.
    ageing_out = bruno.read_letter("ageing_out")
    assert "The last day with coverage is 02/28/2027." in ageing_out
    assert "You pay $202.57 a month until then and $181.33 a month afterwards." in ageing_out
    travel("2027-03-21")
    assert "It cost $202.57 a month and costs $148.38 a month from then on." in bruno.read_letter("change")
    travel("2027-06-20")
    robin = open_office(ROBIN)
    address = f"/backoffice/coverage/policy/{bruno.policy('dental').pk}/death/"
    policies = Policy.objects.filter(member_id=bruno.member.pk)
    ends = {f"family-{policy.pk}": "end" for policy in policies}
    death = {"person": "self", "died_on": "06/10/2027", "proof": "Death certificate", **ends}
    preview_of_death = robin.post(address, {**death, "do": "preview"})
    assert "ends for everyone, last day 06/30/2027: $100.83 a month" in preview_of_death.content.decode()
    digest = preview_of_death.context_data["sheet"].digest
    assert robin.post(address, {**death, "do": "write", "digest": digest}).status_code == 302
    assert {policy.end_date for policy in policies.all()} == {date(2027, 6, 30)}
    assert policies.count() == 3
    travel("2027-12-20")
    assert bruno.letters() == [
        ("2026-12-05", "ageing_out"),
        ("2026-12-05", "welcome"),
        ("2027-03-20", "change"),  # a child was born
        ("2027-03-21", "change"),  # divorced
        ("2027-06-20", "death"),
    ]


@pytest.fixture
def clara(travel):
    answers = {"primary_info": {"first_name": "Clara", "last_name": "Moss"}}
    clara = Household(
        {"zip": "43604", "dob": "04/17/1990", "tier": "IS", "group_id": 101, "working_hours": "40"},
        [1014, 1105],
        answers,
        family={"dep_dob": "09/02/1987"},
    )
    spouse = {
        "first_name": "Nils",
        "birthdate": "09/02/1987",
        "gender": "0",
        "ssn": "523456711",
        "relationship": "spouse",
    }
    saved(
        "spouse",
        clara.wizard.post("save-dependent-info", dependents=[{"primary_info": {**spouse, "last_name": "Moss"}}]),
    )
    return clara


def test_clara(clara, travel):
    receipt = clara.submit("clara@mail.example", payment_method="list")
    # Half of 64.70, 9.40 less 3.50, and 5.00 dues: 43.25 a month, in 26 pays a year.
    assert (receipt["recurring_month_cost"], receipt["share"]["own"], receipt["share"]["own_per_pay"]) == (
        "79.10",
        "43.25",
        "19.96",
    )
    clara.readers = ("group@demo.test",)
    group = sign_in("group@demo.test")
    assert month_of(group, clara, "01/01/2027") == ("79.10", "35.85", "43.25", "$19.96 every two weeks")
    travel("2027-01-20")
    group = sign_in("group@demo.test")
    newborn = {"first_name": "Pia", "last_name": "Moss", "birth_date": "01/10/2027", "gender": 1, "role": "child"}
    order = {"kind": "add_person", "event": "birth", "happened_on": "01/10/2027", "person": newborn}
    born = clara.change(group, member_id=clara.member.pk, **order)
    assert born == {"dental": ("01/10/2027", "94.60"), "vision": ("01/10/2027", "12.60")}
    assert clara.monthly() == {"dental": "94.60", "vision": "12.60"}
    # The group pays half, but at most 40.00, and 6.00 for a family's vision.
    assert plans_of(group, clara, "01/15/2027") == {
        "dental": ("94.60", "40.00", "54.60", "$25.20 every two weeks"),
        "vision": ("12.60", "6.00", "6.60", "$3.05 every two weeks"),
    }
    assert plans_of(group, clara, "01/05/2027")["dental"] == ("64.70", "32.35", "32.35", "$14.93 every two weeks")
    travel("2027-06-20")
    leaves = {"member_id": clara.member.pk, "event": "left-work", "happened_on": "06/15/2027"}
    group = sign_in("group@demo.test")
    digest = group.post("preview-leaving", leaves).json()
    left = group.post("report-leaving", {**leaves, "digest": digest["data"]["digest"]}).json()["data"]
    assert plans_of(group, clara, "06/30/2027")["dental"] == ("94.60", "40.00", "54.60", "$25.20 every two weeks")
    assert plans_of(group, clara, "07/01/2027") == {}
    # She stays after all.
    body = {"member_id": clara.member.pk, "order_id": left["order_id"]}
    assert group.post("withdraw-change", body).json()["status"] == "success"
    assert clara.monthly() == {"dental": "94.60", "vision": "12.60"}
    travel("2028-01-02")
    report_late(clara)
    travel("2028-01-03")
    assert clara.letters() == [
        ("2027-01-20", "welcome"),
        ("2027-06-20", "change"),  # a child was born
        ("2028-01-03", "termination"),  # nothing of the leaving that was taken back
    ]


def report_late(clara):
    """Acme reports 63 days after the last day that Clara left, which staff have to agree to."""
    group = sign_in("group@demo.test")
    leaves = {"member_id": clara.member.pk, "event": "left-work", "happened_on": "10/10/2027"}
    preview = group.post("preview-leaving", leaves).json()["data"]
    assert {row["last_day"] for row in preview["rows"]} == {"10/31/2027"}
    # November, December and January, of 94.60 and 12.60.
    assert [words for row in preview["rows"] for words in row["past"]] == [
        "Halden Group Dental 2000: we owe the member 3 months × $54.60 = $163.80.",
        "Halden Group Dental 2000: we owe Acme Manufacturing 3 months × $40.00 = $120.00.",
        "Ostrander Materials Only: we owe the member 3 months × $6.60 = $19.80.",
        "Ostrander Materials Only: we owe Acme Manufacturing 3 months × $6.00 = $18.00.",
    ]
    done = group.post("report-leaving", {**leaves, "digest": preview["digest"]}).json()["data"]
    assert done["waits_for"] == "Planfront"
    again = group.post("report-leaving", {**leaves, "digest": preview["digest"]}).json()
    assert again["errorCode"] == "changeWaits"
    assert clara.monthly() == {"dental": "94.60", "vision": "12.60"}
    page = f"/backoffice/coverage/reportedchange/{done['order_id']}/change/"
    assert open_office(KIT).post(page, {"do": "agree"}).status_code == 302
    assert plans_of(group, clara, "10/31/2027")["dental"] == ("94.60", "40.00", "54.60", "$25.20 every two weeks")
    assert plans_of(group, clara, "11/01/2027") == {}
    rows = Adjustment.objects.filter(policy__member_id=clara.member.pk, change__kind="end")
    months = [date(2027, 11, 1), date(2027, 12, 1), date(2028, 1, 1)]
    amounts = {("dental", "group"): "40.00", ("dental", "member"): "54.60", ("vision", "group"): "6.00"}
    amounts |= {("vision", "member"): "6.60"}
    assert sorted(rows.values_list("policy__category", "payer", "month", "amount")) == [
        (*of, month, -Decimal(amount)) for of, amount in sorted(amounts.items()) for month in months
    ]


def month_of(group, household, day):
    """Return what a month of a group's person costs, and who pays what of it, as their group sees it."""
    rows = group.get("get-group-people", day=day).json()["data"]["result"]
    split = next(row["split"] for row in rows if row["member_id"] == household.member.pk)
    return tuple(split[name] for name in ("premium", "employer", "own", "each_pay"))


def plans_of(group, household, day):
    """Return the premium of each of somebody's plans on a day, and who pays what of it, as their group sees it."""
    rows = group.get("get-group-people", day=day).json()["data"]["result"]
    row = next(row for row in rows if row["member_id"] == household.member.pk)
    return {
        plan["category"]: tuple(plan["split"][name] for name in ("premium", "employer", "own", "each_pay"))
        for plan in row["plans"]
    }

"""A policy in the back office: what was in force when, as known when, every change, and two versions side by side."""

import csv
import re
from dataclasses import replace
from datetime import UTC, date, datetime
from decimal import Decimal
from html import unescape
from io import StringIO
from types import SimpleNamespace

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

from planfront.accounts.models import User
from planfront.audit.models import AuditEvent
from planfront.backoffice.tests.rows import enrolled
from planfront.brands.models import Brand
from planfront.catalog.models import AccountNumber, GroupNumber, Plan, PlanCode, PlanRider
from planfront.catalog.tests.factories import make_plan
from planfront.coverage import ledger
from planfront.coverage.authors import Author, By
from planfront.coverage.changes import designate
from planfront.coverage.issuing import end_on
from planfront.coverage.ledger import Cause
from planfront.coverage.models import LifeEvent, Reason, RuleEdition
from planfront.coverage.pricing import Pricing
from planfront.coverage.shipped import load_shipped
from planfront.coverage.tests.policies import issue, terms_of
from planfront.coverage.timeline import Covered, Kind, Place, Role, tier_of
from planfront.kernel import clock
from planfront.kernel.memory.caches import clear_all
from planfront.members.identifiers import dependent_number, subscriber_number
from planfront.members.models import Member, Relative
from planfront.parties.groups.services import create_group
from planfront.shopping.tests.factories import rate_flat

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]
LIST = "/backoffice/coverage/policy/"
RATES = {"IO": Decimal("36.85"), "IS": Decimal("71.75"), "IF": Decimal("104.85")}


@pytest.fixture
def now(monkeypatch):
    """Move the day, and the instant that the book writes down: ``now(2027, 2, 16)`` is 12:00 PM EST of that day.
    Sign-ins stay in real time."""

    def move(*day):
        instant = datetime(*day, 17, tzinfo=UTC)
        monkeypatch.setattr(clock, "today", lambda: date(*day))
        monkeypatch.setattr(
            ledger, "clock", SimpleNamespace(now=lambda: instant, business_now=lambda: instant, today=clock.today)
        )

    move(2026, 11, 24)
    return move


@pytest.fixture
def staff(client, brand):
    client.force_login(User.objects.create_superuser("admin@demo.test", "planfront-demo", name="Robin Vale"))
    client.defaults["HTTP_HOST"] = "shop.test"
    return client


@pytest.fixture
def maria(brand):
    return Member.objects.create(
        brand=brand,
        first_name="Maria",
        last_name="Santos",
        birth_date=date(1988, 3, 8),
        gender=1,
        email="maria@mailbox.example",
    )


@pytest.fixture
def plan():
    return make_plan("Halden Dental PPO 1500")


def sell(brand, member, plan, now, number="PF4402817-01", **more):
    now(2026, 11, 24)
    return issue(
        brand,
        number=number,
        member_id=member.pk,
        plan_id=plan.pk,
        name=plan.name,
        first=date(2027, 1, 1),
        premium="37.51",
        **more,
    )


def compute(terms):
    state_rate = Decimal("1.018") if terms.place.state == "TX" else Decimal(1)
    tier = tier_of(terms.covered)
    return replace(terms, premium=round(RATES[tier] * state_rate, 2))


@transaction.atomic
def change(policy, kind, effective, *, cause=None, **facts):
    (record,) = ledger.lock_ledgers([policy.pk])
    entry = ledger.add_change(record, kind, effective, cause=cause or Cause(), compute=compute, **facts)
    ledger.write([entry])
    return entry.change


@transaction.atomic
def withdraw(policy, kind):
    (record,) = ledger.lock_ledgers([policy.pk])
    (made,) = [item for item in record.history if item.kind is kind]
    ledger.write([ledger.withdraw_change(record, made, compute=compute)])


def marry(policy, member, now):
    """Daniel, married on 02/13/2027, reported on 02/16/2027 by Robin, covered from 03/01/2027."""
    load_shipped(LifeEvent, RuleEdition, Reason)
    daniel = Relative.objects.create(
        member=member,
        kind="dependent",
        relationship="spouse",
        first_name="Daniel",
        last_name="Santos",
        birth_date=date(1986, 11, 19),
    )
    now(2027, 2, 16)
    cause = Cause(
        Author(By.STAFF, User.objects.get(email="admin@demo.test").pk),
        LifeEvent.objects.get(key="marriage"),
        date(2027, 2, 13),
    )
    first = date(2027, 3, 1)
    person = Covered(str(daniel.pk), Role.SPOUSE, daniel.birth_date, first)
    change(policy, Kind.ADD_PERSON, first, cause=cause, person=person)


def move_to_ohio(policy, now):
    now(2027, 3, 22)
    change(policy, Kind.PLACE, date(2027, 4, 1), cause=Cause(Author(By.MEMBER)), place=Place("OH", "43215"))


def read(staff, policy, **query):
    answer = staff.get(f"{LIST}{policy.pk}/change/", query)
    assert answer.status_code == 200
    return unescape(answer.content.decode())


def rows_of(page, name):
    """The table of a section as lists of cells."""
    table = page.split(f'id="{name}"')[1].split("<tbody>")[1].split("</tbody>")[0]
    rows = re.findall(r"<tr[^>]*>(.*?)</tr>", table, re.DOTALL)
    cells = [re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", row, re.DOTALL) for row in rows]
    return [[" | ".join(filter(None, re.split(r"(?:<[^>]+>)+", cell))) for cell in row] for row in cells]


def tidy(text):
    return " ".join(re.sub(r"<[^>]+>", " ", text).split())


def in_force(page):
    return tidy(page.split('id="as-of"')[1].split("</section>")[0])


def steps(page):
    """What each step of the staircase says, by day."""
    return re.findall(r'href="\?on=[^"]+" aria-label="([^"]+)"', page)


def test_the_page_shows_what_is_in_force_today_and_the_staircase_of_versions(staff, brand, maria, plan, now):
    policy = sell(brand, maria, plan, now)
    marry(policy, maria, now)
    move_to_ohio(policy, now)
    now(2027, 5, 4)
    page = read(staff, policy)
    assert "Policy PF4402817-01 of" in page
    assert f'<a href="/backoffice/members/member/{maria.pk}/change/">Maria Santos</a>' in page
    assert "In force since 01/01/2027." in page
    assert steps(page) == [
        "Version 1, from 01/01/2027 to 02/28/2027: $37.51, Member: Maria",
        "Version 2, from 03/01/2027 to 03/31/2027: $73.04, Member + Spouse: Maria, Daniel",
        "Version 3, from 04/01/2027: $71.75, Member + Spouse: Maria, Daniel",
    ]
    shown = in_force(page)
    for fact in (
        "Today",
        "Plan Halden Dental PPO 1500",
        "Tier Member + Spouse",
        "Covered Maria Santos, Daniel Santos",
        "Place OH 43215",
        "A month $71.75",
        "Version 3, recorded 03/22/2027",
        "There's no calculation on record for this price.",
    ):
        assert fact in shown


def test_another_day_and_an_earlier_knowledge_are_shown_together(staff, brand, maria, plan, now):
    policy = sell(brand, maria, plan, now)
    marry(policy, maria, now)
    move_to_ohio(policy, now)
    now(2027, 5, 4)
    assert "A month $73.04" in in_force(read(staff, policy, on="03/15/2027"))
    before = read(staff, policy, on="05/04/2027", known="03/21/2027")
    assert "A month $73.04" in in_force(before)
    assert "As known on 03/21/2027" in before
    assert "Version 2, from 03/01/2027: $73.04, Member + Spouse: Maria, Daniel" in steps(before)
    assert "A month $71.75" in in_force(read(staff, policy, on="05/04/2027", known="03/22/2027"))
    assert "A month $73.04" in in_force(read(staff, policy, on="05/04/2027", known="03/22/2027 11:59 AM"))
    assert "A month $71.75" in in_force(read(staff, policy, on="05/04/2027", known="03/22/2027, 1:00 PM"))
    assert "This policy wasn't recorded yet." in read(staff, policy, known="11/23/2026")
    assert "It starts on 01/01/2027." in read(staff, policy, on="12/31/2026")


@pytest.mark.parametrize(
    ("query", "words"),
    [
        ({"on": "yesterday"}, "Enter the date as mm/dd/yyyy."),
        ({"on": "02/30/2027"}, "Enter the date as mm/dd/yyyy."),
        ({"known": "03/22/2027 late"}, "Enter the date as mm/dd/yyyy"),
        ({"known": "x"}, "Enter the date as mm/dd/yyyy"),
        ({"known": "\u0663/1/2027 1:00 PM"}, "Enter the date as mm/dd/yyyy"),
        ({"one": "99999999999", "other": "-1"}, ""),
        ({"on": "01/01/1900"}, ""),
        ({"on": "12/31/9999", "known": "12/31/9999"}, ""),
    ],
)
def test_what_an_address_asks_for_and_cannot_be_read_is_named(staff, brand, maria, plan, now, query, words):
    policy = sell(brand, maria, plan, now)
    page = read(staff, policy, **query)
    assert words in page
    assert ('role="alert"' in page) == bool(words)


def test_every_change_has_who_when_why_and_both_prices(staff, brand, maria, plan, now):
    policy = sell(brand, maria, plan, now)
    marry(policy, maria, now)
    move_to_ohio(policy, now)
    now(2027, 4, 2)
    withdraw(policy, Kind.PLACE)
    page = read(staff, policy)
    rows = [[tidy(cell) for cell in row] for row in rows_of(page, "changes")]
    assert [row[0] for row in rows] == [
        "A change was withdrawn | OH 43215",
        "Moved | OH 43215 | Withdrawn on 04/02/2027",
        "A person joined | Daniel Santos",
        "Issued | Halden Dental PPO 1500",
    ]
    assert rows[2][1:4] == [
        "From 03/01/2027 | Reported 02/16/2027",
        "Marriage on 02/13/2027 | Code for insurers: 32",
        "$37.51 → $73.04",
    ]
    assert rows[2][4].endswith("| Staff: Robin Vale | Withdraw | a person joined, from 03/01/2027")
    assert rows[1][3:] == ["$73.04 → $71.75", "03/22/2027, 1:00 PM | Member"]
    assert rows[0][3] == "$71.75 → $73.04"
    assert rows[3][3] == "– → $37.51"


def test_a_long_history_is_whole_by_pages(staff, brand, maria, plan, now):
    policy = sell(brand, maria, plan, now)
    for number in range(35):
        change(policy, Kind.RIDERS, date(2027, 1, 1), riders=(f"R{number}",))
    address = f"{LIST}{policy.pk}/change/"
    pages = [staff.get(address, {"known": "11/24/2026", "page": page}) for page in (1, 2, 3, "x")]
    assert [len(page.context["entries"]) for page in pages] == [30, 6, 6, 30]
    assert [page.context["entries"][-1].what for page in pages] == ["Other riders", "Issued", "Issued", "Other riders"]
    links = [re.findall(r'<a href="([^"]+)" rel="(?:prev|next)">(\w+)', page.content.decode()) for page in pages[:2]]
    assert links == [
        [("?known=11%2F24%2F2026&amp;page=2#changes", "Older")],
        [("?known=11%2F24%2F2026&amp;page=1#changes", "Newer")],
    ]


def test_two_versions_stand_side_by_side_with_what_differs(staff, brand, maria, plan, now):
    policy = sell(brand, maria, plan, now)
    marry(policy, maria, now)
    move_to_ohio(policy, now)
    page = read(staff, policy, one="1", other="3")
    rows = {row[0].split(" | ")[0].strip(): [tidy(cell) for cell in row[1:]] for row in rows_of(page, "compare")}
    assert rows["A month"] == ["$37.51", "$71.75"]
    assert rows["Tier"] == ["Member", "Member + Spouse"]
    assert rows["Covered"] == ["Maria Santos", "Maria Santos, Daniel Santos"]
    assert rows["Place"] == ["TX 75201", "OH 43215"]
    assert rows["Because of"] == ["Issued", "Moved"]
    assert rows["Plan"] == ["Halden Dental PPO 1500", "Halden Dental PPO 1500"]
    assert page.count('<tr class="is-different">') == 7
    assert "$34.24 more a month. Daniel Santos joined." in page


def test_people_stand_with_their_days_and_first_days(staff, brand, maria, plan, now):
    policy = sell(brand, maria, plan, now)
    marry(policy, maria, now)
    daniel = Relative.objects.get()
    now(2027, 6, 10)
    change(policy, Kind.DROP_PERSON, date(2027, 6, 1), key=str(daniel.pk))
    page = read(staff, policy)
    rows = [[tidy(cell) for cell in row] for row in rows_of(page, "people")]
    assert [row[:4] for row in rows] == [
        [
            f"Maria Santos | Member | {subscriber_number(maria.pk)}",
            "04/17/1989 | 38 years",
            "From 01/01/2027",
            "01/01/2027",
        ],
        [
            f"Daniel Santos | Spouse, no longer covered | {dependent_number(daniel.pk)}",
            "11/19/1986 | 40 years",
            "03/01/2027 to 05/31/2027",
            "03/01/2027",
        ],
    ]


@pytest.mark.parametrize(
    ("option", "tier", "code"), [("1500", "IO", "H-15-1"), ("1500", "IF", "H-15"), ("", "IF", "H-F"), ("9", "IO", "H")]
)
def test_what_insurers_call_a_policy_is_on_its_page_and_in_exports(staff, brand, maria, plan, now, option, tier, code):
    acme = create_group(code="ACME", name="Acme", brands=[brand])
    inputs = {"option": option} if option else {}
    policy = sell(brand, maria, plan, now, tier=tier, group_id=acme.pk, inputs=inputs)
    for held in (("", "", "H"), ("1500", "", "H-15"), ("", "IF", "H-F"), ("1500", "IO", "H-15-1")):
        PlanCode.objects.create(plan=plan, option=held[0], tier=held[1], code=held[2])
    GroupNumber.objects.create(group=acme, carrier=plan.carrier, number="HAL-20417")
    AccountNumber.objects.create(brand=brand, carrier=plan.carrier, number="AG-7")
    page = read(staff, policy)
    for label, number in (("Plan", code), ("Group", "HAL-20417"), ("Account", "AG-7")):
        assert f"<dt>{label} at Halden Dental</dt><dd>{number}</dd>" in page
    exported = staff.get("/backoffice/coverage/policy/export.csv").getvalue().decode()
    (row,) = csv.DictReader(StringIO(exported.lstrip("\ufeff")))
    numbers = [row[name] for name in ("Insurer's plan code", "Group number", "Account number", "Member number")]
    assert numbers == [code, "HAL-20417", "AG-7", subscriber_number(maria.pk)]


def test_an_export_has_the_code_of_the_option_in_force(staff, brand, maria, plan, now):
    policy = sell(brand, maria, plan, now, inputs={"option": "1500"})
    now(2027, 2, 1)
    change(policy, Kind.FACTS, date(2027, 5, 1), inputs={"option": "2500"})
    for option in ("1500", "2500"):
        PlanCode.objects.create(plan=plan, option=option, code=f"H-{option}")
    exported = staff.get("/backoffice/coverage/policy/export.csv").getvalue().decode()
    assert "H-1500" in exported
    assert "H-2500" not in exported


def test_a_policy_that_starts_ended_or_never_began_says_so(staff, brand, maria, plan, now):
    future = sell(brand, maria, plan, now)
    page = read(staff, future)
    assert "Starts on 01/01/2027, in 38 days." in page
    assert "It starts on 01/01/2027." in in_force(page)
    assert "Coverage starts, $37.51 a month" in tidy(page)
    with transaction.atomic():
        (record,) = ledger.lock_ledgers([future.pk])
        ledger.write([end_on(record, date(2027, 2, 28), Cause())])
    page = read(staff, future)
    assert "The first day without coverage" in page
    now(2027, 3, 1)
    page = read(staff, future)
    assert "Coverage from 01/01/2027 to 02/28/2027." in page
    assert "Ended. The last day was 02/28/2027." in in_force(page)
    assert "Last day 02/28/2027" in page
    gone = sell(brand, maria, plan, now, number="PF-2", ends_on=date(2026, 12, 31))
    page = read(staff, gone)
    assert "Canceled from the first day. No day was covered." in page
    assert "Canceled from the first day. No day is covered." in in_force(page)
    assert "No coverage on any of these days." in page
    waits = sell(brand, maria, plan, now, number="PF-3", awaits_decision=True)
    assert "decided yet. It would start on 01/01/2027." in read(staff, waits)


def test_a_policy_without_price_versions_or_member_is_shown(staff, brand, maria, plan, now):
    unpriced = issue(brand, number="C-7", member_id=maria.pk, plan_id=987_654, premium=None, tier="", name="Old Vision")
    page = read(staff, unpriced)
    assert "No price recorded" in in_force(page)
    assert "Plan Old Vision" in in_force(page)
    assert "Tier Not recorded" in in_force(page)
    bare = enrolled(brand, (plan, "31.00", "active")).sales.get().policy
    page = read(staff, bare)
    assert "This policy has no versions." in page
    assert "This policy has no changes." in page
    assert "member not recorded" in page


def test_every_kind_of_change_is_told_in_words(staff, brand, maria, plan, now):
    PlanRider.objects.create(plan=plan, code="AD", component="AD", label="Accidental death")
    other = make_plan("Halden Dental PPO 2500")
    policy = sell(brand, maria, plan, now, amount=Decimal(50_000), fees=Decimal("2.00"))
    load_shipped(LifeEvent, RuleEdition, Reason)
    change(policy, Kind.RIDERS, date(2027, 2, 1), riders=("AD", "GONE"))
    change(policy, Kind.AMOUNT, date(2027, 3, 1), amount=Decimal(75_000))
    change(policy, Kind.PLAN, date(2027, 4, 1), plan_id=other.pk)
    change(policy, Kind.PLAN, date(2027, 5, 1), plan_id=987_654)
    change(policy, Kind.RENEWAL, date(2027, 6, 1))
    person = Covered("self", Role.SUBSCRIBER, date(1988, 3, 8), date(2027, 1, 1))
    change(policy, Kind.CORRECTION, date(2027, 7, 1), person=person)
    reason = Reason.objects.filter(use="end").first()
    change(policy, Kind.END, date(2027, 12, 31), cause=Cause(reason=reason))
    back = Reason.objects.filter(use="reinstate").first()
    change(policy, Kind.REINSTATE, date(2028, 1, 1), cause=Cause(reason=back))
    page = read(staff, policy, on="03/15/2027")
    rows = [[tidy(cell) for cell in row] for row in rows_of(page, "changes")]
    assert [row[0] for row in reversed(rows)] == [
        "Issued | Halden Dental PPO 1500",
        "Other riders | Accidental death, GONE",
        "Another amount | $75,000.00",
        "Another plan | Halden Dental PPO 2500",
        "Another plan | Plan 987654, not in the catalog",
        "Renewed",
        "A person corrected | Maria Santos",
        "Ended",
        "Reinstated",
    ]
    assert [row[2] for row in rows[:2]] == [
        f"{back.name} | Code for insurers: 41",
        f"{reason.name} | Code for insurers: 14",
    ]
    shown = in_force(page)
    assert "Riders Accidental death, GONE" in shown
    assert "Amount $75,000.00" in shown
    assert "Premium $37.51 Fees $2.00 a month" in shown
    assert "A month $39.51" in shown
    assert "No riders" not in page


def test_what_the_group_pays_stands_with_the_price_it_was_said_of(staff, brand, maria, plan, now):
    share = {
        "group": "Acme",
        "employer": "30.00",
        "own": "7.51",
        "pay_periods": None,
        "employer_per_pay": None,
        "own_per_pay": None,
    }
    policy = sell(brand, maria, plan, now, share=share)
    marry(policy, maria, now)
    assert "A month $37.51 Acme pays $30.00 The member pays $7.51" in in_force(read(staff, policy, on="02/01/2027"))
    assert "Acme pays" not in in_force(read(staff, policy, on="03/01/2027"))


def test_the_steps_of_a_price_come_from_its_proof(staff, brand, maria, plan, now):
    rate_flat(plan, "37.51")
    terms = Pricing()(terms_of(plan_id=plan.pk, first=date(2027, 1, 1)))
    assert terms.premium == Decimal("37.51")
    policy = sell(brand, maria, plan, now, proof=terms.proof)
    page = read(staff, policy, on="01/01/2027")
    why = tidy(page.split("Why $37.51?")[1].split("</details>")[0])
    assert "Base price $37.51 Each month $37.51 Effective date 01/01/2027 · Age 37" in why
    assert "There's no calculation on record for this price" not in page


def test_designations_are_opened_one_by_one_for_a_reason_and_on_record(works, brand, maria, plan, now):
    policy = sell(brand, maria, plan, now)
    Plan.objects.update(requirements=["beneficiary_info"])
    designate([policy], [{"name": "Ana Santos", "relationship": "sister", "share": "100"}])
    service = works("service")
    page = read(service, policy)
    assert "Ana Santos" not in page
    address = f"{LIST}{policy.pk}/change/"
    refused = service.post(address, {"seal": "designation-1", "why": "caller"}).content.decode()
    assert "Write a note of at least 3 characters." in refused
    assert "Ana Santos" not in refused
    assert not AuditEvent.objects.filter(action="sealed.opened").exists()
    opened = service.post(address, {"seal": "designation-1", "why": "caller", "note": "She asks who it is"})
    assert "Ana Santos, sister, 100%" in opened.content.decode()
    event = AuditEvent.objects.get(action="sealed.opened")
    assert (event.subject_type, event.subject_id, event.fields) == ("policy", str(policy.pk), ["designation"])
    assert event.meta["why"] == "caller"
    assert service.post(address, {"seal": "designation-9"}).status_code == 404
    assert service.post(address, {}).status_code == 403


@pytest.mark.parametrize(("requirements", "is_shown"), [([], False), (["beneficiary_info"], True)])
def test_only_a_plan_that_pays_at_death_says_who_receives_it(staff, brand, maria, plan, now, requirements, is_shown):
    plan.requirements = requirements
    plan.save()
    clear_all()
    page = read(staff, sell(brand, maria, plan, now))
    assert ("Who receives the benefit at death" in page) is is_shown


def test_readers_look_and_open_nothing(works, brand, maria, plan, now):
    policy = sell(brand, maria, plan, now)
    Plan.objects.update(requirements=["beneficiary_info"])
    designate([policy], [{"name": "Ana Santos", "relationship": "sister", "share": "100"}])
    reader = works("reader")
    page = read(reader, policy)
    assert "1 designation on record. Your role can't open it." in page
    refused = reader.post(f"{LIST}{policy.pk}/change/", {"seal": "designation-1", "why": "caller", "note": "why not"})
    assert refused.status_code == 403
    assert not AuditEvent.objects.filter(action="sealed.opened").exists()


def test_policies_of_other_brands_are_not_there(works, brand, maria, plan, now):
    policy = sell(brand, maria, plan, now)
    other = works("service", Brand.objects.create(name="Elsewhere"))
    assert other.get(f"{LIST}{policy.pk}/change/").status_code == 302
    assert other.get(LIST).context["cl"].result_count == 0


def test_the_list_is_found_by_number_member_and_confirmation_and_filtered(staff, brand, maria, plan, now):
    policy = sell(brand, maria, plan, now)
    sold = enrolled(brand, (plan, "31.00", "active"))

    def found(words):
        answer = staff.post(LIST, {"find": words})
        assert words.lower() not in answer.headers["Location"].lower()
        return [row.number for row in staff.get(answer.headers["Location"]).context["cl"].result_list]

    assert found("PF4402817-01") == [policy.number]
    assert found("maria santos") == [policy.number]
    assert found(str(sold.number)) == [sold.sales.get().policy.number]
    page = staff.get(f"{LIST}?state=accepted&category=dental").content.decode()
    assert policy.number in page
    assert "Maria Santos" in page
    assert staff.get(f"{LIST}?state=ended").context["cl"].result_count == 0


def test_the_page_takes_the_same_queries_however_much_happened(staff, brand, maria, plan, now):
    policy = sell(brand, maria, plan, now)
    marry(policy, maria, now)
    read(staff, policy), read(staff, policy)
    with CaptureQueriesContext(connection) as few:
        read(staff, policy)
    for month in range(4, 10):
        now(2027, month, 2)
        change(policy, Kind.PLACE, date(2027, month, 1), place=Place("OH" if month % 2 else "TX", f"4321{month}"))
    with CaptureQueriesContext(connection) as many:
        read(staff, policy)
    assert len(few) == len(many) == 21


def test_case_file_search_and_member_lead_to_the_policy(staff, brand, maria, plan, now):
    policy = sell(brand, maria, plan, now)
    place = f"{LIST}{policy.pk}/change/"
    assert f'href="{place}' in staff.get(f"/backoffice/members/member/{maria.pk}/change/?record").content.decode()
    found = staff.post("/backoffice/find/", {"words": policy.number})
    assert found.headers["Location"] == place


def test_a_policy_that_is_found_counts_who_is_covered_still(staff, brand, maria, plan, now):
    def count_shown():
        page = staff.post("/backoffice/find/typing/", {"words": "santos"}).content.decode()
        return re.search(r"PPO 1500, PF[0-9-]+ Maria Santos( and \d others?)?\. ", tidy(page))[1]

    policy = sell(brand, maria, plan, now)
    assert count_shown() is None
    marry(policy, maria, now)
    assert count_shown() == " and 1 other"
    withdraw(policy, Kind.ADD_PERSON)
    assert count_shown() is None

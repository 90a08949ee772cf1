"""The demo world is what its documents promise."""

import json
import re
from datetime import timedelta
from decimal import Decimal
from pathlib import Path

import pytest

from planfront.accounts.models import User
from planfront.accounts.services import start_session
from planfront.audit.services import SYSTEM
from planfront.brands import selectors as brands
from planfront.catalog.models import Plan, PlanQuestionSet
from planfront.catalog.selectors import Store, featured_plans, store_plans
from planfront.enrollment.models import ResumeCode
from planfront.enrollment.returning.resume import resume_by_code
from planfront.kernel import clock
from planfront.members.duplicates.merging import preview_merge
from planfront.members.models import DuplicateMember, Member
from planfront.parties.groups import selectors as groups
from planfront.parties.reps import selectors as reps
from planfront.shopping.cart.selectors import load_cart
from planfront.webapp import first_view
from planfront.webapp.bootstrap import apps_block
from planfront.webapp.first_view import DRAWN
from planfront.webapp.page_data import APPS, SHAPE
from planfront.webapp.routes import resolve
from planfront_demo import notes
from planfront_demo.people import PEOPLE
from planfront_demo.plans import CATALOG, PLANS
from planfront_demo.resume import demo_code, renew_saved_enrollment
from planfront_demo.seed import demo_summary

FIRST_VIEWS = Path(first_view.__file__).parent / "templates/webapp/first"

pytestmark = pytest.mark.django_db


def test_the_brands_answer_on_their_hosts(world):
    hosts = {brand.host: brand.name for brand in PEOPLE.brands}
    assert {host: brands.brand_for_host(host).name for host in hosts} == hosts
    assert brands.brand_for_host("copperline.localhost").flag("landing_to_root") is True
    assert brands.brand_for_host("brightsmile.localhost").flag("dental_vision_only") is True


def test_the_launcher_has_every_application(world):
    juniper = brands.brand_for_host("juniper.localhost")
    assert [app["key"] for app in apps_block(juniper)] == list(APPS)
    assert apps_block(brands.brand_for_host("localhost")) == []


@pytest.mark.parametrize("path", ["", "plans", "plan/1002/halden-dental-ppo-1500", "jordan-lee", "acme/plans"])
def test_the_page_s_data_has_the_declared_shape(world, client, path):
    for brand in PEOPLE.brands:
        html = client.get(f"/{path}", headers={"Host": brand.host}).content.decode()
        data = json.loads(re.search(r'id="bootstrap">(.*?)</script>', html)[1])
        assert SHAPE.dump_python(SHAPE.validate_python(data), mode="json") == data


def test_a_journey_compares_every_page_that_server_and_store_draw(world):
    """Each of these pages stands twice, as a template and in React; the journey holds the two together."""
    journey = FIRST_VIEWS.parents[5] / "frontend/e2e/first-view.spec.ts"
    pages = re.findall(r'"(.*?)"', re.search(r"const PAGES = \[(.*?)\];", journey.read_text(), re.DOTALL)[1])
    brand = brands.brand_for_host("localhost")
    assert {resolve(brand.pk, page.strip("/").split("?")[0]).view for page in pages} == DRAWN
    assert {template.stem for template in FIRST_VIEWS.glob("[!_]*.html")} == DRAWN


def test_codes_and_landing_pages_lead_to_their_owners(world):
    assert reps.agent_by_code(1, "rep1001").landing_url == "jordan-lee"
    assert reps.agent_by_code(1, "REP1002").landing_url == ""
    assert groups.group_by_code(1, "ACME01").landing_url == "acme"
    assert groups.group_by_code(1, "north2").landing_url == ""
    for group_id in (2556, 2512):
        assert groups.group_by_id(1, group_id).requires_enroller_code is True
        assert groups.enroller_code_matches(group_id, f"enr-{group_id}") is True
    assert groups.group_by_id(1, 1929).flag("member_benefit_store") is True
    assert groups.group_by_id(1, 77) is not None


@pytest.mark.parametrize("email", ["rep@demo.test", "group@demo.test", "member@demo.test", "admin@demo.test"])
def test_the_demo_password_signs_in(world, email):
    assert User.objects.get(email=email).check_password("planfront-demo")


def test_maria_has_an_active_dental_and_an_inactive_vision_policy(world):
    maria = Member.objects.get(email="member@demo.test")
    rows = maria.policies.order_by("category")
    assert [(policy.plan_name, policy.category, policy.state) for policy in rows] == [
        ("Halden Dental PPO 1500", "dental", "active"),
        ("Claropoint Vision Essential", "vision", "ended"),
    ]


def test_members_of_a_second_brand_have_policies_and_letters_of_their_own(world):
    rows = Member.objects.filter(brand__key="juniper").order_by("pk")
    assert [(member.name, member.user.language) for member in rows] == [
        ("Teresa Quintero", "es"),
        ("Marcus Delaney", "en"),
        ("Harold Whitcomb", "es"),
    ]
    assert [policy.number for member in rows for policy in member.policies.order_by("number")] == [
        "JM-5101-1002",
        "JM-5102-2001",
        "JM-5103-1014",
        "JM-5103-1102",
    ]


def test_every_text_is_there_in_both_languages(world):
    for plan in Plan.objects.all():
        spanish = plan.i18n["es"]
        assert plan.short_text != spanish["short_text"], plan.name
        assert set(plan.description) == set(Plan.DESCRIPTION_KEYS) == set(spanish["description"])
        assert all(plan.description[key] for key in ("header_text", "body_text", "exclusions_text", "faq_text"))
        assert len(plan.facts) == len(spanish["facts"]) == 3
        columns = len(plan.benefits["columns"])
        assert all(len(row["values"]) == columns for row in plan.benefits["rows"]), plan.name


def test_facts_of_a_category_have_the_same_labels(world):
    labels = {}
    for plan in Plan.objects.all():
        labels.setdefault(plan.category, set()).add(tuple(fact["label"] for fact in plan.facts))
    assert [category for category, variants in labels.items() if len(variants) != 1] == []


def test_questionnaires_belong_to_plans(world):
    plans = {row.code: sorted(row.plans.values_list("id", flat=True)) for row in PlanQuestionSet.objects.all()}
    assert plans == {
        "life-statements": [1401, 1402],
        "work-statements": [1801],
        "life-health": [1405],
        "critical-health": [1902],
        "rider-ad": [],
    }


def test_the_printed_lines_name_stores_and_accounts(world):
    printed = "\n".join(notes.lines(8123))
    assert "http://juniper.localhost:8123" in printed
    assert "member@demo.test" in printed
    assert "planfront-demo" in printed
    assert demo_summary(8123).password == "planfront-demo"
    assert demo_code() in printed


def test_the_printed_code_continues_at_contact_information(world):
    summary = demo_summary(8000)
    session = start_session(brand_id=1, cookie="", bound=False).session
    result = resume_by_code(
        brand_id=1, code=summary.resume_code, email=summary.resume_email, session=session, origin=SYSTEM
    )
    assert (result.step, result.href) == ("contact_info", "/enrollment/contact-info")
    cart = load_cart(result.quote)
    assert [line.plan_id for line in cart.lines if not line.is_fee] == [1002, 1102]
    assert cart.monthly == Decimal("134.45")  # 104.85 + 24.60 + 5.00
    assert cart.first_month == Decimal("149.45")  # + 15.00 enrollment fee


def test_the_code_is_renewed_at_every_start(world, monkeypatch):
    later = clock.now() + timedelta(days=90)
    monkeypatch.setattr(clock, "now", lambda: later)
    code = renew_saved_enrollment()
    assert code == demo_code()
    assert ResumeCode.objects.get().expires_at == later + timedelta(days=30)


@pytest.mark.parametrize("key", CATALOG.featured)
def test_featured_plans_come_in_their_order(world, key):
    brand = brands.by_key(key)
    assert tuple(card.plan_id for card in featured_plans(brand.pk)) == CATALOG.featured[key]


def test_an_employers_store_has_the_plans_of_its_portal(world):
    store = Store(brand_id=1, group_id=101)
    sold = {view.id for view in store_plans(store)}
    assert sold == {plan.id for plan in PLANS if "group" in plan.portals}
    assert [card.plan_id for card in featured_plans(1, group_id=101)][:4] == [1014, 1102, 1403, 2001]
    assert {view.id for view in store_plans(Store(brand_id=3, group_id=101))} == {
        plan.id for plan in PLANS if "group" in plan.portals and plan.category in ("dental", "vision")
    }


def test_one_person_is_on_record_twice_for_staff_to_decide_about(world):
    pair = DuplicateMember.objects.get()
    assert [member.name for member in (pair.first, pair.second)] == ["Otto Lindqvist"] * 2
    assert (pair.matched, pair.state) == (["name", "phone"], "waiting")
    preview = preview_merge(pair, pair.first_id)
    assert [item.move.title for item in preview.moved] == ["Policies, with their cards"]
    assert preview.clashes == []

"""Classes, contributions and open enrollment on a group's page; a member's class."""

from datetime import date
from decimal import Decimal
from html import unescape

import pytest

from planfront.accounts.models import User
from planfront.audit.models import AuditEvent
from planfront.backoffice.tests.forms import form_of
from planfront.catalog.models import Carrier, Plan
from planfront.catalog.tests.factories import make_carrier
from planfront.members.models import Member
from planfront.members.services import create_member
from planfront.parties.groups.models import GroupClass
from planfront.parties.groups.selectors import terms_of
from planfront.parties.groups.services import create_group
from planfront.parties.groups.terms import Window

pytestmark = pytest.mark.django_db


@pytest.fixture
def staff(client, brand):
    client.defaults["HTTP_HOST"] = "shop.test"
    client.force_login(User.objects.create_superuser("admin@demo.test", "planfront-demo"))
    return client


@pytest.fixture
def group(brand):
    return create_group(code="ACME", name="Acme", brands=[brand])


def page(row):
    return f"/backoffice/{row._meta.app_label}/{row._meta.model_name}/{row.pk}/change/"


def sent(client, address, **changes):
    return client.post(address, {**form_of(client.get(address).content.decode()), **changes})


def new_class(name, number=0, **more):
    data = {
        "name": name,
        "waiting_count": "30",
        "waiting_unit": "days",
        "waiting_start": "first",
        "enroll_days": "31",
        "order": "0",
        "eligible": "on",
        **more,
    }
    return {f"classes-{number}-{key}": value for key, value in data.items()}


def test_a_group_s_terms_are_saved_and_shown(staff, group):
    address = page(group)
    answer = sent(
        staff,
        address,
        **{
            "pay_periods": "26",
            "pays_dues": "on",
            "classes-TOTAL_FORMS": "1",
            **new_class("Staff", is_default="on", min_hours="20"),
            "classes-0-categories": ["dental", "vision"],
            "enrollment_windows-TOTAL_FORMS": "1",
            "enrollment_windows-0-opens_on": "2026-11-01",
            "enrollment_windows-0-closes_on": "2026-11-30",
            "enrollment_windows-0-coverage_start": "2027-01-01",
        },
    )
    assert answer.status_code == 302, answer.context["errors"]
    staff_class = GroupClass.objects.get()
    answer = sent(
        staff,
        address,
        **{
            "contributions-TOTAL_FORMS": "1",
            "contributions-0-group_class": staff_class.pk,
            "contributions-0-category": "dental",
            "contributions-0-kind": "percent",
            "contributions-0-value": "60",
            "classes-0-categories": ["dental", "vision"],
            "contributions-0-cap": "30",
        },
    )
    assert answer.status_code == 302, answer.context["errors"]
    group.refresh_from_db()
    terms = terms_of(group)
    (own,), (row,) = terms.classes, terms.contributions
    assert (terms.periods(own), own.min_hours, own.categories) == (26, 20, {"dental", "vision"})
    assert terms.pays == {"dues"}
    assert own.waiting.first_day(date(2026, 11, 5)) == date(2027, 1, 1)
    assert (row.class_id, row.category, row.kind, row.value, row.cap) == (own.id, "dental", "percent", 60, Decimal(30))
    assert terms.windows == (Window(date(2026, 11, 1), date(2026, 11, 30), date(2027, 1, 1)),)
    rows = AuditEvent.objects.filter(action="backoffice.group.rows_saved")
    assert sorted(event.fields for event in rows) == [["classes", "open enrollment"], ["contributions"]]


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ({"contributions-0-kind": "percent", "contributions-0-value": "101"}, "At most 100 percent"),
        ({"contributions-0-kind": "amount", "contributions-0-value": "-1"}, "greater than or equal to 0"),
        ({"contributions-0-category": "dental", "contributions-0-plan_id": "1002"}, "a plan or a category, not both"),
        ({"contributions-0-eff_from": "2027-01-01", "contributions-0-eff_to": "2026-01-01"}, "end before it begins"),
    ],
)
def test_a_contribution_that_makes_no_sense_is_refused(staff, group, wrong, words):
    carrier = Carrier.objects.create(key="north", name="North Mutual")
    Plan.objects.create(pk=1002, carrier=carrier, category="dental", name="Dental")
    whole = {"contributions-TOTAL_FORMS": "1", "contributions-0-kind": "amount", "contributions-0-value": "5"}
    answer = sent(staff, page(group), **{**whole, **wrong})
    assert answer.status_code == 200
    assert words in answer.content.decode()


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ({"closes_on": "2026-10-01"}, "close before it opens"),
        ({"closes_on": "2026-12-01", "coverage_start": "2026-11-01"}, "Coverage starts after it opens"),
    ],
)
def test_open_enrollment_ends_after_it_opens(staff, group, wrong, words):
    whole = {"enrollment_windows-TOTAL_FORMS": "1", "enrollment_windows-0-opens_on": "2026-11-01"}
    answer = sent(staff, page(group), **whole, **{f"enrollment_windows-0-{key}": value for key, value in wrong.items()})
    assert words in answer.content.decode()


def test_a_group_has_one_default_class(staff, group):
    both = {**new_class("Staff", is_default="on"), **new_class("Management", 1, is_default="on")}
    answer = sent(staff, page(group), **{"classes-TOTAL_FORMS": "2"}, **both)
    assert answer.status_code == 200
    assert GroupClass.objects.count() == 0


def test_a_contribution_can_be_declared_only_once(staff, group):
    rows = {
        f"contributions-{number}-{key}": value
        for number in (0, 1)
        for key, value in (("kind", "amount"), ("value", "5"))
    }
    answer = sent(staff, page(group), **{"contributions-TOTAL_FORMS": "2"}, **rows)
    assert "two contributions for the same class" in answer.content.decode()


def test_a_member_s_class_belongs_to_their_own_group(staff, brand, group):
    other = create_group(code="BOLT", name="Bolt", brands=[brand])
    mine, foreign = (GroupClass.objects.create(group=item, name="Staff") for item in (group, other))
    member = create_member(
        brand=brand,
        group=group,
        first_name="Ann",
        last_name="X",
        gender=0,
        birth_date=date(1990, 1, 1),
        email="a@x.example",
    )
    address = f"{page(member)}?record"
    assert sent(staff, address, group_class=foreign.pk).status_code == 200
    assert sent(staff, address, group_class=mine.pk).status_code == 302
    assert Member.objects.get().group_class == mine
    assert sent(staff, address, group=other.pk).status_code == 302
    assert Member.objects.get().group_class is None


def test_a_group_has_one_number_at_each_insurer(staff, group):
    halden = make_carrier()
    number = {"insurer_numbers-0-carrier": halden.pk, "insurer_numbers-0-number": "HAL-20417", **_one_row(1)}
    assert sent(staff, page(group), **number).status_code == 302
    assert list(group.insurer_numbers.values_list("carrier", "number")) == [(halden.pk, "HAL-20417")]
    again = {"insurer_numbers-1-carrier": halden.pk, "insurer_numbers-1-number": "HAL-2", **_one_row(2)}
    assert "correct the duplicate data" in unescape(sent(staff, page(group), **again).content.decode())
    other = {"insurer_numbers-1-carrier": make_carrier("ostrander", name="Ostrander").pk, **_one_row(2)}
    answer = sent(staff, page(group), **other, **{"insurer_numbers-1-number": "<HAL>"})
    assert "Use up to 40 letters, digits, spaces, dashes, dots and slashes." in answer.content.decode()
    assert group.insurer_numbers.count() == 1


def _one_row(total):
    return {"insurer_numbers-TOTAL_FORMS": total}


def test_a_store_has_an_account_at_an_insurer(staff, brand):
    halden = make_carrier()
    account = {"account_numbers-TOTAL_FORMS": 1, "account_numbers-0-brand": brand.pk}
    assert sent(staff, page(halden), **account, **{"account_numbers-0-number": "AG 771/2"}).status_code == 302
    assert list(halden.account_numbers.values_list("brand", "number")) == [(brand.pk, "AG 771/2")]

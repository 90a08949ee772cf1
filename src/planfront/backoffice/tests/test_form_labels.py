"""Forms say things as people do: rows by name, no programmer's words, times in one form."""

import re
from datetime import date

import pytest
from django.apps import apps

from planfront.accounts.models import User
from planfront.backoffice.lists.days import DayField
from planfront.backoffice.lists.labels import humanize_label
from planfront.billing.models import BillDate, PaymentRule
from planfront.catalog.tests.factories import make_plan
from planfront.kernel import clock
from planfront.members.models import ReferenceItem

pytestmark = pytest.mark.django_db
RULES = "/backoffice/billing/paymentrule/"
ITEMS = "/backoffice/members/referenceitem/"


@pytest.fixture
def staff(client, brand):
    client.force_login(User.objects.create_superuser("admin@demo.test", "planfront-demo"))
    client.defaults["HTTP_HOST"] = "shop.test"
    return client


@pytest.mark.parametrize(
    ("label", "said"),
    [
        ("Zip", "ZIP"),
        ("Created at", "Created"),
        ("Name es", "Name (Spanish)"),
        ("eff_from", "From"),
        ("Address1", "Address"),
        ("Name", "Name"),
    ],
)
def test_labels_are_without_a_programmers_words(label, said):
    assert humanize_label(label) == said


def test_the_plural_of_every_table_is_a_word():
    odd = re.compile(r"[^aeiou]ys$|sss?$|(ss|ch|sh|x)s$")
    plurals = [str(model._meta.verbose_name_plural) for model in apps.get_models()]
    assert [plural for plural in plurals if odd.search(plural)] == []


def test_a_page_without_changes_says_so_plainly(staff):
    plan = make_plan("Brightwater Choice")
    page = staff.get(f"/backoffice/catalog/plan/{plan.pk}/history/").content.decode()
    assert "No changes on this page are on record." in page
    assert "change history" not in page


def test_a_payment_rule_is_for_a_plan_and_a_brand_by_name(staff, brand):
    plan = make_plan("Halden PPO")
    html = staff.get(f"{RULES}add/").content.decode()
    assert f'<option value="{plan.pk}">Halden PPO ({plan.pk})</option>' in html
    assert "Brand id" not in html
    body = {"brand_id": brand.pk, "plan_id": plan.pk, "group_id": "", "portal_id": "", "method": "eft", "_save": "1"}
    assert staff.post(f"{RULES}add/", body).status_code == 302
    rule = PaymentRule.objects.get()
    assert (rule.brand_id, rule.plan_id, rule.group_id) == (brand.pk, plan.pk, None)
    assert f'<option value="{plan.pk}" selected>' in staff.get(f"{RULES}{rule.pk}/change/").content.decode()
    refused = staff.post(f"{RULES}add/", {**body, "plan_id": plan.pk + 1})
    assert "Select a valid choice" in refused.content.decode()


def test_a_bill_date_of_no_brand_is_for_any(staff):
    assert staff.post("/backoffice/billing/billdate/add/", {"brand_id": "", "day": "5"}).status_code == 302
    assert BillDate.objects.get().brand_id is None


def test_what_follows_a_choice_is_ticked_and_other_flags_stay(staff):
    item = ReferenceItem.objects.create(
        list_key="average_work_week", value="A", name="Up to 20", flags={"least": 0, "most": 20, "refused": True}
    )
    page = f"{ITEMS}{item.pk}/change/"
    html = staff.get(page).content.decode()
    assert re.search(r'<input[^>]+name="refused"[^>]+checked', html)
    assert "least" not in html
    body = {"list_key": "average_work_week", "value": "A", "name": "Up to 20", "order": "0", "needs_text": "on"}
    assert staff.post(page, body).status_code == 302
    item.refresh_from_db()
    assert item.flags == {"least": 0, "most": 20, "needs_text": True}


def test_a_row_is_called_by_a_word_that_begins_with_a_capital(staff):
    rule = PaymentRule.objects.create(method="eft")
    assert re.search(r">\s*Eft for all\s*<", staff.get(f"{RULES}{rule.pk}/change/").content.decode())


@pytest.mark.parametrize(
    ("typed", "problem"),
    [
        ("4/17/89", None),
        ("04-17-1989", None),
        ("April 17, 1989", None),
        ("17/04/1989", "There is no month 17. Did you mean 04/17/1989?"),
        ("12/31/1900", "Check the year. That is more than 120 years ago."),
        ("04/17/2099", "The date can't be in the future."),
    ],
)
def test_staff_type_birth_dates_as_shoppers_do(staff, brand, typed, problem):
    page = staff.post("/backoffice/members/member/add/", {"birth_date": typed})
    form = page.context["adminform"].form
    assert form.cleaned_data.get("birth_date") == (None if problem else date(1989, 4, 17))
    assert form.errors.get("birth_date") == ([problem] if problem else None)


def test_a_day_that_may_come_is_read_up_to_twenty_years_ahead(staff, brand):
    year = clock.today().year + 1
    assert DayField().clean(f"4-17-{year % 100}") == date(year, 4, 17)

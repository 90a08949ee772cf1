"""Fees beside premiums of three households: the cart, what is signed, the receipt, what is on record, the pages of the
member, of staff and of the group, and letters say the same to the cent. Prices are worked out by hand."""

from datetime import date
from decimal import Decimal

import pytest

from planfront.backoffice.applications.case_file import money_of
from planfront.coverage.models import Fee, Policy
from planfront.enrollment.models import Application
from planfront.kernel.jobs.tasks import run_pending
from planfront.letters.models import Letter
from planfront.parties.groups.models import Group
from planfront.parties.groups.shares import deductions
from planfront.shopping.models import Quote
from planfront_demo.tests.test_year import SPOUSE, alma, bruno, clara, month_of, sign_in, travel

__all__ = ["alma", "bruno", "clara", "travel"]
pytestmark = [pytest.mark.django_db, pytest.mark.thorough]


def list_owed(household):
    """Return a member's fees as known now: amount, whether once, first and last day, and the kind of plan they hang
    on."""
    rows = Fee.objects.standing().filter(policy__member=household.member).select_related("policy")
    return [
        (str(row.amount), row.once, row.effective, row.until, row.policy.category)
        for row in rows.order_by("once", "effective")
    ]


def read_case(household):
    """Return what staff read on the enrollment: a month, once, and the first month."""
    application = Application.objects.get(enrollment__public_id=household.wizard.id)
    policies = list(Policy.objects.filter(sale__confirmation__enrollment=application.enrollment))
    money = money_of(application, policies, None)
    return str(money.monthly), str(money.once), str(money.first)


def read_month(household):
    month = household.coverage()["month"]
    return month and (month["day"], [fee["amount"] for fee in month["fees"]], month["total"], month["first"])


def texts_of_letters(household, kind):
    run_pending()
    letters = Letter.objects.filter(member_id=household.member.pk, kind=kind).order_by("created_at", "key")
    return [" ".join(letter.document["data"]["paragraphs"]) for letter in letters]


def numbers_by_category(household):
    return {policy["category"]: policy["number"] for policy in household.coverage()["policies"]}


def end(household, category, last_day):
    """End a plan as the member; returns what the preview said follows."""
    order = {"kind": "end", "policies": [numbers_by_category(household)[category]], "last_day": last_day}
    preview = sign_in(household.member.user.email).post("preview-change", order).json()["data"]
    household.change(**order)
    return preview["consequences"]


FIRST = date(2026, 12, 1)


def test_alma(alma, travel):
    """36.85 and 9.95, 5.00 of dues a month, 15.00 once."""
    cart = alma.wizard.data("get-plan-cart")
    assert cart["total"] == "66.80"
    saved_texts = {
        row["text_id"].partition(":")[0]: row["text_body"] for row in alma.wizard.data("get-agreement-texts")
    }
    assert any("$5.00" in text for text in saved_texts.values())
    receipt = alma.submit("alma@mail.example")
    assert (receipt["recurring_month_cost"], receipt["initial_month_cost"]) == ("51.80", "66.80")
    assert list_owed(alma) == [
        ("5.00", False, FIRST, None, "dental"),
        ("15.00", True, FIRST, FIRST, "dental"),
    ]
    assert read_case(alma) == ("51.80", "15.00", "66.80")
    assert read_month(alma) == ("12/01/2026", ["5.00", "15.00"], "51.80", "66.80")
    number = numbers_by_category(alma)["dental"]
    story = sign_in("alma@mail.example").get("get-policy", number=number).json()["data"]
    assert [(fee["amount"], fee["starts_on"], fee["ends_on"]) for fee in story["fees"]] == [
        ("5.00", "12/01/2026", ""),
        ("15.00", "12/01/2026", ""),
    ]
    travel("2026-12-02")
    assert "It costs $51.80 a month." in texts_of_letters(alma, "welcome")[0]
    dues = "The association membership, $5.00 a month, ends on 12/31/2026 with the last of the plans."
    assert dues not in end(alma, "dental", "12/31/2026"), "vision goes on"
    assert list_owed(alma)[:2] == [
        ("5.00", False, FIRST, date(2026, 12, 31), "dental"),
        ("5.00", False, date(2027, 1, 1), None, "vision"),
    ]
    stays = "The association membership, $5.00 a month, stays with the other plans."
    assert stays in texts_of_letters(alma, "termination")[0]
    assert dues in end(alma, "vision", "12/31/2026")
    assert list_owed(alma) == [
        ("5.00", False, FIRST, date(2026, 12, 31), "dental"),
        ("15.00", True, FIRST, FIRST, "dental"),
    ]
    assert dues in texts_of_letters(alma, "termination")[1], "the letter says what the preview did"
    assert read_month(alma) == ("12/02/2026", ["5.00", "15.00"], "51.80", "66.80")
    alma.undo()
    assert list_owed(alma)[1] == ("5.00", False, date(2027, 1, 1), None, "vision")
    travel("2027-01-05")
    assert read_month(alma) == ("01/05/2027", ["5.00"], "14.95", "")


def test_alma_in_a_new_year_and_at_another_place(alma, travel):
    alma.submit("alma@mail.example")
    travel("2026-12-10")
    address = {"address1": "200 North Spring Street", "city": "Los Angeles", "zip": "90012"}
    alma.change(kind="place", event="move", happened_on="12/05/2026", **address)
    alma.change(kind="add_person", event="marriage", happened_on="12/05/2026", person=SPOUSE)
    assert list_owed(alma)[0] == ("5.00", False, FIRST, None, "dental")
    travel("2027-01-02")
    # 82.23 and 19.36.
    assert read_month(alma) == ("01/02/2027", ["5.00"], "106.59", "")
    text = texts_of_letters(alma, "change")[-1]
    assert "The association membership, $5.00 a month, is charged separately." in text


def test_bruno(bruno, travel):
    """155.02; 37.60 with 3 per cent, which is a part of its price; 9.95 of the membership plan; 5.00 of dues."""
    assert bruno.wizard.data("get-plan-cart")["total"] == "207.57"
    receipt = bruno.submit("bruno@mail.example")
    assert (receipt["recurring_month_cost"], receipt["initial_month_cost"]) == ("207.57", "207.57")
    ((amount, once, first, until, _category),) = list_owed(bruno)
    assert (amount, once, first, until) == ("5.00", False, FIRST, None)
    assert read_case(bruno) == ("207.57", "0.00", "207.57")
    assert read_month(bruno) == ("12/01/2026", ["5.00"], "207.57", "")
    premiums = Policy.objects.filter(member=bruno.member).values_list("monthly", flat=True)
    assert sum(premiums) == Decimal("202.57")
    travel("2026-12-05")
    newborn = {"first_name": "Noa", "last_name": "Keller", "birth_date": "12/03/2026", "gender": 1, "role": "child"}
    bruno.change(kind="add_person", event="birth", happened_on="12/03/2026", person=newborn)
    assert read_month(bruno) == ("12/05/2026", ["5.00"], "227.02", "")
    assert read_case(bruno)[0] == "227.02"


def test_clara(clara, travel):
    """Half of 64.70, 9.40 less 3.50, and 5.00 of dues, which the group doesn't pay: 43.25 a month."""
    assert clara.wizard.data("get-plan-cart")["share"]["own"] == "43.25"
    receipt = clara.submit("clara@mail.example", payment_method="list")
    assert (receipt["share"]["own"], receipt["share"]["own_per_pay"]) == ("43.25", "19.96")
    assert [row[:4] for row in list_owed(clara) if not row[1]] == [("5.00", False, date(2027, 1, 1), None)]
    assert read_case(clara)[0] == "79.10"
    group = sign_in("group@demo.test")
    assert month_of(group, clara, "01/01/2027") == ("79.10", "35.85", "43.25", "$19.96 every two weeks")
    lines = [Decimal(amount) for amount in ("32.35", "5.90", "5.00")]
    assert sum(sum(deductions(line, 26)) for line in lines) == Decimal("43.25") * 12
    assert sum(deductions(line, 26)[0] for line in lines) == Decimal("19.96")
    (row,) = [
        row
        for row in group.get("get-group-people", day="01/01/2027", search="Moss").json()["data"]["result"]
        if row["member_id"] == clara.member.pk
    ]
    assert [(fee["name"], fee["split"]["own"], fee["split"]["each_pay"]) for fee in row["fees"]] == [
        ("Association membership", "5.00", "$2.31 every two weeks")
    ]
    travel("2027-06-20")
    leaves = {"member_id": clara.member.pk, "event": "left-work", "happened_on": "06/15/2027"}
    group = sign_in("group@demo.test")
    digest = group.post("preview-leaving", leaves).json()["data"]["digest"]
    assert group.post("report-leaving", {**leaves, "digest": digest}).status_code == 200
    assert [row[3] for row in list_owed(clara) if not row[1]] == [date(2027, 6, 30)]
    assert month_of(group, clara, "06/30/2027") == ("79.10", "35.85", "43.25", "$19.96 every two weeks")
    assert month_of(group, clara, "07/01/2027") == ("0.00", "0.00", "0.00", "")


def test_clara_s_group_pays_the_dues(clara, travel):
    """Half of 64.70 and 9.40 less 3.50 are hers, 38.25 a month; the group pays 35.85 and the 5.00 of dues."""
    group_id = Quote.objects.get(public_id=clara.wizard.id).group_id
    Group.objects.filter(pk=group_id).update(flags={"pays_dues": True})
    cart = clara.wizard.data("get-plan-cart")
    assert (cart["recurring_month_cost"], cart["share"]["employer"], cart["share"]["own"]) == (
        "79.10",
        "40.85",
        "38.25",
    )
    (dues,) = [fee for fee in cart["fees"] if fee["code"] == "membership"]
    name = Group.objects.get(pk=group_id).name
    assert dues["note"] == f"The same however many plans you choose. {name} pays it."
    saved = {row["text_id"].partition(":")[0]: row["text_body"] for row in clara.wizard.data("get-agreement-texts")}
    assert f"Membership is $5.00 a month, billed with your plans and paid by {name}." in saved["association"]
    receipt = clara.submit("clara@mail.example", payment_method="list")
    # 38.25 × 12 / 26 is 17.6538: 14.93 for 32.35, and 2.72 for 5.90.
    assert (receipt["recurring_month_cost"], receipt["share"]["own"]) == ("79.10", "38.25")
    assert receipt["share"]["own_per_pay"] == "17.65"
    assert [(row.payer, row.effective, row.until) for row in fees_of(clara)] == [("group", date(2027, 1, 1), None)]
    assert read_case(clara)[0] == "79.10"
    group = sign_in("group@demo.test")
    assert month_of(group, clara, "01/01/2027") == ("79.10", "40.85", "38.25", "$17.65 every two weeks")
    month = clara.coverage()["month"]
    assert (month["total"], [(fee["amount"], fee["payer"]) for fee in month["fees"]]) == ("79.10", [("5.00", "group")])
    travel("2027-06-20")
    leaves = {"member_id": clara.member.pk, "event": "left-work", "happened_on": "06/15/2027"}
    preview = sign_in("group@demo.test").post("preview-leaving", leaves).json()["data"]
    assert (
        preview["dues"] == "The association membership, $5.00 a month, ends on 06/30/2027 with the last of the plans."
    )
    assert (preview["before"]["employer"], preview["before"]["own"]) == ("40.85", "38.25")
    assert preview["after"]["premium"] == "0.00"


def fees_of(household):
    return Fee.objects.standing().filter(policy__member=household.member, once=False)

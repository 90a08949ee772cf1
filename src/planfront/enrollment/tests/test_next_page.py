"""A save brings along what the page after it would otherwise ask for."""

import pytest

from planfront.billing.models import PaymentMethod
from planfront.enrollment.models import RequirementProfile
from planfront.enrollment.tests.conftest import BILLING, CONTACT, PERSONAL
from planfront.enrollment.tests.test_beneficiaries import JONAH
from planfront.enrollment.tests.test_dependents import CHILD, SPOUSE, listed
from planfront.enrollment.tests.test_employer import EMPLOYER
from planfront.shopping.tests.test_queries import queries

WHOLE = {**JONAH, "beneficiary_percentage": "100"}
SAVES = [
    ("save-personal-info", PERSONAL, "contact_info"),
    ("save-contact-info", CONTACT, "employer_info"),
    ("save-employer-info", EMPLOYER, "beneficiary_info"),
    ("save-beneficiary-info", {"beneficiaries": [WHOLE]}, "dependent_info"),
    ("save-dependent-info", {"dependents": listed(SPOUSE, CHILD)}, "billing_info"),
    ("save-billing-info", BILLING, "agreement_info"),
]
# By step, what its page reads beside its form.
LISTS = {
    "beneficiary_info": ("beneficiaries", "get-beneficiaries-existing-user-enrollment"),
    "dependent_info": ("dependents", "get-dependents-existing-user-enrollment"),
}


@pytest.fixture
def family(make_wizard):
    RequirementProfile.objects.create(name="Everything", tabs={"employer_info": True, "beneficiary_info": True})
    return make_wizard("IF")


def check_page(wizard, page, tab_name):
    """The page is what its own calls answer."""
    tabs = wizard.data("/get-dynamic-tabs")
    assert page["wizard"] == tabs
    assert page["tab_name"] == tab_name
    path = {tab["tab_name"]: tab["form_href"] for tab in tabs["result"]}[tab_name]
    form = wizard.data(path)
    assert {name: page["form"][name] for name in form if name in page["form"]} == {
        name: value for name, value in form.items() if name in page["form"]
    }
    assert page["saved"]["status"] == "done"
    assert page["cart_version"] == wizard.data("get-plan-cart")["version"]
    if tab_name in LISTS:
        name, call = LISTS[tab_name]
        assert page[name] == wizard.data(call)["result"]


def test_each_step_brings_the_next_one_along(family):
    for call, body, next_tab in SAVES:
        answer = family.post(call, **body, go_to="next").json()
        assert answer["status"] == "success", (call, answer)
        check_page(family, answer["data"]["page"], next_tab)


def test_billing_comes_with_what_its_page_reads(wizard):
    wizard.personal()
    page = wizard.post("save-contact-info", **CONTACT, go_to="next").json()["data"]["page"]
    check_page(wizard, page, "billing_info")
    assert page["banks"] == wizard.data("get-existing-bank-info")["result"] == []
    assert page["cards"] == wizard.data("get-existing-card-info")["result"] == []
    way, day = page["terms"].pop("payment_method"), page["terms"].pop("bill_date")
    assert (way, day) == ("eft", "28")
    assert page["terms"] == wizard.data("get-billing-text", payment_method=way, bill_date=day)


def test_the_agreement_comes_with_its_texts(wizard):
    wizard.answer_questions()
    page = wizard.post("save-billing-info", **BILLING, go_to="next").json()["data"]["page"]
    assert page["agreement_texts"] == wizard.data("get-agreement-texts")
    assert page["cart"] == wizard.data("get-plan-cart"), "how it is paid is said in the cart"
    # What was fetched by the save may be accepted.
    accepted = [text["text_id"] for text in page["agreement_texts"]]
    assert wizard.post("save-agreement-info", **wizard.signing(accepted=accepted)).json()["status"] == "success"
    assert PaymentMethod.objects.count() == 1


def test_signing_brings_the_review_along(wizard):
    wizard.up_to("billing")
    page = wizard.post("save-agreement-info", **wizard.signing(), go_to="next").json()["data"]["page"]
    assert (page["tab_name"], page["form"]) == ("review_info", None)
    assert page["review"] == wizard.data("get-review-summary")
    assert page["wizard"] == wizard.data("/get-dynamic-tabs")


def test_an_edit_from_the_review_brings_the_review_along(wizard):
    wizard.up_to("sign")
    page = wizard.post("save-personal-info", **PERSONAL, go_to="review").json()["data"]["page"]
    assert page["tab_name"] == "review_info"
    assert page["review"] == wizard.data("get-review-summary")


def test_the_review_is_not_shown_before_it_may_be_opened(wizard):
    page = wizard.post("save-personal-info", **PERSONAL, go_to="review").json()["data"]["page"]
    assert (page["tab_name"], page["review"], page["form"]) == ("", None, None)
    assert page["wizard"] == wizard.data("/get-dynamic-tabs")


def test_no_page_is_returned_unless_requested(wizard):
    assert wizard.personal().json()["data"]["page"] is None
    assert wizard.post("save-personal-info", **PERSONAL, go_to="elsewhere").json()["data"]["page"] is None


def test_the_cart_comes_only_where_it_changed(wizard):
    same = wizard.post("save-personal-info", **PERSONAL, go_to="next").json()["data"]["page"]
    assert same["cart"] is None
    there = {**CONTACT, "zip": "45202", "city": "Cincinnati", "county": "", "accept_price": 1}
    moved = wizard.post("save-contact-info", **there, go_to="next").json()["data"]["page"]
    assert moved["cart"] == wizard.data("get-plan-cart")


@pytest.mark.counts_queries
def test_one_combined_call_takes_fewer_queries_than_three(wizard):
    """Save, tabs and the next form, each by itself and in one."""
    wizard.get("get-filtered-plans")
    wizard.personal()
    one_by_one = [
        len(queries(call))
        for call in (
            lambda: wizard.personal(first_name="Mara"),
            lambda: wizard.get("/get-dynamic-tabs"),
            lambda: wizard.get("get-form-fields-contact-info"),
        )
    ]
    together = len(queries(lambda: wizard.post("save-personal-info", **PERSONAL, go_to="next")))
    assert (one_by_one, together) == ([13, 8, 5], 13)

"""From the cart to the receipt through the API."""

from datetime import date
from urllib.parse import urlsplit

from django.db import connection

from planfront.accounts.models import User
from planfront.brands import selectors, unopened
from planfront.brands.services import save_brand
from planfront.catalog.models import Plan, PlanBlackout
from planfront.coverage.models import Policy
from planfront.enrollment.models import Application, Transition
from planfront.enrollment.signing.chain import check_all
from planfront.enrollment.tests.conftest import BILLING, SSN, problems
from planfront.kernel import clock
from planfront.messaging.models import OutboundEmail
from planfront.parties.reps.models import Agent
from planfront.rating.engine import cell
from planfront.rating.services import approve_table, create_table
from planfront.shopping.models import CartLine, Quote


def test_a_member_only_application_goes_from_cart_to_receipt(wizard):
    tabs = wizard.tabs()
    assert [name for name, entry in tabs.items() if entry["required"]] == [
        "primary_info",
        "contact_info",
        "billing_info",
        "agreement_info",
        "review_info",
    ]
    assert [tab["status"] for tab in tabs.values() if tab["required"]] == [
        "todo",
        "locked",
        "locked",
        "locked",
        "locked",
    ]
    answer = wizard.personal()
    assert answer.json()["data"]["next"] == {"tab_name": "contact_info", "href": "/enrollment/contact-info"}
    wizard.up_to("billing")
    wizard.sign()
    assert [tab["status"] for tab in wizard.tabs().values()] == ["done"] * 8 + ["todo"]
    first = wizard.submit(additional_notes="Call after five.").json()["data"]
    receipt = wizard.data("get-receipt")
    assert receipt["policy_id"] == first["confirmation_number"]
    assert (receipt["name"], receipt["member_name"]) == ("Maren", "Maren Lee Castillo")
    assert (receipt["lines"][0]["name"], receipt["lines"][0]["price"]) == ("Halden Dental PPO", "31.00")
    assert (receipt["initial_month_cost"], receipt["recurring_month_cost"]) == ("51.00", "36.00")
    assert receipt["payment"]["account_ending"] == "7710"
    assert receipt["covered"] == "Member"
    assert Policy.objects.get().number == f"PF{first['policy_id']}-01"
    application = Application.objects.get()
    assert application.state == "accepted"
    assert len(application.frozen_sha256) == 64
    assert list(Transition.objects.values_list("from_state", "to_state")) == [
        ("draft", "submitted"),
        ("submitted", "accepted"),
    ]
    mails = {item.kind: item for item in OutboundEmail.objects.filter(kind__startswith="receipt")}
    assert set(mails) == {"receipt_client"}
    assert first["confirmation_number"] in mails["receipt_client"].text
    assert "See your coverage and cards: http://shop.test:8000/coverage\n" in mails["receipt_client"].text
    assert 'href="http://shop.test:8000/coverage"' in mails["receipt_client"].html


def test_submitting_again_gives_the_same_confirmation(wizard):
    wizard.up_to("sign")
    numbers = {wizard.submit().json()["data"]["confirmation_number"] for _ in range(3)}
    assert len(numbers) == 1
    assert Policy.objects.count() == 1
    assert OutboundEmail.objects.filter(kind__startswith="receipt").count() == 1


def test_edits_after_submission_are_refused(wizard):
    wizard.up_to("sign")
    wizard.submit()
    for answer in (
        wizard.personal(first_name="Other"),
        wizard.contact(),
        wizard.billing(),
        wizard.sign(),
        wizard.post("save-draft", tab_name="primary_info", values={"first_name": "X"}),
        wizard.post("save-dependent-info", dependents=[]),
        wizard.post("save-enrollment", email="a@b.example", tab="contact_info"),
    ):
        assert answer.status_code == 409, answer.json()
        assert answer.json()["data"]["receipt_href"] == "/enrollment/receipt"
    tabs = wizard.data("/get-dynamic-tabs")
    assert (tabs["state"], tabs["receipt_href"]) == ("accepted", "/enrollment/receipt")
    assert tabs["resume"] == {"tab_name": "receipt", "href": "/enrollment/receipt"}


def test_a_past_start_date_must_be_chosen_again(wizard):
    wizard.up_to("billing")
    Quote.objects.update(effective_date=clock.today())
    wizard.sign()
    assert problems(wizard.submit()) == {"cart_info": "Please choose an effective date in the cart."}


def test_a_start_date_the_plan_no_longer_allows_must_be_chosen_again(wizard, store):
    wizard.up_to("sign")
    store.dental.lead_days = 60
    store.dental.save()
    assert problems(wizard.submit()) == {"cart_info": "Please choose an effective date in the cart."}


def test_a_plan_whose_sale_was_stopped_is_not_submitted(wizard, store):
    wizard.up_to("sign")
    PlanBlackout.objects.create(plan=store.dental, starts="2026-11-01", ends="2027-11-01", message="Back next year.")
    assert problems(wizard.submit()) == {"cart_info": "Back next year."}
    assert not Policy.objects.exists()


def test_a_changed_price_stops_and_asks_for_a_new_signature(wizard, store):
    wizard.up_to("billing")
    CartLine.objects.update(premium="30.00")
    wizard.sign()
    answer = wizard.submit().json()
    assert (answer["errorCode"], answer["data"]["old_total"], answer["data"]["new_total"]) == (
        "priceChanged",
        "35.00",
        "36.00",
    )
    assert not Policy.objects.exists()
    assert problems(wizard.submit(accept_price=1)) == {
        "agreement_info": "Something changed after signing. Please sign again."
    }
    assert wizard.tabs()["agreement_info"]["status"] == "error"
    wizard.sign()
    assert wizard.submit().json()["status"] == "success"


def test_nothing_is_submitted_before_it_is_complete(wizard):
    wizard.personal()
    result = problems(wizard.submit())
    assert set(result) == {"contact_info", "billing_info"}
    assert wizard.submit().json()["message"] == "Something went wrong. Please save your enrollment."


def test_an_empty_cart_is_not_submitted(wizard, store):
    wizard.up_to("sign")
    wizard.client.post("remove-plan-from-cart", {"enrollment_id": wizard.id, "plan_id": store.dental.pk})
    assert problems(wizard.submit())["cart_info"] == "Your cart is empty."


def test_a_plan_awaiting_underwriting_is_marked(wizard):
    Plan.objects.update(requirements=["underwriting"])
    wizard.up_to("sign")
    wizard.submit()
    receipt = wizard.data("get-receipt")
    assert receipt["pending"] == [{"plan": "Halden Dental PPO", "text": "Pending approval."}]
    assert "5 to 10 days" in [next_step["when"] for next_step in receipt["next_steps"]]
    assert (Application.objects.get().state, Policy.objects.get().state) == ("pending", "pending")


def test_the_rep_gets_a_receipt(wizard, store):
    agent = Agent.objects.create(code="REP1001", first_name="Jordan", last_name="Lee", email="rep@demo.test")
    agent.brands.add(store.brand)
    Quote.objects.update(agent=agent)
    wizard.up_to("sign")
    wizard.submit()
    mails = {item.kind: item for item in OutboundEmail.objects.filter(kind__startswith="receipt")}
    assert (mails["receipt_rep"].to, mails["receipt_client"].to) == ("rep@demo.test", "maren@mailbox.example")
    assert "Maren Lee Castillo" in mails["receipt_rep"].text


def test_no_table_holds_a_planted_number(make_wizard):
    wizard = make_wizard("IS")
    wizard.answer_questions()
    spouse = {
        "first_name": "Jonah",
        "last_name": "Castillo",
        "birthdate": "09/02/1987",
        "gender": "0",
        "ssn": "523443386",
    }
    wizard.post("save-dependent-info", dependents=[{"primary_info": spouse}])
    wizard.billing()
    wizard.sign()
    assert wizard.submit().status_code == 200
    wizard.post("save-enrollment", email="a@b.example", tab="contact_info", data={"ssn": SSN})
    planted = (SSN, "523443386", BILLING["account_number"], "Santa F", "512-34-5678")
    for table in connection.introspection.table_names():
        with connection.cursor() as cursor:
            cursor.execute(f'SELECT * FROM "{table}"')  # noqa: S608
            rows = str(cursor.fetchall())
        assert not [value for value in planted if value in rows], table


def test_keys_can_be_changed_with_signatures_in_place(wizard, settings):
    from planfront.config.secrets import new_field_key
    from planfront.kernel.security.rekey import count_remaining, reindex, rekey

    wizard.up_to("sign")
    settings.FIELD_KEYS = f"{new_field_key('k9')},{settings.FIELD_KEYS}"
    assert count_remaining() > 0
    rekey()
    reindex()
    assert count_remaining() == 0
    assert check_all().faults == []
    assert wizard.submit().json()["status"] == "success"


def test_a_table_that_goes_live_before_submission_stops_it_line_by_line(wizard, store):
    wizard.up_to("sign")
    table = create_table(
        plan_id=store.dental.pk,
        method="TIER",
        eff_from=date(2026, 11, 2),
        area_scheme="ours",
        rows=[cell("33.50", tier="IO", area="OH-1")],
    )
    approve_table(table_id=table.pk)
    answer = wizard.submit().json()
    assert answer["errorCode"] == "priceChanged"
    (line,) = answer["data"]["lines"]
    assert [(part["label"], part["old"], part["new"]) for part in line["parts"] if part["changed"]] == [
        ("Premium", "31.00", "33.50"),
        ("Rate", "$31.00", "$33.50"),
    ]
    assert not Policy.objects.exists()
    assert problems(wizard.submit(accept_price=1)) == {
        "agreement_info": "Something changed after signing. Please sign again."
    }
    wizard.sign()
    assert wizard.submit().json()["status"] == "success"
    assert str(Policy.objects.get().monthly) == "33.50"


def test_a_store_that_isn_t_open_takes_no_application(wizard, brand):
    wizard.up_to("sign")
    brand.active = False
    save_brand(brand=brand)
    selectors.forget()
    staff = User.objects.create_superuser("admin@demo.test", "planfront-demo")
    address = urlsplit(unopened.preview_link(brand, staff.pk))
    assert wizard.client.client.get(f"{address.path}?{address.query}", headers={"Host": "shop.test"}).status_code == 302
    refused = wizard.submit()
    assert (refused.status_code, refused.json()["errorCode"]) == (200, "storeNotOpen")
    assert not Policy.objects.exists()
    brand.active = True
    save_brand(brand=brand)
    selectors.forget()
    assert wizard.submit().json()["status"] == "success"

"""Races of the application, with real threads and row locks."""

import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import date
from threading import Barrier, Event
from typing import Any

import pytest
from django.db import connection, connections, transaction

from planfront.catalog.models import PlanOffer
from planfront.coverage import engine
from planfront.coverage.authors import Author, By
from planfront.coverage.engine import OrderDiffers
from planfront.coverage.models import Policy
from planfront.coverage.order_kinds import Order
from planfront.coverage.tests.policies import issue
from planfront.coverage.timeline import Kind, Place
from planfront.enrollment.models import Application, Section, SignatureEvidence
from planfront.enrollment.signing.chain import check_all
from planfront.enrollment.tests.conftest import (  # noqa: F401
    SSN,
    Wizard,
    fill_cart,
    make_wizard,
    quote,
    store,
    wizard,
)
from planfront.members.models import Member
from planfront.members.services import create_member, hold_member
from planfront.messaging.models import OutboundEmail
from planfront.sales.models import Confirmation
from planfront.shopping.models import Quote
from planfront.shopping.tests.factories import dental

pytestmark = [
    pytest.mark.pg,
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif(connection.vendor != "postgresql", reason="needs row locks"),
]
THREADS = 8


def at_once(jobs: list[Callable[[], Any]]) -> list[Any]:
    """Run the jobs in threads that start together; each on its own connection."""
    gate = Barrier(len(jobs))

    def run(job: Callable[[], Any]) -> Any:
        try:
            gate.wait()
            return job()
        finally:
            connections.close_all()

    with ThreadPoolExecutor(len(jobs)) as pool:
        return [future.result() for future in [pool.submit(run, job) for job in jobs]]


def test_submitting_at_once_from_many_windows_gives_one_confirmation(wizard):  # noqa: F811
    wizard.up_to("sign")
    answers = at_once([wizard.submit] * THREADS)
    assert {answer.status_code for answer in answers} == {200}
    assert len({answer.json()["data"]["confirmation_number"] for answer in answers}) == 1
    assert (Confirmation.objects.count(), Policy.objects.count()) == (1, 1)
    assert OutboundEmail.objects.filter(kind="receipt_client").count() == 1
    assert Application.objects.get().transitions.count() == 2


def test_an_edit_racing_the_submission_is_in_it_or_refused(wizard):  # noqa: F811
    wizard.up_to("sign")
    submitted, edited = at_once([wizard.submit, lambda: wizard.contact(city="Dublin")])
    assert submitted.json()["status"] == "success", "nothing that is signed relies on the city"
    city = Application.objects.get().frozen["answers"]["contact_info"]["city"]
    assert (edited.status_code, city) in {(409, "Columbus"), (200, "Dublin")}


def test_a_cart_edit_racing_the_submission_never_splits_them(wizard, store):  # noqa: F811
    wizard.up_to("sign")
    remove = {"enrollment_id": wizard.id, "plan_id": store.dental.pk, "plan_pricing_id": ""}
    submitted, removed = at_once([wizard.submit, lambda: wizard.client.post("remove-plan-from-cart", remove)])
    assert (submitted.status_code == 200) == Confirmation.objects.exists()
    assert (submitted.status_code, removed.status_code) in {(200, 409), (422, 200)}


@pytest.fixture
def moving(brand, wizard, store):  # noqa: F811
    """A member with another plan whose signed application buys the very plan that a change would move them to."""
    maria = create_member(
        brand=brand, first_name="Maria", last_name="Santos", birth_date=date(1989, 4, 17), gender=1, email="m@demo.test"
    )
    Quote.objects.update(member=maria, enroll_type="existing-member")
    wizard.up_to("sign")
    left = dental("Plan that is left")
    policy = issue(brand, number="P-1", plan_id=left.pk, member_id=maria.pk, place=Place("OH", "43215"))
    order = Order(Kind.PLAN, Author(By.STAFF, 7), [policy.pk], plans={policy.pk: store.dental.pk})
    return maria, order, engine.digest_of(engine.preview_order(order))


def plans_of(member):
    return [policy.plan_id for policy in Policy.objects.filter(member=member).order_by("number")]


def test_a_submission_that_waits_for_a_move_to_its_plan_is_refused(wizard, store, moving):  # noqa: F811
    maria, order, digest = moving
    held = Event()

    @transaction.atomic
    def move():
        hold_member(maria.pk)  # as every call that moves somebody to another plan does
        engine.apply_order(order, digest)
        held.set()
        time.sleep(1)  # long enough for a submission that doesn't wait to check its prices

    def submit():
        held.wait(60)
        return wizard.submit()

    _moved, submitted = at_once([move, submit])
    assert (submitted.status_code, submitted.json()["data"]) == (
        422,
        [{"target_element": "cart_info", "error_message": "You already have this plan. It is active."}],
    )
    assert plans_of(maria) == [store.dental.pk]


def test_a_move_to_a_plan_that_was_just_bought_is_refused(wizard, store, moving):  # noqa: F811
    maria, order, digest = moving
    assert wizard.submit().status_code == 200
    with pytest.raises(OrderDiffers) as stopped:
        engine.apply_order(order, digest)
    assert [outcome.problem for outcome in stopped.value.outcomes] == ["has_plan"]
    assert plans_of(maria).count(store.dental.pk) == 1


def test_a_submission_waits_for_who_it_finds_before_it_checks_the_cart(brand, wizard, store):  # noqa: F811
    """A visitor's submission is for the member of their number: it holds them before it looks at what it sells."""
    known = create_member(
        brand=brand, ssn=SSN, first_name="M.", last_name="Reyes", birth_date=date(1989, 4, 17), gender=1, email=""
    )
    wizard.up_to("sign")
    PlanOffer.objects.filter(plan=store.dental).delete()
    held, freed = Event(), Event()

    @transaction.atomic
    def hold():
        hold_member(known.pk)
        held.set()
        time.sleep(1)  # long enough for a submission that doesn't wait to be refused
        freed.set()

    def submit():
        held.wait(60)
        return wizard.submit(), freed.is_set()

    _held, (answer, waited) = at_once([hold, submit])
    assert ([item["target_element"] for item in answer.json()["data"]], waited) == (["cart_info"], True)
    assert wizard.client.get("get-receipt", enrollment_id=wizard.id).status_code == 404


def test_two_visitors_of_one_number_become_one_member(make_wizard):  # noqa: F811
    wizards = [make_wizard().up_to("sign") for _ in range(2)]
    answers = at_once([each.submit for each in wizards])
    assert [answer.json()["status"] for answer in answers] == ["success"] * 2
    assert Member.objects.count() == 1
    assert Policy.objects.filter(member=Member.objects.get()).count() == 2


def test_autosaves_of_many_fields_at_once_all_stay(wizard):  # noqa: F811
    names = ["address1", "address2", "city", "birth_city", "email_address", "phone_number"]
    jobs = [
        lambda name=name: wizard.post("save-draft", tab_name="contact_info", values={name: f"typed {name}"})
        for name in names
    ]
    assert {answer.status_code for answer in at_once(jobs)} == {200}
    assert Application.objects.count() == 1
    assert Section.objects.get(key="contact_info").draft == {name: f"typed {name}" for name in names}


def test_one_of_two_windows_with_the_same_version_wins(wizard):  # noqa: F811
    version = wizard.data("get-form-fields-contact-info")["version"]
    jobs = [lambda city=city: wizard.contact(city=city, version=version) for city in ("Dublin", "Dayton")]
    answers = at_once(jobs)
    assert sorted(answer.status_code for answer in answers) == [200, 409]


def test_signing_at_once_keeps_one_chain(make_wizard):  # noqa: F811
    wizards = [make_wizard().up_to("billing") for _ in range(4)]
    # Each reads the last code that was mailed: one after the other.
    signing = [(each, each.signing()) for each in wizards]
    jobs = [lambda each=each, body=body: each.post("save-agreement-info", **body) for each, body in signing]
    assert {answer.status_code for answer in at_once(jobs)} == {200}
    sequences = list(SignatureEvidence.objects.order_by("sequence").values_list("sequence", flat=True))
    assert sequences == list(range(sequences[0], sequences[0] + 4))
    assert check_all().faults == []


def test_staging_dependents_at_once_keeps_whole_lists(make_wizard):  # noqa: F811
    application = make_wizard("IC")
    application.personal()

    def stage(letter: str) -> Any:
        person = {
            "first_name": f"Iris{letter}",
            "last_name": "Castillo",
            "birthdate": "05/21/2017",
            "gender": "1",
            "ssn": f"52444041{ord(letter) - 97}",
            "relationship": "child",
        }
        return application.post("save-dependent-info-to-temp", dependents=[{"primary_info": person}])

    answers = at_once([lambda letter=letter: stage(letter) for letter in "abcd"])
    assert {answer.status_code for answer in answers} == {200}
    stored = Section.objects.get(key="dependent_info").answers
    everybody = [dependent["first_name"] for dependent in (*stored["dependents"], *stored["set_aside"])]
    assert sorted(everybody) == ["Irisa", "Irisb", "Irisc", "Irisd"]

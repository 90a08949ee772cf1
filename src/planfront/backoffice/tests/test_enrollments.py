"""Enrollments in the back office: found without a word in an address, told in order, nothing sensitive."""

from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from planfront.accounts.models import User
from planfront.audit.services import Origin, record
from planfront.backoffice.lists import paging
from planfront.backoffice.tests.rows import NOON, application, at, enrolled
from planfront.catalog.models import Carrier, Plan
from planfront.enrollment.models import HandOver, Section, SignatureEvidence, Transition
from planfront.kernel import clock
from planfront.messaging.models import OutboundEmail
from planfront.parties.reps.services import create_agent

pytestmark = pytest.mark.django_db
LIST = "/backoffice/enrollment/application/"


@pytest.fixture
def staff(client, brand):
    client.force_login(User.objects.create_superuser("admin@demo.test", "planfront-demo", name="Ada"))
    client.defaults["HTTP_HOST"] = "shop.test"
    return client


@pytest.fixture
def plan(db):
    carrier = Carrier.objects.create(key="h", name="Halden")
    return Plan.objects.create(name="Dental", carrier=carrier, category="dental")


def mailed(brand, key, to="maria@example.com"):
    return OutboundEmail.objects.create(
        brand=brand,
        kind="receipt",
        to=to,
        subject="Your receipt",
        html="<p>1,234.50",
        text="1,234.50",
        document=None,
        dedupe_key=key,
        created_at=NOON + timedelta(minutes=9),
    )


def listed(staff, query=""):
    return [row.applicant for row in staff.get(LIST + query).context["cl"].result_list]


def find(staff, words):
    answer = staff.post(LIST, {"find": words})
    assert words.lower() not in answer.headers["Location"].lower()
    return sorted(row.applicant for row in staff.get(answer.headers["Location"]).context["cl"].result_list)


def test_enrollments_are_found_by_number_name_and_address(staff, brand, plan):
    sold = enrolled(brand, (plan, "10.00", "accepted"))
    result, other = sold.enrollment.application, application(brand, "primary_info")
    for row, name in ((result, "Maria Santos"), (other, "Omar Diaz")):
        row.applicant = name
        row.save(update_fields=["applicant"])
    mailed(brand, f"receipt:{sold.pk}:client")
    assert find(staff, str(sold.number)) == ["Maria Santos"]
    assert find(staff, "santos") == ["Maria Santos"]
    assert find(staff, "Maria@Example.com") == ["Maria Santos"]
    assert find(staff, "nobody@example.com") == []
    assert find(staff, str(other.pk)) == ["Omar Diaz"]
    assert sorted(listed(staff, "?q=santos")) == ["Maria Santos", "Omar Diaz"]


@pytest.mark.parametrize("many", [1, paging.MOST])
def test_filters_narrow_the_list(staff, brand, plan, monkeypatch, many):
    monkeypatch.setattr(paging, "MOST", many)
    rep = create_agent(code="REP1001", brands=[brand], first_name="Jordan", last_name="Lee", email="j@x.example")
    sold = enrolled(brand, (plan, "10.00", "accepted"), agent=rep).enrollment.application
    old = application(brand, "primary_info", expires="2036-01-01T00:00:00")
    fresh = application(brand, expires="2036-01-01T00:00:00", on=clock.now())
    for row, name in ((sold, "Sold"), (old, "Old"), (fresh, "Fresh")):
        row.applicant = name
        row.save(update_fields=["applicant"])
    carrier = Carrier.objects.get()
    for query, names in (
        ("state__exact=draft", ["Fresh", "Old"]),
        ("rep=rep1001", ["Sold"]),
        ("rep=none", []),
        (f"carrier={carrier.pk}", ["Sold"]),
        (f"brand={brand.pk}", ["Fresh", "Old", "Sold"]),
        ("stuck=7", ["Old"]),
        ("stuck=7&step=primary_info", ["Old"]),
        ("stuck=7&step=none", []),
        ("created_at_from=2026-03-10&created_at_to=2026-03-10", ["Old", "Sold"]),
    ):
        assert sorted(listed(staff, f"?{query}")) == names, query
    assert staff.get(f"{LIST}?brand=99999").headers["Location"].endswith("?e=1")


def test_the_timeline_shows_everything_in_order_and_nothing_sensitive(staff, brand, plan):
    sold = enrolled(brand, (plan, "10.00", "accepted"))
    row, policy = sold.enrollment.application, sold.sales.get().policy
    rep = User.objects.create_user("rep@demo.test", "x", role="rep", name="Jordan Lee")
    origin = Origin("rep", rep.pk, brand.pk, "192.0.2.1")
    record("quote.started", origin=Origin("visitor"), subject_type="enrollment", subject_id=sold.enrollment_id)
    record(
        "application.primary_info.saved",
        origin=origin,
        subject_type="application",
        subject_id=row.pk,
        fields=["first_name", "ssn"],
        meta={"value": "219099999", "tab": "primary_info"},
    )
    record("policy.case_declined", origin=Origin("staff", 99), subject_type="policy", subject_id=policy.pk)
    record("quote.started", origin=Origin("visitor"), subject_type="enrollment", subject_id="somebody-else")
    Section.objects.create(application=row, key="x", answers={"ssn": "219099999"}, draft={}, saved_at=NOON)
    Transition.objects.create(
        application=row,
        from_state="draft",
        to_state="submitted",
        at=NOON,
        actor_kind="rep",
        actor_id=rep.pk,
        reason="submitted by the last step",
    )
    SignatureEvidence.objects.create(
        sequence=1,
        application=row,
        content_sha256="c",
        evidence={"name": "Maria"},
        record_hash="abcdef0123456789",
        at=at("2026-03-10T12:05:00"),
    )
    mail = mailed(brand, f"receipt:{sold.pk}:client")
    HandOver.objects.create(
        application=row,
        sender_kind="rep",
        sender_id=rep.pk,
        sender_name="Jordan Lee",
        email="m@x.example",
        sent_at=clock.now(),
        ended_at=clock.now(),
        state="signed",
    )
    record("hand_over.opened", origin=Origin("visitor"), subject_type="application", subject_id=row.pk)
    page = staff.get(f"{LIST}{row.pk}/change/").content.decode()
    texts = [
        "The application is submitted",
        "Visitor signed",
        "Mail: Your receipt",
        "Visitor started a quote",
        "Jordan Lee (rep) saved Personal Information",
        "Staff declined in underwriting",
        "Client opened the application with the code",
    ]
    places = {item: page.index(f">{item}<") for item in texts}
    for earlier, later in (texts[:2], texts[1:3], (texts[2], texts[5]), texts[5:]):
        assert places[earlier] > places[later], (earlier, later)
    for small in texts[3:5]:  # steps on the way stand below what they led to in that minute
        assert places[small] > places[texts[5]], small
    for name in ("first name", "tab:", "reason:"):
        assert name not in page, name
    assert f"/backoffice/messaging/outboundemail/{mail.pk}/change/" in page
    assert page.count("started a quote") == 1
    for hidden in ("219099999", "192.0.2.1", "1,234.50", "maria@example.com"):
        assert hidden not in page


@pytest.mark.counts_queries
def test_the_timeline_takes_the_same_queries_however_long_it_is(staff, brand, plan):
    row = enrolled(brand, (plan, "10.00", "accepted")).enrollment.application

    def queries():
        with CaptureQueriesContext(connection) as captured:
            assert staff.get(f"{LIST}{row.pk}/change/").status_code == 200
        return len(captured)

    def more():
        for number in range(10):
            user = User.objects.create_user(f"rep{number}-{User.objects.count()}@demo.test", "x", role="rep")
            record("application.x", origin=Origin("rep", user.pk), subject_type="application", subject_id=row.pk)

    more()
    queries()
    few = queries()
    more()
    assert queries() <= few


def test_enrollments_cannot_be_changed(staff, brand):
    row = application(brand)
    assert staff.post(f"{LIST}{row.pk}/change/", {"state": "active"}).status_code == 403
    assert staff.post(f"{LIST}{row.pk}/delete/", {"post": "yes"}).status_code == 403
    assert staff.get(f"{LIST}add/").status_code == 403

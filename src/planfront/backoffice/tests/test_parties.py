"""Reps with licences, groups with their code and flags, portals, members: what staff see and change."""

import re
from datetime import date, timedelta

import pytest

from planfront.accounts.models import User
from planfront.audit.models import AuditEvent
from planfront.backoffice.tests.forms import form_of
from planfront.catalog.models import Carrier
from planfront.coverage.tests.policies import cover
from planfront.kernel import clock
from planfront.members.models import Member
from planfront.members.services import add_relative, create_member
from planfront.parties.groups.selectors import enroller_code_matches
from planfront.parties.groups.services import create_group, set_enroller_code
from planfront.parties.reps.models import Appointment, License
from planfront.parties.reps.services import create_agent

pytestmark = pytest.mark.django_db


@pytest.fixture
def staff(client, brand):
    client.defaults["HTTP_HOST"] = "shop.test"
    client.force_login(User.objects.create_superuser("admin@demo.test", "planfront-demo"))
    return client


@pytest.fixture
def rep(brand):
    return create_agent(code="R1", brands=[brand], first_name="Ann", last_name="Lee", email="a@b.example")


@pytest.fixture
def group(brand):
    return create_group(code="ACME", name="Acme", brands=[brand], flags={"other": 1})


def url(kind, row, rest="change"):
    return f"/backoffice/{kind}/{row.pk}/{rest}/"


def saved(client, address, **changes):
    answer = client.post(address, {**form_of(client.get(address).content.decode()), **changes})
    assert answer.status_code == 302, answer.context["errors"]


def names(client, address):
    text = client.get(address).content.decode()
    return {name for name in ("Ann", "Bo", "Cy") if re.search(rf">{name}\b", text)}


@pytest.mark.thorough
def test_staff_choose_a_rep_s_portrait_whole_or_not_at_all(staff, rep):
    address = url("parties/agent", rep)
    chosen = ["olive", "bob", "dark", "none", "round", "open", "blazer", "first", "window"]
    saved(staff, address, **{f"portrait_{index}": value for index, value in enumerate(chosen)})
    rep.refresh_from_db()
    assert rep.portrait == ".".join(chosen)
    assert f"/portrait/{rep.portrait}.svg" in staff.get(address).content.decode()
    half = {**form_of(staff.get(address).content.decode()), "portrait_1": ""}
    assert b"Choose each part of the portrait, or none." in staff.post(address, half).content
    saved(staff, address, **{f"portrait_{index}": "" for index in range(len(chosen))})
    rep.refresh_from_db()
    assert rep.portrait == ""


@pytest.mark.thorough
def test_a_rep_s_licences_and_appointments_are_kept_and_warned_of(staff, rep):
    carrier = Carrier.objects.create(key="north", name="North Mutual")
    address = url("parties/agent", rep)
    assert b"No license is on record." in staff.get(address).content
    last = clock.today() + timedelta(days=10)
    saved(
        staff,
        address,
        **{
            "phone": "(614) 555-0148",
            "npn": "1234567",
            "licenses-TOTAL_FORMS": "1",
            "licenses-0-agent": rep.pk,
            "licenses-0-state": "OH",
            "licenses-0-number": "OH-1",
            "licenses-0-line": "life",
            "licenses-0-expires_on": last.isoformat(),
            "appointments-TOTAL_FORMS": "1",
            "appointments-0-agent": rep.pk,
            "appointments-0-carrier_id": carrier.pk,
            "appointments-0-state": "TX",
            "appointments-0-appointed_on": "2026-01-01",
        },
    )
    rep.refresh_from_db()
    assert (rep.phone, rep.npn) == ("6145550148", "1234567")
    licence, appointment = License.objects.get(), Appointment.objects.get()
    assert (licence.line, licence.expires_on, appointment.carrier_id) == ("life", last, carrier.pk)
    text = staff.get(address).content.decode()
    assert f"OH: license OH-1 expires on {last:%m/%d/%Y}, in 10 days." in text
    assert "TX: appointed by an insurer, but no license in force." in text
    wrong = form_of(text) | {"licenses-0-effective_on": "2031-01-01", "npn": "12a"}
    refused = staff.post(address, wrong).content.decode()
    assert "It can&#x27;t expire before it is in force." in refused
    assert "Up to ten digits." in refused


def test_reps_are_filtered_by_their_licences(staff, brand, rep):
    today = clock.today()
    others = {
        "Bo": date(2026, 1, 1),
        "Cy": today + timedelta(days=20),
    }
    for first, ends in others.items():
        agent = create_agent(code=first, brands=[brand], first_name=first, last_name="X", email="x@b.example")
        License.objects.create(agent=agent, state="OH", number="1", expires_on=ends)
    base = "/backoffice/parties/agent/"
    result = {key: names(staff, f"{base}?licences={key}") for key in ("none", "expired", "30")}
    assert result == {"none": {"Ann"}, "expired": {"Bo"}, "30": {"Cy"}}
    assert names(staff, f"{base}?licensed_in=OH") == {"Cy"}


@pytest.mark.thorough
def test_a_group_s_code_is_shown_once_and_kept_as_a_hash(staff, group):
    address = f"/backoffice/parties/group/{group.pk}/enroller-code/"
    assert b"The code is shown only once" in staff.get(address).content
    answer = staff.post(address, {"code": ""})
    code = answer.context["made"]
    assert (len(code), code in answer.content.decode(), "no-store" in answer["Cache-Control"]) == (10, True, True)
    assert enroller_code_matches(group.pk, code)
    assert not enroller_code_matches(group.pk, "other")
    assert code not in staff.get(url("parties/group", group)).content.decode()
    staff.post(address, {"code": "enr-2556"})
    assert enroller_code_matches(group.pk, "ENR2556")
    assert not enroller_code_matches(group.pk, code)
    assert b"six letters" in staff.post(address, {"code": "a-1"}).content
    staff.post(address, {"drop": "1"})
    group.refresh_from_db()
    assert (group.requires_enroller_code, group.enroller_code_hash) == (False, "")
    assert AuditEvent.objects.filter(action="group.enroller_code_set").count() == 3


@pytest.mark.thorough
def test_a_group_s_flags_are_fields_and_others_stay(staff, group):
    set_enroller_code(group=group, code="ENR-2556")
    address = url("parties/group", group)
    saved(staff, address, hide_quote="on", state="OH")
    group.refresh_from_db()
    assert group.flags == {"other": 1, "hide_quote": True}
    assert group.requires_enroller_code
    sent = form_of(staff.get(address).content.decode())
    assert sent["hide_quote"] == "on"
    sent.pop("hide_quote")
    assert staff.post(address, sent).status_code == 302
    group.refresh_from_db()
    assert group.flags == {"other": 1}
    assert staff.post(address, {**sent, "landing_url": "plans"}).status_code == 200
    assert staff.post(address, {**sent, "participation": "101"}).status_code == 200


def test_members_are_filtered_found_and_shown_masked(staff, brand, group):
    created = {}
    for first, state in (("Ann", "OH"), ("Bo", "TX"), ("Cy", "TX")):
        created[first] = create_member(
            brand=brand,
            group=group if first == "Ann" else None,
            first_name=first,
            last_name="X",
            gender=0,
            birth_date=date(1990, 1, 1),
            email=f"{first}@x.example",
            ssn="219091234" if first == "Ann" else "",
            state=state,
        )
    cover(created["Ann"])
    cover(created["Bo"], ends_on=date(2026, 2, 28))
    base = "/backoffice/members/member/"
    result = {key: names(staff, f"{base}?coverage={key}") for key in ("active", "ended", "none")}
    assert result == {"active": {"Ann"}, "ended": {"Bo"}, "none": {"Cy"}}
    assert names(staff, f"{base}?state=TX") == {"Bo", "Cy"}
    assert names(staff, f"{base}?group=acme") == {"Ann"}
    add_relative(
        member=created["Ann"],
        kind="dependent",
        relationship="child",
        first_name="Kit",
        last_name="X",
        birth_date=date(2015, 1, 1),
        ssn="219095678",
    )
    text = staff.get(url("members/member", created["Ann"])).content.decode()
    assert "Ending 1234" in text
    assert "Kit" in text
    assert "21909" not in text
    saved(staff, url("members/member", created["Ann"]) + "?record", phone="614-555-0148", marital_status="1", email="")
    ann = Member.objects.get(first_name="Ann")
    assert (ann.phone, ann.marital_status, ann.ssn_last4, ann.email) == ("6145550148", 1, "1234", "")

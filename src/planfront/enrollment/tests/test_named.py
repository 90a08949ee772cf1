"""Privacy requests of people who are only named in somebody else's application."""

from datetime import date

import pytest

from planfront.accounts.models import User
from planfront.audit.services import Origin
from planfront.enrollment.models import Application, Section
from planfront.enrollment.tests.conftest import wizard_of
from planfront.enrollment.tests.test_dependents import CHILD, SPOUSE, listed
from planfront.kernel import clock
from planfront.kernel.errors import Conflict
from planfront.privacy import export, services
from planfront.privacy.registry import Clues, list_candidates

IRIS = {"name": "iris castillo", "born": date(2017, 5, 21)}


@pytest.fixture
def staff(db):
    return [User.objects.create_user(f"{name}@demo.test", role="staff", is_staff=True) for name in ("ann", "ben")]


@pytest.fixture
def draft(visitor, store):
    wizard = wizard_of(visitor, store, "IF")
    wizard.answer_questions()
    saved = wizard.post("save-dependent-info", dependents=listed(SPOUSE, CHILD), spouse_choice="yes", accept_price=1)
    assert saved.json()["status"] == "success", saved.json()
    return wizard


@pytest.fixture
def sent(draft):
    draft.billing(), draft.sign()
    assert draft.submit().json()["status"] == "success"
    return Application.objects.get()


def candidates_for(brand, **clues):
    return [(candidate.table, candidate.about) for candidate in list_candidates(Clues(brand.pk, **clues))]


def request_of(brand, staff, kind="erasure", **clues):
    anchors = {}
    for candidate in list_candidates(Clues(brand.pk, **clues)):
        anchors.setdefault(candidate.table, []).append(candidate.key)
    return services.open_request(
        brand_id=brand.pk,
        kind=kind,
        how="phone",
        received_on=clock.today(),
        subject={"name": "Iris Castillo"},
        anchors=anchors,
        origin=Origin("staff", user_id=staff[0].pk, brand_id=brand.pk),
    )


def approve(row, staff):
    services.request_approve(row=row, origin=Origin("staff", user_id=staff[1].pk, brand_id=row.brand_id))


@pytest.mark.parametrize(
    "clues",
    [
        IRIS,
        {"name": "Iris  CASTILLO", "born": date(2017, 5, 21)},
        {"number": "524440472"},
        {"last_four": "0472", "born": date(2017, 5, 21)},
    ],
)
@pytest.mark.parametrize("state", ["draft", "sent"])
def test_a_dependent_is_found_where_they_are_named(brand, request, state, clues):
    request.getfixturevalue(state)
    today = clock.show_day(clock.now())
    named = ("enrollment.dependents", f"Iris Castillo, 05/21/2017 (Maren Lee Castillo, {today})")
    on_record = ("members.relative", "Iris Castillo, 05/21/2017 (Dependent, Maren Lee Castillo)")
    assert candidates_for(brand, **clues) == ([named] if state == "draft" else [on_record, named])


@pytest.mark.parametrize(
    "clues",
    [
        {"name": "iris castillo", "born": date(2017, 5, 22)},
        {"name": "Ida Castillo", "born": date(2017, 5, 21)},
        {"name": "iris castillo"},
        {"number": "524440473"},
        {"last_four": "0472"},
        {"born": date(2017, 5, 21)},
    ],
)
def test_other_names_days_and_numbers_find_nobody(brand, sent, clues):
    assert candidates_for(brand, **clues) == []


@pytest.mark.parametrize("state", ["draft", "sent"])
def test_an_applicant_is_found_by_name_and_birth_date_and_by_phone(brand, request, state):
    request.getfixturevalue(state)
    for clues in ({"name": "Maren Castillo", "born": date(1989, 4, 17)}, {"phone": "6145550193"}):
        tables = [table for table, _about in candidates_for(brand, **clues)]
        assert tables == ["enrollment.application", *(["members.member"] if state == "sent" else [])]


def test_another_brand_finds_nobody(brand, other_brand, sent):
    assert candidates_for(other_brand, **IRIS) == []


def test_a_copy_holds_the_dependents_answers_and_nobody_elses(brand, staff, sent):
    row = request_of(brand, staff, kind="export", **IRIS)
    copy = export.as_json(row, services.load_person(row))
    assert "524440472" in copy.replace("-", "")
    assert "Jonah" not in copy
    assert "Maren" not in copy
    places = services.list_places(services.load_person(row))
    assert [(str(place.holding.title), place.count, place.kept) for place in places] == [
        ("People whom policies cover", 1, 1),
        ("Family on record", 1, 1),
        ("Named as a dependent in someone's application", 1, 1),
    ]


def test_what_was_signed_keeps_the_dependent_and_says_why(brand, staff, sent):
    before = sent.frozen
    row = request_of(brand, staff, **IRIS)
    for place in services.list_places(services.load_person(row)):
        assert "coverage that is in force" in str(place.reasons[0].reason), place.holding.table
    approve(row, staff)
    row.refresh_from_db()
    assert row.outcome == {
        "coverage.coveredperson": [0, 1],
        "members.relative": [0, 1],
        "enrollment.dependents": [0, 1],
    }
    sent.refresh_from_db()
    assert sent.frozen == before


def test_a_dependent_leaves_an_application_that_was_not_sent(brand, staff, draft):
    row = request_of(brand, staff, **IRIS)
    assert [(place.count, place.kept) for place in services.list_places(services.load_person(row))] == [(1, 0)]
    approve(row, staff)
    answers = Section.objects.get(key="dependent_info").answers
    assert [dependent["first_name"] for dependent in answers["dependents"]] == ["Jonah"]
    assert "Iris" not in str(answers)
    assert candidates_for(brand, **IRIS) == []
    row.refresh_from_db()
    assert (row.state, row.outcome, row.anchors) == ("done", {"enrollment.dependents": [1, 0]}, {})
    # The applicant goes on, and is asked for the child again.
    assert draft.tabs()["dependent_info"]["required"]
    saved = draft.post("save-dependent-info", dependents=listed(SPOUSE, CHILD), spouse_choice="yes", accept_price=1)
    assert saved.json()["status"] == "success", saved.json()


def test_who_is_named_in_a_held_application_is_held(brand, staff, draft):
    owner = request_of(brand, staff, kind="export", name="Maren Castillo", born=date(1989, 4, 17))
    services.hold_place(row=owner, reason="A case", origin=Origin("staff", user_id=staff[0].pk))
    with pytest.raises(Conflict):
        approve(request_of(brand, staff, **IRIS), staff)
    assert candidates_for(brand, **IRIS) != []

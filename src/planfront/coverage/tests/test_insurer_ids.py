"""The table in which an insurer sends back what it calls the people of its policies."""

from datetime import date

import pytest

from planfront.accounts.models import User
from planfront.coverage.models import CoveredPerson, Policy
from planfront.coverage.tests.policies import issue
from planfront.coverage.timeline import Covered, Role
from planfront.imports import services
from planfront.imports.errors import Stale
from planfront.imports.models import StagedChange
from planfront.kernel import clock
from planfront.kernel.security.ids import new_uuid
from planfront.members.identifiers import dependent_number, subscriber_number
from planfront.members.services import add_relative_once, create_member
from planfront.privacy.registry import holdings

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]
HEAD = "Policy number,Member number,Dependent number,Insurer ID"


@pytest.fixture
def maria(brand):
    return create_member(brand=brand, first_name="Maria", last_name="Santos", birth_date=date(1989, 4, 17), gender=1)


@pytest.fixture
def daniel(maria):
    born = date(1987, 9, 2)
    return add_relative_once(
        maria.pk, new_uuid(), relationship="spouse", first_name="Daniel", last_name="Santos", birth_date=born
    )


@pytest.fixture
def policy(maria, daniel):
    spouse = Covered(str(daniel.pk), Role.SPOUSE, daniel.birth_date, date(2026, 1, 1))
    return issue(maria.brand, spouse, number="P-1", member_id=maria.pk, tier="IS", premium="71.75")


@pytest.fixture
def staff(db):
    return [User.objects.create_superuser(f"{name}@demo.test", "planfront-demo") for name in ("admin", "approver")]


@pytest.fixture
def staged(tmp_path, staff):
    def staged(*rows):
        path = tmp_path / "ids.csv"
        path.write_text("\n".join([HEAD, *rows]), encoding="utf-8")
        return services.import_file(kind="insurer-ids", path=path, by=staff[0])

    return staged


def take_live(run, staff):
    services.approve_run(run_id=run.pk, by=staff[1], go_live_on=clock.today())
    return services.take_run_live(run_id=run.pk)


def ids_of(policy):
    return dict(policy.people.values_list("role", "insurer_id"))


def test_people_are_named_by_the_store_s_numbers_and_keep_their_ids(staged, staff, maria, daniel, policy):
    member, dependent = subscriber_number(maria.pk), dependent_number(daniel.pk)
    rows = [f"P-1,{member},,HD 4021 7785 01", f"p-1,{member.lower()},{dependent},HD 4021 7785 02"]
    run = staged(*rows)
    assert [tuple(change.values()) for change in run.review["changes"]] == [
        (f"P-1, {member} (new)", "", "HD 4021 7785 01", None),
        (f"P-1, {dependent} (new)", "", "HD 4021 7785 02", None),
    ]
    assert ids_of(policy) == {"subscriber": "", "spouse": ""}, "a preview changes nothing"
    take_live(run, staff)
    both = {"subscriber": "HD 4021 7785 01", "spouse": "HD 4021 7785 02"}
    assert ids_of(policy) == both
    again = staged(*rows)
    assert again.review["headline"] == "Nothing would change."
    take_live(again, staff)
    assert ids_of(policy) == both
    one = staged(rows[0].replace("7785 01", "9999"))
    assert [(change["before"], change["after"]) for change in one.review["changes"]] == [
        ("HD 4021 7785 01", "HD 4021 9999")
    ]


def test_each_row_that_names_nobody_is_refused_at_its_cell(staged, brand, maria, daniel, policy):
    other = create_member(brand=brand, first_name="Ada", last_name="Ito", birth_date=date(1990, 1, 1), gender=1)
    issue(brand, number="P-2", member_id=other.pk)
    member, dependent = subscriber_number(maria.pk), dependent_number(daniel.pk)
    run = staged(
        f"P-9,{member},,A1",
        f"P-1,{subscriber_number(other.pk)},,A1",
        f"P-2,{subscriber_number(other.pk)},{dependent},A1",
        f"P-1,{member},,",
        f"P-1,{member},,<b>",
        f"P-1,{member},{dependent},A2",
        f"P-1,{member},{dependent},A3",
        "P-1",
    )
    assert run.state == "refused"
    assert [str(issue) for issue in run.issues.all()] == [
        "row 2, Policy number: No policy has this number.",
        "row 3, Member number: The policy isn't this member's.",
        "row 4, Dependent number: The policy covers no dependent with this number.",
        "row 5, Insurer ID: Fill in the insurer's ID.",
        "row 6, Insurer ID: Use up to 40 letters, digits, spaces, dashes, dots and slashes.",
        "row 8: This person appears twice.",
        "row 9, Member number: The policy isn't this member's.",
    ]
    assert not StagedChange.objects.exists()
    run.refresh_from_db()
    assert "A1" not in str(run.review)
    assert ids_of(policy) == {"subscriber": "", "spouse": ""}


def test_an_id_that_was_typed_meanwhile_isn_t_written_over_and_a_rollback_restores(staged, staff, maria, policy):
    run = staged(f"P-1,{subscriber_number(maria.pk)},,A1")
    services.approve_run(run_id=run.pk, by=staff[1], go_live_on=clock.today())
    policy.people.filter(key="self").update(insurer_id="B2")
    with pytest.raises(Stale):
        services.take_run_live(run_id=run.pk)
    policy.people.update(insurer_id="")
    services.take_run_live(run_id=run.pk)
    assert ids_of(policy) == {"subscriber": "A1", "spouse": ""}
    services.roll_back_run(run_id=run.pk, by=staff[1])
    assert ids_of(policy) == {"subscriber": "", "spouse": ""}


def test_what_an_import_knows_of_people_goes_with_them(staged, staff, maria, policy):
    run = staged(f"P-1,{subscriber_number(maria.pk)},,A1")
    take_live(run, staff)
    assert StagedChange.objects.count() == 1
    (people,) = [holding for holding in holdings() if holding.model is CoveredPerson]
    Policy.objects.update(erasing=True)
    people.erase(policy.people.all())
    assert not StagedChange.objects.exists()
    run.refresh_from_db()
    assert "A1" not in str(run.review)

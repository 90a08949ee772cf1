"""Nothing that a record of people, coverage or money needs can be deleted in the back office, by anyone."""

from datetime import date

import pytest
from django.apps import apps
from django.contrib import admin
from django.db.models import PROTECT, ProtectedError
from django.test import RequestFactory
from django.urls import reverse

from planfront.accounts.models import User
from planfront.accounts.staffing import CASEWORK
from planfront.audit.models import AuditEvent
from planfront.backoffice.lists.base import Deletable, Page, ReadOnlyPage
from planfront.backoffice.registry import PAGES
from planfront.backoffice.site import site
from planfront.backoffice.tests.forms import form_of
from planfront.brands.models import Domain
from planfront.coverage.models import CoveredPerson, Policy
from planfront.coverage.tests.policies import cover, issue
from planfront.coverage.timeline import Covered, Role
from planfront.members.models import Member, Relative
from planfront.members.services import add_relative, create_member
from planfront.parties.groups.models import GroupClass
from planfront.parties.groups.services import create_group

pytestmark = pytest.mark.django_db
DELETABLE = {
    "brands.asset",
    "brands.domain",
    "brands.legaltext",
    "brands.marketingblock",
    "brands.video",
    "billing.billdate",
    "billing.paymentrule",
    "enrollment.agreementtext",
    "integrations.bankrouting",
    "integrations.zipcounty",
    "members.referenceitem",
}
ONE_BY_ONE = {"brands.asset", "brands.legaltext", "enrollment.agreementtext"}
GO_WITH_THEIR_PARENT = {
    "parties.contribution",
    "parties.openenrollment",
    "catalog.planquestionoption",
    "catalog.planquestion",
    "members.personversion",  # a dependent whom no policy ever named
    "members.death",
}
ROLES = ("reader", "service", "admin", "superuser")
MEMBERS = "/backoffice/members/member/"


@pytest.fixture
def staff_of(works, client, brand):
    """Sign in as staff of a role."""

    def sign_in(role):
        if role != "superuser":
            return works(role, all_brands=True)
        client.defaults["HTTP_HOST"] = "shop.test"
        client.force_login(User.objects.create_superuser("super@demo.test", "planfront-demo"))
        return client

    return sign_in


def person(brand, first="Aisha", **more):
    data = {"last_name": "Rahman", "birth_date": date(1990, 1, 2), "gender": 1, "email": f"{first}@demo.test".lower()}
    return create_member(brand=brand, first_name=first, phone="2125550101", state="NY", zip="10001", **data, **more)


def all_inlines():
    return {inline for _model, page in PAGES for inline in page.inlines}


def test_every_page_and_every_child_table_says_why_its_rows_may_be_deleted_or_keeps_them():
    assert {model for model, _page in PAGES} == set(site._registry)
    assert all(issubclass(page, Page) for _model, page in PAGES)
    assert all(issubclass(inline, Deletable) for inline in all_inlines())
    assert {model._meta.label_lower for model, page in PAGES if page.deletable} == DELETABLE
    assert not [page for _model, page in PAGES if issubclass(page, ReadOnlyPage) and page.deletable]


def test_what_service_works_on_are_tables_that_there_are():
    assert {apps.get_model(label)._meta.label_lower for label in CASEWORK} == CASEWORK


def test_no_row_of_another_table_goes_or_is_orphaned_with_what_may_be_deleted():
    models = {model for model, page in PAGES if page.deletable} | {row.model for row in all_inlines() if row.deletable}
    lost = {
        f"{relation.related_model._meta.label_lower}.{relation.field.name}"
        for model in models
        for relation in model._meta.get_fields(include_hidden=True)
        if relation.auto_created and not relation.concrete and relation.on_delete is not PROTECT
        if relation.related_model._meta.label_lower not in GO_WITH_THEIR_PARENT
    }
    # A dependent whom a policy names is protected; everything else that names one goes with the member.
    assert lost == set()


@pytest.mark.parametrize("role", ROLES)
@pytest.mark.thorough
def test_every_role_meets_the_same_refusal_on_every_page_whose_rows_stay(staff_of, role):
    staff = staff_of(role)
    request = RequestFactory().get("/")
    request.user = User.objects.get(email__startswith=role.replace("superuser", "super"))
    asked = 0
    for model, page in site._registry.items():
        name = f"{model._meta.app_label}_{model._meta.model_name}"
        may = model._meta.label_lower in DELETABLE - ONE_BY_ONE and role in ("admin", "superuser")
        request.session = {}
        assert ("delete_selected" in page.get_actions(request)) == may, name
        if model._meta.label_lower in DELETABLE:
            continue
        if not page.has_view_permission(request):
            continue
        answer = staff.post(reverse(f"admin:{name}_delete", args=["1"]), {"post": "yes"})
        assert (answer.status_code, b"can&#x27;t be deleted" in answer.content) == (403, True), name
        asked += 1
    assert asked == len(PAGES) - len(DELETABLE)


def test_a_page_without_a_reason_keeps_its_rows(brand):
    class Planted(Page):
        pass

    request = RequestFactory().get("/")
    request.user = User.objects.create_superuser("super@demo.test", "planfront-demo")
    planted = Planted(Member, admin.site)
    assert planted.has_delete_permission(request) is False
    Planted.deletable = "A reason."
    assert planted.has_delete_permission(request) is True


@pytest.mark.parametrize("role", ROLES)
def test_a_covered_member_is_never_deleted_and_the_page_says_what_to_do_instead(staff_of, brand, role):
    member = person(brand)
    policy = cover(member)
    staff = staff_of(role)
    action = {"action": "delete_selected", "_selected_action": [member.pk], "post": "yes", "index": "0"}
    for answer in (
        staff.post(f"{MEMBERS}{member.pk}/delete/", {"post": "yes"}),
        staff.post(MEMBERS, action, follow=True),
    ):
        page = answer.content.decode()
        assert "Members stay on record with their coverage, applications and payments." in page
        assert "merge a second record of the same person under Possible duplicate members" in page
        assert "erase a person&#x27;s data with a privacy request" in page
    policy.refresh_from_db()
    assert (policy.member_id, Member.objects.filter(pk=member.pk).count()) == (member.pk, 1)
    assert "Delete member" not in staff.get(f"{MEMBERS}{member.pk}/change/").content.decode()


def test_the_schema_keeps_the_people_and_parties_of_policies(brand):
    group = create_group(code="ACME", name="Acme", brands=[brand])
    member = person(brand, group=group)
    child = add_relative(
        member=member, kind="dependent", relationship="child", last_name="Rahman", birth_date="2016-05-21"
    )
    issue(
        brand,
        Covered(str(child.pk), Role.CHILD, date(2016, 5, 21), date(2026, 1, 1)),
        member_id=member.pk,
        group_id=group.pk,
        tier="IC",
    )
    for row in (member, child, group):
        with pytest.raises(ProtectedError):
            row.delete()
    assert Policy.objects.get().member_id == member.pk
    assert CoveredPerson.objects.get(role="child").relative_id == child.pk


def relative_rows(staff, member):
    address = f"{MEMBERS}{member.pk}/change/?record"
    return address, form_of(staff.get(address).content.decode())


def test_a_covered_dependent_stays_and_one_typed_by_mistake_goes_with_a_record_of_it(staff_of, brand):
    member = person(brand)
    data = {"member": member, "kind": "dependent", "relationship": "child", "last_name": "Rahman"}
    omar = add_relative(first_name="Omar", birth_date="2016-05-21", **data)
    lina = add_relative(first_name="Lina", birth_date="2018-05-21", **data)
    issue(
        brand,
        Covered(str(omar.pk), Role.CHILD, date(2016, 5, 21), date(2026, 1, 1)),
        member_id=member.pk,
        tier="IC",
        number="PF-1",
    )
    staff = staff_of("service")
    address, form = relative_rows(staff, member)
    row = {form[key]: key.removesuffix("-id") for key in form if key.startswith("relatives-") and key.endswith("-id")}
    refused = staff.post(address, {**form, f"{row[str(omar.pk)]}-DELETE": "on"})
    words = "Omar Rahman is or was covered by PF-1 and stays on record. Remove the person on the policy&#x27;s page"
    assert (refused.status_code, words in refused.content.decode()) == (200, True)
    assert Relative.objects.count() == 2
    done = staff.post(address, {**form, f"{row[str(lina.pk)]}-DELETE": "on"})
    assert done.status_code == 302
    assert Relative.objects.get() == omar
    event = AuditEvent.objects.get(action="backoffice.member.rows_saved")
    clerk = User.objects.get(email="service@demo.test")
    assert (event.actor_kind, event.actor_id, event.subject_id) == ("staff", clerk.pk, str(member.pk))
    assert event.meta == {"rows": {"relatives": {"deleted": [str(lina.pk)]}}}


def test_a_class_with_people_stays_and_an_empty_one_goes(staff_of, brand):
    group = create_group(code="ACME", name="Acme", brands=[brand])
    office = GroupClass.objects.create(group=group, name="Office")
    GroupClass.objects.create(group=group, name="Field")
    person(brand, group=group, group_class=office)
    staff = staff_of("admin")
    address = f"/backoffice/parties/group/{group.pk}/change/"
    form = form_of(staff.get(address).content.decode())
    row = {form[f"classes-{number}-name"]: f"classes-{number}" for number in (0, 1)}
    refused = staff.post(address, {**form, f"{row['Office']}-DELETE": "on"})
    assert "First move the people in the class “Office” to another one: 1 on record." in refused.content.decode()
    assert staff.post(address, {**form, f"{row['Field']}-DELETE": "on"}).status_code == 302
    assert list(GroupClass.objects.values_list("name", flat=True)) == ["Office"]


def test_a_deletion_is_on_the_audit_record_with_who_did_what_to_what(staff_of, brand):
    host = Domain.objects.create(brand=brand, host="old.example", primary=False)
    staff = staff_of("admin")
    assert staff.post(f"/backoffice/brands/domain/{host.pk}/delete/", {"post": "yes"}).status_code == 302
    event = AuditEvent.objects.get(action="backoffice.domain.deleted")
    assert (event.actor_id, event.subject_id, event.brand_id) == (
        User.objects.get(email="admin@demo.test").pk,
        str(host.pk),
        brand.pk,
    )
    assert event.meta == {"called": "old.example"}

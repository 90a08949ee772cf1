import pytest
from django.test import Client

from planfront.accounts import factor
from planfront.accounts.models import SecondFactor, StaffBrand, User
from planfront.accounts.tests.support import mails
from planfront.audit.models import AuditEvent
from planfront.backoffice.tests.test_backoffice import form_of
from planfront.kernel import clock
from planfront.parties.groups.models import Group
from planfront.parties.groups.services import create_group
from planfront.parties.reps.models import Agent
from tests.fixtures import ApiClient

pytestmark = pytest.mark.django_db


@pytest.fixture
def staff(client, brand):
    client.force_login(User.objects.create_superuser("admin@demo.test", "planfront-demo"))
    client.defaults["HTTP_HOST"] = "shop.test"
    return client


def act(staff, path, action, *rows):
    body = {"action": action, "_selected_action": [row.pk for row in rows]}
    return staff.post(f"/backoffice/{path}/", body, follow=True).content.decode()


def agent(brand, **more):
    result = Agent.objects.create(code="JLEE", first_name="Jordan", last_name="Lee", phone="2125550101", **more)
    result.brands.add(brand)
    return result


def test_a_rep_is_invited_and_gets_an_account(staff, brand):
    row = agent(brand, email="Jordan@Lee.test")
    assert "is on its way" in act(staff, "parties/agent", "invite_to_sign_in", row)
    row.refresh_from_db()
    assert (row.user.email, row.user.role, row.user.name) == ("jordan@lee.test", "rep", "Jordan Lee")
    assert not row.user.has_usable_password()
    assert [mail.to for mail in mails("account_invitation")] == ["jordan@lee.test"]
    act(staff, "accounts/user", "invite_to_sign_in", row.user)
    assert len(mails("account_invitation")) == 2
    row.user.set_password("planfront-demo")
    row.user.save()
    assert "has a password already" in act(staff, "parties/agent", "invite_to_sign_in", row)
    assert set(AuditEvent.objects.values_list("action", flat=True)) >= {"backoffice.user.added", "account.invited"}


def test_a_person_without_an_address_of_their_own_is_not_invited(staff, brand):
    group = Group.objects.create(code="ACME", name="Acme")
    group.brands.add(brand)
    assert "has no email address" in act(staff, "parties/group", "invite_to_sign_in", group)
    row = agent(brand, email="admin@demo.test")
    assert "Another account" in act(staff, "parties/agent", "invite_to_sign_in", row)
    assert mails("account_invitation") == []


def test_staff_help_each_other_with_a_lost_app_but_not_themselves(staff, brand):
    other, own = User.objects.create_superuser("b@demo.test", "x"), User.objects.get(email="admin@demo.test")
    for user in (other, own):
        factor.start_setup(user=user, issuer="x")
    SecondFactor.objects.filter(user=other).update(confirmed_at=clock.now())
    text = act(staff, "accounts/user", "turn_off_second_factor", other, own)
    assert "Two-step sign-in of b@demo.test is off." in text
    assert "Someone else has to do this" in text
    assert [row.user for row in SecondFactor.objects.all()] == [own]
    assert AuditEvent.objects.filter(action="account.second_factor_off", subject_id=str(other.pk)).count() == 1


USERS = "/backoffice/accounts/user/"


def roles(user):
    user.refresh_from_db()
    return user.staff_role, user.all_brands, sorted(user.staff_brands.values_list("brand_id", flat=True))


def test_staff_are_invited_to_work_for_brands(staff, brand, other_brand):
    body = {"email": "Kim@demo.test", "name": "Kim", "language": "es", "staff_role": "service", "brands": [brand.pk]}
    assert "Choose at least one brand." in staff.post(f"{USERS}add/", body | {"brands": []}).content.decode()
    assert staff.post(f"{USERS}add/", body).status_code == 302
    kim = User.objects.get(email="kim@demo.test")
    assert (kim.role, kim.is_staff, kim.is_superuser, roles(kim)) == (
        "staff",
        True,
        False,
        ("service", False, [brand.pk]),
    )
    (mail,) = mails("account_invitation")
    assert mail.language == "es"
    assert mail.subject == "Su cuenta está lista – Shop"
    assert "/sign-in/new-password#" in mail.text
    change = {**body, "brands": [brand.pk, other_brand.pk], "staff_role": "reader", "is_active": "on"}
    assert staff.post(f"{USERS}{kim.pk}/change/", change).status_code == 302
    assert roles(kim) == ("reader", False, sorted([brand.pk, other_brand.pk]))
    (event,) = AuditEvent.objects.filter(action="account.staff_brands_set", meta__before=[brand.pk])
    assert event.subject_id == str(kim.pk)


def test_an_administrator_of_one_brand_assigns_roles_in_that_brand_only(client, brand, other_brand):
    own = worker(client, "boss@demo.test", "admin", brand)
    shown = client.get(f"{USERS}add/").content.decode()
    assert "all_brands" not in shown
    assert "is_superuser" not in shown
    body = {"email": "kim@demo.test", "name": "Kim", "language": "en", "staff_role": "admin", "all_brands": "on"}
    refused = client.post(f"{USERS}add/", body | {"is_superuser": "on", "brands": [other_brand.pk]})
    assert "is not one of the available choices" in refused.content.decode()
    assert client.post(f"{USERS}add/", body | {"is_superuser": "on", "brands": [brand.pk]}).status_code == 302
    kim = User.objects.get(email="kim@demo.test")
    assert (kim.is_superuser, roles(kim)) == (False, ("admin", False, [brand.pk]))
    # Nobody gives oneself more.
    mine = {"email": own.email, "name": "Boss", "language": "en", "staff_role": "reader", "brands": []}
    assert client.post(f"{USERS}{own.pk}/change/", mine).status_code == 302
    assert roles(own) == ("admin", False, [brand.pk])


def worker(client, email, role, *brands):
    user = User.objects.create_user(email, "planfront-demo", role="staff", is_staff=True, staff_role=role)
    StaffBrand.objects.bulk_create(StaffBrand(user=user, brand_id=brand.pk) for brand in brands)
    client.force_login(user)
    client.defaults["HTTP_HOST"] = "shop.test"
    return user


def test_accounts_of_other_brands_are_not_found(client, brand, other_brand):
    owner = User.objects.create_superuser("owner@demo.test", "x")
    both = worker(client, "both@demo.test", "reader", brand, other_brand)
    there = worker(client, "there@demo.test", "reader", other_brand)
    worker(client, "boss@demo.test", "admin", brand)
    rep = User.objects.create_user("rep@demo.test", role="rep")
    agent(brand, user=rep)
    shown = client.get(USERS).content.decode()
    assert [account in shown for account in ("boss@", "rep@", "both@", "there@", "owner@")] == [
        True,
        True,
        True,
        False,
        False,
    ]
    assert client.get(f"{USERS}{there.pk}/change/").status_code == 302
    assert client.get(f"{USERS}{owner.pk}/change/").status_code == 302
    assert "works with brands that you don" in act(client, "accounts/user", "deactivate", both)
    act(client, "accounts/user", "deactivate", there, owner)
    assert User.objects.filter(is_active=False).count() == 0
    act(client, "accounts/user", "deactivate", rep)
    assert User.objects.filter(is_active=False).get() == rep


def test_deactivating_and_signing_out_end_every_session(staff, visitor, client, brand):
    other = User.objects.create_superuser("b@demo.test", "planfront-demo")
    visitor.sign_in("b@demo.test")
    desk = Client(headers={"Host": "shop.test"})
    desk.force_login(other)
    assert desk.get(USERS).status_code == 200
    assert "is signed out (2 sessions)" in act(staff, "accounts/user", "end_sessions", other)
    assert desk.get(USERS).status_code == 302
    assert visitor.get("session/me").status_code == 401
    act(staff, "accounts/user", "deactivate", other)
    visitor.start()
    assert visitor.sign_in("b@demo.test").status_code == 422
    act(staff, "accounts/user", "activate", other)
    assert visitor.sign_in("b@demo.test").status_code == 200
    actions = [event.action for event in AuditEvent.objects.filter(subject_id=str(other.pk)).order_by("at")]
    assert {"account.sessions_ended", "account.closed", "account.opened"} <= set(actions)
    own = User.objects.get(email="admin@demo.test")
    assert "Someone else has to do this" in act(staff, "accounts/user", "deactivate", own)


def test_readers_and_service_can_only_view_accounts(client, brand):
    rep = User.objects.create_user("rep@demo.test", role="rep")
    agent(brand, user=rep)
    for role in ("reader", "service"):
        worker(client, f"{role}@demo.test", role, brand)
        assert client.get(USERS).status_code == 200
        assert client.get(f"{USERS}add/").status_code == 403
        assert client.post(f"{USERS}{rep.pk}/change/", {"email": "x@demo.test"}).status_code == 403
        act(client, "accounts/user", "deactivate", rep)
    rep.refresh_from_db()
    assert rep.is_active


def test_a_link_for_a_new_password_comes_in_the_accounts_language(staff, brand):
    rep = User.objects.create_user("rep@demo.test", "planfront-demo", role="rep", language="es")
    agent(brand, user=rep)
    act(staff, "accounts/user", "send_password_link", rep)
    assert [mail.subject for mail in mails("account_reset")] == ["Elija una contraseña nueva – Shop"]


def test_a_rep_is_invited_in_spanish(staff, brand):
    row = agent(brand, email="ana@demo.test")
    act(staff, "parties/agent", "invite_in_spanish", row)
    (mail,) = mails("account_invitation")
    assert (mail.language, User.objects.get(email="ana@demo.test").language) == ("es", "es")


def test_the_list_takes_the_same_queries_for_few_and_many(staff, brand, django_assert_max_num_queries):
    for number in range(40):
        user = User.objects.create_user(f"u{number}@demo.test", role="staff", is_staff=True, staff_role="reader")
        StaffBrand.objects.create(user=user, brand_id=brand.pk)
    staff.get("/backoffice/")  # counts what waits
    with django_assert_max_num_queries(16):
        assert "u39@demo.test" in staff.get(USERS).content.decode()


def test_a_group_s_administrators_are_invited_added_and_removed_by_staff(staff, brand):
    group = create_group(code="ACME", name="Acme", brands=[brand], email="hr@acme.example")
    assert "is on its way" in act(staff, "parties/group", "invite_to_sign_in", group)
    first = group.administrators.get()
    assert (first.user.email, first.user.role) == ("hr@acme.example", "group")
    second = User.objects.create_user("kit@acme.example", "planfront-demo", role="group", name="Kit Marsh")
    member = User.objects.create_user("maria@demo.test", "planfront-demo", role="member")
    url = f"/backoffice/parties/group/{group.pk}/change/"
    data = form_of(staff.get(url).content.decode())
    rows = {"administrators-TOTAL_FORMS": "2", "administrators-1-group": group.pk, "administrators-1-id": ""}
    refused = staff.post(url, {**data, **rows, "administrators-1-user": member.pk})
    assert "Choose the account of a group" in refused.content.decode()
    saved = {**data, **rows, "administrators-1-user": second.pk, "administrators-1-receives_mail": "on"}
    assert staff.post(url, saved).status_code == 302
    assert [row.user.email for row in group.administrators.all()] == ["hr@acme.example", "kit@acme.example"]
    page = staff.get(url).content.decode()
    assert "Kit Marsh" in page
    assert "Waiting for an invitation" in page
    kit = ApiClient("shop.test")
    assert kit.sign_in("kit@acme.example").status_code == 200
    assert kit.get("get-group-users", group_id=group.pk, page=1).status_code == 200
    data = form_of(page)
    assert staff.post(url, {**data, "administrators-1-DELETE": "on"}).status_code == 302
    assert [row.user.email for row in group.administrators.all()] == ["hr@acme.example"]
    assert kit.get("get-group-users", group_id=group.pk, page=1).status_code in {401, 404}
    second.refresh_from_db()
    assert not second.has_usable_password()


def test_staff_can_edit_their_own_account_but_not_their_permissions(staff, brand):
    own = User.objects.get(email="admin@demo.test")
    url = f"{USERS}{own.pk}/change/"
    page = staff.get(url)
    assert page.status_code == 200
    assert 'name="brands"' not in page.content.decode()
    sent = {"email": own.email, "name": "Ada", "language": "es", "is_superuser": "", "brands": [brand.pk]}
    assert staff.post(url, sent).status_code == 302
    own.refresh_from_db()
    assert (own.name, own.language, own.is_superuser) == ("Ada", "es", True)
    assert not StaffBrand.objects.filter(user=own).exists()

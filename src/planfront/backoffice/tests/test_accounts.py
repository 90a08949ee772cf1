import pytest

from planfront.accounts import factor
from planfront.accounts.models import SecondFactor, User
from planfront.audit.models import AuditEvent
from planfront.kernel import clock
from planfront.people.tests.support import mails
from planfront.producers.models import Agent
from planfront.sponsors.models import Group

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
    made = Agent.objects.create(code="JLEE", first_name="Jordan", last_name="Lee", phone="2125550101", **more)
    made.brands.add(brand)
    return made


def test_a_rep_is_invited_and_gets_an_account(staff, brand):
    row = agent(brand, email="Jordan@Lee.test")
    assert "is on its way" in act(staff, "producers/agent", "invite_to_sign_in", row)
    row.refresh_from_db()
    assert (row.user.email, row.user.role, row.user.name) == ("jordan@lee.test", "rep", "Jordan Lee")
    assert not row.user.has_usable_password()
    assert [mail.to for mail in mails("account_invitation")] == ["jordan@lee.test"]
    act(staff, "accounts/user", "invite_to_sign_in", row.user)
    assert len(mails("account_invitation")) == 2
    row.user.set_password("planfront-demo")
    row.user.save()
    assert "has a password already" in act(staff, "producers/agent", "invite_to_sign_in", row)
    assert set(AuditEvent.objects.values_list("action", flat=True)) >= {"backoffice.user.added", "account.invited"}


def test_who_has_no_address_or_somebody_elses_is_not_invited(staff, brand):
    group = Group.objects.create(code="ACME", name="Acme")
    group.brands.add(brand)
    assert "has no e-mail address" in act(staff, "sponsors/group", "invite_to_sign_in", group)
    row = agent(brand, email="admin@demo.test")
    assert "another account" in act(staff, "producers/agent", "invite_to_sign_in", row)
    assert mails("account_invitation") == []


def test_staff_help_each_other_with_a_lost_app_but_not_themselves(staff, brand):
    other, own = User.objects.create_superuser("b@demo.test", "x"), User.objects.get(email="admin@demo.test")
    for user in (other, own):
        factor.start(user=user, issuer="x")
    SecondFactor.objects.filter(user=other).update(confirmed_at=clock.now())
    told = act(staff, "accounts/user", "turn_off_second_factor", other, own)
    assert "Two-step sign-in of b@demo.test is off." in told
    assert "Somebody else has to do this" in told
    assert [row.user for row in SecondFactor.objects.all()] == [own]
    assert AuditEvent.objects.filter(action="account.second_factor_off", subject_id=str(other.pk)).count() == 1


def test_a_weak_password_is_refused_here_too(staff, brand):
    user = User.objects.create_user("rep@demo.test", "planfront-demo", role="rep")
    body = {"email": user.email, "name": "", "role": "rep", "is_active": "on", "new_password": "password"}
    assert "too common" in staff.post(f"/backoffice/accounts/user/{user.pk}/change/", body).content.decode()

"""Guessing is slowed, and every wrong try and every wait is on record, without what was typed."""

from __future__ import annotations

import json

import pytest

from planfront.accounts.models import SecondFactor, User
from planfront.audit.models import AuditEvent
from planfront.kernel import clock

pytestmark = pytest.mark.django_db
GUESS = "GUESSWORK7"


def scopes_of(action):
    return [event.meta.get("scope") for event in AuditEvent.objects.filter(action=action)]


def tried(call, most):
    """Ask until it has to wait; how many tries were free."""
    for number in range(most + 1):
        if call().status_code == 429:
            return number
    raise AssertionError("never slowed")


def nothing_typed_is_kept():
    kept = json.dumps([[event.meta, event.fields, event.subject_id] for event in AuditEvent.objects.all()])
    return GUESS not in kept and "victim@" not in kept


def test_sign_in_attempts_are_limited_and_recorded(visitor, brand):
    body = {"email": "victim@demo.test", "password": GUESS}
    assert tried(lambda: visitor.post("session/sign-in", body), 5) == 5
    actions = list(AuditEvent.objects.values_list("action", flat=True))
    assert actions.count("session.sign_in_refused") == 5
    assert actions.count("session.sign_in_slowed") == 1
    assert nothing_typed_is_kept()


def test_second_step_attempts_are_limited_and_recorded(visitor, brand):
    user = User.objects.create_user("victim@demo.test", "planfront-demo", role="rep")
    SecondFactor.objects.create(user=user, secret="JBSWY3DPEHPK3PXP", confirmed_at=clock.now(), created_at=clock.now())
    first = visitor.post("session/sign-in", {"email": user.email, "password": "planfront-demo"}).json()
    body = {"ticket": first["data"]["ticket"], "code": GUESS}
    assert tried(lambda: visitor.post("session/second-factor", body), 5) == 5
    assert AuditEvent.objects.filter(action="session.second_factor_refused").count() == 5
    assert scopes_of("tries.slowed") == ["second-factor"]
    assert nothing_typed_is_kept()


def test_own_password_attempts_are_limited_and_recorded(visitor, brand):
    User.objects.create_user("victim@demo.test", "planfront-demo", role="rep")
    visitor.sign_in("victim@demo.test")
    body = {"password": GUESS, "new_password": "a-longer-password-7"}
    assert tried(lambda: visitor.post("account/password", body), 5) == 5
    assert (scopes_of("tries.refused"), scopes_of("tries.slowed")) == (["confirm"] * 5, ["confirm"])


def test_resume_code_attempts_are_limited_and_recorded(visitor, brand):
    body = {"code": GUESS, "email": "victim@demo.test"}
    assert tried(lambda: visitor.post("continue-enrollment", body), 5) == 5
    assert visitor.post("continue-enrollment", body).status_code == 429
    # Waiting is told once a minute, however often somebody knocks.
    assert (scopes_of("tries.refused"), scopes_of("tries.slowed")) == (["resume-code"] * 5, ["resume-code"])
    assert nothing_typed_is_kept()


@pytest.mark.parametrize(
    ("scope", "path", "name"),
    [("agent-code", "validate-agent", "agent_code"), ("group-code", "validate-group", "group_code")],
)
def test_access_code_attempts_are_limited_and_recorded(visitor, brand, scope, path, name):
    assert tried(lambda: visitor.get(path, **{name: GUESS}), 30) == 30
    assert (scopes_of("tries.refused"), scopes_of("tries.slowed")) == ([scope] * 30, [scope])
    assert nothing_typed_is_kept()


def test_landing_name_and_link_attempts_are_limited_and_recorded(visitor, brand):
    assert tried(lambda: visitor.post("decrypt-detail", {"agentId": GUESS}), 30) == 30
    assert (scopes_of("tries.refused"), scopes_of("tries.slowed")) == (["agent-code"] * 30, ["agent-code"])
    assert nothing_typed_is_kept()


def test_enroller_code_attempts_are_limited_and_recorded(wizard):
    assert tried(lambda: wizard.post("save-enroller-code", enrollerCode=GUESS), 5) == 5
    assert (scopes_of("tries.refused"), scopes_of("tries.slowed")) == (["enroller-code"] * 5, ["enroller-code"])
    assert nothing_typed_is_kept()

"""The first account is made by a command that keeps the store's rules for passwords."""

import pytest
from django.contrib.auth.password_validation import MinimumLengthValidator
from django.core.management import CommandError, call_command

from planfront.accounts.models import User
from planfront.backoffice.management.commands import createsuperuser

pytestmark = pytest.mark.django_db
GOOD = "granite-otter-42-lamp"


def create(monkeypatch, password, email="ada@office.example"):
    monkeypatch.setenv("DJANGO_SUPERUSER_PASSWORD", password)
    call_command("createsuperuser", "--noinput", "--email", email)


def test_an_administrator_is_created_without_questions(monkeypatch, capsys):
    create(monkeypatch, GOOD, " Ada@Office.Example ")
    user = User.objects.get()
    assert (user.email, user.is_staff, user.is_superuser, user.check_password(GOOD)) == (
        "ada@office.example",
        True,
        True,
        True,
    )
    assert capsys.readouterr().out.strip() == "ada@office.example can sign in to the back office."


@pytest.mark.parametrize(
    ("password", "why"),
    [
        ("short", MinimumLengthValidator(12).get_error_message()),
        ("password1234", "common|leaked"),
        ("ada@office.example", "too similar"),
        ("", "DJANGO_SUPERUSER_PASSWORD"),
    ],
)
def test_a_password_that_the_store_refuses_creates_no_account(monkeypatch, password, why):
    with pytest.raises(CommandError, match=why):
        create(monkeypatch, password)
    assert not User.objects.exists()


@pytest.mark.parametrize(("email", "why"), [("ada", "Enter an email"), ("admin@demo.test", "There is an account")])
def test_an_address_that_can_t_be_used_creates_no_account(monkeypatch, email, why):
    User.objects.create_superuser("admin@demo.test", GOOD)
    with pytest.raises(CommandError, match=why):
        create(monkeypatch, GOOD, email)
    assert User.objects.count() == 1


def test_a_name_that_no_person_has_creates_no_account(monkeypatch):
    monkeypatch.setenv("DJANGO_SUPERUSER_PASSWORD", GOOD)
    command = ("createsuperuser", "--noinput", "--email", "ada@office.example", "--name")
    with pytest.raises(CommandError, match="--name: Please enter valid name"):
        call_command(*command, "<Ada>")
    assert not User.objects.exists()
    call_command(*command, "  Ada\u00a0 Field ")
    assert User.objects.get().name == "Ada Field"


def test_somebody_at_a_terminal_is_asked_until_the_password_is_good(monkeypatch, capsys):
    typed = iter(["short", GOOD, "granite-otter-43-lamp", GOOD, GOOD])
    monkeypatch.setattr(createsuperuser, "getpass", lambda _question: next(typed))
    monkeypatch.setattr("builtins.input", lambda _question: "Ada Field")
    monkeypatch.setattr("sys.stdin.isatty", lambda: True)
    call_command("createsuperuser", "--email", "ada@office.example")
    assert User.objects.get().check_password(GOOD)
    assert User.objects.get().name == "Ada Field"
    said = capsys.readouterr().err
    assert "at least 12 characters" in said
    assert "The two passwords are different." in said
    assert next(typed, None) is None


def test_without_a_terminal_nothing_is_asked(monkeypatch):
    monkeypatch.setattr("sys.stdin.isatty", lambda: False)
    with pytest.raises(CommandError, match="--noinput"):
        call_command("createsuperuser", "--email", "ada@office.example")

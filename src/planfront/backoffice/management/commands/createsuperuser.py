"""Create an administrator's account. Django's own command lets a password pass that the store refuses."""

from __future__ import annotations

import os
import sys
from argparse import ArgumentParser
from getpass import getpass
from typing import Any

from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.core.management.base import BaseCommand, CommandError
from django.core.validators import validate_email

from planfront.accounts.models import Role, User
from planfront.accounts.selectors import user_by_email
from planfront.audit.services import SYSTEM, record
from planfront.kernel.text.names import PersonNameField


class Command(BaseCommand):
    help = "Creates the account of an administrator. With --noinput the password is DJANGO_SUPERUSER_PASSWORD."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--email", default=os.environ.get("DJANGO_SUPERUSER_EMAIL", ""))
        parser.add_argument("--name", default="", help="as colleagues see it")
        parser.add_argument("--noinput", "--no-input", action="store_true", help="ask nothing")

    def handle(self, *args: Any, **options: Any) -> None:
        asks = not options["noinput"]
        if asks and not sys.stdin.isatty():
            raise CommandError("This isn't a terminal: use --noinput with --email and DJANGO_SUPERUSER_PASSWORD.")
        email = self._email(options["email"], asks=asks)
        name = _name(options["name"] or (input("Name: ") if asks else ""))
        user = User(email=email, name=name, role=Role.STAFF)
        password = self._ask_password(user) if asks else os.environ.get("DJANGO_SUPERUSER_PASSWORD", "")
        if problems := _problems(password, user):
            raise CommandError(" ".join(problems))
        created = User.objects.create_superuser(email, password, name=name)
        record("staff.created", origin=SYSTEM, subject_type="user", subject_id=created.pk)
        self.stdout.write(f"{email} can sign in to the back office.")

    def _email(self, given: str, *, asks: bool) -> str:
        email = (given or (input("Email: ") if asks else "")).strip().lower()
        try:
            validate_email(email)
        except ValidationError:
            raise CommandError("Enter an email address (--email).") from None
        if user_by_email(email) is not None:
            raise CommandError(f"There is an account {email}.")
        return email

    def _ask_password(self, user: User) -> str:
        """Ask until a password fits the store's rules."""
        while True:
            password = getpass("Password: ")
            problems = _problems(password, user)
            if not problems and password != getpass("Repeat password: "):
                problems = ["The two passwords are different."]
            if not problems:
                return password
            for problem in problems:
                self.stderr.write(problem)


def _name(typed: str) -> str:
    try:
        return PersonNameField(max_length=120, required=False).clean(typed)
    except ValidationError as error:
        raise CommandError(f"--name: {' '.join(error.messages)}") from None


def _problems(password: str, user: User) -> list[str]:
    if not password:
        return ["Enter a password (DJANGO_SUPERUSER_PASSWORD)."]
    try:
        validate_password(password, user)
    except ValidationError as error:
        return list(error.messages)
    return []

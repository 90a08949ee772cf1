"""Open a brand that isn't public yet, with the texts, portals and questions that any store starts with."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from planfront.audit.services import SYSTEM
from planfront.backoffice.brand_editor.new_brand import OpeningForm, open_brand
from planfront.shopping.opening import next_steps


class Command(BaseCommand):
    help = "Create a brand. Only staff can see it until it's published in the back office."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("key", help="short and permanent: lowercase letters, digits, hyphens")
        parser.add_argument("name", help="as shoppers see it")
        parser.add_argument("host", help="for instance store.example.com: no https://, no port")

    def handle(self, *args: Any, **options: Any) -> None:
        form = OpeningForm({name: options[name] for name in ("key", "name", "host")})
        if not form.is_valid():
            raise CommandError(
                "; ".join(f"{name}: {' '.join(map(str, errors))}" for name, errors in form.errors.items())
            )
        brand = open_brand(values=form.cleaned_data, origin=SYSTEM)
        self.stdout.write(f"{brand.name} is open to staff, at {form.cleaned_data['host']}. It isn't public yet.")
        for number, step in enumerate(next_steps(), start=1):
            self.stdout.write(f"  {number}. {step}")

"""``page_schema`` prints the JSON Schema of the index page's data block, for the browser's types."""

from __future__ import annotations

import json
from typing import Any

from django.core.management.base import BaseCommand

from planfront.webapp import page_data


class Command(BaseCommand):
    help = "print the JSON Schema of the index page's data block"

    def handle(self, *_args: Any, **_options: Any) -> None:
        self.stdout.write(json.dumps(page_data.document()))

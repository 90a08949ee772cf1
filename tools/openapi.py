"""The committed contracts of what browsers are sent: the OpenAPI document, and the data block of the index page."""

import argparse
import difflib
import io
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from planfront.cli import environment, frontend
from planfront.cli.console import CliError, say
from planfront.cli.paths import ROOT
from tools import frontend_checks

FOLDER = ROOT / "api"


def command(options: argparse.Namespace) -> int:
    if options.check:
        _check()
    else:
        _write()
    return 0


def rewrite(_options: argparse.Namespace) -> int:
    """./run api: the contracts, and the browser's types made from them."""
    _write()
    frontend.ensure_packages()
    if frontend_checks.write_client():
        say(f"Wrote the browser's types to {frontend_checks.CLIENT.relative_to(ROOT)}.")
    return 0


def documents() -> dict[Path, str]:
    """Return the snapshots' texts, from the running code, by file."""
    environment.setup_django({"PLANFRONT_KIT": "1"})
    from django.core.management import call_command

    from planfront.api.root import api

    call_command("page_schema", stdout=(page := io.StringIO()))
    return {
        FOLDER / "openapi.json": _text(api.get_openapi_schema()),
        FOLDER / "page.json": _text(json.loads(page.getvalue())),
    }


def _text(document: Mapping[str, Any]) -> str:
    return _lines(document, depth=3) + "\n"


def _lines(value: object, depth: int) -> str:
    """Return JSON with a line for each operation and each schema: small, and a change shows in few lines."""
    if not depth or not isinstance(value, Mapping):
        return json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"), default=str)
    entries = (f"{json.dumps(key)}:{_lines(value[key], depth - 1)}" for key in sorted(value))
    return "{\n" + ",\n".join(entries) + "\n}"


def _write() -> None:
    FOLDER.mkdir(exist_ok=True)
    for target, text in documents().items():
        target.write_text(text, encoding="utf-8")
        say(f"Wrote {target.relative_to(ROOT)} ({len(text) // 1024} KiB).")


def _check() -> None:
    for target, text in documents().items():
        committed = target.read_text(encoding="utf-8") if target.exists() else ""
        if committed != text:
            name = str(target.relative_to(ROOT))
            lines = difflib.unified_diff(committed.splitlines(), text.splitlines(), name, "the code", lineterm="", n=2)
            shown = "\n".join(list(lines)[:80])
            raise CliError(f"{shown}\n{name} is out of date: run ./run api and commit it.")

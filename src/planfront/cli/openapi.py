"""The committed snapshot of the API's OpenAPI document, and the TypeScript client made from it."""

import argparse
import difflib
import json
from pathlib import Path

from planfront.cli import drift, environment, frontend
from planfront.cli.console import CliError, say
from planfront.cli.paths import ROOT

SNAPSHOT = ROOT / "api" / "openapi.json"


def command(options: argparse.Namespace) -> int:
    if options.check:
        _check()
    else:
        _write()
    return 0


def rewrite(_options: argparse.Namespace) -> int:
    """./run api: snapshot and client."""
    _write()
    frontend.ensure_packages()
    drift.write_client()
    say(f"Wrote the client to {drift.CLIENT.relative_to(ROOT)}.")
    return 0


def document() -> str:
    """Return the OpenAPI document of the running code as the snapshot's text."""
    environment.setup_django({"PLANFRONT_KIT": "1"})
    from planfront.api.root import api

    schema = api.get_openapi_schema()
    return json.dumps(schema, indent=2, ensure_ascii=False, sort_keys=True, default=str) + "\n"


def _write(target: Path = SNAPSHOT) -> None:
    text = document()
    target.parent.mkdir(exist_ok=True)
    target.write_text(text, encoding="utf-8")
    say(f"Wrote {target.relative_to(ROOT)} ({len(text) // 1024} KiB).")


def _check() -> None:
    committed = SNAPSHOT.read_text(encoding="utf-8") if SNAPSHOT.exists() else ""
    result = document()
    if committed != result:
        lines = difflib.unified_diff(
            committed.splitlines(), result.splitlines(), "api/openapi.json", "the code", lineterm="", n=2
        )
        shown = "\n".join(list(lines)[:80])
        raise CliError(f"{shown}\napi/openapi.json is out of date: run ./run api and commit it.")

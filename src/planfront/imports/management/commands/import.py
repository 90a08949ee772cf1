# ruff: noqa: N999 - the command is called import
"""Import a data file: read it, show what it would change, and take it live if a second person is named."""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Iterable
from datetime import date
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from planfront.accounts.selectors import staff_by_email
from planfront.imports import services
from planfront.imports.errors import ImportBusy
from planfront.imports.models import ImportRun, State
from planfront.imports.registry import importer, kinds
from planfront.imports.selectors import issue_counts, issues_of, list_counts
from planfront.kernel import clock
from planfront.kernel.errors import AppError, FieldErrors, NotFound

SHOWN = 50


class Command(BaseCommand):
    help = "Reads a data file whole or not at all and stages what it changes. Kinds and formats: docs/imports.md."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("kind", help="what the file holds: rates, …")
        parser.add_argument("file", type=Path)
        parser.add_argument(
            "--option",
            action="append",
            default=[],
            metavar="NAME=VALUE",
            help="VALUE may be @FILE to read it from there",
        )
        parser.add_argument("--approve-as", metavar="EMAIL", help="the member of staff who has looked at it")
        parser.add_argument("--go-live", type=date.fromisoformat, metavar="DATE", help="default: today")

    def handle(self, *args: Any, **options: Any) -> None:
        path = Path(options["file"])
        self._check_kind(options["kind"])
        if not path.is_file():
            raise CommandError(f"{path} is not a file")
        approver = self._approver(options["approve_as"])
        try:
            value = dict(map(_option, options["option"]))
            run = services.import_file(kind=options["kind"], path=path, given=value, tell=self._tell)
            self._show(run)
            if approver is not None:
                self._approve(run, approver, options["go_live"] or clock.today())
        except FieldErrors as error:
            raise CommandError(
                "; ".join(f"{row.target_element}: {row.error_message}" for row in error.errors)
            ) from None
        except ImportBusy:
            raise CommandError(
                "Another process reads this file; follow it in the back office, or give the command again to take over."
            ) from None
        except AppError as error:
            raise CommandError(str(error.message)) from None

    def _check_kind(self, kind: str) -> None:
        try:
            importer(kind)
        except NotFound:
            raise CommandError(f"kinds: {', '.join(kind.kind for kind in kinds())}") from None

    def _approver(self, email: str | None) -> Any:
        if email is None:
            return None
        result = staff_by_email(email)
        if result is None:
            raise CommandError(f"No staff account {email}.")
        if not result.has_perm("imports.approve_importrun"):
            raise CommandError(f"{email} may not approve imports.")
        return result

    def _tell(self, done: int, total: int) -> None:
        self.stderr.write(f"{done:,} of {total:,} rows")

    def _show(self, run: ImportRun) -> None:
        for issue in issues_of(run, SHOWN):
            self.stderr.write(str(issue))
        counts = issue_counts(run)
        if run.state == State.REFUSED:
            raise CommandError(f"Import {run.pk} was rejected, and nothing changed: {_errors(counts['fatal'])}.")
        self.stdout.write(f"Import {run.pk}: {run.get_state_display()}. {run.review.get('headline', '')}")
        for name, number in list_counts(run.review.get("counts", {})):
            self.stdout.write(f"  {name}: {number}")
        self._lines(
            f"{change['what']}: {change['before'] or 'new'} -> {change['after']}"
            for change in run.review.get("changes", [])
        )
        self._lines(f"warning: {warning['text']}" for warning in run.review.get("warnings", []))
        if counts["notes"]:
            self.stdout.write(f"  {counts['notes']} notes, see above and the back office")
        if run.state == State.STAGED:
            self.stdout.write(f"Next: approve it at /backoffice/imports/importrun/{run.pk}/change/")

    def _lines(self, lines: Iterable[str]) -> None:
        for line in lines:
            self.stdout.write(f"  {line}")

    def _approve(self, run: ImportRun, by: Any, day: date) -> None:
        if run.state == State.STAGED:
            run = services.approve_run(run_id=run.pk, by=by, go_live_on=day)
        if run.state == State.APPROVED and run.go_live_on is not None and run.go_live_on <= clock.today():
            run = services.take_run_live(run_id=run.pk)
        on = f" on {run.go_live_on}" if run.state == State.APPROVED else ""
        self.stdout.write(f"Import {run.pk}: {run.get_state_display()}{on}.")


def _errors(count: int) -> str:
    return "1 error" if count == 1 else f"{count} errors"


def _option(text: str) -> tuple[str, str]:
    name, equals, value = text.partition("=")
    if not equals:
        raise CommandError(f"--option {text}: write NAME=VALUE")
    if not value.startswith("@"):
        return name, value
    try:
        return name, Path(value[1:]).read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise CommandError(f"--option {name}: {value[1:]} can't be read") from error

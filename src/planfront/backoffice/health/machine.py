"""Looks at what the store runs on: processes, database, disk, keys, backups."""

from __future__ import annotations

import shutil
from datetime import timedelta

from django.conf import settings
from django.db import connection
from django.template.defaultfilters import filesizeformat
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from planfront.backoffice.health import record
from planfront.backoffice.health.check_result import Link, Look, Tone, show_moment, unknown
from planfront.brands.selectors import public_brands
from planfront.kernel import clock
from planfront.kernel.files.storages import are_shared
from planfront.kernel.jobs.processes import is_alive, process_ids
from planfront.kernel.observing.backup_note import read_note
from planfront.shopping.opening import next_steps, nothing_to_buy

Problems = dict[str, str]
"""The words for planfront.kernel.observing.health by check; "" if all is well."""
LITTLE_DISK = 0.1
"""Of the whole: less than this part free is worth a warning."""
BACKUP_LATE, BACKUP_MISSING = timedelta(hours=36), timedelta(days=7)
BRANDS = "/backoffice/brands/brand/"


def check_stores(_problems: Problems) -> Look:
    names = [brand.name for brand in public_brands()]
    meaning = _("The processes that serve shoppers also served this page.")
    link = Link(_("View brands"), BRANDS)
    if not names:
        return Look(Tone.SETUP, _("No brand is public."), meaning, steps=tuple(next_steps()), link=link)
    if nothing_to_buy():
        return Look(Tone.SETUP, _("There is nothing to buy yet."), meaning, steps=tuple(next_steps()), link=link)
    sentence = ngettext("%(count)d store answers: %(names)s.", "%(count)d stores answer: %(names)s.", len(names))
    listed = ", ".join(names[:4]) + (" …" if len(names) > 4 else "")
    return Look(Tone.GOOD, sentence % {"count": len(names), "names": listed}, meaning, link=link)


def check_workers(_problems: Problems) -> Look:
    meaning = _("The worker sends emails, makes documents and reads files. If it stops, it restarts automatically.")
    return _check_process("worker", meaning, _("The worker isn't running"))


def check_ticker(_problems: Problems) -> Look:
    meaning = _("The ticker starts what is due: coverage, imports, documents, and the deletion of old data.")
    look = _check_process("ticker", meaning, _("The ticker isn't running"))
    last_note = record.read_record().at
    if look.tone == Tone.BAD:
        return look
    if last_note is None:
        return unknown(meaning, _("It hasn't been heard from yet."))
    if clock.now() - last_note > record.SILENCE:
        return Look(
            Tone.BAD,
            _("Last heard from at %(time)s.") % {"time": show_moment(last_note)},
            meaning,
            problem=_("The ticker has stopped"),
            since=last_note,
            steps=(_restart_advice(), _("Nothing is lost. Whatever was due runs once the ticker is back.")),
        )
    return Look(Tone.GOOD, _("Last heard from at %(time)s.") % {"time": show_moment(last_note)}, meaning)


def _check_process(name: str, meaning: str, problem: str) -> Look:
    pid = process_ids().get(name)
    if pid is None:
        return unknown(meaning, _("This store wasn't started with ./run."))
    if is_alive(pid):
        return Look(Tone.GOOD, "", meaning)
    return Look(
        Tone.BAD,
        _("It stopped and hasn't restarted."),
        meaning,
        problem=problem,
        steps=(_("Wait a minute: it restarts automatically."), _restart_advice()),
    )


def _restart_advice() -> str:
    return _("Ask the technician to restart the store: stop ./run, then start it again.")


def check_database(problems: Problems) -> Look:
    meaning = _("Everything people enter is stored here. A test row is saved and removed to check that it works.")
    if problems["database"]:
        return Look(
            Tone.BAD,
            _("It doesn't accept changes."),
            meaning,
            problem=_("The database doesn't accept changes"),
            steps=(
                _("Call the technician now: no one can save anything."),
                _("Check whether the disk is full and whether the database server is running."),
                _("Nothing that was confirmed to people is lost."),
            ),
        )
    if problems["migrations"]:
        return Look(
            Tone.BAD,
            _("Its tables are older than the program."),
            meaning,
            problem=_("The database is older than the program"),
            steps=(_restart_advice(), _("Restarting the store updates the tables.")),
        )
    size = filesizeformat(_database_size())
    return Look(Tone.GOOD, _("Its size is %(size)s.") % {"size": size}, meaning)


def _database_size() -> int:
    queries = {
        "postgresql": "SELECT pg_database_size(current_database())",
        "sqlite": "SELECT page_count * page_size FROM pragma_page_count(), pragma_page_size()",
    }
    with connection.cursor() as cursor:
        cursor.execute(queries[connection.vendor])
        return int(cursor.fetchone()[0])


def check_disk(problems: Problems) -> Look:
    usage = shutil.disk_usage(settings.VAR_DIR)
    meaning = _("Documents, pictures, imported files and this machine's backups are here.")
    figures = {"free": filesizeformat(usage.free), "total": filesizeformat(usage.total)}
    sentence = _("%(free)s of %(total)s are free.") % figures
    steps = (
        _("Move old backups to another machine."),
        _("Have the technician find what is taking up space, or add more."),
    )
    if problems["disk"]:
        return Look(Tone.BAD, sentence, meaning, problem=_("The disk is full"), steps=steps)
    if usage.free < usage.total * LITTLE_DISK:
        return Look(Tone.WARN, sentence, meaning, problem=_("The disk is nearly full"), steps=steps)
    return Look(Tone.GOOD, sentence, meaning)


def check_files(problems: Problems) -> Look:
    if not are_shared():
        return Look(
            Tone.OFF,
            _("Files are on this machine's disk."),
            _("Running on several machines requires shared file storage."),
        )
    meaning = _("Documents, pictures and imported files are in storage that all machines share.")
    if not problems["files"]:
        return Look(Tone.GOOD, _("The file storage is responding."), meaning)
    return Look(
        Tone.BAD,
        _("The file storage isn't responding."),
        meaning,
        problem=_("Files can't be saved or shown"),
        steps=(
            _("Have the technician check the file storage and the connection to it."),
            _("People can still shop. Work that needs files continues automatically once the file storage answers."),
        ),
    )


def check_keys(problems: Problems) -> Look:
    meaning = _("Social Security numbers, accounts and signatures are sealed with these keys.")
    if problems["keys"]:
        return Look(
            Tone.BAD,
            _("Nothing can be sealed or opened."),
            meaning,
            problem=_("The keys can't be used"),
            steps=(
                _("Call the technician now: applications can't be saved."),
                _("Restore the keys from where you keep them, apart from the backups, and restart the store."),
                _("Never create new keys instead. Without the old ones, sealed data stays sealed."),
            ),
        )
    return Look(Tone.GOOD, _("A test value was sealed and opened."), meaning)


def check_backups(_problems: Problems) -> Look:
    meaning = _("A backup is only proven once it has been restored elsewhere. Try ./run restore every few months.")
    steps = (
        _("Have the technician run ./run backup, and check that it runs every night."),
        _("Check that there is room where backups go."),
    )
    note = read_note(settings.VAR_DIR)
    if (finished := note.finished) is None:
        lost = _("If this machine fails today, all of the store's data is lost.")
        return Look(Tone.SETUP, _("No backup was ever made."), meaning, steps=(lost, *steps[:1]))
    sentence = _("The latest one finished at %(time)s.") % {"time": show_moment(finished)}
    if note.restored is not None:
        sentence = f"{sentence} {_('One was restored at %(time)s.') % {'time': show_moment(note.restored)}}"
    age = clock.now() - finished
    if age <= BACKUP_LATE:
        return Look(Tone.GOOD, sentence, meaning)
    tone = Tone.BAD if age > BACKUP_MISSING else Tone.WARN
    return Look(tone, sentence, meaning, problem=_("The backup is late"), steps=steps, since=finished + BACKUP_LATE)

"""Checks the store's work: jobs, mails, imports and external services."""

from __future__ import annotations

from datetime import timedelta

from django.conf import settings
from django.db.models import Count, Min
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django_tasks_db.models import DBTaskResult

from planfront.accounts.models import SingleSignOn
from planfront.backoffice.health.check_result import Link, Look, Tone
from planfront.backoffice.health.machine import Problems
from planfront.backoffice.operations.outside import words_of
from planfront.billing.vault import count_waiting_since
from planfront.imports.models import ImportRun, State
from planfront.integrations import ports
from planfront.kernel import clock
from planfront.kernel.jobs.tasks import list_unresolved_failures
from planfront.kernel.models import OutsideService
from planfront.kernel.observing.health import OLDEST_JOB, oldest_wait
from planfront.messaging.mailbox import NAME as MAILBOX
from planfront.messaging.models import Status
from planfront.messaging.selectors import LATE, count_by_status, late_mails

LATELY = timedelta(days=1)
JOBS = "/backoffice/django_tasks_database/dbtaskresult/"
RETURNED = "/backoffice/messaging/outboundemail/?status__exact=RETURNED"
OUTBOX = "/backoffice/messaging/outboundemail/"
IMPORTS = "/backoffice/imports/importrun/"
OUTSIDE = "/backoffice/outside/"
CARD = "card"


def check_queue(_problems: Problems) -> Look:
    now, rows = clock.now(), DBTaskResult.objects.order_by()
    waited, ready, running = oldest_wait(), rows.filter(status="READY").count(), rows.filter(status="RUNNING").count()
    meaning = _("Emails, documents and files are processed one after another, usually within seconds.")
    sentence = _("Waiting: %(ready)d. In progress: %(running)d.") % {"ready": ready, "running": running}
    if waited is not None and waited > OLDEST_JOB:
        minutes = int(waited.total_seconds() // 60)
        late = _("Waiting: %(ready)d, the oldest for %(minutes)d minutes.") % {"ready": ready, "minutes": minutes}
        return Look(
            Tone.BAD,
            late,
            meaning,
            problem=_("Work is waiting too long"),
            since=now - waited,
            link=Link(_("View jobs"), f"{JOBS}?status__exact=READY"),
            steps=(
                _("Check whether the worker is running (below). If it has stopped, it restarts automatically."),
                _("If a large import is being read, wait. Other work continues after it."),
                _("Otherwise, ask the technician to restart the store. Nothing is lost."),
            ),
        )
    failed = (
        list_unresolved_failures()
        .filter(finished_at__gt=now - LATELY)
        .aggregate(n=Count("pk"), first=Min("finished_at"))
    )
    if failed["n"]:
        words = ngettext("%(n)d job failed in the last day.", "%(n)d jobs failed in the last day.", failed["n"])
        return Look(
            Tone.WARN,
            words % failed,
            meaning,
            problem=_("Jobs have failed"),
            since=failed["first"],
            link=Link(_("View failed jobs"), f"{JOBS}?failures=unresolved"),
            steps=(
                _("Open the jobs that failed and choose Run now."),
                _("If one fails again, give the technician its number and the name of the error."),
            ),
        )
    return Look(Tone.GOOD, sentence, meaning, link=Link(_("View jobs"), JOBS))


def check_mails(_problems: Problems) -> Look:
    now, counts = clock.now(), count_by_status()
    meaning = _(
        "Receipts, codes and letters. An email goes out within ten minutes. If that fails, we try again for hours."
    )
    if not settings.SMTP_URL:
        unsent = counts.get(Status.KEPT, 0)
        words = ngettext(
            "%(n)d email was not sent.",
            "%(n)d emails were not sent.",
            unsent,
        )
        return Look(
            Tone.SETUP,
            words % {"n": unsent},
            meaning,
            link=Link(_("View emails"), OUTBOX),
            steps=(
                _("Have the technician set SMTP_URL. Without it, no one gets a receipt or a code."),
                _("Then choose Send again for the emails that were not sent."),
            ),
        )
    late = late_mails(now).order_by()
    facts = late.aggregate(n=Count("pk"), first=Min("created_at"))
    if not facts["n"]:
        on_the_way = counts.get(Status.QUEUED, 0) + counts.get(Status.SENDING, 0)
        words = _("On their way: %(n)d. None is late.") % {"n": on_the_way}
        return Look(Tone.GOOD, words, meaning, link=Link(_("View emails"), OUTBOX))
    brands = ", ".join(late.values_list("brand__name", flat=True).distinct().order_by("brand__name"))
    words = ngettext("%(n)d email from %(brands)s is late.", "%(n)d emails from %(brands)s are late.", facts["n"])
    return Look(
        Tone.WARN,
        words % {"n": facts["n"], "brands": brands},
        meaning,
        problem=_("Email is late"),
        since=facts["first"] + LATE,
        link=Link(_("View late emails"), f"{OUTBOX}?late=yes"),
        steps=(
            _("Wait an hour: a busy email server is tried again automatically."),
            _(
                "Then open the late emails. Their last error shows what the email server answered; contact its "
                "provider."
            ),
            _("Send failed emails again once the server accepts email."),
        ),
    )


def check_returned(_problems: Problems) -> Look:
    meaning = _("When an address doesn't work, letters go on paper, and the person sees a note.")
    if settings.MAILBOX is None:
        steps = (_("Have the technician set IMAP_URL. Without it, no one knows that email came back."),)
        return Look(Tone.SETUP, _("Email that comes back isn't read."), meaning, steps=steps)
    row, link = OutsideService.objects.filter(pk=MAILBOX).first(), Link(_("View emails"), RETURNED)
    if row is None:
        return Look(Tone.GOOD, _("The mailbox wasn't read yet."), meaning)
    if row.failures:
        return Look(
            Tone.WARN,
            _("The mailbox can't be read. %(words)s") % {"words": words_of(row.problem)},
            meaning,
            problem=_("Returned email isn't read"),
            since=row.last_success or row.since,
            link=link,
            steps=(
                _("Have the technician compare IMAP_URL with what the email provider says, then restart."),
                _("Nothing is lost: what comes back stays in the mailbox until the store can read it."),
            ),
        )
    count = count_by_status().get(Status.RETURNED, 0)
    words = ngettext("%(n)d email came back.", "%(n)d emails came back.", count)
    return Look(Tone.GOOD, words % {"n": count}, meaning, link=link)


def check_imports(_problems: Problems) -> Look:
    rows = ImportRun.objects.order_by()
    meaning = _("Rates and other files go live on the day that was chosen, or not at all.")
    stopped = rows.exclude(problem="").filter(state__in=(State.STAGED, State.APPROVED))
    if count := stopped.count():
        words = ngettext("%(n)d file could not go live.", "%(n)d files could not go live.", count)
        return Look(
            Tone.WARN,
            words % {"n": count},
            meaning,
            problem=_("An import has stopped"),
            link=Link(_("View imports"), IMPORTS),
            steps=(_("Open the import to see why. Until it's live, the previous figures apply."),),
        )
    waiting = rows.filter(state=State.STAGED).count()
    words = ngettext("%(n)d file is waiting for approval.", "%(n)d files are waiting for approval.", waiting)
    return Look(Tone.GOOD, words % {"n": waiting}, meaning, link=Link(_("View imports"), IMPORTS))


def _is_silent(port: str) -> bool:
    """Return whether the circuit breaker of a port's service is open."""
    try:
        service = ports.chosen(port).service
    except ports.WrongAdapter:
        return True
    row = service.row() if service is not None else None
    return row is not None and row.state != OutsideService.State.CLOSED


def _steps_without(silent: list[str]) -> tuple[str, ...]:
    """Return steps to take while the services of these ports don't answer."""
    steps = [_("Open the page to see why, and when we'll try again.")]
    if silent != [CARD]:
        steps.append(_("No one has to wait. People see a message and can continue, and their answers are saved."))
    if CARD in silent:
        steps.append(_("While a card processor is down, people can pay by bank account or come back later."))
    return tuple(steps)


def check_services(_problems: Problems) -> Look:
    meaning = _(
        "Services outside the store. If one doesn't answer within seconds, people see a message and lose nothing."
    )
    providers = SingleSignOn.objects.filter(active=True).order_by("name").values_list("name", flat=True)
    silent = [port for port in sorted(settings.ADAPTERS) if _is_silent(port)]
    link = Link(_("View outside services"), OUTSIDE)
    if silent:
        names = ", ".join(str(ports.title_of(port)) for port in silent)
        return Look(
            Tone.WARN,
            ngettext("%(names)s doesn't answer.", "%(names)s don't answer.", len(silent)) % {"names": names},
            meaning,
            problem=_("An outside service doesn't answer"),
            steps=_steps_without(silent),
            link=link,
        )
    if left := count_waiting_since(clock.now() - LATELY):
        words = ngettext(
            "%(count)d person who was deleted here still has cards at a card processor.",
            "%(count)d people who were deleted here still have cards at a card processor.",
            left,
        )
        return Look(
            Tone.WARN,
            words % {"count": left},
            meaning,
            problem=_("A card processor still holds a deleted person's card"),
            steps=(
                _("Open the page to see why. The store tries again every hour."),
                _("If this goes on for days, delete them on the card processor's own site and note it on the page."),
            ),
            link=link,
        )
    variables = [*sorted(settings.ADAPTERS), *providers]
    if not variables:
        return Look(Tone.OFF, _("None is used: addresses, banks and sign-ins are checked here."), meaning)
    watched = [port for port in sorted(settings.ADAPTERS) if ports.chosen(port).service is not None]
    others = _("In use, not monitored: %(names)s.") % {
        "names": ", ".join(name for name in variables if name not in watched)
    }
    if not watched:
        return Look(Tone.OFF, others, meaning)
    sentence = _("In use: %(names)s.") % {"names": ", ".join(str(ports.title_of(port)) for port in watched)}
    return Look(Tone.GOOD, f"{sentence} {others}" if len(variables) > len(watched) else sentence, meaning, link=link)

"""Locking an application, and writing its sections and versions."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from django.db.models import UUIDField
from django.utils.translation import gettext as _

from planfront.audit.services import Origin, record
from planfront.enrollment.application import context
from planfront.enrollment.application.proposals import open_proposals, overlay_proposals
from planfront.enrollment.forms import rules
from planfront.enrollment.forms.base import Answers, Signer, Step, StepContext
from planfront.enrollment.models import Application, Section, State
from planfront.enrollment.steps.registry import BY_KEY, PERSONAL, RECEIPT_PATH, furthest_step
from planfront.kernel import clock
from planfront.kernel.database.locks import lock_query, lock_row
from planfront.kernel.database.prepared import Param, Prepared
from planfront.kernel.errors import Conflict, NotFound
from planfront.shopping.access import handed_over
from planfront.shopping.cart import selectors as carts
from planfront.shopping.quote.state import lock_quote
from planfront.shopping.worklists.index import note_changed, note_name

if TYPE_CHECKING:
    from planfront.shopping.access import Side
    from planfront.shopping.cart.selectors import CartRows
    from planfront.shopping.models import Quote

_STORED = Prepared(
    lambda: lock_query(
        context.sections_signed()
        .filter(application__enrollment=Param("enrollment", UUIDField()))
        .select_related("application")
        .order_by("pk"),
        of="application",
    )
)


@dataclass(frozen=True)
class StoredDraft:
    """A locked application as it is stored. ``signed``: as in OpenDraft."""

    application: Application
    sections: dict[str, Section]
    signed: str


@dataclass
class OpenDraft:
    """A locked quote with its locked application, its sections, and the context of the steps.

    ``cart``: as it was read. ``quote_version``: that of the quote when it was opened. ``signed``: the hash of the last
    signature's content. ``proposing``: the writer has handed the application over, so a change waits for the client.
    """

    quote: Quote
    application: Application
    sections: dict[str, Section]
    ctx: StepContext
    cart: CartRows
    quote_version: int
    signed: str = ""
    proposing: bool = False

    def section(self, key: str) -> Section:
        """The section, unsaved when it is new."""
        return self.sections.get(key) or Section(application=self.application, key=key, version=0)

    def refresh(self) -> None:
        """Let what the steps see follow what was written."""
        self.ctx = context.with_answers(self.ctx, self.sections, self.signed)

    def requote(self) -> None:
        """Read the context again after the quote was changed."""
        self.cart = carts.read_cart(self.quote)
        quoted = replace(context.quote_context(self.quote, self.cart), signer=self.ctx.signer)
        self.ctx = context.with_answers(quoted, self.sections, self.signed)

    def sign_as(self, signer: Signer) -> None:
        """Make ``signer`` the one who writes."""
        if signer != self.ctx.signer:
            self.ctx = context.with_answers(replace(self.ctx, signer=signer), self.sections, self.signed)


def open_stored(quote: Quote, stored: StoredDraft) -> OpenDraft:
    """A locked enrollment with what is stored of it now."""
    sections, signed, cart = stored.sections, stored.signed, carts.read_cart(quote)
    ctx = context.with_answers(context.quote_context(quote, cart), sections, signed)
    return OpenDraft(quote, stored.application, sections, ctx, cart, quote.version, signed)


def already_submitted() -> Conflict:
    """Return the refusal of every edit after the submission."""
    return Conflict(
        _("This application was submitted and can no longer be changed."),
        current={"submitted": True, "receipt_href": RECEIPT_PATH},
    )


def lock_application(quote: Quote) -> Application:
    """The locked application of a locked enrollment, made when it isn't there yet."""
    if row := lock_row(Application.objects.filter(enrollment=quote)):
        row.enrollment = quote
        return row
    now = clock.now()
    application = Application.objects.create(enrollment=quote, created_at=now, updated_at=now)
    note_changed(enrollment_id=quote.pk)
    return application


def lock_stored(quote: Quote) -> StoredDraft:
    """Lock the application of a locked quote and read its sections: one query where it has any.

    The caller holds the quote's lock: a query that only waits for the application's shows sections as they were before.
    """
    rows = _STORED.rows(enrollment=quote.pk)
    application = rows[0].application if rows else lock_application(quote)
    application.enrollment = quote
    for row in rows:
        row.application = application
    return StoredDraft(application, {row.key: row for row in rows}, context.signed_in(rows))


def require_still_shared(quote: Quote, locked: Quote, side: Side) -> None:
    """Raise NotFound for a client whose application was taken back while the call waited for the lock."""
    if side == "client" and quote.handed_over_at is not None and locked.handed_over_at is None:
        raise NotFound


def lock_draft(quote: Quote, side: Side = "client") -> tuple[Quote, StoredDraft]:
    """The locked enrollment and what is stored of it. Inside a transaction. Raises Conflict when it was submitted."""
    try:
        locked = lock_quote(enrollment_id=quote.pk)
    except Conflict as stop:
        if (stop.current or {}).get("withdrawn"):
            raise
        raise already_submitted() from None
    stored = lock_stored(locked)
    if stored.application.state != State.DRAFT:
        raise already_submitted()
    require_still_shared(quote, locked, side)
    return locked, stored


def open_draft(quote: Quote, side: Side = "client", *, may_propose: bool = False) -> OpenDraft:
    """Lock for a change, inside a transaction.

    Raise Conflict when the application was submitted, and the business error ``handedOver`` for everyone but the client
    while it is handed over; a seller may propose with ``may_propose``.
    """
    locked, stored = lock_draft(quote, side)
    theirs = locked.handed_over_at is not None and side != "client"
    if theirs and (side != "seller" or not may_propose):
        raise handed_over()
    opened = open_stored(locked, stored)
    if theirs:
        opened.ctx, opened.proposing = overlay_proposals(opened.ctx, open_proposals(opened.application)), True
    return opened


def check_version(
    section: Section,
    version: int | None,
    submitted_values: Mapping[str, Any],
    *,
    draft: bool = False,
    typed: bool = True,
    form: Iterable[str] = (),
) -> None:
    """Raise Conflict when the section changed after the caller's ``version`` and what was sent differs from it.

    ``current`` has the server's value of each field that differs; sensitive ones are left out. Sending the same
    values again is no conflict, so a repeated request gets its answer. What another window only typed counts, unless
    ``typed`` is false: nothing is written over unseen. ``draft`` says that the caller's values were only typed, too.
    ``form`` names the fields of a whole form: one that was left out counts as emptied.
    """
    if version is None or section.version <= version:
        return
    current = _current_values(section, draft=typed)
    step = BY_KEY.get(section.key)
    sent = submitted_values if draft or step is None else step.as_form(submitted_values)
    differing = {
        name: current[name]
        for name in {**dict.fromkeys(form), **sent}
        if name in current and current[name] != str(sent.get(name) or "")
    }
    if differing:
        elsewhere = {"others": changed_since(section, version, sent)} if draft else {}
        raise Conflict(current={"version": section.version, "values": differing, **elsewhere})


def changed_since(section: Section, version: int | None, sent: Mapping[str, Any]) -> Answers:
    """Return the values of a section that changed after ``version`` besides those in ``sent``. {} when nothing
    changed."""
    if version is None or section.version <= version:
        return {}
    return {name: value for name, value in _current_values(section, draft=True).items() if name not in sent}


def _current_values(section: Section, *, draft: bool) -> Answers:
    """A section's values by field, without sensitive ones; with ``draft``, typed ones go before saved ones."""
    step = BY_KEY.get(section.key)
    stored = step.as_form(section.answers) if step else section.answers
    hidden = step.sensitive if step else frozenset()
    values = {**stored, **(section.draft if draft else {})}
    return {name: value for name, value in values.items() if name not in hidden and isinstance(value, str)}


def check_answers(opened: OpenDraft, step: Step, version: int | None, answers: Answers) -> None:
    """``check_version`` for checked answers that will replace the stored ones: what they lack counts as emptied. A
    proposal replaces no draft, and its sender doesn't see what the client only typed."""
    section = opened.section(step.key)
    form = [field.field_name for field in step.fields(opened.ctx) if not field.read_only]
    check_version(section, version, answers, typed=not opened.proposing, form=form)


def touch(application: Application, name: str | None = None) -> int:
    """The application's next version. ``name``: the applicant's, when it is another than before."""
    application.version += 1
    application.updated_at = clock.now()
    application.applicant = application.applicant if name is None else name
    application.save(update_fields=["version", "updated_at", "applicant", "last_step"])
    note_changed(enrollment_id=application.enrollment_id)
    if name is not None:
        note_name(quote=application.enrollment, name=name)
    return application.version


def _new_name(application: Application, key: str, answers: Mapping[str, Any]) -> str | None:
    """Return the applicant's name for lists and searches; None when it didn't change."""
    name = rules.full_name(answers)[:200] if key == PERSONAL.key else application.applicant
    return None if name == application.applicant else name


def write_answers(opened: OpenDraft, key: str, answers: Answers, origin: Origin, *, submitting: bool = False) -> None:
    """Store checked answers and drop the draft. The same answers again change nothing but the draft. ``submitting``:
    the caller saves the application, with its next version, and tells the lists."""
    section = opened.section(key)
    if section.saved_at and section.answers == answers:
        if section.draft:
            section.draft = {}
            section.save(update_fields=["draft"])
        return
    changed = {name for name in {*answers, *section.answers} if answers.get(name) != section.answers.get(name)}
    opened.application.last_step = furthest_step(opened.application.last_step, key)
    if submitting:
        opened.application.version += 1
    else:
        touch(opened.application, _new_name(opened.application, key, answers))
    section.version = opened.application.version
    section.answers, section.draft, section.saved_at = answers, {}, clock.now()
    section.save()
    opened.sections[key] = section
    record(
        f"application.{key}.saved",
        origin=origin,
        subject_type="application",
        subject_id=opened.application.id,
        fields=changed,
    )


def write_draft(opened: OpenDraft, key: str, values: Answers) -> int:
    """Merge typed values into the section's draft. Returns the new version.

    An emptied value stays in the draft only where there is an answer that it empties.
    """
    application, step = opened.application, BY_KEY[key]
    section = opened.section(key)
    initial = step.as_form(step.initial_answers(opened.ctx))
    typed = {**section.draft, **values}
    merged = {name: value for name, value in typed.items() if value != "" or initial.get(name)}
    if section.draft == merged and (section.version or not merged):
        return application.version
    section.version = touch(application, _new_name(application, key, {**section.answers, **merged}))
    section.draft, section.draft_at = merged, clock.now()
    section.save()
    opened.sections[key] = section
    return section.version

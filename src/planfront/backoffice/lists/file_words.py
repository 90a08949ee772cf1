"""Lists as files, in words: the work that needs each, what a line is, and what its columns mean."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.translation import gettext_lazy as _

from planfront.backoffice.navigation import WORK, place_of
from planfront.kernel.files.handed_out import EXPLAINED, Need, Text

_FILES: Mapping[str, tuple[Need, Text]] = {
    "sales.confirmation": (Need.ACCOUNTING, _("One line per submitted enrollment.")),
    "coverage.policy": (Need.ACCOUNTING, _("One line per policy: what it costs, since when, and for whom.")),
    "coverage.renewalitem": (Need.INSURERS, _("One line per policy in a renewal, with both prices.")),
    "enrollment.outstandingnumber": (Need.INSURERS, _("Beneficiaries whose Social Security number is missing.")),
    "members.relative": (Need.INSURERS, _("Dependents whose Social Security number is missing.")),
    "parties.agent": (Need.INSURERS, _("One line per rep, with the states of the licenses.")),
    "sales.underwritingcase": (Need.INSURERS, _("One line per decision that waits for an insurer.")),
    "accounts.user": (Need.AUDITOR, _("One line per account that can sign in.")),
    "audit.auditevent": (Need.AUDITOR, _("One line per act of a person or of the store.")),
    "audit.openedrecord": (Need.AUDITOR, _("One line each time staff opened a sealed value.")),
    "enrollment.signatureevidence": (Need.AUDITOR, _("One line per electronic signature.")),
    "enrollment.signeddocument": (Need.AUDITOR, _("One line per signed application.")),
    "imports.importrun": (Need.AUDITOR, _("One line per file that staff uploaded.")),
    "leads.consent": (Need.AUDITOR, _("One line each time a person agreed to be contacted.")),
    "leads.consentrevocation": (Need.AUDITOR, _("One line each time a person withdrew a consent.")),
    "leads.locationconsent": (Need.AUDITOR, _("One line each time a person was asked for their location.")),
    "letters.letter": (Need.AUDITOR, _("One line per letter to a member.")),
    "messaging.outboundemail": (Need.AUDITOR, _("One line per email.")),
    "privacy.privacyrequest": (Need.AUDITOR, _("One line per request for a copy of data, or for its erasure.")),
}
"""By table. The others are for daily work where the side bar has them under Work, or for settings."""
_ACCOUNT = _("Account of the person who did it.")
_ADDRESS = _("Network address of the person.")
_BRAND = _("Brand it belongs to.")
_KIND = _("Kind of letter, email or request.")
_PROGRESS = _("Progress so far.")
_MEANINGS: Mapping[str, Text] = {
    "account_number": _("The insurer's number of the group's account."),
    "address": _ADDRESS,
    "agent": _("Rep whose page it was asked on."),
    "allowed": _("Yes if the person agreed."),
    "asked_by": _ACCOUNT,
    "at": _("Day and time."),
    "attempts": _("How often sending was tried."),
    "brand": _BRAND,
    "came": _("Day the request arrived."),
    "created_at": _("Day and time it was created."),
    "decided_by": _ACCOUNT,
    "due": _("Day it must be answered by."),
    "effective_date": _("First day of coverage."),
    "email": _("Address the person signs in with."),
    "file_name": _("Name of the file."),
    "fingerprint": _("Fingerprint of the record, which shows any later change."),
    "go_live_on": _("Day it takes effect."),
    "group": _("Employer's group, if there is one."),
    "group_number": _("The insurer's number of the group."),
    "how": _("The person's way of answering."),
    "in_language": _("Language of the letter."),
    "insurer_code": _("Code by which the insurer knows the plan."),
    "ip": _ADDRESS,
    "is_active": _("Yes while the account can sign in."),
    "kind": _KIND,
    "last_login": _("Day and time of the last sign-in."),
    "member_name": _("Member's name."),
    "member_number": _("The insurer's number of the member."),
    "monthly": _("Premium a month in dollars, without dues."),
    "monthly_fees": _("Dues and fees a month beside the premium, in dollars."),
    "name": _("Name of the person."),
    "note": _("Note that was added to the reason."),
    "number": _("The store's own number for it."),
    "once": _("One-time fees of the enrollment, in dollars."),
    "page": _("Page of the store it was asked on."),
    "plan_name": _("Name of the plan."),
    "purpose": _("Purpose of the consent."),
    "record": _("Place in the chain of records, which has no gaps."),
    "role": _("Member, group administrator, rep or staff."),
    "rows_done": _("Number of rows that were read."),
    "sent_at": _("Day and time it was sent."),
    "shown_brand": _BRAND,
    "shown_category": _("Kind of plan, such as dental or vision."),
    "shown_code": _("Code on its pages."),
    "shown_kind": _KIND,
    "shown_state": _PROGRESS,
    "shown_status": _PROGRESS,
    "spoken": _("Language it was signed in."),
    "state": _("Whether it's in force, pending or ended."),
    "subject": _("Subject line, or what was acted on."),
    "subject_id": _("Number of it in the store."),
    "title": _("Kind of data in the file."),
    "to": _("Address it goes to."),
    "two_steps": _("Yes where sign-in has a second step."),
    "uploaded_by": _ACCOUNT,
    "version": _("Version of the text."),
    "way": _("By email, on paper, or both."),
    "what": _("Act, or value that was opened."),
    "who": _ACCOUNT,
    "whose": _("Enrollment or policy it belongs to."),
    "why": _("Reason that was given."),
    "work": _("What a member of staff may do."),
    "works_for": _("Brands a member of staff works for."),
}
"""By column, which means the same in all lists that have it."""


def describe_list(label: str) -> tuple[Need, Text]:
    """Return the work that needs a list (``app.model``), and what a line of it is."""
    place = place_of(label)
    return _FILES.get(label, (Need.DAILY if place and place[0] in WORK else Need.SETTINGS, ""))


def describe_column(need: Need, name: str) -> Text:
    """Return what a column of a list means; "" where its heading says it."""
    return _MEANINGS.get(name, "") if need in EXPLAINED else ""

"""The pages of a signed document that prove it: agreements, signature, evidence, record and code."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from django.conf import settings
from django.utils.translation import gettext as _

from planfront.brands import selectors as brands
from planfront.enrollment.forms.base import Answers
from planfront.kernel import clock
from planfront.kernel.security.ids import group_code
from planfront.kernel.text.parse import show_date
from planfront.sales.signed import who_signed

if TYPE_CHECKING:
    from planfront.enrollment.models import Application, SignatureEvidence


def signing_page(signature: SignatureEvidence) -> Answers:
    """Return the agreements and the signature below them."""
    evidence = signature.evidence
    return {
        "agreements_heading": _("Agreements"),
        "ticked": _("Accepted"),
        "agreements": [
            {"head": text["head"], "body": text["body"], "tick": text["tick"]} for text in evidence.get("texts", [])
        ],
        "signature": {
            "heading": _("Signature"),
            "picture": "signature.png" if signature.picture else "",
            "typed": evidence.get("typed_name", ""),
            "alt": _("Signature of %(name)s, drawn by hand") % {"name": evidence.get("signer", "")},
            "name": _who(evidence),
            "about": " · ".join((_role(evidence), _local(signature.at), _utc(signature.at))),
        },
    }


def _who(evidence: Answers) -> str:
    """Return who signed, and for whom where that was someone else."""
    role = evidence.get("role", "") if "applicant" in evidence else ""
    signer = {
        "name": evidence.get("signer", ""),
        "code": evidence.get("signer_code", ""),
        "of": evidence.get("signer_of", ""),
    }
    return who_signed({"role": role, **signer, "applicant": evidence.get("applicant", "")})


def _role(evidence: Answers) -> str:
    return {
        "rep": _("Verified by the broker"),
        "group": _("Verified by the group"),
    }.get(evidence.get("role", ""), _("Verified by the applicant"))


def _local(at: datetime) -> str:
    """Return a time in the store's zone, with the zone's short name."""
    local = clock.local(at)
    return f"{show_date(local.date())} {local:%H:%M:%S %Z}"


def _utc(at: datetime) -> str:
    return f"{at.astimezone(UTC):%Y-%m-%d %H:%M:%S} UTC"


def _instant(at: datetime) -> str:
    """Return a time in UTC, and in the store's zone with its name and offset."""
    away = f"{clock.local(at):%z}"
    return f"{_utc(at)}\n{_local(at)} ({settings.TIME_ZONE}, UTC{away[:3]}:{away[3:5]})"


def _accepted(text: Answers) -> str:
    """Return when a text was ticked, by the browser's clock; else that the call accepted it, and when it was
    fetched."""
    if text.get("accepted_by") == "call":
        return (
            _("Not ticked: accepted by the call that signed, which was shown the text at")
            + f"\n{_time(text['shown_at'])}"
        )
    return _time(text["ticked_at"])


def _time(text: str) -> str:
    try:
        at = datetime.fromisoformat(text)
    except ValueError:
        return text or "–"
    return f"{_utc(at)}\n{_local(at)}" if at.tzinfo else text


def proof(application: Application, signature: SignatureEvidence, code: str) -> Answers:
    """Return the evidence of the signature, the hashes, and how to check the document."""
    return {
        "evidence_heading": _("Evidence of the signature"),
        "evidence": drop_empty(_act(application, signature)),
        "record_heading": _("Record"),
        "record": drop_empty(_record(application, signature)),
        "texts_heading": _("Texts as shown"),
        "texts_columns": [_("Text"), _("Ticked at, by the browser's clock"), "SHA-256"],
        "texts": [
            {"head": text["head"], "at": _accepted(text), "sha256": text["sha256"]}
            for text in signature.evidence.get("texts", [])
        ],
        "verify": _verify(brands.site_url(application.enrollment.brand_id), code),
    }


def drop_empty(rows: Iterable[tuple[str, str]]) -> list[Answers]:
    """Labels and values, without the empty ones."""
    return [{"label": label, "value": value} for label, value in rows if value]


def _act(application: Application, signature: SignatureEvidence) -> tuple[tuple[str, str], ...]:
    """Return who signed, how that was verified, when and from where."""
    evidence, submitted = signature.evidence, application.submitted_at or signature.at
    return (
        (_("Signed by"), _who(evidence)),
        (_("Kind of signature"), _("Typed name") if evidence.get("kind") == "type" else _("Drawn by hand")),
        (_("Verification"), _role(evidence)),
        (_("Verification question"), evidence.get("question", "")),
        (_("Answer"), _answered(evidence.get("answered"))),
        (_("Signed in as"), _account(evidence.get("actor", {}))),
        (_("Sent by"), _sent(evidence.get("hand_over") or {})),
        (_("Signed at"), _instant(signature.at)),
        (_("Submitted at"), _instant(submitted)),
        (_("Network address"), evidence.get("ip", "")),
        (_("Browser"), evidence.get("user_agent", "")),
        (_("Language of the signing"), _language(evidence.get("language", "en"))),
    )


def _answered(answered: Answers | None) -> str:
    """Return what proved the signer's identity. The first versions asked for something on the application."""
    if answered is None:
        return _("Matched the application; it is kept as a keyed hash only.")
    if address := answered.get("code"):
        return _("The code emailed to %(address)s was entered.") % {"address": address}
    return _("Matched what is on record of who signed.")


def _verify(site: str, code: str) -> Answers:
    return {
        "heading": _("Check this document"),
        "text": _(
            "Anyone with this file or its code can check that it's genuine and unchanged. The page shows nothing "
            "about the people in it."
        ),
        "link": f"{site}/verify?code={group_code(code)}",
        "shown": f"{site}/verify".partition("://")[2],
        "code_label": _("Code"),
        "code": group_code(code),
    }


def _record(application: Application, signature: SignatureEvidence) -> tuple[tuple[str, str], ...]:
    return (
        (_("Record number"), str(signature.sequence)),
        (_("Frozen application, SHA-256"), application.frozen_sha256),
        (_("What was signed, SHA-256"), signature.content_sha256),
        (_("Signature record, SHA-256"), signature.record_hash),
        (_("Record before it, SHA-256"), signature.previous_hash),
    )


def _account(actor: Answers) -> str:
    kinds = {
        "rep": _("A rep, with an account"),
        "group": _("A group administrator, with an account"),
        "member": _("The member, with an account"),
        "staff": _("Staff, with an account"),
    }
    return kinds.get(actor.get("kind", ""), _("A visitor without an account"))


def _sent(hand_over: Answers) -> str:
    """Return who had filled in the application, and how its client came to it."""
    if not hand_over:
        return ""
    lines = [hand_over["sender"]["name"], _instant(datetime.fromisoformat(hand_over["sent_at"]))]
    if hand_over.get("opened_at"):
        lines += [_("Opened by the client with the emailed code:")]
        lines += [_instant(datetime.fromisoformat(hand_over["opened_at"]))]
    return "\n".join(lines)


def _language(code: str) -> str:
    return {"es": _("Spanish")}.get(code[:2], _("English"))

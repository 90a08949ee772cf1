"""Telling anybody who has a document whether it is genuine, and nothing else."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any

from django.utils.translation import gettext as _

from planfront.enrollment.models import SignedDocument
from planfront.enrollment.signing import chain
from planfront.kernel import clock
from planfront.kernel.errors import FieldErrors
from planfront.kernel.http import throttle
from planfront.kernel.security.ids import normalize_code

_HASH = re.compile(r"[0-9a-f]{64}")


def verify_document(*, brand_id: int, code: str, sha256: str, address: str) -> dict[str, Any]:
    """Return whether a document is genuine, as ``VerifiedDocument`` has it.

    Raise FieldErrors when neither code nor hash is given or the hash can't be one, and TooManyRequests after 60
    questions in 15 minutes from one address.
    """
    code, sha256 = normalize_code(code), sha256.strip().lower()
    if not code and not sha256:
        raise FieldErrors.single("code", _("Enter the code of the document or choose its file."))
    if sha256 and not _HASH.fullmatch(sha256):
        raise FieldErrors.single("sha256", _("This is not a SHA-256 value."))
    throttle.check("verify-document", address, limit=60, window=timedelta(minutes=15))
    rows = SignedDocument.objects.select_related("signature", "application").filter(brand_id=brand_id)
    row = rows.filter(code=code).first() if code else rows.filter(sha256=sha256).first()
    if row is None:
        return {"result": "unknown"}
    signed_on = clock.show_day(row.signature.at)
    if chain.check_document(row):
        return {"result": "damaged"}
    if sha256 and sha256 != row.sha256:
        return {"result": "changed", "signed_on": signed_on}
    return {"result": "genuine" if sha256 else "known", "signed_on": signed_on, "sha256": row.sha256}

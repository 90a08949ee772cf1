"""Signatures and signed documents are append-only; settings are counted up; applicants are found by their names.

The sealed columns of both stay writable, so that ``rekey`` can seal them with a newer key.
"""

from django.db import migrations

from planfront.catalog.migrations._revisions import watching
from planfront.kernel.database.operations import refuse_changes, run_sql

_SIGNATURE, _DOCUMENT = "enrollment_signatureevidence", "enrollment_signeddocument"
_OF_SIGNATURE = "sequence, application_id, content_sha256, previous_hash, record_hash, at"
_OF_DOCUMENT = (
    "sequence, application_id, signature_id, brand_id, code, language, name, sha256, frozen_sha256, signature_hash, "
    "previous_hash, record_hash, at"
)


class Migration(migrations.Migration):
    dependencies = [("enrollment", "0001_initial"), ("catalog", "0002_revisions")]
    operations = [
        refuse_changes(
            "signature_append_only",
            "signatures are append-only",
            {
                "signature_no_update": (_SIGNATURE, f"UPDATE OF {_OF_SIGNATURE}"),
                "signature_no_delete": (_SIGNATURE, "DELETE"),
            },
        ),
        refuse_changes(
            "signed_document_append_only",
            "signed documents are append-only",
            {
                "signed_document_no_update": (_DOCUMENT, f"UPDATE OF {_OF_DOCUMENT}"),
                "signed_document_no_delete": (_DOCUMENT, "DELETE"),
            },
        ),
        watching(
            "settings",
            "enrollment_requirementprofile",
            "enrollment_agreementtext",
            "enrollment_healthquestion",
            "enrollment_verificationquestion",
            by_brand=True,
        ),
        run_sql(
            postgres=[
                "CREATE INDEX enrollment_applicant_words ON enrollment_application "
                "USING gin (to_tsvector('simple', applicant))"
            ]
        ),
    ]

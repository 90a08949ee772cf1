"""Nobody changes what people agreed to or took back; old rows may be deleted. Consent texts count up the settings."""

from django.db import migrations

from planfront.catalog.migrations._revisions import watching
from planfront.kernel.database.operations import refuse_changes

FIXED = {
    "leads_consent": "lead_id, enquiry_id, purpose, version, text, page, ip, at",
    "leads_consentrevocation": "lead_id, enquiry_id, purpose, version, how, at",
    # The session is let go when it ends.
    "leads_locationconsent": "device_id, allowed, version, text, page, ip, how, at",
}


class Migration(migrations.Migration):
    dependencies = [("leads", "0001_initial"), ("catalog", "0002_revisions")]
    operations = [
        refuse_changes(
            "leads_append_only",
            "consents are append-only",
            {f"{table}_no_change": (table, f"UPDATE OF {columns}") for table, columns in FIXED.items()},
        ),
        watching("settings", "leads_consenttext"),
    ]

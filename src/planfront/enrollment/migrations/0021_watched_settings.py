"""Profiles, agreement texts and questions count up the edition of what the operator sets (catalog.configuration)."""

from django.db import migrations

from planfront.catalog.migrations._revisions import watching


class Migration(migrations.Migration):
    dependencies = [("enrollment", "0020_applicant_words"), ("catalog", "0009_revisions")]
    operations = [watching(
            "settings",
            "enrollment_requirementprofile",
            "enrollment_agreementtext",
            "enrollment_healthquestion",
            "enrollment_verificationquestion",
            by_brand=True,
        )]

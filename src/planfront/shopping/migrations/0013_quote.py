"""The central noun gets its name, and its columns those of the trade. The other rooms' tables that hang on it come first:
their migrations name it as it was."""

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [
        ("shopping", "0012_key_of_index"),
        ("billing", "0004_key_of_index"),
        ("enrollment", "0019_resume_browsers"),
        ("leads", "0006_key_of_index"),
        ("policies", "0006_contribution"),
    ]
    operations = [
        migrations.RenameModel("TempEnrollment", "Quote"),
        migrations.RenameField("Quote", "is_smoker", "tobacco"),
        migrations.RenameField("Quote", "working_hours", "hours"),
        migrations.RenameField("Quote", "no_of_children", "children"),
    ]

"""Columns with a constant default, added as both databases can do it in place: Django would have SQLite rebuild
members_member, once for each column, without its triggers."""

from django.db import migrations, models


def add_column(model, name, length, **options):
    table = f"members_{model}"
    field = models.CharField(blank=True, db_default="", default="", max_length=length, **options)
    return migrations.RunSQL(
        f"""ALTER TABLE {table} ADD COLUMN {name} varchar({length}) DEFAULT '' NOT NULL""",
        f"ALTER TABLE {table} DROP COLUMN {name}",
        state_operations=[migrations.AddField(model_name=model, name=name, field=field)],
    )


SUFFIXES = [(suffix, suffix) for suffix in ("Jr.", "Sr.", "II", "III", "IV")]


class Migration(migrations.Migration):
    dependencies = [("members", "0021_roster_words")]

    operations = [
        add_column("member", "suffix", 4, choices=SUFFIXES),
        add_column("relative", "suffix", 4, choices=SUFFIXES),
        add_column("member", "mailing_address1", 80, verbose_name="street address"),
        add_column("member", "mailing_address2", 80, verbose_name="second line"),
        add_column("member", "mailing_city", 60, verbose_name="city"),
        add_column("member", "mailing_state", 2, verbose_name="state"),
        add_column("member", "mailing_zip", 5, verbose_name="ZIP code"),
    ]

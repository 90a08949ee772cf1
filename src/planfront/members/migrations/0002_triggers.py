"""Members and their families are found by parts of their names; reference lists count up the settings."""

from django.db import migrations

from planfront.catalog.migrations._revisions import watching
from planfront.kernel.database.operations import Install, run_sql
from planfront.members.migrations import _name_trigrams

_WORDS = [
    "CREATE INDEX members_search_words ON members_member USING gin (to_tsvector('simple', search))",
    "CREATE INDEX members_relative_words ON members_relative "
    "USING gin (to_tsvector('simple', first_name || ' ' || middle_name || ' ' || last_name))",
]


class Migration(migrations.Migration):
    dependencies = [("members", "0001_initial"), ("catalog", "0002_revisions")]
    operations = [
        run_sql(postgres=_WORDS),
        Install(_name_trigrams.add),
        watching("settings", "members_referenceitem"),
    ]

"""PostgreSQL finds accounts by the first letters of the words of their names."""

from django.db import migrations

from planfront.kernel.database.operations import run_sql


class Migration(migrations.Migration):
    dependencies = [("accounts", "0001_initial")]
    operations = [
        run_sql(
            postgres=["CREATE INDEX accounts_name_words ON accounts_user USING gin (to_tsvector('simple', name))"]
        )
    ]

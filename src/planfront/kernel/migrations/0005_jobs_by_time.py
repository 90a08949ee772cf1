"""The back office lists jobs by when they were queued; the library's table has no index for that."""

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [
        ("kernel", "0004_leases"),
        ("django_tasks_database", "0021_conditional_partial_index_ordering"),
    ]

    operations = [
        migrations.RunSQL(
            "CREATE INDEX jobs_by_time ON django_tasks_database_dbtaskresult (enqueued_at)",
            "DROP INDEX jobs_by_time",
        ),
    ]

from django.db import migrations

_SQL = "CREATE INDEX jobs_by_time ON django_tasks_database_dbtaskresult (enqueued_at)"


class Migration(migrations.Migration):
    dependencies = [("kernel", "0001_initial"), ("django_tasks_database", "0021_conditional_partial_index_ordering")]
    operations = [migrations.RunSQL(_SQL, "DROP INDEX jobs_by_time")]

"""Keep which policy a rep services, of all policies on record: in batches beside a running store, again from the
beginning after a stop."""

from django.db import migrations

from planfront.book.migrations import _serviced
from planfront.book.migrations._carrying import Progress, keep_trying, keys_in_batches


def fill(apps, schema_editor):
    policies = apps.get_model("book", "Policy").objects
    progress = Progress("Policies that reps service", policies.count())
    for batch in keys_in_batches(policies):
        keep_trying(lambda batch=batch: _serviced.fill(schema_editor.connection, batch[0], batch[-1]), "book_policy")
        progress.add(len(batch))


class Migration(migrations.Migration):
    atomic = False
    dependencies = [("book", "0016_serviced_policies")]
    operations = [migrations.RunPython(fill, migrations.RunPython.noop)]

"""The table goes. What a running store wrote to it after it was carried over is carried with the table locked."""

from django.db import migrations

from planfront.book.migrations import _carrying

TABLE = "members_coverage"


class _Delete(_carrying.Once, migrations.DeleteModel):
    def is_done(self, connection, to_state):
        return not _carrying.has_table(connection, TABLE)

    def prepare(self, apps, schema_editor):
        """From the newest row back, until of a whole batch nothing was left."""
        _carrying.lock_table(schema_editor.connection, TABLE)
        rows, last = _carrying.coverage_rows(apps).order_by("-pk"), None
        while batch := list((rows if last is None else rows.filter(pk__lt=last))[: _carrying.BATCH]):
            last = batch[-1].pk
            if not _carrying.carry_coverage(apps, batch[::-1]):
                break
        _carrying.check_constraints_now(schema_editor.connection)


class Migration(migrations.Migration):
    atomic = False
    dependencies = [("members", "0011_enrolled_here"), ("book", "0005_carry_coverage")]
    operations = [_Delete(name="Coverage")]

"""The table goes. What a running store wrote to it after it was carried over is carried with the table locked."""

from django.db import migrations

from planfront.book.migrations import _carrying

TABLE = "members_coverage"


def _carry_rest(apps):
    """From the newest row back, until of a whole batch nothing was left."""
    rows = apps.get_model("members", "Coverage").objects.order_by("-pk").values_list("pk", flat=True)
    last = None
    while batch := list((rows if last is None else rows.filter(pk__lt=last))[: _carrying.BATCH]):
        last = batch[-1]
        if not _carrying.carry_coverage(apps, batch):
            break


class _Delete(_carrying.Once, migrations.DeleteModel):
    tables = ("members_member", TABLE)

    def is_done(self, connection, to_state):
        return not _carrying.has_table(connection, TABLE)

    def catch_up(self, apps):
        _carrying.keep_trying(lambda: _carry_rest(apps), TABLE)

    def prepare(self, apps, schema_editor):
        _carry_rest(apps)
        _carrying.check_constraints_now(schema_editor.connection)


class Migration(migrations.Migration):
    atomic = False
    dependencies = [("members", "0011_enrolled_here"), ("book", "0005_carry_coverage")]
    operations = [_Delete(name="Coverage")]

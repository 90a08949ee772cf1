"""Find members by any part of their names and e-mail addresses, and by a group's own number, without reading all."""

from django.db import migrations, models
from django.db.models.functions import Upper

from planfront.members.migrations import _name_trigrams


class Migration(migrations.Migration):
    dependencies = [("members", "0017_birthdays")]

    operations = [
        migrations.AddIndex(
            model_name="member",
            index=models.Index(Upper("employee_number"), name="member_by_employee_number"),
        ),
        migrations.RunPython(_name_trigrams.add, _name_trigrams.take_away),
    ]

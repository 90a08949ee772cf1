from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [
        ("coverage", "0017_household"),
        ("today", "0002_keep_what_reps_did"),
    ]

    operations = [
        migrations.DeleteModel(
            name="DoneTask",
        ),
    ]

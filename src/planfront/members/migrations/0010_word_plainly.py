from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [
        ("members", "0009_rosters_of_groups"),
    ]

    operations = [
        migrations.AlterModelOptions(
            name="duplicatemember",
            options={"verbose_name": "possible duplicate members", "verbose_name_plural": "possible duplicate members"},
        ),
    ]

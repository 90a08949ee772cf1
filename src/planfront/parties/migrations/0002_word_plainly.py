from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("parties", "0001_initial"),
    ]

    operations = [
        migrations.AlterModelOptions(
            name="license",
            options={"ordering": ["state", "line"], "verbose_name": "license"},
        ),
        migrations.AlterField(
            model_name="groupadministrator",
            name="receives_mail",
            field=models.BooleanField(default=False, help_text="Emails about applications of the group's people."),
        ),
    ]

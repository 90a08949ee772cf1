from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("letters", "0005_word_help_plainly"),
    ]

    operations = [
        migrations.AddField(
            model_name="letter",
            name="taken_back",
            field=models.BooleanField(db_default=False, default=False),
        ),
    ]

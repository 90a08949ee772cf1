from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("enrollment", "0003_word_plainly"),
    ]

    operations = [
        migrations.AlterField(
            model_name="verificationquestion",
            name="text",
            field=models.CharField(
                blank=True, help_text="Leave empty for the standard text.", max_length=200, verbose_name="question"
            ),
        ),
    ]

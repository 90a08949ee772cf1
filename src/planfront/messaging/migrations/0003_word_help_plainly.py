from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("messaging", "0002_word_plainly"),
    ]

    operations = [
        migrations.AlterField(
            model_name="outboundemail",
            name="reply_to",
            field=models.EmailField(
                blank=True, default="", help_text="Leave empty to send answers to the brand.", max_length=254
            ),
        ),
    ]

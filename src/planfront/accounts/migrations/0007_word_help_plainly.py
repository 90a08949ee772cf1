from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0006_word_plainly"),
    ]

    operations = [
        migrations.AlterField(
            model_name="singlesignon",
            name="email_domains",
            field=models.CharField(
                blank=True,
                help_text="Allow only addresses of these domains, separated by commas. Leave empty for all.",
                max_length=400,
            ),
        ),
        migrations.AlterField(
            model_name="singlesignon",
            name="issuer",
            field=models.URLField(
                help_text="The issuer's address, exactly as the provider gives it. We read its settings from there."
            ),
        ),
        migrations.AlterField(
            model_name="singlesignon",
            name="name",
            field=models.CharField(help_text="Completes the button: Sign in with …", max_length=60),
        ),
        migrations.AlterField(
            model_name="user",
            name="language",
            field=models.CharField(
                choices=[("en", "English"), ("es", "Spanish")],
                default="en",
                help_text="Language of emails that staff send: invitations, new passwords.",
                max_length=5,
            ),
        ),
    ]

from django.db import migrations

import planfront.kernel.security.fields


class Migration(migrations.Migration):
    dependencies = [
        ("messaging", "0001_initial"),
    ]

    operations = [
        migrations.AlterField(
            model_name="outboundemail",
            name="unsubscribe",
            field=planfront.kernel.security.fields.EncryptedTextField(
                blank=True, default="", help_text="Address that stops commercial email."
            ),
        ),
    ]

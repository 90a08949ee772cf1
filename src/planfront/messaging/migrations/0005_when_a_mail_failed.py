from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("messaging", "0004_mail_that_came_back"),
    ]

    operations = [
        migrations.AddField(
            model_name="outboundemail",
            name="failed_at",
            field=models.DateTimeField(blank=True, null=True),
        ),
    ]

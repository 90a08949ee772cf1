from django.db import migrations, models

STATUS = [
    ("QUEUED", "Queued"),
    ("SENDING", "Sending"),
    ("SENT", "Sent"),
    ("KEPT", "Not sent"),
    ("FAILED", "Failed"),
    ("RETURNED", "Came back"),
]


class Migration(migrations.Migration):
    dependencies = [
        ("messaging", "0003_word_help_plainly"),
    ]

    operations = [
        migrations.AlterField(
            model_name="outboundemail",
            name="status",
            field=models.CharField(choices=STATUS, db_index=True, default="QUEUED", max_length=8),
        ),
    ]

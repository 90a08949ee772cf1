import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("accounts", "0010_name_words")]

    operations = [
        migrations.CreateModel(
            name="OpenPage",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("page", models.CharField(max_length=160)),
                ("since", models.DateTimeField()),
                ("seen_at", models.DateTimeField(db_index=True)),
                ("changing", models.BooleanField(default=False)),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to=settings.AUTH_USER_MODEL
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("page", "user"), name="accounts_open_page_once"),
                ],
            },
        ),
    ]

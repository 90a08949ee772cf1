from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("shopping", "0001_initial"),
    ]

    operations = [
        migrations.AlterField(
            model_name="quote",
            name="handed_over_at",
            field=models.DateTimeField(
                blank=True,
                help_text="Since when the client reviews, signs and pays; empty while it isn't with the client.",
                null=True,
            ),
        ),
    ]

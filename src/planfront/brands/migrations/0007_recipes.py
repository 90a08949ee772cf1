from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("brands", "0006_claim_sources")]

    operations = [
        migrations.AddField(
            model_name="brand",
            name="recipe",
            field=models.JSONField(
                blank=True, default=dict, editable=False, help_text="How the home page is told (recipes)."
            ),
        ),
    ]

import django.core.validators
from django.db import migrations, models

import planfront.brands.files
import planfront.brands.films


class Migration(migrations.Migration):
    dependencies = [
        ("brands", "0002_about_and_footer_texts"),
    ]

    operations = [
        migrations.AlterField(
            model_name="brand",
            name="recipe",
            field=models.JSONField(
                blank=True, default=dict, editable=False, help_text="How the home page is arranged (recipes)."
            ),
        ),
        migrations.AlterField(
            model_name="domain",
            name="primary",
            field=models.BooleanField(default=False, help_text="The host that links in emails lead to."),
        ),
        migrations.AlterField(
            model_name="marketingblock",
            name="percent",
            field=models.PositiveSmallIntegerField(
                blank=True,
                help_text="What a plan pays, in a row of coverage.",
                null=True,
                validators=[django.core.validators.MaxValueValidator(100)],
            ),
        ),
        migrations.AlterField(
            model_name="video",
            name="poster",
            field=models.FileField(
                blank=True,
                help_text="Picture shown before the video plays: PNG or JPEG, up to 2 MB.",
                max_length=200,
                storage=planfront.brands.files.storage,
                upload_to=planfront.brands.films.place,
                validators=[planfront.brands.films.check_poster],
            ),
        ),
    ]

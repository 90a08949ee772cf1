import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("brands", "0003_word_plainly"),
    ]

    operations = [
        migrations.AlterField(
            model_name="asset",
            name="alt",
            field=models.CharField(
                blank=True,
                help_text="For people who can't see it. Required for the front page, landing pages and categories.",
                max_length=160,
                verbose_name="what it shows",
            ),
        ),
        migrations.AlterField(
            model_name="asset",
            name="title",
            field=models.CharField(
                blank=True,
                help_text="For people who choose it here. Leave empty to use the file's name.",
                max_length=80,
            ),
        ),
        migrations.AlterField(
            model_name="brand",
            name="logo_key",
            field=models.CharField(
                blank=True,
                help_text="Folder of its pictures under static/art/brand. Leave empty to use pictures made from its "
                "name.",
                max_length=60,
            ),
        ),
        migrations.AlterField(
            model_name="domain",
            name="primary",
            field=models.BooleanField(default=False, help_text="Links in emails lead to this host."),
        ),
        migrations.AlterField(
            model_name="legaltext",
            name="brand",
            field=models.ForeignKey(
                blank=True,
                help_text="Leave empty for every brand that has none of its own.",
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="legal_texts",
                to="brands.brand",
            ),
        ),
        migrations.AlterField(
            model_name="legaltext",
            name="effective_from",
            field=models.DateField(
                blank=True, help_text="First day. Leave empty for the day it is published.", null=True
            ),
        ),
        migrations.AlterField(
            model_name="marketingblock",
            name="source",
            field=models.CharField(
                blank=True,
                help_text="For a claim: who found it, where it was published, and when. Only staff see it.",
                max_length=300,
            ),
        ),
        migrations.AlterField(
            model_name="video",
            name="transcript",
            field=models.TextField(help_text="Everything that is said and shown. A blank line starts a new paragraph."),
        ),
    ]

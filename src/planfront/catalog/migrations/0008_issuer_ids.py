"""A carrier may file under several issuer ids."""

import django.core.validators
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('catalog', '0007_names'),
    ]

    operations = [
        migrations.AlterField(
            model_name='carrier',
            name='hios_issuer_id',
            field=models.CharField(blank=True, help_text="The ids that the carrier's filings have; several with commas between them.", max_length=60, validators=[django.core.validators.RegexValidator('^\\d{5}( ?, ?\\d{5})*$', 'Five digits; several ids with commas between them.')], verbose_name='HIOS issuer ids'),
        ),
    ]

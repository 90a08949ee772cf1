"""How much a member works and earns: disability plans are priced and sold by both."""

import django.core.validators
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('members', '0004_member_search'),
    ]

    operations = [
        migrations.AddField(
            model_name='member',
            name='annual_salary',
            field=models.DecimalField(blank=True, decimal_places=2, help_text='Dollars a year before tax.', max_digits=11, null=True, validators=[django.core.validators.MinValueValidator(0), django.core.validators.MaxValueValidator(99999999)]),
        ),
        migrations.AddField(
            model_name='member',
            name='weekly_hours',
            field=models.DecimalField(blank=True, decimal_places=2, help_text='Usual working hours a week.', max_digits=5, null=True, validators=[django.core.validators.MinValueValidator(0), django.core.validators.MaxValueValidator(100)]),
        ),
    ]

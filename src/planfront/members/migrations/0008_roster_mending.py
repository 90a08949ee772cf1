"""Rows of rosters that are mended on the page or sent back, while the others go in."""

import django.db.models.deletion
import planfront.kernel.fields
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('members', '0007_trusts_and_estates'),
    ]

    operations = [
        migrations.AddField(
            model_name='rosterimport',
            name='corrections',
            field=planfront.kernel.fields.EncryptedJSONField(blank=True),
        ),
        migrations.AddField(
            model_name='rosterimport',
            name='everybody_employee',
            field=models.BooleanField(default=False),
        ),
        migrations.AddField(
            model_name='rosterimport',
            name='headings_hash',
            field=models.CharField(blank=True, editable=False, max_length=64),
        ),
        migrations.AddField(
            model_name='rosterimport',
            name='outcomes',
            field=models.JSONField(blank=True, default=dict),
        ),
        migrations.AddField(
            model_name='rosterimport',
            name='recheck',
            field=models.JSONField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name='rosterimport',
            name='rest_of',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='rests', to='members.rosterimport'),
        ),
        migrations.AlterField(
            model_name='relative',
            name='first_name',
            field=models.CharField(blank=True, max_length=60),
        ),
    ]

import planfront.kernel.security.fields
import planfront.kernel.database.operations
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    dependencies = [
    ]

    operations = [
        planfront.kernel.database.operations.CreateModels(
            models=[
                migrations.CreateModel(
                    name='BankRouting',
                    fields=[
                        ('routing', models.CharField(max_length=9, primary_key=True, serialize=False, verbose_name='routing number')),
                        ('name', models.CharField(max_length=80)),
                        ('record_type', models.CharField(blank=True, choices=[('0', 'Federal Reserve Bank'), ('1', 'In use'), ('2', 'Replaced by another number')], max_length=1)),
                        ('new_routing', models.CharField(blank=True, help_text="The number that took this one's place.", max_length=9, verbose_name='replaced by')),
                        ('office', models.CharField(blank=True, choices=[('O', 'Main office'), ('B', 'Branch')], max_length=1)),
                        ('servicing_frb', models.CharField(blank=True, max_length=9, verbose_name='servicing Federal Reserve Bank')),
                        ('status', models.CharField(blank=True, choices=[('1', 'Receives government and commercial payments')], max_length=1, verbose_name='institution status')),
                        ('address', models.CharField(blank=True, max_length=60)),
                        ('city', models.CharField(blank=True, max_length=40)),
                        ('state', models.CharField(blank=True, max_length=2)),
                        ('zip', models.CharField(blank=True, max_length=10, verbose_name='ZIP code')),
                        ('phone', models.CharField(blank=True, max_length=10)),
                        ('data_view', models.CharField(blank=True, help_text="1: the directory's current view.", max_length=1)),
                        ('changed_on', models.DateField(blank=True, help_text='By the directory.', null=True, verbose_name='last change')),
                        ('as_of', models.DateField(blank=True, null=True, verbose_name='as of')),
                        ('source', models.CharField(blank=True, max_length=60)),
                    ],
                    options={
                        'verbose_name': 'bank',
                    },
                ),
                migrations.CreateModel(
                    name='KeptAnswer',
                    fields=[
                        ('key', models.CharField(max_length=64, primary_key=True, serialize=False)),
                        ('about', models.CharField(db_index=True, max_length=64)),
                        ('suggested', models.CharField(blank=True, db_index=True, max_length=64)),
                        ('answer', planfront.kernel.security.fields.EncryptedJSONField()),
                        ('kept_at', models.DateTimeField(db_index=True)),
                    ],
                ),
                migrations.CreateModel(
                    name='County',
                    fields=[
                        ('fips', models.CharField(max_length=5, primary_key=True, serialize=False)),
                        ('state', models.CharField(max_length=2)),
                        ('name', models.CharField(max_length=60)),
                        ('key', models.CharField(max_length=60)),
                    ],
                    options={
                        'verbose_name_plural': 'counties',
                        'ordering': ['state', 'name'],
                        'indexes': [models.Index(fields=['state', 'key'], name='county_by_key')],
                    },
                ),
                migrations.CreateModel(
                    name='ZipCounty',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('zip', models.CharField(db_index=True, max_length=5)),
                        ('state', models.CharField(max_length=2)),
                        ('county', models.CharField(blank=True, help_text='Empty: the name of the county table.', max_length=60)),
                        ('fips', models.CharField(blank=True, max_length=5)),
                        ('city', models.CharField(blank=True, max_length=60)),
                        ('ratio', models.DecimalField(decimal_places=6, default=0, help_text="Share of the ZIP's homes: the largest is the main county.", max_digits=7)),
                    ],
                    options={
                        'verbose_name_plural': 'ZIP counties',
                        'constraints': [models.UniqueConstraint(fields=('zip', 'state', 'county', 'fips'), name='zip_county_unique')],
                    },
                ),
            ],
        ),
    ]

from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    dependencies = [
    ]

    operations = [
        migrations.CreateModel(
            name='BankRouting',
            fields=[
                ('routing', models.CharField(max_length=9, primary_key=True, serialize=False)),
                ('name', models.CharField(max_length=80)),
                ('city', models.CharField(blank=True, max_length=40)),
                ('state', models.CharField(blank=True, max_length=2)),
            ],
            options={
                'verbose_name': 'bank',
            },
        ),
        migrations.CreateModel(
            name='ZipCounty',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('zip', models.CharField(db_index=True, max_length=5)),
                ('state', models.CharField(max_length=2)),
                ('county', models.CharField(max_length=60)),
                ('fips', models.CharField(blank=True, max_length=5)),
                ('city', models.CharField(blank=True, max_length=60)),
            ],
            options={
                'verbose_name_plural': 'ZIP counties',
                'constraints': [models.UniqueConstraint(fields=('zip', 'state', 'county'), name='zip_county_unique')],
            },
        ),
    ]

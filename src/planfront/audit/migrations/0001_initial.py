import planfront.kernel.security.ids
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
                    name='AuditEvent',
                    fields=[
                        ('id', models.UUIDField(default=planfront.kernel.security.ids.new_uuid, editable=False, primary_key=True, serialize=False)),
                        ('at', models.DateTimeField(db_index=True)),
                        ('action', models.CharField(db_index=True, max_length=80)),
                        ('actor_kind', models.CharField(max_length=16)),
                        ('actor_id', models.BigIntegerField(null=True)),
                        ('on_behalf_of', models.BigIntegerField(null=True)),
                        ('brand_id', models.BigIntegerField(null=True)),
                        ('ip', models.CharField(blank=True, max_length=45)),
                        ('subject_type', models.CharField(max_length=40)),
                        ('subject_id', models.CharField(db_index=True, max_length=64)),
                        ('fields', models.JSONField(default=list)),
                        ('meta', models.JSONField(default=dict)),
                        ('request_id', models.CharField(editable=False, max_length=64, null=True)),
                    ],
                    options={
                        'verbose_name': 'audit event',
                        'verbose_name_plural': 'audit events',
                    },
                ),
                migrations.CreateModel(
                    name='EventPermit',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('until', models.DateTimeField()),
                    ],
                ),
                migrations.CreateModel(
                    name='StaleDay',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('name', models.CharField(max_length=24)),
                        ('at', models.DateTimeField(null=True)),
                        ('day', models.DateField(null=True)),
                    ],
                ),
                migrations.CreateModel(
                    name='OpenedRecord',
                    fields=[
                    ],
                    options={
                        'verbose_name': 'opened record',
                        'verbose_name_plural': 'opened records',
                        'proxy': True,
                        'indexes': [],
                        'constraints': [],
                    },
                    bases=('audit.auditevent',),
                ),
                migrations.CreateModel(
                    name='DayFigure',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('name', models.CharField(max_length=24)),
                        ('day', models.DateField()),
                        ('brand_id', models.BigIntegerField()),
                        ('key', models.CharField(max_length=80)),
                        ('count', models.PositiveBigIntegerField()),
                        ('cents', models.BigIntegerField(default=0)),
                    ],
                    options={
                        'constraints': [models.UniqueConstraint(fields=('name', 'day', 'brand_id', 'key'), name='audit_day_figure_once')],
                    },
                ),
                migrations.CreateModel(
                    name='HeldRow',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('table', models.CharField(max_length=80)),
                        ('key', models.CharField(max_length=64)),
                        ('hold', models.UUIDField(db_index=True)),
                    ],
                    options={
                        'constraints': [models.UniqueConstraint(fields=('table', 'key', 'hold'), name='audit_held_once')],
                    },
                ),
                migrations.CreateModel(
                    name='Tally',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('brand_id', models.BigIntegerField()),
                        ('day', models.DateField()),
                        ('name', models.CharField(max_length=40)),
                        ('count', models.PositiveBigIntegerField(default=0)),
                    ],
                    options={
                        'verbose_name_plural': 'tallies',
                        'constraints': [models.UniqueConstraint(fields=('name', 'day', 'brand_id'), name='audit_tally_once')],
                    },
                ),
            ],
        ),
    ]

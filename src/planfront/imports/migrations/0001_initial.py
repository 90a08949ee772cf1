import django.db.models.deletion
import planfront.kernel.security.ids
import planfront.kernel.database.operations
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        planfront.kernel.database.operations.CreateModels(
            models=[
                migrations.CreateModel(
                    name='ImportRun',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('kind', models.CharField(max_length=30)),
                        ('file_name', models.CharField(max_length=200)),
                        ('file', models.UUIDField(default=planfront.kernel.security.ids.new_uuid, editable=False)),
                        ('size', models.PositiveBigIntegerField(default=0)),
                        ('sha256', models.CharField(max_length=64)),
                        ('options', models.JSONField(blank=True, default=dict)),
                        ('options_sha256', models.CharField(max_length=64)),
                        ('state', models.CharField(choices=[('queued', 'Waiting'), ('reading', 'Reading'), ('refused', 'Refused'), ('staged', 'Ready for review'), ('approved', 'Approved'), ('live', 'Live'), ('rolled_back', 'Rolled back'), ('discarded', 'Discarded')], default='queued', max_length=11)),
                        ('rows_total', models.PositiveBigIntegerField(default=0)),
                        ('rows_done', models.PositiveBigIntegerField(default=0)),
                        ('counts', models.JSONField(blank=True, default=dict)),
                        ('review', models.JSONField(blank=True, default=dict)),
                        ('review_basis', models.CharField(blank=True, editable=False, max_length=64)),
                        ('undo', models.JSONField(blank=True, default=dict)),
                        ('problem', models.CharField(blank=True, max_length=300)),
                        ('claim', models.UUIDField(blank=True, editable=False, null=True)),
                        ('cleared', models.BooleanField(default=False, editable=False)),
                        ('created_at', models.DateTimeField()),
                        ('staged_at', models.DateTimeField(blank=True, null=True)),
                        ('approved_at', models.DateTimeField(blank=True, null=True)),
                        ('go_live_on', models.DateField(blank=True, null=True)),
                        ('live_at', models.DateTimeField(blank=True, null=True)),
                        ('rolled_back_at', models.DateTimeField(blank=True, null=True)),
                        ('ended_at', models.DateTimeField(blank=True, null=True)),
                        ('uploaded_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                        ('approved_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                    ],
                    options={
                        'verbose_name': 'import',
                        'ordering': ['-id'],
                        'permissions': [('approve_importrun', 'Can approve imports, take them live and roll them back')],
                        'constraints': [models.UniqueConstraint(condition=models.Q(('state__in', ['queued', 'reading', 'staged', 'approved'])), fields=('kind', 'sha256', 'options_sha256'), name='imports_run_once'), models.CheckConstraint(condition=models.Q(('approved_by', None), ('uploaded_by', None), models.Q(('approved_by', models.F('uploaded_by')), _negated=True), _connector='OR'), name='imports_four_eyes')],
                    },
                ),
                migrations.CreateModel(
                    name='ImportIssue',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('run', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='issues', to='imports.importrun')),
                        ('row', models.PositiveBigIntegerField()),
                        ('column', models.CharField(blank=True, max_length=80)),
                        ('code', models.CharField(max_length=30)),
                        ('message', models.CharField(blank=True, max_length=300)),
                        ('fatal', models.BooleanField()),
                    ],
                    options={
                        'ordering': ['id'],
                    },
                ),
                migrations.CreateModel(
                    name='StagedChange',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('run', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='changes', to='imports.importrun')),
                        ('position', models.PositiveIntegerField()),
                        ('subject', models.CharField(max_length=120)),
                        ('action', models.CharField(choices=[('new', 'New'), ('changed', 'Changed'), ('ended', 'Ended')], max_length=7)),
                        ('before', models.JSONField(null=True)),
                        ('after', models.JSONField(null=True)),
                    ],
                    options={
                        'ordering': ['run', 'position'],
                        'constraints': [models.UniqueConstraint(fields=('run', 'position'), name='imports_change_position'), models.UniqueConstraint(fields=('run', 'subject'), name='imports_change_once')],
                    },
                ),
            ],
        ),
    ]

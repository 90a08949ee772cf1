import django.db.models.deletion
import planfront.kernel.security.fields
import planfront.kernel.security.ids
import planfront.kernel.database.operations
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
        ('brands', '0001_initial'),
    ]

    operations = [
        planfront.kernel.database.operations.CreateModels(
            models=[
                migrations.CreateModel(
                    name='PrivacyRequest',
                    fields=[
                        ('id', models.UUIDField(default=planfront.kernel.security.ids.new_uuid, editable=False, primary_key=True, serialize=False)),
                        ('number', models.PositiveIntegerField(editable=False, unique=True)),
                        ('brand', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='brands.brand')),
                        ('kind', models.CharField(choices=[('export', 'Copy of the data'), ('erasure', 'Erasure')], max_length=8)),
                        ('state', models.CharField(choices=[('open', 'Open'), ('done', 'Done'), ('refused', 'Refused')], db_index=True, default='open', max_length=8)),
                        ('how', models.CharField(choices=[('email', 'By e-mail'), ('phone', 'By phone'), ('letter', 'By letter'), ('person', 'In person'), ('other', 'Another way')], default='email', max_length=8, verbose_name='came')),
                        ('subject', planfront.kernel.security.fields.EncryptedJSONField(blank=True)),
                        ('email_index', planfront.kernel.security.fields.BlindIndexField(blank=True, db_index=True, max_length=64)),
                        ('anchors', models.JSONField(blank=True, default=dict)),
                        ('reason', planfront.kernel.security.fields.EncryptedTextField(blank=True)),
                        ('outcome', models.JSONField(blank=True, default=dict)),
                        ('received_on', models.DateField()),
                        ('due_on', models.DateField(db_index=True)),
                        ('asked_at', models.DateTimeField()),
                        ('asked_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                        ('decided_at', models.DateTimeField(blank=True, null=True)),
                        ('decided_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                    ],
                    options={
                        'ordering': ['-asked_at'],
                        'constraints': [models.CheckConstraint(condition=models.Q(models.Q(('kind', 'erasure'), ('state', 'done'), _negated=True), ('asked_by', None), ('decided_by', None), models.Q(('asked_by', models.F('decided_by')), _negated=True), _connector='OR'), name='privacy_four_eyes')],
                    },
                ),
                migrations.CreateModel(
                    name='LegalHold',
                    fields=[
                        ('id', models.UUIDField(default=planfront.kernel.security.ids.new_uuid, editable=False, primary_key=True, serialize=False)),
                        ('request', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='holds', to='privacy.privacyrequest')),
                        ('reason', planfront.kernel.security.fields.EncryptedTextField()),
                        ('placed_at', models.DateTimeField()),
                        ('placed_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                        ('ended_at', models.DateTimeField(blank=True, null=True)),
                        ('ended_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                    ],
                ),
            ],
        ),
    ]

import django.db.models.deletion
import django.db.models.functions.text
import planfront.kernel.security.fields
import planfront.kernel.security.ids
import planfront.kernel.database.operations
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        ('brands', '0001_initial'),
    ]

    operations = [
        planfront.kernel.database.operations.CreateModels(
            models=[
                migrations.CreateModel(
                    name='OutboundEmail',
                    fields=[
                        ('id', models.UUIDField(default=planfront.kernel.security.ids.new_uuid, editable=False, primary_key=True, serialize=False)),
                        ('brand', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='brands.brand')),
                        ('kind', models.CharField(db_index=True, max_length=40)),
                        ('to', models.EmailField(max_length=254)),
                        ('reply_to', models.EmailField(blank=True, default='', help_text='Empty: answers go to the brand.', max_length=254)),
                        ('language', models.CharField(default='en', max_length=5)),
                        ('subject', models.CharField(max_length=200)),
                        ('html', planfront.kernel.security.fields.EncryptedTextField()),
                        ('text', planfront.kernel.security.fields.EncryptedTextField()),
                        ('document', planfront.kernel.security.fields.EncryptedJSONField(help_text='What the attached PDF is made of (messaging.documents).', null=True)),
                        ('unsubscribe', planfront.kernel.security.fields.EncryptedTextField(blank=True, default='', help_text='Address that stops commercial mail.')),
                        ('dedupe_key', models.CharField(max_length=120, unique=True)),
                        ('status', models.CharField(choices=[('QUEUED', 'Queued'), ('SENDING', 'Sending'), ('SENT', 'Sent'), ('KEPT', 'Not sent'), ('FAILED', 'Failed')], db_index=True, default='QUEUED', max_length=8)),
                        ('attempts', models.PositiveSmallIntegerField(default=0)),
                        ('last_error', models.CharField(blank=True, max_length=80)),
                        ('created_at', models.DateTimeField(db_index=True)),
                        ('claimed_at', models.DateTimeField(blank=True, null=True)),
                        ('sent_at', models.DateTimeField(blank=True, null=True)),
                        ('request_id', models.CharField(blank=True, default='', editable=False, max_length=64, verbose_name='request')),
                    ],
                    options={
                        'verbose_name': 'email',
                        'verbose_name_plural': 'emails',
                        'indexes': [models.Index(django.db.models.functions.text.Upper('to'), name='messaging_by_address')],
                    },
                ),
                migrations.CreateModel(
                    name='Suppression',
                    fields=[
                        ('id', models.UUIDField(default=planfront.kernel.security.ids.new_uuid, editable=False, primary_key=True, serialize=False)),
                        ('brand', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='brands.brand')),
                        ('email_hash', planfront.kernel.security.fields.BlindIndexField(max_length=64)),
                        ('email', planfront.kernel.security.fields.EncryptedTextField(blank=True)),
                        ('created_at', models.DateTimeField()),
                    ],
                    options={
                        'constraints': [models.UniqueConstraint(fields=('brand', 'email_hash'), name='messaging_suppressed_once')],
                    },
                ),
            ],
        ),
    ]

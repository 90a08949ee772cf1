import django.db.models.deletion
import planfront.kernel.fields
import planfront.kernel.ids
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        ('brands', '0001_initial'),
    ]

    operations = [
        migrations.CreateModel(
            name='OutboundEmail',
            fields=[
                ('id', models.UUIDField(default=planfront.kernel.ids.new_uuid, editable=False, primary_key=True, serialize=False)),
                ('kind', models.CharField(db_index=True, max_length=40)),
                ('to', models.EmailField(max_length=254)),
                ('language', models.CharField(default='en', max_length=5)),
                ('subject', models.CharField(max_length=200)),
                ('html', planfront.kernel.fields.EncryptedTextField()),
                ('text', planfront.kernel.fields.EncryptedTextField()),
                ('dedupe_key', models.CharField(max_length=120, unique=True)),
                ('status', models.CharField(choices=[('QUEUED', 'Queued'), ('SENT', 'Sent'), ('KEPT', 'Kept (no mail server)'), ('FAILED', 'Failed')], db_index=True, default='QUEUED', max_length=8)),
                ('attempts', models.PositiveSmallIntegerField(default=0)),
                ('last_error', models.CharField(blank=True, max_length=80)),
                ('created_at', models.DateTimeField(db_index=True)),
                ('sent_at', models.DateTimeField(blank=True, null=True)),
                ('brand', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='brands.brand')),
            ],
            options={
                'verbose_name': 'mail',
                'verbose_name_plural': 'outbox',
            },
        ),
    ]

import django.db.models.deletion
import planfront.kernel.security.fields
import planfront.kernel.security.ids
import planfront.kernel.database.operations
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('accounts', '0002_name_words'),
        ('brands', '0001_initial'),
    ]

    operations = [
        planfront.kernel.database.operations.CreateModels(
            models=[
                migrations.CreateModel(
                    name='MailRequest',
                    fields=[
                        ('id', models.UUIDField(default=planfront.kernel.security.ids.new_uuid, editable=False, primary_key=True, serialize=False)),
                        ('brand', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='brands.brand')),
                        ('purpose', models.CharField(max_length=8)),
                        ('sealed', planfront.kernel.security.fields.EncryptedJSONField()),
                        ('created_at', models.DateTimeField(db_index=True)),
                    ],
                ),
                migrations.CreateModel(
                    name='SingleSignOn',
                    fields=[
                        ('id', models.UUIDField(default=planfront.kernel.security.ids.new_uuid, editable=False, primary_key=True, serialize=False)),
                        ('brand', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='brands.brand')),
                        ('active', models.BooleanField(default=False)),
                        ('name', models.CharField(help_text='What the button says: Sign in with …', max_length=60)),
                        ('issuer', models.URLField(help_text='As the provider names itself. Its settings are read from there.')),
                        ('client_id', models.CharField(max_length=200)),
                        ('client_secret', planfront.kernel.security.fields.EncryptedTextField(blank=True)),
                        ('roles', models.JSONField(default=list, help_text='Kinds of accounts that may sign in this way.')),
                        ('email_domains', models.CharField(blank=True, help_text='Only addresses of these domains, comma separated; empty for all.', max_length=400)),
                    ],
                    options={
                        'verbose_name': 'single sign-on',
                        'verbose_name_plural': 'single sign-on',
                    },
                ),
                migrations.CreateModel(
                    name='SignOnAttempt',
                    fields=[
                        ('id', models.UUIDField(default=planfront.kernel.security.ids.new_uuid, editable=False, primary_key=True, serialize=False)),
                        ('provider', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='accounts.singlesignon')),
                        ('session_id', models.UUIDField()),
                        ('state_hash', models.CharField(max_length=64, unique=True)),
                        ('sealed', planfront.kernel.security.fields.EncryptedJSONField()),
                        ('redirect_uri', models.CharField(max_length=300)),
                        ('expires_at', models.DateTimeField(db_index=True)),
                    ],
                ),
                migrations.CreateModel(
                    name='SignOnIdentity',
                    fields=[
                        ('id', models.UUIDField(default=planfront.kernel.security.ids.new_uuid, editable=False, primary_key=True, serialize=False)),
                        ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
                        ('issuer', models.URLField()),
                        ('subject', models.CharField(max_length=255)),
                    ],
                    options={
                        'verbose_name_plural': 'sign-on identities',
                        'constraints': [models.UniqueConstraint(fields=('issuer', 'subject'), name='accounts_identity_once'), models.UniqueConstraint(fields=('user', 'issuer'), name='accounts_identity_of_account')],
                    },
                ),
            ],
        ),
    ]

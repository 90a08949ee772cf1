import django.db.models.deletion
import planfront.kernel.security.fields
import planfront.kernel.security.ids
import planfront.kernel.database.operations
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        ('auth', '0012_alter_user_first_name_max_length'),
        # The migrations of dependencies come first: Django renders all models there are for each of theirs.
        ('django_tasks_database', '0021_conditional_partial_index_ordering'),
        ('sessions', '0001_initial'),
    ]

    operations = [
        planfront.kernel.database.operations.CreateModels(
            models=[
                migrations.CreateModel(
                    name='User',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('password', models.CharField(max_length=128, verbose_name='password')),
                        ('last_login', models.DateTimeField(blank=True, null=True, verbose_name='last login')),
                        ('is_superuser', models.BooleanField(default=False, help_text='Designates that this user has all permissions without explicitly assigning them.', verbose_name='superuser status')),
                        ('email', models.EmailField(max_length=254, unique=True)),
                        ('name', models.CharField(blank=True, max_length=120)),
                        ('role', models.CharField(choices=[('rep', 'Rep'), ('group', 'Group administrator'), ('member', 'Member'), ('staff', 'Staff')], max_length=8)),
                        ('is_active', models.BooleanField(default=True)),
                        ('is_staff', models.BooleanField(default=False)),
                        ('staff_role', models.CharField(blank=True, choices=[('admin', 'Administrator'), ('service', 'Service'), ('reader', 'Reader')], default='', max_length=8)),
                        ('all_brands', models.BooleanField(default=False)),
                        ('language', models.CharField(choices=[('en', 'English'), ('es', 'Spanish')], default='en', help_text='Of mail that staff start: invitations, new passwords.', max_length=5)),
                        ('created_at', models.DateTimeField(auto_now_add=True)),
                        ('groups', models.ManyToManyField(blank=True, help_text='The groups this user belongs to. A user will get all permissions granted to each of their groups.', related_name='user_set', related_query_name='user', to='auth.group', verbose_name='groups')),
                        ('user_permissions', models.ManyToManyField(blank=True, help_text='Specific permissions for this user.', related_name='user_set', related_query_name='user', to='auth.permission', verbose_name='user permissions')),
                    ],
                    options={
                        'verbose_name': 'account',
                    },
                ),
                migrations.CreateModel(
                    name='MailToken',
                    fields=[
                        ('id', models.UUIDField(default=planfront.kernel.security.ids.new_uuid, editable=False, primary_key=True, serialize=False)),
                        ('purpose', models.CharField(choices=[('reset', 'Set a new password'), ('invite', 'Set the first password'), ('link', 'Sign in'), ('email', 'Confirm an e-mail address')], max_length=8)),
                        ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
                        ('brand_id', models.BigIntegerField()),
                        ('email', models.EmailField(max_length=254)),
                        ('secret_hash', models.CharField(max_length=64, unique=True)),
                        ('created_at', models.DateTimeField()),
                        ('expires_at', models.DateTimeField(db_index=True)),
                        ('used_at', models.DateTimeField(blank=True, null=True)),
                    ],
                ),
                migrations.CreateModel(
                    name='SecondFactor',
                    fields=[
                        ('id', models.UUIDField(default=planfront.kernel.security.ids.new_uuid, editable=False, primary_key=True, serialize=False)),
                        ('user', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
                        ('secret', planfront.kernel.security.fields.EncryptedTextField()),
                        ('confirmed_at', models.DateTimeField(blank=True, null=True)),
                        ('last_step', models.BigIntegerField(default=0)),
                        ('created_at', models.DateTimeField()),
                    ],
                ),
                migrations.CreateModel(
                    name='TrustedDevice',
                    fields=[
                        ('id', models.UUIDField(default=planfront.kernel.security.ids.new_uuid, editable=False, primary_key=True, serialize=False)),
                        ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
                        ('key', models.CharField(max_length=64)),
                        ('seen_at', models.DateTimeField(db_index=True)),
                    ],
                    options={
                        'constraints': [models.UniqueConstraint(fields=('user', 'key'), name='accounts_trusted_device_once')],
                    },
                ),
                migrations.CreateModel(
                    name='OpenPage',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
                        ('page', models.CharField(max_length=160)),
                        ('since', models.DateTimeField()),
                        ('seen_at', models.DateTimeField(db_index=True)),
                        ('changing', models.BooleanField(default=False)),
                    ],
                    options={
                        'constraints': [models.UniqueConstraint(fields=('page', 'user'), name='accounts_open_page_once')],
                    },
                ),
                migrations.CreateModel(
                    name='RecoveryCode',
                    fields=[
                        ('id', models.UUIDField(default=planfront.kernel.security.ids.new_uuid, editable=False, primary_key=True, serialize=False)),
                        ('factor', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='codes', to='accounts.secondfactor')),
                        ('code_hash', models.CharField(max_length=64)),
                        ('used_at', models.DateTimeField(blank=True, null=True)),
                    ],
                    options={
                        'constraints': [models.UniqueConstraint(fields=('factor', 'code_hash'), name='accounts_recovery_code_once')],
                    },
                ),
                migrations.CreateModel(
                    name='StaffBrand',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='staff_brands', to=settings.AUTH_USER_MODEL)),
                        ('brand_id', models.BigIntegerField()),
                    ],
                    options={
                        'constraints': [models.UniqueConstraint(fields=('user', 'brand_id'), name='accounts_staff_brand_once')],
                    },
                ),
                migrations.CreateModel(
                    name='VisitorSession',
                    fields=[
                        ('id', models.UUIDField(default=planfront.kernel.security.ids.new_uuid, editable=False, primary_key=True, serialize=False)),
                        ('brand_id', models.BigIntegerField(db_index=True)),
                        ('user', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
                        ('secret_hash', models.CharField(max_length=64)),
                        ('bound', models.BooleanField(default=False)),
                        ('generation', models.PositiveIntegerField(default=0)),
                        ('created_at', models.DateTimeField()),
                        ('seen_at', models.DateTimeField()),
                        ('signed_in_at', models.DateTimeField(blank=True, null=True)),
                        ('device', models.CharField(blank=True, default='', max_length=120)),
                        ('ip', models.CharField(blank=True, default='', max_length=45)),
                        ('before', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='accounts.visitorsession')),
                        ('expires_at', models.DateTimeField(db_index=True)),
                    ],
                    options={
                        'indexes': [models.Index(fields=['created_at', 'brand_id', 'bound'], name='accounts_visits')],
                    },
                ),
            ],
        ),
    ]

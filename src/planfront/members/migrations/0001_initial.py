import django.db.models.deletion
import planfront.kernel.fields
import planfront.kernel.ids
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        ('brands', '0001_initial'),
        ('producers', '0001_initial'),
        ('sponsors', '0001_initial'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='Member',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('first_name', models.CharField(max_length=60)),
                ('middle_name', models.CharField(blank=True, max_length=60)),
                ('last_name', models.CharField(max_length=60)),
                ('birth_date', models.DateField()),
                ('gender', models.PositiveSmallIntegerField(choices=[(0, 'Male'), (1, 'Female'), (2, 'Others')])),
                ('email', models.EmailField(db_index=True, max_length=254)),
                ('phone', models.CharField(blank=True, db_index=True, max_length=10)),
                ('address1', models.CharField(blank=True, max_length=80)),
                ('address2', models.CharField(blank=True, max_length=80)),
                ('city', models.CharField(blank=True, max_length=60)),
                ('state', models.CharField(blank=True, max_length=2)),
                ('zip', models.CharField(blank=True, max_length=5)),
                ('county', models.CharField(blank=True, max_length=60)),
                ('marital_status', models.PositiveSmallIntegerField(blank=True, null=True)),
                ('is_smoker', models.BooleanField(blank=True, null=True)),
                ('ssn_last4', models.CharField(blank=True, editable=False, max_length=4)),
                ('active', models.BooleanField(default=True)),
                ('agent', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='producers.agent')),
                ('brand', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='brands.brand')),
                ('group', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='sponsors.group')),
                ('portal', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='sponsors.portal')),
                ('user', models.OneToOneField(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
        ),
        migrations.CreateModel(
            name='Identity',
            fields=[
                ('id', models.UUIDField(default=planfront.kernel.ids.new_uuid, editable=False, primary_key=True, serialize=False)),
                ('ssn', planfront.kernel.fields.EncryptedTextField()),
                ('ssn_index', models.CharField(db_index=True, max_length=32)),
                ('member', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='identity', to='members.member')),
            ],
        ),
        migrations.CreateModel(
            name='Coverage',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('plan_id', models.BigIntegerField(db_index=True)),
                ('plan_name', models.CharField(max_length=120)),
                ('category', models.CharField(max_length=20)),
                ('policy_number', models.CharField(blank=True, db_index=True, max_length=30)),
                ('status', models.CharField(choices=[('ACTIVE', 'Active'), ('INACTIVE', 'Inactive')], default='ACTIVE', max_length=8)),
                ('effective_date', models.DateField()),
                ('end_date', models.DateField(blank=True, null=True)),
                ('member', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='coverages', to='members.member')),
            ],
            options={
                'ordering': ['-effective_date', 'id'],
            },
        ),
        migrations.CreateModel(
            name='ReferenceItem',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('list_key', models.SlugField(max_length=40)),
                ('value', models.CharField(max_length=30)),
                ('name', models.CharField(max_length=120)),
                ('name_es', models.CharField(blank=True, max_length=120)),
                ('order', models.PositiveSmallIntegerField(default=0)),
                ('flags', models.JSONField(blank=True, default=dict)),
            ],
            options={
                'ordering': ['list_key', 'order', 'id'],
                'constraints': [models.UniqueConstraint(fields=('list_key', 'value'), name='reference_item_unique')],
            },
        ),
        migrations.CreateModel(
            name='Relative',
            fields=[
                ('id', models.UUIDField(default=planfront.kernel.ids.new_uuid, editable=False, primary_key=True, serialize=False)),
                ('kind', models.CharField(choices=[('dependent', 'Dependent'), ('beneficiary', 'Beneficiary')], max_length=12)),
                ('relationship', models.CharField(max_length=20)),
                ('first_name', models.CharField(max_length=60)),
                ('middle_name', models.CharField(blank=True, max_length=60)),
                ('last_name', models.CharField(max_length=60)),
                ('birth_date', models.DateField()),
                ('gender', models.PositiveSmallIntegerField(blank=True, choices=[(0, 'Male'), (1, 'Female'), (2, 'Others')], null=True)),
                ('ssn', planfront.kernel.fields.EncryptedTextField(blank=True)),
                ('percentage', models.PositiveSmallIntegerField(blank=True, null=True)),
                ('member', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='relatives', to='members.member')),
            ],
        ),
    ]

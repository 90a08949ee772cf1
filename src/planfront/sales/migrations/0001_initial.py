import django.db.models.deletion
import planfront.kernel.database.operations
import planfront.kernel.security.fields
import planfront.kernel.security.ids
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        ('coverage', '0001_initial'),
        ('shopping', '0001_initial'),
    ]

    operations = [
        planfront.kernel.database.operations.CreateModels(
            models=[
                migrations.CreateModel(
                    name='Confirmation',
                    fields=[
                        ('id', models.UUIDField(default=planfront.kernel.security.ids.new_uuid, editable=False, primary_key=True, serialize=False)),
                        ('number', models.PositiveBigIntegerField(unique=True)),
                        ('brand_id', models.BigIntegerField(db_index=True)),
                        ('enrollment', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='confirmation', to='shopping.quote')),
                        ('receipt', planfront.kernel.security.fields.EncryptedJSONField()),
                        ('created_at', models.DateTimeField()),
                    ],
                    options={
                        'indexes': [models.Index(fields=['created_at', 'brand_id', 'enrollment', 'id'], name='sales_sold')],
                    },
                ),
                migrations.CreateModel(
                    name='Sale',
                    fields=[
                        ('policy', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, primary_key=True, related_name='sale', serialize=False, to='coverage.policy')),
                        ('confirmation', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='sales', to='sales.confirmation')),
                        ('plan_id', models.BigIntegerField(db_index=True)),
                        ('category', models.CharField(max_length=20)),
                        ('plan_pricing_id', models.CharField(max_length=200)),
                        ('monthly', models.DecimalField(decimal_places=2, max_digits=10)),
                        ('one_time', models.DecimalField(decimal_places=2, max_digits=10)),
                        ('proof', models.JSONField(default=dict)),
                    ],
                    options={
                        'indexes': [models.Index(fields=['confirmation', 'plan_id', 'category', 'monthly'], name='sales_premium')],
                    },
                ),
                migrations.CreateModel(
                    name='UnderwritingCase',
                    fields=[
                        ('id', models.UUIDField(default=planfront.kernel.security.ids.new_uuid, editable=False, primary_key=True, serialize=False)),
                        ('policy', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='case', to='coverage.policy')),
                        ('kind', models.CharField(choices=[('amount', 'Amount above the guaranteed one'), ('plan', 'Whole plan')], max_length=6)),
                        ('status', models.CharField(choices=[('pending', 'Pending underwriting'), ('approved', 'Approved'), ('declined', 'Declined')], db_index=True, default='pending', max_length=8)),
                        ('guaranteed', models.DecimalField(blank=True, decimal_places=2, max_digits=12, null=True)),
                        ('requested', models.DecimalField(blank=True, decimal_places=2, max_digits=12, null=True)),
                        ('premium', models.DecimalField(blank=True, decimal_places=2, max_digits=10, null=True)),
                        ('more', models.DecimalField(blank=True, decimal_places=2, max_digits=10, null=True)),
                        ('proof', models.JSONField(default=dict)),
                        ('before', models.JSONField(default=dict)),
                        ('created_at', models.DateTimeField(db_index=True)),
                        ('decided_at', models.DateTimeField(blank=True, null=True)),
                        ('decided_by', models.BigIntegerField(blank=True, null=True)),
                        ('reason', models.CharField(blank=True, max_length=300)),
                    ],
                    options={
                        'ordering': ['-created_at'],
                    },
                ),
            ],
        ),
    ]

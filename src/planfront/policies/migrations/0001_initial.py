import django.db.models.deletion
import planfront.kernel.security.fields
import planfront.kernel.security.ids
import planfront.kernel.database.operations
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        ('book', '0001_initial'),
        ('members', '0001_initial'),
        ('parties', '0001_initial'),
        ('shopping', '0001_initial'),
        ('parties', '0001_initial'),
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
                        'indexes': [models.Index(fields=['created_at', 'brand_id', 'enrollment', 'id'], name='policies_sold')],
                    },
                ),
                migrations.CreateModel(
                    name='DoneTask',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('agent', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='parties.agent')),
                        ('key', models.CharField(max_length=80)),
                        ('done_on', models.DateField()),
                    ],
                    options={
                        'constraints': [models.UniqueConstraint(fields=('agent', 'key'), name='policies_task_done_once')],
                    },
                ),
                migrations.CreateModel(
                    name='HeldChange',
                    fields=[
                        ('id', models.UUIDField(default=planfront.kernel.security.ids.new_uuid, editable=False, primary_key=True, serialize=False)),
                        ('member', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='members.member')),
                        ('group', models.ForeignKey(blank=True, db_index=False, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='parties.group')),
                        ('by', models.CharField(choices=[('member', 'Member'), ('group', 'Group'), ('rep', 'Rep'), ('staff', 'Staff'), ('system', 'System')], default='member', max_length=6)),
                        ('waits_for', models.CharField(choices=[('group', 'The group'), ('staff', 'Our team')], default='group', max_length=5)),
                        ('order', planfront.kernel.security.fields.EncryptedJSONField()),
                        ('digest', models.CharField(max_length=64)),
                        ('shown', models.JSONField(default=list)),
                        ('amounts', models.JSONField(default=dict)),
                        ('state', models.CharField(choices=[('waiting', 'Waiting'), ('agreed', 'Agreed'), ('declined', 'Sent back'), ('withdrawn', 'Taken back')], default='waiting', max_length=9)),
                        ('asked_by', models.BigIntegerField(blank=True, null=True)),
                        ('asked_on', models.DateField()),
                        ('asked_at', models.DateTimeField()),
                        ('passed_by', models.BigIntegerField(blank=True, null=True)),
                        ('passed_at', models.DateTimeField(blank=True, null=True)),
                        ('decided_by', models.BigIntegerField(blank=True, null=True)),
                        ('decided_at', models.DateTimeField(blank=True, null=True)),
                        ('reason', planfront.kernel.security.fields.EncryptedTextField(blank=True)),
                        ('order_id', models.UUIDField(blank=True, null=True)),
                    ],
                    options={
                        'verbose_name': 'change that waits',
                        'verbose_name_plural': 'changes that wait',
                        'ordering': ['asked_at', 'id'],
                        'indexes': [models.Index(fields=['group', 'state', 'asked_at'], name='policies_held_of_group'), models.Index(fields=['waits_for', 'state', 'asked_at'], name='policies_held_for'), models.Index(fields=['member', 'asked_at'], name='policies_held_of_member')],
                        'constraints': [models.UniqueConstraint(condition=models.Q(('state', 'waiting')), fields=('member', 'by'), name='policies_one_held'), models.CheckConstraint(condition=models.Q(models.Q(('state__in', ['agreed', 'declined']), _negated=True), ('decided_by', None), models.Q(models.Q(('asked_by', None), models.Q(('decided_by', models.F('asked_by')), _negated=True), _connector='OR'), models.Q(('passed_by', None), models.Q(('decided_by', models.F('passed_by')), _negated=True), _connector='OR')), _connector='OR'), name='policies_two_people')],
                    },
                ),
                migrations.CreateModel(
                    name='Sale',
                    fields=[
                        ('policy', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, primary_key=True, related_name='sale', serialize=False, to='book.policy')),
                        ('confirmation', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='sales', to='policies.confirmation')),
                        ('plan_id', models.BigIntegerField(db_index=True)),
                        ('category', models.CharField(max_length=20)),
                        ('plan_pricing_id', models.CharField(max_length=200)),
                        ('monthly', models.DecimalField(decimal_places=2, max_digits=10)),
                        ('one_time', models.DecimalField(decimal_places=2, max_digits=10)),
                        ('proof', models.JSONField(default=dict)),
                    ],
                    options={
                        'indexes': [models.Index(fields=['confirmation', 'plan_id', 'category', 'monthly'], name='policies_premium')],
                    },
                ),
                migrations.CreateModel(
                    name='UnderwritingCase',
                    fields=[
                        ('id', models.UUIDField(default=planfront.kernel.security.ids.new_uuid, editable=False, primary_key=True, serialize=False)),
                        ('policy', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='case', to='book.policy')),
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

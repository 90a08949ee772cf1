import django.db.models.deletion
import django.db.models.functions.comparison
import planfront.kernel.security.fields
import planfront.kernel.security.ids
import planfront.kernel.database.operations
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        ('shopping', '0001_initial'),
    ]

    operations = [
        planfront.kernel.database.operations.CreateModels(
            models=[
                migrations.CreateModel(
                    name='VaultRemoval',
                    fields=[
                        ('id', models.UUIDField(default=planfront.kernel.security.ids.new_uuid, editable=False, primary_key=True, serialize=False)),
                        ('gateway', models.CharField(max_length=40)),
                        ('customer', planfront.kernel.security.fields.EncryptedTextField()),
                        ('asked_at', models.DateTimeField()),
                        ('tries', models.PositiveIntegerField(default=0)),
                        ('tried_at', models.DateTimeField(blank=True, null=True)),
                        ('problem', models.CharField(blank=True, max_length=60)),
                    ],
                    options={
                        'ordering': ['asked_at'],
                    },
                ),
                migrations.CreateModel(
                    name='BillDate',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('brand_id', models.BigIntegerField(blank=True, db_index=True, null=True)),
                        ('day', models.PositiveSmallIntegerField(help_text='1 to 28.')),
                    ],
                    options={
                        'ordering': ['day'],
                        'constraints': [models.UniqueConstraint(django.db.models.functions.comparison.Coalesce('brand_id', 0), models.F('day'), name='bill_date_once', violation_error_message='This day is there already.'), models.CheckConstraint(condition=models.Q(('day__range', (1, 28))), name='bill_date_in_every_month', violation_error_message='Choose a day from 1 to 28: every month has it.')],
                    },
                ),
                migrations.CreateModel(
                    name='CardEvent',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('gateway', models.CharField(max_length=40)),
                        ('event_id', models.CharField(max_length=120)),
                        ('kind', models.CharField(max_length=80)),
                        ('reference', models.CharField(blank=True, max_length=120)),
                        ('received_at', models.DateTimeField()),
                        ('applied_at', models.DateTimeField(blank=True, null=True)),
                    ],
                    options={
                        'constraints': [models.UniqueConstraint(fields=('gateway', 'event_id'), name='card_event_once')],
                    },
                ),
                migrations.CreateModel(
                    name='PaymentMethod',
                    fields=[
                        ('id', models.UUIDField(default=planfront.kernel.security.ids.new_uuid, editable=False, primary_key=True, serialize=False)),
                        ('enrollment', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='payment_method', to='shopping.quote')),
                        ('member_id', models.BigIntegerField(blank=True, db_index=True, null=True)),
                        ('method', models.CharField(choices=[('eft', 'EFT'), ('cc', 'Credit card'), ('list', 'List bill'), ('elist', 'EFT list bill'), ('stmt', 'Statement')], max_length=5)),
                        ('account_name', models.CharField(blank=True, max_length=60)),
                        ('bank_name', models.CharField(blank=True, max_length=80)),
                        ('routing_number', models.CharField(blank=True, max_length=9)),
                        ('account_number', planfront.kernel.security.fields.EncryptedTextField(blank=True)),
                        ('account_index', planfront.kernel.security.fields.BlindIndexField(blank=True, db_index=True, editable=False, max_length=64)),
                        ('last4', models.CharField(blank=True, max_length=4)),
                        ('account_type', models.CharField(blank=True, choices=[('checking', 'Checking'), ('savings', 'Savings')], max_length=8)),
                        ('account_holder_type', models.CharField(blank=True, choices=[('individual', 'Individual'), ('company', 'Company')], max_length=10)),
                        ('card_gateway', models.CharField(blank=True, help_text='The gateway whose vault holds the card.', max_length=40)),
                        ('card_customer', planfront.kernel.security.fields.EncryptedTextField(blank=True)),
                        ('card_token', planfront.kernel.security.fields.EncryptedTextField(blank=True)),
                        ('card_brand', models.CharField(blank=True, max_length=20)),
                        ('expiration_month', models.PositiveSmallIntegerField(blank=True, null=True)),
                        ('expiration_year', models.PositiveSmallIntegerField(blank=True, null=True)),
                        ('card_details', planfront.kernel.security.fields.EncryptedJSONField(blank=True)),
                        ('bill_date', models.PositiveSmallIntegerField(default=28, help_text='0: billed in another way.')),
                        ('saved_at', models.DateTimeField()),
                    ],
                ),
                migrations.CreateModel(
                    name='PaymentRule',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('brand_id', models.BigIntegerField(blank=True, null=True)),
                        ('group_id', models.BigIntegerField(blank=True, null=True)),
                        ('portal_id', models.BigIntegerField(blank=True, null=True)),
                        ('plan_id', models.BigIntegerField(blank=True, help_text='Only this plan; with EFT here no cart with it is paid by card.', null=True)),
                        ('method', models.CharField(choices=[('eft', 'EFT'), ('cc', 'Credit card'), ('list', 'List bill'), ('elist', 'EFT list bill'), ('stmt', 'Statement')], max_length=5)),
                        ('descriptor', models.CharField(blank=True, help_text="Text on the bank statement; empty: the brand's name.", max_length=60)),
                    ],
                    options={
                        'constraints': [models.UniqueConstraint(django.db.models.functions.comparison.Coalesce('brand_id', 0), django.db.models.functions.comparison.Coalesce('group_id', 0), django.db.models.functions.comparison.Coalesce('portal_id', 0), django.db.models.functions.comparison.Coalesce('plan_id', 0), name='payment_rule_once', violation_error_message='There is a rule for this brand, group, portal and plan already.')],
                    },
                ),
                migrations.CreateModel(
                    name='CardSetup',
                    fields=[
                        ('id', models.UUIDField(default=planfront.kernel.security.ids.new_uuid, editable=False, primary_key=True, serialize=False)),
                        ('enrollment', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='card_setups', to='shopping.quote')),
                        ('gateway', models.CharField(max_length=40)),
                        ('key', models.CharField(editable=False, max_length=64, unique=True)),
                        ('reference', models.CharField(blank=True, max_length=120)),
                        ('state', models.CharField(choices=[('begun', 'Not answered yet'), ('open', 'Waits for a card'), ('kept', 'Kept'), ('declined', 'Declined'), ('over', 'Over')], default='begun', max_length=8)),
                        ('code', models.CharField(blank=True, max_length=40)),
                        ('customer', planfront.kernel.security.fields.EncryptedTextField(blank=True)),
                        ('token', planfront.kernel.security.fields.EncryptedTextField(blank=True)),
                        ('brand', models.CharField(blank=True, max_length=20)),
                        ('last4', models.CharField(blank=True, max_length=4)),
                        ('expiration_month', models.PositiveSmallIntegerField(blank=True, null=True)),
                        ('expiration_year', models.PositiveSmallIntegerField(blank=True, null=True)),
                        ('begun_at', models.DateTimeField()),
                        ('answered_at', models.DateTimeField(blank=True, null=True)),
                    ],
                    options={
                        'constraints': [models.UniqueConstraint(condition=models.Q(('reference', ''), _negated=True), fields=('gateway', 'reference'), name='card_setup_reference_once'), models.UniqueConstraint(condition=models.Q(('state__in', ['begun', 'open'])), fields=('enrollment', 'gateway'), name='card_setup_open_once')],
                    },
                ),
                migrations.CreateModel(
                    name='CardAttempt',
                    fields=[
                        ('id', models.UUIDField(default=planfront.kernel.security.ids.new_uuid, editable=False, primary_key=True, serialize=False)),
                        ('kind', models.CharField(choices=[('charge', 'Charge'), ('refund', 'Refund')], max_length=6)),
                        ('payment_method', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='attempts', to='billing.paymentmethod')),
                        ('charge', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='refunds', to='billing.cardattempt')),
                        ('gateway', models.CharField(max_length=40)),
                        ('customer', planfront.kernel.security.fields.EncryptedTextField(blank=True)),
                        ('token', planfront.kernel.security.fields.EncryptedTextField(blank=True)),
                        ('statement', models.CharField(blank=True, max_length=60)),
                        ('about', models.CharField(blank=True, max_length=120)),
                        ('subject', models.CharField(max_length=80)),
                        ('number', models.PositiveSmallIntegerField()),
                        ('key', models.CharField(editable=False, max_length=64, unique=True)),
                        ('amount', models.DecimalField(decimal_places=2, max_digits=10)),
                        ('state', models.CharField(choices=[('unknown', 'No answer yet'), ('pending', 'Pending'), ('done', 'Done'), ('declined', 'Declined'), ('failed', 'Not taken by the gateway')], default='unknown', max_length=8)),
                        ('reference', models.CharField(blank=True, max_length=120)),
                        ('code', models.CharField(blank=True, max_length=60)),
                        ('remedy', models.CharField(blank=True, max_length=8)),
                        ('begun_at', models.DateTimeField()),
                        ('answered_at', models.DateTimeField(blank=True, null=True)),
                    ],
                    options={
                        'ordering': ['begun_at'],
                        'constraints': [models.UniqueConstraint(condition=models.Q(('state__in', ['unknown', 'pending'])), fields=('kind', 'subject'), name='card_attempt_undecided_once'), models.UniqueConstraint(fields=('kind', 'subject', 'number'), name='card_attempt_number_once'), models.CheckConstraint(condition=models.Q(('amount__gt', 0)), name='card_attempt_amount_positive')],
                    },
                ),
            ],
        ),
    ]

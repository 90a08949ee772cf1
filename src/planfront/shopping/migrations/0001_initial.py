import django.core.validators
import django.db.models.deletion
import planfront.kernel.security.fields
import planfront.kernel.security.ids
import planfront.kernel.database.operations
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        ('accounts', '0001_initial'),
        ('brands', '0001_initial'),
        ('catalog', '0001_initial'),
        ('members', '0001_initial'),
        ('parties', '0001_initial'),
    ]

    operations = [
        planfront.kernel.database.operations.CreateModels(
            models=[
                migrations.CreateModel(
                    name='Quote',
                    fields=[
                        ('id', models.UUIDField(default=planfront.kernel.security.ids.new_uuid, editable=False, primary_key=True, serialize=False)),
                        ('public_id', models.CharField(default=planfront.kernel.security.ids.public_token, editable=False, max_length=32, unique=True)),
                        ('brand', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='brands.brand')),
                        ('session', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='accounts.visitorsession')),
                        ('eprocess', models.CharField(blank=True, choices=[('rep', 'Rep'), ('applicant', 'Applicant'), ('group', 'Group')], max_length=10)),
                        ('enroll_type', models.CharField(choices=[('new-member', 'New member'), ('new-group-member', 'New group member'), ('existing-member', 'Existing member')], default='new-member', max_length=16)),
                        ('open_type', models.CharField(blank=True, max_length=10)),
                        ('agent', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='parties.agent')),
                        ('group', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='parties.group')),
                        ('portal', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='parties.portal')),
                        ('member', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='members.member')),
                        ('policy_id', models.CharField(blank=True, max_length=40)),
                        ('referral', models.CharField(blank=True, max_length=60)),
                        ('renewed_from', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='renewals', to='shopping.quote')),
                        ('zip', models.CharField(max_length=5)),
                        ('state', models.CharField(max_length=2)),
                        ('county_fips', models.CharField(blank=True, max_length=5)),
                        ('county_name', models.CharField(blank=True, max_length=60)),
                        ('city', models.CharField(blank=True, max_length=80)),
                        ('dob', models.DateField()),
                        ('gender', models.PositiveSmallIntegerField(validators=[django.core.validators.MaxValueValidator(2)])),
                        ('tier', models.CharField(choices=[('IO', 'Member'), ('IS', 'Member + Spouse'), ('IC', 'Member + Child(ren)'), ('IF', 'Family')], max_length=2)),
                        ('tobacco', models.BooleanField(null=True)),
                        ('income', models.DecimalField(blank=True, decimal_places=2, max_digits=11, null=True)),
                        ('hours', models.PositiveSmallIntegerField(blank=True, null=True)),
                        ('spouse_dob', models.DateField(blank=True, null=True)),
                        ('spouse_covered', models.BooleanField(help_text='Family only: no when it said it enrolls no spouse.', null=True)),
                        ('children', models.PositiveSmallIntegerField(blank=True, null=True)),
                        ('coverage', models.JSONField(blank=True, default=list)),
                        ('categories', models.JSONField(blank=True, default=list)),
                        ('effective_date', models.DateField(blank=True, null=True)),
                        ('checked_out_at', models.DateTimeField(blank=True, null=True)),
                        ('handed_over_at', models.DateTimeField(blank=True, help_text='Since when the client checks, signs and pays; empty while nobody waits for it.', null=True)),
                        ('status', models.CharField(choices=[('draft', 'Draft'), ('submitted', 'Submitted'), ('withdrawn', 'Withdrawn')], default='draft', max_length=10)),
                        ('stage', models.CharField(choices=[('draft', 'Draft'), ('saved', 'Saved for later'), ('waiting', 'Waiting for signature'), ('submitted', 'Submitted'), ('pending', 'Pending underwriting'), ('accepted', 'Accepted'), ('active', 'Active'), ('ended', 'Ended')], default='draft', max_length=9)),
                        ('listed', models.BooleanField(default=False, help_text='Has something in the cart, or its application was begun.')),
                        ('version', models.PositiveIntegerField(default=1)),
                        ('created_at', models.DateTimeField()),
                        ('updated_at', models.DateTimeField()),
                        ('expires_at', models.DateTimeField(db_index=True)),
                    ],
                    options={
                        'indexes': [models.Index(fields=['agent', 'brand', 'listed', 'updated_at', 'id', 'stage', 'status', 'expires_at'], name='shopping_list_agent'), models.Index(fields=['agent', 'stage', 'brand', 'listed', 'updated_at', 'id', 'status', 'expires_at'], name='shopping_stage_agent'), models.Index(fields=['group', 'brand', 'listed', 'updated_at', 'id', 'stage', 'status', 'expires_at'], name='shopping_list_group'), models.Index(fields=['group', 'stage', 'brand', 'listed', 'updated_at', 'id', 'status', 'expires_at'], name='shopping_stage_group'), models.Index(fields=['created_at', 'brand', 'checked_out_at', 'referral', 'id'], name='shopping_enr_begun'), models.Index(condition=models.Q(('referral', 'theme preview')), fields=['referral', 'id'], name='shopping_samples')],
                    },
                ),
                migrations.CreateModel(
                    name='PlanAnswers',
                    fields=[
                        ('id', models.UUIDField(default=planfront.kernel.security.ids.new_uuid, editable=False, primary_key=True, serialize=False)),
                        ('enrollment', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='plan_answers', to='shopping.quote')),
                        ('plan', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='catalog.plan')),
                        ('question_set', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='catalog.planquestionset')),
                        ('version', models.PositiveIntegerField()),
                        ('outcome', models.CharField(choices=[('accepted', 'Accepted'), ('declined', 'Declined'), ('referred', 'Decided by the insurer'), ('incomplete', 'Not yet enough')], max_length=10)),
                        ('answers', planfront.kernel.security.fields.EncryptedJSONField(blank=True)),
                        ('answered_at', models.DateTimeField()),
                    ],
                    options={
                        'verbose_name_plural': 'plan answers',
                        'constraints': [models.UniqueConstraint(fields=('enrollment', 'plan', 'question_set'), name='shopping_answers_once')],
                    },
                ),
                migrations.CreateModel(
                    name='EnrollmentWord',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('enrollment', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='words', to='shopping.quote')),
                        ('agent_id', models.BigIntegerField(null=True)),
                        ('group_id', models.BigIntegerField(null=True)),
                        ('word', models.CharField(max_length=30)),
                    ],
                    options={
                        'indexes': [models.Index(fields=['agent_id', 'word', 'enrollment'], name='shopping_word_agent', opclasses=['int8_ops', 'varchar_pattern_ops', 'uuid_ops']), models.Index(fields=['group_id', 'word', 'enrollment'], name='shopping_word_group', opclasses=['int8_ops', 'varchar_pattern_ops', 'uuid_ops'])],
                    },
                ),
                migrations.CreateModel(
                    name='EnrollmentGrant',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('enrollment', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='grants', to='shopping.quote')),
                        ('session', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='accounts.visitorsession')),
                        ('via', models.CharField(max_length=20)),
                        ('created_at', models.DateTimeField()),
                    ],
                    options={
                        'constraints': [models.UniqueConstraint(fields=('enrollment', 'session'), name='shopping_grant_once')],
                    },
                ),
                migrations.CreateModel(
                    name='CartLine',
                    fields=[
                        ('id', models.UUIDField(default=planfront.kernel.security.ids.new_uuid, editable=False, primary_key=True, serialize=False)),
                        ('enrollment', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='lines', to='shopping.quote')),
                        ('plan', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='catalog.plan')),
                        ('plan_pricing_id', models.CharField(max_length=200)),
                        ('option', models.CharField(blank=True, max_length=40)),
                        ('premium', models.DecimalField(decimal_places=2, max_digits=10)),
                        ('fees', models.JSONField(default=list)),
                        ('proof', models.JSONField(default=dict)),
                        ('error_code', models.CharField(blank=True, max_length=30)),
                        ('paired_with', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='pairs', to='shopping.cartline')),
                        ('riders', models.JSONField(default=list)),
                        ('rider_of', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='rider_lines', to='shopping.cartline')),
                        ('evidence', models.JSONField(default=dict)),
                        ('contribution', models.JSONField(default=dict)),
                        ('added_at', models.DateTimeField()),
                        ('priced_at', models.DateTimeField()),
                    ],
                    options={
                        'ordering': ['added_at', 'id'],
                        'constraints': [models.UniqueConstraint(fields=('enrollment', 'plan'), name='shopping_line_once'), models.CheckConstraint(condition=models.Q(('premium__gte', 0)), name='shopping_line_premium')],
                    },
                ),
                migrations.CreateModel(
                    name='SentQuote',
                    fields=[
                        ('id', models.UUIDField(default=planfront.kernel.security.ids.new_uuid, editable=False, primary_key=True, serialize=False)),
                        ('brand', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='brands.brand')),
                        ('enrollment', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='quotes', to='shopping.quote')),
                        ('agent', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='parties.agent')),
                        ('group', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='parties.group')),
                        ('sender_kind', models.CharField(choices=[('rep', 'Rep'), ('applicant', 'Applicant'), ('group', 'Group')], max_length=10)),
                        ('sender_name', models.CharField(max_length=200)),
                        ('recipient_name', planfront.kernel.security.fields.EncryptedTextField()),
                        ('recipient_email', planfront.kernel.security.fields.EncryptedTextField()),
                        ('recipient_hash', planfront.kernel.security.fields.BlindIndexField(db_index=True, max_length=64)),
                        ('message', planfront.kernel.security.fields.EncryptedTextField(blank=True)),
                        ('frozen', planfront.kernel.security.fields.EncryptedJSONField()),
                        ('sha256', models.CharField(max_length=64)),
                        ('initial_month_cost', models.DecimalField(decimal_places=2, max_digits=10)),
                        ('recurring_month_cost', models.DecimalField(decimal_places=2, max_digits=10)),
                        ('token_hash', planfront.kernel.security.fields.BlindIndexField(max_length=64, unique=True)),
                        ('token', planfront.kernel.security.fields.EncryptedTextField(blank=True)),
                        ('sends', models.PositiveSmallIntegerField(default=1)),
                        ('outcome', models.CharField(choices=[('sent', 'Sent'), ('opened', 'Opened'), ('moved', 'Opened, prices moved'), ('enrolled', 'Enrolled')], default='sent', max_length=8)),
                        ('outcome_at', models.DateTimeField(null=True)),
                        ('sent_at', models.DateTimeField(db_index=True)),
                        ('expires_at', models.DateTimeField()),
                        ('opened_at', models.DateTimeField(null=True)),
                    ],
                    options={
                        'verbose_name': 'quote',
                        'indexes': [models.Index(fields=['agent', 'brand', 'sent_at', 'id'], name='shopping_quote_agent'), models.Index(fields=['agent', 'outcome', 'brand', 'sent_at', 'id'], name='shopping_outcome_agent'), models.Index(fields=['group', 'brand', 'sent_at', 'id'], name='shopping_quote_group'), models.Index(fields=['group', 'outcome', 'brand', 'sent_at', 'id'], name='shopping_outcome_group')],
                    },
                ),
                migrations.CreateModel(
                    name='QuoteWord',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('quote', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='words', to='shopping.sentquote')),
                        ('token', planfront.kernel.security.fields.BlindIndexField(max_length=64)),
                    ],
                    options={
                        'indexes': [models.Index(fields=['token', 'quote'], name='shopping_quote_word')],
                    },
                ),
                migrations.CreateModel(
                    name='QuoteQuestion',
                    fields=[
                        ('id', models.UUIDField(default=planfront.kernel.security.ids.new_uuid, editable=False, primary_key=True, serialize=False)),
                        ('quote', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='questions', to='shopping.sentquote')),
                        ('session', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='accounts.visitorsession')),
                        ('plan_name', models.CharField(blank=True, max_length=200)),
                        ('text', planfront.kernel.security.fields.EncryptedTextField()),
                        ('language', models.CharField(default='en', max_length=5)),
                        ('asked_at', models.DateTimeField()),
                        ('answer', planfront.kernel.security.fields.EncryptedTextField(blank=True)),
                        ('answered_at', models.DateTimeField(null=True)),
                    ],
                    options={
                        'indexes': [models.Index(fields=['quote', 'asked_at'], name='shopping_quote_question'), models.Index(condition=models.Q(('answered_at__isnull', True)), fields=['quote'], name='shopping_question_waiting')],
                    },
                ),
                migrations.CreateModel(
                    name='QuoteOpening',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('quote', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='openings', to='shopping.sentquote')),
                        ('session', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='accounts.visitorsession')),
                        ('enrollment', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='shopping.quote')),
                        ('opened_at', models.DateTimeField()),
                    ],
                    options={
                        'constraints': [models.UniqueConstraint(fields=('quote', 'session'), name='shopping_opened_once')],
                    },
                ),
            ],
        ),
    ]

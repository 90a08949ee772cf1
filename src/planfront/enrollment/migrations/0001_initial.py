import django.db.models.deletion
import django.db.models.functions.comparison
import planfront.kernel.security.fields
import planfront.kernel.security.ids
import planfront.kernel.database.operations
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
        ('shopping', '0001_initial'),
    ]

    operations = [
        planfront.kernel.database.operations.CreateModels(
            models=[
                migrations.CreateModel(
                    name='HealthQuestion',
                    fields=[
                        ('id', models.BigIntegerField(primary_key=True, serialize=False)),
                        ('brand_id', models.BigIntegerField(blank=True, null=True)),
                        ('text', models.CharField(max_length=300)),
                        ('text_es', models.CharField(blank=True, max_length=300)),
                        ('kind', models.CharField(choices=[('general', 'Condition with dates and treatment'), ('physician', 'Condition with its physician'), ('plain', 'Yes or no only'), ('medication', 'Medications')], default='general', max_length=12)),
                        ('of_applicant', models.BooleanField(default=True)),
                        ('of_dependents', models.BooleanField(default=True)),
                        ('order', models.PositiveSmallIntegerField(default=50)),
                        ('active', models.BooleanField(default=True)),
                    ],
                    options={
                        'ordering': ['order', 'id'],
                    },
                ),
                migrations.CreateModel(
                    name='RequirementProfile',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('name', models.CharField(max_length=80)),
                        ('priority', models.PositiveSmallIntegerField(default=100)),
                        ('brand_id', models.BigIntegerField(blank=True, null=True)),
                        ('portal_id', models.BigIntegerField(blank=True, null=True)),
                        ('group_id', models.BigIntegerField(blank=True, null=True)),
                        ('plan_id', models.BigIntegerField(blank=True, null=True)),
                        ('category', models.CharField(blank=True, max_length=20)),
                        ('state', models.CharField(blank=True, max_length=2)),
                        ('enroll_type', models.CharField(blank=True, max_length=20)),
                        ('tabs', models.JSONField(blank=True, default=dict)),
                        ('fields', models.JSONField(blank=True, default=dict)),
                        ('active', models.BooleanField(default=True)),
                    ],
                    options={
                        'ordering': ['priority', 'id'],
                    },
                ),
                migrations.CreateModel(
                    name='AgreementText',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('key', models.SlugField(max_length=40)),
                        ('version', models.PositiveSmallIntegerField(default=1)),
                        ('order', models.PositiveSmallIntegerField(default=50)),
                        ('brand_id', models.BigIntegerField(blank=True, null=True)),
                        ('plan_id', models.BigIntegerField(blank=True, null=True)),
                        ('category', models.CharField(blank=True, max_length=20)),
                        ('state', models.CharField(blank=True, max_length=2)),
                        ('head', models.CharField(max_length=120)),
                        ('body', models.TextField()),
                        ('tick', models.CharField(max_length=200)),
                        ('short', models.CharField(blank=True, help_text='A line above the text that says what it means.', max_length=200, verbose_name='in short')),
                        ('tick_other', models.CharField(blank=True, help_text='Where somebody signs for the applicant, such as "{applicant} authorizes these payments."', max_length=300, verbose_name='tick of a rep or group administrator')),
                        ('i18n', models.JSONField(blank=True, default=dict)),
                        ('effective_from', models.DateField(blank=True, null=True)),
                        ('active', models.BooleanField(default=True)),
                        ('published_at', models.DateTimeField(blank=True, editable=False, null=True)),
                    ],
                    options={
                        'ordering': ['order', 'key', 'version'],
                        'constraints': [models.UniqueConstraint(models.F('key'), models.F('version'), models.F('state'), models.F('category'), django.db.models.functions.comparison.Coalesce('plan_id', 0), django.db.models.functions.comparison.Coalesce('brand_id', 0), name='agreement_text_once', violation_error_message='There is a text with this key, version and conditions already.')],
                    },
                ),
                migrations.CreateModel(
                    name='Application',
                    fields=[
                        ('id', models.UUIDField(default=planfront.kernel.security.ids.new_uuid, editable=False, primary_key=True, serialize=False)),
                        ('enrollment', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='application', to='shopping.quote')),
                        ('state', models.CharField(choices=[('draft', 'Draft'), ('submitted', 'Submitted'), ('pending', 'Pending underwriting'), ('accepted', 'Accepted'), ('active', 'Active'), ('terminated', 'Terminated'), ('cancelled', 'Cancelled')], default='draft', max_length=10)),
                        ('version', models.PositiveIntegerField(default=1)),
                        ('applicant', models.CharField(blank=True, max_length=200)),
                        ('definitions', models.PositiveSmallIntegerField(default=1)),
                        ('frozen', planfront.kernel.security.fields.EncryptedJSONField(blank=True)),
                        ('frozen_sha256', models.CharField(blank=True, max_length=64)),
                        ('created_at', models.DateTimeField()),
                        ('updated_at', models.DateTimeField(db_index=True)),
                        ('submitted_at', models.DateTimeField(blank=True, null=True)),
                        ('last_step', models.CharField(editable=False, max_length=24, null=True)),
                    ],
                    options={
                        'verbose_name': 'enrollment',
                        'indexes': [models.Index(fields=['enrollment', 'state', 'id'], name='enrollment_begun'), models.Index(fields=['state', 'updated_at', 'enrollment', 'id'], name='enrollment_waiting'), models.Index(fields=['last_step', 'updated_at'], name='enrollment_last_step')],
                    },
                ),
                migrations.CreateModel(
                    name='CallNote',
                    fields=[
                        ('id', models.UUIDField(default=planfront.kernel.security.ids.new_uuid, editable=False, primary_key=True, serialize=False)),
                        ('application', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='call_notes', to='enrollment.application')),
                        ('checked', models.JSONField(default=list)),
                        ('text', planfront.kernel.security.fields.EncryptedTextField()),
                        ('at', models.DateTimeField()),
                        ('by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                    ],
                    options={
                        'ordering': ['-at'],
                    },
                ),
                migrations.CreateModel(
                    name='ClientSignature',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('brand_id', models.BigIntegerField(blank=True, null=True)),
                        ('plan_id', models.BigIntegerField(blank=True, null=True)),
                        ('category', models.CharField(blank=True, max_length=20)),
                        ('state', models.CharField(blank=True, max_length=2)),
                        ('active', models.BooleanField(default=True)),
                    ],
                    options={
                        'verbose_name': "client's own signature",
                        'verbose_name_plural': "clients' own signatures",
                        'ordering': ['id'],
                        'constraints': [models.UniqueConstraint(models.F('state'), models.F('category'), django.db.models.functions.comparison.Coalesce('plan_id', 0), django.db.models.functions.comparison.Coalesce('brand_id', 0), name='client_signature_once', violation_error_message='There is such a rule already.')],
                    },
                ),
                migrations.CreateModel(
                    name='HandOver',
                    fields=[
                        ('id', models.UUIDField(default=planfront.kernel.security.ids.new_uuid, editable=False, primary_key=True, serialize=False)),
                        ('application', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='hand_overs', to='enrollment.application')),
                        ('state', models.CharField(choices=[('sent', 'Sent'), ('opened', 'Opened'), ('returned', 'Returned'), ('signed', 'Signed'), ('withdrawn', 'Taken back')], default='sent', max_length=10)),
                        ('sender_kind', models.CharField(max_length=16)),
                        ('sender_id', models.BigIntegerField()),
                        ('sender_name', models.CharField(max_length=200)),
                        ('email', planfront.kernel.security.fields.EncryptedTextField()),
                        ('message', planfront.kernel.security.fields.EncryptedTextField(blank=True)),
                        ('note', planfront.kernel.security.fields.EncryptedTextField(blank=True)),
                        ('sent_at', models.DateTimeField()),
                        ('opened_at', models.DateTimeField(blank=True, null=True)),
                        ('ended_at', models.DateTimeField(blank=True, null=True)),
                    ],
                    options={
                        'ordering': ['sent_at'],
                        'constraints': [models.UniqueConstraint(condition=models.Q(('state__in', ('sent', 'opened'))), fields=('application',), name='hand_over_once')],
                    },
                ),
                migrations.CreateModel(
                    name='OutstandingNumber',
                    fields=[
                        ('id', models.UUIDField(default=planfront.kernel.security.ids.new_uuid, editable=False, primary_key=True, serialize=False)),
                        ('application', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='outstanding_numbers', to='enrollment.application')),
                        ('person_id', models.CharField(max_length=64)),
                        ('person', planfront.kernel.security.fields.EncryptedJSONField()),
                        ('number', planfront.kernel.security.fields.EncryptedTextField(blank=True)),
                        ('created_at', models.DateTimeField()),
                        ('added_at', models.DateTimeField(blank=True, db_index=True, null=True)),
                        ('added_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                    ],
                    options={
                        'verbose_name': 'beneficiary without a number',
                        'verbose_name_plural': 'beneficiaries without a number',
                        'ordering': ['created_at', 'id'],
                        'constraints': [models.UniqueConstraint(fields=('application', 'person_id'), name='outstanding_number_once')],
                    },
                ),
                migrations.CreateModel(
                    name='PersonKey',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('application', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='person_keys', to='enrollment.application')),
                        ('kind', models.CharField(choices=[('number', 'Same Social Security number'), ('person', 'Same name and birth date'), ('account', 'Same bank account')], max_length=7)),
                        ('index', planfront.kernel.security.fields.BlindIndexField(max_length=64)),
                    ],
                    options={
                        'indexes': [models.Index(fields=['index', 'kind', 'application'], name='person_key_found')],
                        'constraints': [models.UniqueConstraint(fields=('application', 'kind'), name='person_key_once')],
                    },
                ),
                migrations.CreateModel(
                    name='PossibleDuplicate',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('application', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='duplicates', to='enrollment.application')),
                        ('earlier', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='later_duplicates', to='enrollment.application')),
                        ('matched', models.JSONField(default=list)),
                        ('plans', models.JSONField(default=list)),
                        ('effective_date', models.DateField()),
                        ('confirmed', models.BooleanField(default=False)),
                        ('status', models.CharField(choices=[('open', 'Open'), ('settled', 'Settled')], db_index=True, default='open', max_length=7)),
                        ('found_at', models.DateTimeField()),
                        ('settled_at', models.DateTimeField(blank=True, null=True)),
                        ('settled_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                        ('note', models.CharField(blank=True, max_length=300)),
                    ],
                    options={
                        'ordering': ['-found_at', '-id'],
                        'constraints': [models.UniqueConstraint(fields=('application', 'earlier'), name='possible_duplicate_once')],
                    },
                ),
                migrations.CreateModel(
                    name='Proposal',
                    fields=[
                        ('id', models.UUIDField(default=planfront.kernel.security.ids.new_uuid, editable=False, primary_key=True, serialize=False)),
                        ('hand_over', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='proposals', to='enrollment.handover')),
                        ('key', models.CharField(max_length=24)),
                        ('state', models.CharField(choices=[('staged', 'Being made'), ('waiting', 'Waiting'), ('accepted', 'Accepted'), ('declined', 'Declined'), ('replaced', 'Replaced'), ('withdrawn', 'Withdrawn')], max_length=10)),
                        ('change', planfront.kernel.security.fields.EncryptedJSONField()),
                        ('made_at', models.DateTimeField()),
                        ('decided_at', models.DateTimeField(blank=True, null=True)),
                    ],
                    options={
                        'ordering': ['made_at'],
                        'constraints': [models.UniqueConstraint(condition=models.Q(('state__in', ('staged', 'waiting'))), fields=('hand_over', 'key'), name='proposal_once')],
                    },
                ),
                migrations.CreateModel(
                    name='ProfileVersion',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('profile', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='versions', to='enrollment.requirementprofile')),
                        ('number', models.PositiveIntegerField()),
                        ('content', models.JSONField()),
                        ('saved_at', models.DateTimeField()),
                        ('saved_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                    ],
                    options={
                        'ordering': ['-number'],
                        'constraints': [models.UniqueConstraint(fields=('profile', 'number'), name='profile_version_once')],
                    },
                ),
                migrations.CreateModel(
                    name='ResumeCode',
                    fields=[
                        ('id', models.UUIDField(default=planfront.kernel.security.ids.new_uuid, editable=False, primary_key=True, serialize=False)),
                        ('brand_id', models.BigIntegerField()),
                        ('application', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='resume_codes', to='enrollment.application')),
                        ('code_hash', models.CharField(max_length=64, unique=True)),
                        ('email_hash', models.CharField(max_length=64)),
                        ('tab', models.CharField(max_length=24)),
                        ('created_at', models.DateTimeField()),
                        ('expires_at', models.DateTimeField(db_index=True)),
                        ('used_at', models.DateTimeField(blank=True, null=True)),
                        ('link_used_at', models.DateTimeField(blank=True, null=True)),
                        ('link_session_id', models.UUIDField(blank=True, null=True)),
                        ('hand_over', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='codes', to='enrollment.handover')),
                        ('saved_in', models.CharField(blank=True, db_default='', default='', max_length=64)),
                        ('opened_in', models.CharField(blank=True, db_default='', default='', max_length=64)),
                    ],
                    options={
                        'indexes': [models.Index(fields=['email_hash', 'brand_id'], name='resume_code_of_address')],
                    },
                ),
                migrations.CreateModel(
                    name='Screenshot',
                    fields=[
                        ('id', models.UUIDField(default=planfront.kernel.security.ids.new_uuid, editable=False, primary_key=True, serialize=False)),
                        ('application', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='screenshots', to='enrollment.application')),
                        ('name', models.CharField(max_length=80)),
                        ('image', planfront.kernel.security.fields.EncryptedTextField()),
                        ('sha256', models.CharField(max_length=64)),
                        ('at', models.DateTimeField()),
                    ],
                    options={
                        'constraints': [models.UniqueConstraint(fields=('application', 'name'), name='screenshot_unique')],
                    },
                ),
                migrations.CreateModel(
                    name='SearchKey',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('application', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='search_keys', to='enrollment.application')),
                        ('index', planfront.kernel.security.fields.BlindIndexField(max_length=64)),
                    ],
                    options={
                        'indexes': [models.Index(fields=['index', 'application'], name='search_key_found')],
                        'constraints': [models.UniqueConstraint(fields=('application', 'index'), name='search_key_once')],
                    },
                ),
                migrations.CreateModel(
                    name='Section',
                    fields=[
                        ('id', models.UUIDField(default=planfront.kernel.security.ids.new_uuid, editable=False, primary_key=True, serialize=False)),
                        ('application', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='sections', to='enrollment.application')),
                        ('key', models.CharField(max_length=24)),
                        ('answers', planfront.kernel.security.fields.EncryptedJSONField(blank=True)),
                        ('draft', planfront.kernel.security.fields.EncryptedJSONField(blank=True)),
                        ('version', models.PositiveIntegerField(default=1)),
                        ('saved_at', models.DateTimeField(blank=True, null=True)),
                        ('draft_at', models.DateTimeField(blank=True, null=True)),
                    ],
                    options={
                        'indexes': [models.Index(fields=['application', 'key', 'saved_at'], name='enrollment_finished')],
                        'constraints': [models.UniqueConstraint(fields=('application', 'key'), name='section_unique')],
                    },
                ),
                migrations.CreateModel(
                    name='SignatureEvidence',
                    fields=[
                        ('id', models.UUIDField(default=planfront.kernel.security.ids.new_uuid, editable=False, primary_key=True, serialize=False)),
                        ('sequence', models.PositiveBigIntegerField(unique=True)),
                        ('application', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='signatures', to='enrollment.application')),
                        ('content_sha256', models.CharField(max_length=64)),
                        ('evidence', planfront.kernel.security.fields.EncryptedJSONField()),
                        ('picture', planfront.kernel.security.fields.EncryptedTextField(blank=True)),
                        ('previous_hash', models.CharField(blank=True, max_length=64)),
                        ('record_hash', models.CharField(max_length=64)),
                        ('at', models.DateTimeField()),
                    ],
                    options={
                        'verbose_name': 'signature',
                        'ordering': ['sequence'],
                    },
                ),
                migrations.CreateModel(
                    name='SignedDocument',
                    fields=[
                        ('id', models.UUIDField(default=planfront.kernel.security.ids.new_uuid, editable=False, primary_key=True, serialize=False)),
                        ('sequence', models.PositiveBigIntegerField(unique=True)),
                        ('application', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='document', to='enrollment.application')),
                        ('signature', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='enrollment.signatureevidence')),
                        ('brand_id', models.BigIntegerField(db_index=True)),
                        ('code', models.CharField(max_length=20, unique=True)),
                        ('language', models.CharField(max_length=5)),
                        ('name', models.CharField(max_length=120)),
                        ('content', planfront.kernel.security.fields.EncryptedTextField()),
                        ('sha256', models.CharField(db_index=True, max_length=64)),
                        ('frozen_sha256', models.CharField(max_length=64)),
                        ('signature_hash', models.CharField(max_length=64)),
                        ('previous_hash', models.CharField(blank=True, max_length=64)),
                        ('record_hash', models.CharField(max_length=64)),
                        ('at', models.DateTimeField()),
                    ],
                    options={
                        'ordering': ['sequence'],
                    },
                ),
                migrations.CreateModel(
                    name='SignerCheck',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('application', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='signer_checks', to='enrollment.application')),
                        ('signer', models.CharField(max_length=40)),
                        ('code_hash', models.CharField(blank=True, max_length=64)),
                        ('sent_at', models.DateTimeField(blank=True, null=True)),
                        ('tries', models.PositiveSmallIntegerField(default=0)),
                        ('waits_until', models.DateTimeField(blank=True, null=True)),
                        ('passed_at', models.DateTimeField(blank=True, null=True)),
                        ('passed_question', models.CharField(blank=True, max_length=20)),
                        ('session_id', models.UUIDField(blank=True, null=True)),
                    ],
                    options={
                        'constraints': [models.UniqueConstraint(fields=('application', 'signer'), name='signer_check_once')],
                    },
                ),
                migrations.CreateModel(
                    name='TextsShown',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('enrollment', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='shopping.quote')),
                        ('session_id', models.UUIDField()),
                        ('renderings', models.JSONField()),
                        ('at', models.DateTimeField()),
                    ],
                    options={
                        'constraints': [models.UniqueConstraint(fields=('enrollment', 'session_id'), name='texts_shown_once')],
                    },
                ),
                migrations.CreateModel(
                    name='Transition',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('application', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='transitions', to='enrollment.application')),
                        ('from_state', models.CharField(choices=[('draft', 'Draft'), ('submitted', 'Submitted'), ('pending', 'Pending underwriting'), ('accepted', 'Accepted'), ('active', 'Active'), ('terminated', 'Terminated'), ('cancelled', 'Cancelled')], max_length=10)),
                        ('to_state', models.CharField(choices=[('draft', 'Draft'), ('submitted', 'Submitted'), ('pending', 'Pending underwriting'), ('accepted', 'Accepted'), ('active', 'Active'), ('terminated', 'Terminated'), ('cancelled', 'Cancelled')], max_length=10)),
                        ('at', models.DateTimeField()),
                        ('actor_kind', models.CharField(max_length=16)),
                        ('actor_id', models.BigIntegerField(null=True)),
                        ('reason', models.CharField(max_length=120)),
                    ],
                    options={
                        'ordering': ['id'],
                    },
                ),
                migrations.CreateModel(
                    name='VerificationQuestion',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('role', models.CharField(choices=[('applicant', 'Applicant'), ('rep', 'Rep'), ('group', 'Group administrator')], max_length=9)),
                        ('kind', models.CharField(choices=[('code', 'Six-digit code by mail'), ('licence', "Last four of the licence in the shopper's state"), ('npn', 'Last four of the national producer number')], max_length=8)),
                        ('brand_id', models.BigIntegerField(blank=True, null=True)),
                        ('text', models.CharField(blank=True, help_text="Empty: the product's words.", max_length=200, verbose_name='question')),
                        ('i18n', models.JSONField(blank=True, default=dict)),
                        ('order', models.PositiveSmallIntegerField(default=50)),
                        ('active', models.BooleanField(default=True)),
                    ],
                    options={
                        'ordering': ['order', 'id'],
                        'constraints': [models.UniqueConstraint(models.F('role'), models.F('kind'), django.db.models.functions.comparison.Coalesce('brand_id', 0), name='verification_question_once', violation_error_message='There is such a question already.')],
                    },
                ),
            ],
        ),
    ]

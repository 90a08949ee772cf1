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
        ('parties', '0001_initial'),
    ]

    operations = [
        planfront.kernel.database.operations.CreateModels(
            models=[
                migrations.CreateModel(
                    name='AssistantQuestion',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('brand', models.ForeignKey(blank=True, help_text='Empty: asked on every brand.', null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='brands.brand')),
                        ('position', models.PositiveSmallIntegerField(db_index=True, default=1)),
                        ('question', models.CharField(max_length=300)),
                        ('kind', models.CharField(choices=[('text', 'Any text'), ('choice', 'One of the listed answers'), ('phone', 'Phone number'), ('email', 'E-mail address')], default='text', max_length=8)),
                        ('options', models.TextField(blank=True, help_text='Answers to choose from, one a line.', max_length=2000)),
                        ('when_question', models.ForeignKey(blank=True, help_text='Empty: always asked. Otherwise an earlier choice question.', null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='leads.assistantquestion', verbose_name='only after')),
                        ('when_answers', models.TextField(blank=True, help_text='The answers, one a line, in English.', max_length=2000, verbose_name='when answered')),
                        ('i18n', models.JSONField(blank=True, default=dict)),
                        ('active', models.BooleanField(default=True)),
                    ],
                    options={
                        'verbose_name': 'chat question',
                        'ordering': ['position', 'id'],
                    },
                ),
                migrations.CreateModel(
                    name='ConsentText',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('purpose', models.CharField(choices=[('phone', 'Calls and texts'), ('email', 'E-mail'), ('location', 'Location')], max_length=8)),
                        ('version', models.PositiveIntegerField()),
                        ('text', models.TextField(help_text="{seller} becomes the brand's name.", max_length=2000)),
                        ('i18n', models.JSONField(blank=True, default=dict)),
                    ],
                    options={
                        'ordering': ['purpose', '-version'],
                        'constraints': [models.UniqueConstraint(fields=('purpose', 'version'), name='consent_text_version')],
                    },
                ),
                migrations.CreateModel(
                    name='Lead',
                    fields=[
                        ('id', models.UUIDField(default=planfront.kernel.security.ids.new_uuid, editable=False, primary_key=True, serialize=False)),
                        ('brand', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='brands.brand')),
                        ('session', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='accounts.visitorsession')),
                        ('device_id', models.CharField(max_length=64)),
                        ('agent', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='parties.agent')),
                        ('page', models.CharField(blank=True, max_length=200)),
                        ('language', models.CharField(default='en', max_length=5)),
                        ('status', models.CharField(choices=[('NEW', 'New'), ('CONTACTED', 'Contacted'), ('WON', 'Won'), ('LOST', 'Lost')], db_index=True, default='NEW', max_length=9)),
                        ('assigned', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='parties.agent', verbose_name='assigned rep')),
                        ('held', models.BooleanField(default=False, help_text='Kept however old it gets. What is being worked on (Contacted) is kept anyway.', verbose_name='keep')),
                        ('notes', planfront.kernel.security.fields.EncryptedTextField(blank=True)),
                        ('created_at', models.DateTimeField(db_index=True)),
                        ('updated_at', models.DateTimeField()),
                        ('completed_at', models.DateTimeField(help_text='When the last question was answered.', null=True)),
                    ],
                    options={
                        'indexes': [models.Index(fields=['assigned', 'brand', 'updated_at', 'id'], name='lead_of_rep'), models.Index(fields=['assigned', 'status', 'brand', 'updated_at', 'id'], name='lead_of_rep_status')],
                        'constraints': [models.UniqueConstraint(condition=models.Q(('agent__isnull', False)), fields=('session', 'device_id', 'agent'), name='lead_once_rep'), models.UniqueConstraint(condition=models.Q(('agent__isnull', True)), fields=('session', 'device_id'), name='lead_once_brand')],
                    },
                ),
                migrations.CreateModel(
                    name='LeadAnswer',
                    fields=[
                        ('id', models.UUIDField(default=planfront.kernel.security.ids.new_uuid, editable=False, primary_key=True, serialize=False)),
                        ('lead', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='answers', to='leads.lead')),
                        ('question', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='leads.assistantquestion')),
                        ('asked', models.CharField(max_length=300)),
                        ('answer', planfront.kernel.security.fields.EncryptedTextField()),
                        ('answered_at', models.DateTimeField()),
                    ],
                    options={
                        'constraints': [models.UniqueConstraint(fields=('lead', 'question'), name='lead_answer_once')],
                    },
                ),
                migrations.CreateModel(
                    name='LeadNote',
                    fields=[
                        ('id', models.UUIDField(default=planfront.kernel.security.ids.new_uuid, editable=False, primary_key=True, serialize=False)),
                        ('lead', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='rep_notes', to='leads.lead')),
                        ('author_id', models.BigIntegerField(null=True)),
                        ('author', models.CharField(max_length=200)),
                        ('text', planfront.kernel.security.fields.EncryptedTextField()),
                        ('at', models.DateTimeField()),
                    ],
                    options={
                        'ordering': ['at', 'id'],
                    },
                ),
                migrations.CreateModel(
                    name='LeadWord',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('lead', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='words', to='leads.lead')),
                        ('token', planfront.kernel.security.fields.BlindIndexField(max_length=64)),
                    ],
                    options={
                        'indexes': [models.Index(fields=['token', 'lead'], name='lead_word')],
                    },
                ),
                migrations.CreateModel(
                    name='LocationConsent',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('brand', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='brands.brand')),
                        ('session', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='accounts.visitorsession')),
                        ('device_id', models.CharField(max_length=64)),
                        ('agent', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='parties.agent')),
                        ('group', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='parties.group')),
                        ('allowed', models.BooleanField()),
                        ('version', models.PositiveIntegerField()),
                        ('text', models.TextField(blank=True)),
                        ('page', models.CharField(blank=True, max_length=200)),
                        ('ip', models.CharField(max_length=45)),
                        ('how', models.CharField(choices=[('site', 'On the site'), ('phone', 'By phone'), ('email', 'By e-mail'), ('text', 'By text message'), ('letter', 'By letter'), ('other', 'Another way')], default='site', max_length=6)),
                        ('at', models.DateTimeField()),
                    ],
                    options={
                        'indexes': [models.Index(fields=['session', 'device_id', '-at'], name='location_device')],
                    },
                ),
                migrations.CreateModel(
                    name='RepEnquiry',
                    fields=[
                        ('id', models.UUIDField(default=planfront.kernel.security.ids.new_uuid, editable=False, primary_key=True, serialize=False)),
                        ('brand', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='brands.brand')),
                        ('session', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='accounts.visitorsession')),
                        ('name', planfront.kernel.security.fields.EncryptedTextField()),
                        ('phone', planfront.kernel.security.fields.EncryptedTextField()),
                        ('email', planfront.kernel.security.fields.EncryptedTextField()),
                        ('state', models.CharField(max_length=2)),
                        ('contact_hash', models.CharField(max_length=64)),
                        ('status', models.CharField(choices=[('NEW', 'New'), ('CONTACTED', 'Contacted'), ('WON', 'Won'), ('LOST', 'Lost')], db_index=True, default='NEW', max_length=9)),
                        ('held', models.BooleanField(default=False, help_text='Kept however old it gets. What is being worked on (Contacted) is kept anyway.', verbose_name='keep')),
                        ('notes', planfront.kernel.security.fields.EncryptedTextField(blank=True)),
                        ('created_at', models.DateTimeField(db_index=True)),
                    ],
                    options={
                        'verbose_name': 'rep enquiry',
                        'verbose_name_plural': 'rep enquiries',
                        'constraints': [models.UniqueConstraint(condition=models.Q(('status', 'NEW')), fields=('brand', 'contact_hash'), name='rep_enquiry_once')],
                    },
                ),
                migrations.CreateModel(
                    name='ConsentRevocation',
                    fields=[
                        ('id', models.UUIDField(default=planfront.kernel.security.ids.new_uuid, editable=False, primary_key=True, serialize=False)),
                        ('brand', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='brands.brand')),
                        ('lead', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='revocations', to='leads.lead')),
                        ('enquiry', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='revocations', to='leads.repenquiry')),
                        ('purpose', models.CharField(choices=[('phone', 'Calls and texts'), ('email', 'E-mail'), ('location', 'Location')], max_length=8)),
                        ('version', models.PositiveIntegerField()),
                        ('how', models.CharField(choices=[('site', 'On the site'), ('phone', 'By phone'), ('email', 'By e-mail'), ('text', 'By text message'), ('letter', 'By letter'), ('other', 'Another way')], max_length=6)),
                        ('at', models.DateTimeField()),
                    ],
                    options={
                        'verbose_name': 'withdrawn consent',
                        'constraints': [models.CheckConstraint(condition=models.Q(('lead', None), ('enquiry', None), _connector='XOR'), name='revocation_one_contact')],
                    },
                ),
                migrations.CreateModel(
                    name='Consent',
                    fields=[
                        ('id', models.UUIDField(default=planfront.kernel.security.ids.new_uuid, editable=False, primary_key=True, serialize=False)),
                        ('brand', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='brands.brand')),
                        ('lead', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='consents', to='leads.lead')),
                        ('enquiry', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='consents', to='leads.repenquiry')),
                        ('purpose', models.CharField(choices=[('phone', 'Calls and texts'), ('email', 'E-mail'), ('location', 'Location')], max_length=8)),
                        ('version', models.PositiveIntegerField()),
                        ('text', models.TextField()),
                        ('page', models.CharField(blank=True, max_length=200)),
                        ('ip', models.CharField(max_length=45)),
                        ('at', models.DateTimeField()),
                    ],
                    options={
                        'constraints': [models.CheckConstraint(condition=models.Q(('lead', None), ('enquiry', None), _connector='XOR'), name='consent_one_contact')],
                    },
                ),
            ],
        ),
    ]

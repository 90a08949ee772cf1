import django.core.validators
import django.db.models.deletion
import django.db.models.functions.text
import planfront.kernel.security.fields
import planfront.kernel.security.ids
import planfront.kernel.database.month_day
import planfront.kernel.database.operations
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
        ('brands', '0001_initial'),
        ('parties', '0001_initial'),
    ]

    operations = [
        planfront.kernel.database.operations.CreateModels(
            models=[
                migrations.CreateModel(
                    name='Member',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('brand', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='brands.brand')),
                        ('user', models.OneToOneField(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                        ('group', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='parties.group')),
                        ('group_class', models.ForeignKey(blank=True, help_text="Empty: the group's default class.", null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='parties.groupclass', verbose_name='class')),
                        ('agent', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='parties.agent')),
                        ('portal', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='parties.portal')),
                        ('first_name', models.CharField(max_length=60)),
                        ('middle_name', models.CharField(blank=True, max_length=60)),
                        ('last_name', models.CharField(max_length=60)),
                        ('suffix', models.CharField(blank=True, choices=[('Jr.', 'Jr.'), ('Sr.', 'Sr.'), ('II', 'II'), ('III', 'III'), ('IV', 'IV')], db_default='', default='', max_length=4)),
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
                        ('mailing_address1', models.CharField(blank=True, db_default='', default='', max_length=80, verbose_name='street address')),
                        ('mailing_address2', models.CharField(blank=True, db_default='', default='', max_length=80, verbose_name='second line')),
                        ('mailing_city', models.CharField(blank=True, db_default='', default='', max_length=60, verbose_name='city')),
                        ('mailing_state', models.CharField(blank=True, db_default='', default='', max_length=2, verbose_name='state')),
                        ('mailing_zip', models.CharField(blank=True, db_default='', default='', max_length=5, verbose_name='ZIP code')),
                        ('marital_status', models.PositiveSmallIntegerField(blank=True, null=True)),
                        ('is_smoker', models.BooleanField(blank=True, null=True)),
                        ('ssn_last4', models.CharField(blank=True, db_index=True, editable=False, max_length=4)),
                        ('employee_number', models.CharField(blank=True, help_text="The group's own number of the person or family; its rosters find by it.", max_length=40)),
                        ('hired_on', models.DateField(blank=True, null=True)),
                        ('left_on', models.DateField(blank=True, help_text='Empty while the person works for the group.', null=True, verbose_name='last day of work')),
                        ('weekly_hours', models.DecimalField(blank=True, decimal_places=2, help_text='Usual working hours a week.', max_digits=5, null=True, validators=[django.core.validators.MinValueValidator(0), django.core.validators.MaxValueValidator(100)])),
                        ('annual_salary', models.DecimalField(blank=True, decimal_places=2, help_text='Dollars a year before tax.', max_digits=11, null=True, validators=[django.core.validators.MinValueValidator(0), django.core.validators.MaxValueValidator(99999999)])),
                        ('active', models.BooleanField(default=True)),
                        ('enrolled_here', models.BooleanField(default=False, editable=False, help_text='Put on record by an application that was submitted in the store.')),
                        ('merged_into', models.ForeignKey(blank=True, db_index=False, editable=False, help_text='The record that stays, where this one was a second record of the same person.', null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='members.member')),
                        ('search', models.GeneratedField(db_persist=True, expression=django.db.models.functions.text.Lower(django.db.models.functions.text.Concat('first_name', models.Value(' '), 'middle_name', models.Value(' '), 'last_name', models.Value(' '), 'email', output_field=models.CharField())), output_field=models.CharField(max_length=450))),
                    ],
                    options={
                        'indexes': [models.Index(fields=['brand', 'last_name', 'first_name', 'id', 'agent', 'group', 'active', 'search'], name='member_by_name'), models.Index(fields=['group', 'last_name', 'first_name', 'id', 'brand', 'active', 'search'], name='member_of_group'), models.Index(fields=['brand', 'birth_date', 'id', 'agent', 'group', 'active'], name='member_by_birth'), models.Index(fields=['group', 'birth_date', 'id', 'brand', 'active'], name='member_of_group_birth'), models.Index(fields=['brand', 'group', 'agent', 'active'], name='member_by_group'), models.Index(fields=['brand', 'email', 'id', 'agent', 'group', 'active'], name='member_by_email'), models.Index(fields=['group', 'email', 'id', 'brand', 'active'], name='member_of_group_email'), models.Index(django.db.models.functions.text.Upper('employee_number'), name='member_by_employee_number'), models.Index(models.F('agent'), planfront.kernel.database.month_day.MonthDay('birth_date'), models.F('brand'), models.F('active'), name='member_birthdays'), models.Index(condition=models.Q(('merged_into__isnull', False)), fields=['merged_into'], name='member_merged'), models.Index(condition=models.Q(('active', False)), fields=['id'], name='member_not_active')],
                        'constraints': [models.UniqueConstraint(condition=models.Q(('group__isnull', False), models.Q(('employee_number', ''), _negated=True)), fields=('group', 'employee_number'), name='member_employee_number', violation_error_message='Another member of the group has this number.')],
                    },
                ),
                migrations.CreateModel(
                    name='Leaving',
                    fields=[
                        ('id', models.UUIDField(editable=False, primary_key=True, serialize=False)),
                        ('member', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='members.member')),
                        ('last_day', models.DateField()),
                        ('before', models.DateField(blank=True, null=True)),
                        ('by_user', models.BigIntegerField(blank=True, null=True)),
                        ('recorded_at', models.DateTimeField()),
                        ('withdrawn_at', models.DateTimeField(blank=True, null=True)),
                    ],
                    options={
                        'ordering': ['recorded_at'],
                        'indexes': [models.Index(fields=['member', 'recorded_at'], name='member_leavings')],
                    },
                ),
                migrations.CreateModel(
                    name='Identity',
                    fields=[
                        ('id', models.UUIDField(default=planfront.kernel.security.ids.new_uuid, editable=False, primary_key=True, serialize=False)),
                        ('member', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='identity', to='members.member')),
                        ('ssn', planfront.kernel.security.fields.EncryptedTextField()),
                        ('ssn_index', planfront.kernel.security.fields.BlindIndexField(db_index=True, max_length=64)),
                    ],
                    options={
                        'verbose_name_plural': 'Social Security numbers',
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
                        ('id', models.UUIDField(default=planfront.kernel.security.ids.new_uuid, editable=False, primary_key=True, serialize=False)),
                        ('member', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='relatives', to='members.member')),
                        ('kind', models.CharField(choices=[('dependent', 'Dependent'), ('beneficiary', 'Beneficiary')], max_length=12)),
                        ('relationship', models.CharField(max_length=20)),
                        ('first_name', models.CharField(blank=True, max_length=60)),
                        ('middle_name', models.CharField(blank=True, max_length=60)),
                        ('last_name', models.CharField(max_length=60)),
                        ('suffix', models.CharField(blank=True, choices=[('Jr.', 'Jr.'), ('Sr.', 'Sr.'), ('II', 'II'), ('III', 'III'), ('IV', 'IV')], db_default='', default='', max_length=4)),
                        ('birth_date', models.DateField()),
                        ('gender', models.PositiveSmallIntegerField(blank=True, choices=[(0, 'Male'), (1, 'Female'), (2, 'Others')], null=True)),
                        ('ssn', planfront.kernel.security.fields.EncryptedTextField(blank=True)),
                        ('percentage', models.PositiveSmallIntegerField(blank=True, null=True)),
                    ],
                    options={
                        'indexes': [models.Index(fields=['birth_date'], name='members_relative_born'), models.Index(condition=models.Q(('kind', 'dependent'), ('ssn', '')), fields=['member'], name='members_relative_no_number')],
                    },
                ),
                migrations.CreateModel(
                    name='RosterImport',
                    fields=[
                        ('id', models.UUIDField(default=planfront.kernel.security.ids.new_uuid, editable=False, primary_key=True, serialize=False)),
                        ('brand', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='brands.brand')),
                        ('group', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='parties.group')),
                        ('file_name', models.CharField(max_length=200)),
                        ('sha256', models.CharField(max_length=64)),
                        ('state', models.CharField(choices=[('mapping', 'Columns to confirm'), ('checking', 'Checking'), ('refused', 'Refused'), ('ready', 'Ready to apply'), ('applying', 'Applying'), ('applied', 'Applied'), ('undoing', 'Undoing'), ('undone', 'Undone'), ('discarded', 'Discarded')], default='mapping', max_length=9)),
                        ('table', planfront.kernel.security.fields.EncryptedJSONField(blank=True)),
                        ('mapping', models.JSONField(blank=True, default=dict)),
                        ('words', models.JSONField(blank=True, default=dict)),
                        ('headings_hash', models.CharField(blank=True, editable=False, max_length=64)),
                        ('everybody_employee', models.BooleanField(default=False)),
                        ('corrections', planfront.kernel.security.fields.EncryptedJSONField(blank=True)),
                        ('outcomes', models.JSONField(blank=True, default=dict)),
                        ('recheck', models.JSONField(blank=True, null=True)),
                        ('rest_of', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='rests', to='members.rosterimport')),
                        ('counts', models.JSONField(blank=True, default=dict)),
                        ('rows_total', models.PositiveIntegerField(default=0)),
                        ('rows_done', models.PositiveIntegerField(default=0)),
                        ('problem', models.CharField(blank=True, max_length=300)),
                        ('claim', models.UUIDField(blank=True, editable=False, null=True)),
                        ('created_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                        ('created_at', models.DateTimeField()),
                        ('checked_at', models.DateTimeField(blank=True, null=True)),
                        ('applied_at', models.DateTimeField(blank=True, null=True)),
                        ('undone_at', models.DateTimeField(blank=True, null=True)),
                    ],
                    options={
                        'verbose_name': 'roster',
                        'permissions': [('apply_rosterimport', 'Can apply rosters and undo them')],
                        'indexes': [models.Index(fields=['brand', '-created_at'], name='roster_by_brand')],
                    },
                ),
                migrations.CreateModel(
                    name='RosterChange',
                    fields=[
                        ('id', models.UUIDField(default=planfront.kernel.security.ids.new_uuid, editable=False, primary_key=True, serialize=False)),
                        ('roster', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='changes', to='members.rosterimport')),
                        ('row', models.PositiveIntegerField()),
                        ('effect', models.CharField(choices=[('new', 'New member'), ('changed', 'Changed'), ('ended', 'Coverage ends')], max_length=7)),
                        ('member', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='members.member')),
                        ('name', models.CharField(max_length=200)),
                        ('fields', models.JSONField(default=list)),
                        ('before', planfront.kernel.security.fields.EncryptedJSONField(blank=True)),
                        ('after', planfront.kernel.security.fields.EncryptedJSONField()),
                        ('kept', models.CharField(blank=True, max_length=200)),
                    ],
                    options={
                        'ordering': ['row'],
                        'indexes': [models.Index(fields=['roster', 'effect', 'row'], name='roster_change_page')],
                    },
                ),
                migrations.CreateModel(
                    name='RosterIssue',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('roster', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='issues', to='members.rosterimport')),
                        ('row', models.PositiveIntegerField()),
                        ('field', models.CharField(blank=True, max_length=30)),
                        ('code', models.CharField(max_length=30)),
                        ('message', models.CharField(max_length=300)),
                        ('fatal', models.BooleanField()),
                    ],
                    options={
                        'ordering': ['id'],
                    },
                ),
                migrations.CreateModel(
                    name='DuplicateMember',
                    fields=[
                        ('id', models.UUIDField(default=planfront.kernel.security.ids.new_uuid, editable=False, primary_key=True, serialize=False)),
                        ('brand', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='brands.brand')),
                        ('first', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='members.member')),
                        ('second', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='members.member')),
                        ('matched', models.JSONField(default=list)),
                        ('state', models.CharField(choices=[('waiting', 'Waiting'), ('merged', 'Merged'), ('apart', 'Two people'), ('undone', 'Merge undone')], default='waiting', max_length=7)),
                        ('found_at', models.DateTimeField()),
                        ('decided_at', models.DateTimeField(blank=True, null=True)),
                        ('decided_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                        ('reason', planfront.kernel.security.fields.EncryptedTextField(blank=True)),
                    ],
                    options={
                        'verbose_name': 'likely twins',
                        'verbose_name_plural': 'likely twins',
                        'indexes': [models.Index(fields=['brand', 'state', '-found_at'], name='member_duplicates_listed'), models.Index(fields=['-state', '-found_at', '-id'], name='member_duplicates_everywhere')],
                        'constraints': [models.UniqueConstraint(fields=('first', 'second'), name='member_duplicates_once'), models.CheckConstraint(condition=models.Q(('first__lt', models.F('second'))), name='member_duplicates_in_order')],
                    },
                ),
                migrations.CreateModel(
                    name='MergeRecord',
                    fields=[
                        ('id', models.UUIDField(default=planfront.kernel.security.ids.new_uuid, editable=False, primary_key=True, serialize=False)),
                        ('pair', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='merges', to='members.duplicatemember')),
                        ('stays', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='members.member')),
                        ('goes', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='members.member')),
                        ('rows', planfront.kernel.security.fields.EncryptedJSONField()),
                        ('columns', planfront.kernel.security.fields.EncryptedJSONField()),
                        ('counts', models.JSONField(default=dict)),
                        ('merged_at', models.DateTimeField()),
                        ('merged_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                        ('undone_at', models.DateTimeField(blank=True, null=True)),
                        ('undone_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                    ],
                    options={
                        'ordering': ['-merged_at'],
                        'constraints': [models.UniqueConstraint(condition=models.Q(('undone_at', None)), fields=('goes',), name='member_merged_once')],
                    },
                ),
            ],
        ),
    ]

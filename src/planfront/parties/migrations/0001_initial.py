import django.core.validators
import django.db.models.deletion
import django.db.models.functions.comparison
import planfront.kernel.clock
import planfront.kernel.database.operations
import planfront.parties.reps.models
from decimal import Decimal
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
        ('brands', '0001_initial'),
    ]

    operations = [
        planfront.kernel.database.operations.CreateModels(
            models=[
                migrations.CreateModel(
                    name='Agent',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('code', models.CharField(max_length=20, unique=True)),
                        ('landing_url', models.SlugField(blank=True, max_length=60, null=True, unique=True)),
                        ('tagline', models.CharField(blank=True, max_length=160)),
                        ('tagline_es', models.CharField(blank=True, db_default='', default='', max_length=160, verbose_name='tagline (Spanish)')),
                        ('phone', models.CharField(blank=True, help_text='Ten digits.', max_length=10)),
                        ('logo', models.CharField(blank=True, max_length=200)),
                        ('image_link', models.CharField(blank=True, max_length=200)),
                        ('banner_image', models.CharField(blank=True, max_length=200)),
                        ('active', models.BooleanField(default=True)),
                        ('updated_at', models.DateTimeField(auto_now=True)),
                        ('first_name', models.CharField(max_length=60)),
                        ('middle_name', models.CharField(blank=True, max_length=60)),
                        ('last_name', models.CharField(max_length=60)),
                        ('npn', models.CharField(blank=True, max_length=10, validators=[django.core.validators.RegexValidator('^[0-9]{1,10}$', 'Up to ten digits.')], verbose_name='national producer number')),
                        ('email', models.EmailField(max_length=254)),
                        ('bio', models.TextField(blank=True)),
                        ('image', models.CharField(blank=True, help_text='A photograph.', max_length=200)),
                        ('portrait', models.CharField(blank=True, help_text='Its code, as the rep chose it; shown where there is no photograph.', max_length=120, validators=[planfront.parties.reps.models.check_portrait], verbose_name='drawn portrait')),
                        ('user', models.OneToOneField(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                        ('brands', models.ManyToManyField(related_name='+', to='brands.brand')),
                    ],
                    options={
                        'verbose_name': 'rep',
                    },
                ),
                migrations.CreateModel(
                    name='Portal',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('code', models.CharField(max_length=20, unique=True)),
                        ('name', models.CharField(max_length=60)),
                        ('name_es', models.CharField(blank=True, db_default='', default='', max_length=60, verbose_name='name (Spanish)')),
                        ('order', models.PositiveSmallIntegerField(default=0)),
                        ('open_to_all', models.BooleanField(default=True)),
                        ('groups_only', models.BooleanField(default=False, help_text="Plans of employers' groups: it is chosen together with a group, never alone.")),
                        ('active', models.BooleanField(default=True)),
                        ('brands', models.ManyToManyField(related_name='+', to='brands.brand')),
                        ('agents', models.ManyToManyField(blank=True, related_name='+', to='parties.agent')),
                    ],
                    options={
                        'ordering': ['order', 'id'],
                    },
                ),
                migrations.CreateModel(
                    name='Group',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('code', models.CharField(max_length=20, unique=True)),
                        ('landing_url', models.SlugField(blank=True, max_length=60, null=True, unique=True)),
                        ('tagline', models.CharField(blank=True, max_length=160)),
                        ('tagline_es', models.CharField(blank=True, db_default='', default='', max_length=160, verbose_name='tagline (Spanish)')),
                        ('phone', models.CharField(blank=True, help_text='Ten digits.', max_length=10)),
                        ('logo', models.CharField(blank=True, max_length=200)),
                        ('image_link', models.CharField(blank=True, max_length=200)),
                        ('banner_image', models.CharField(blank=True, max_length=200)),
                        ('active', models.BooleanField(default=True)),
                        ('updated_at', models.DateTimeField(auto_now=True)),
                        ('name', models.CharField(max_length=100)),
                        ('about', models.TextField(blank=True)),
                        ('email', models.EmailField(blank=True, max_length=254)),
                        ('address1', models.CharField(blank=True, max_length=80)),
                        ('address2', models.CharField(blank=True, max_length=80)),
                        ('city', models.CharField(blank=True, max_length=60)),
                        ('state', models.CharField(blank=True, max_length=2)),
                        ('zip', models.CharField(blank=True, max_length=5)),
                        ('sic', models.CharField(blank=True, max_length=4)),
                        ('eligible_employees', models.PositiveIntegerField(blank=True, help_text='Group size for plans rated by it.', null=True)),
                        ('participation', models.PositiveSmallIntegerField(blank=True, help_text='Per cent of the eligible employees who take part.', null=True)),
                        ('image', models.CharField(blank=True, max_length=200)),
                        ('pay_periods', models.PositiveSmallIntegerField(blank=True, choices=[(52, 'Every week (52 a year)'), (26, 'Every two weeks (26 a year)'), (24, 'Twice a month (24 a year)'), (12, 'Every month (12 a year)')], help_text='How often wages are paid; the store then says what a price is in each pay period.', null=True)),
                        ('pay_day', models.DateField(blank=True, help_text='Any day on which wages are paid; receipts then name the pay day of the first deduction.', null=True)),
                        ('requires_enroller_code', models.BooleanField(default=False)),
                        ('enroller_code_hash', models.CharField(blank=True, editable=False, max_length=64)),
                        ('flags', models.JSONField(blank=True, default=dict)),
                        ('brands', models.ManyToManyField(related_name='+', to='brands.brand')),
                        ('portals', models.ManyToManyField(blank=True, related_name='groups', to='parties.portal')),
                    ],
                    options={
                        'abstract': False,
                    },
                ),
                migrations.CreateModel(
                    name='GroupAdministrator',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('group', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='administrators', to='parties.group')),
                        ('user', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
                        ('receives_mail', models.BooleanField(default=False, help_text="Mail about the applications of the group's people.")),
                        ('since', models.DateTimeField(default=planfront.kernel.clock.now, editable=False)),
                    ],
                    options={
                        'verbose_name': 'administrator',
                        'ordering': ['since', 'id'],
                    },
                ),
                migrations.CreateModel(
                    name='GroupClass',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('group', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='classes', to='parties.group')),
                        ('name', models.CharField(max_length=60)),
                        ('name_es', models.CharField(blank=True, max_length=60, verbose_name='name (Spanish)')),
                        ('is_default', models.BooleanField(default=False, help_text='For people who are in no class.', verbose_name='default')),
                        ('eligible', models.BooleanField(default=True, verbose_name='may enroll')),
                        ('min_hours', models.PositiveSmallIntegerField(blank=True, null=True, validators=[django.core.validators.MinValueValidator(1), django.core.validators.MaxValueValidator(100)], verbose_name='least hours a week')),
                        ('categories', models.JSONField(blank=True, default=list, help_text='Of which categories plans may be bought.')),
                        ('waiting_count', models.PositiveSmallIntegerField(default=0, help_text='From the day of hire.', validators=[django.core.validators.MaxValueValidator(730)], verbose_name='waiting period')),
                        ('waiting_unit', models.CharField(choices=[('days', 'Days'), ('months', 'Months')], default='days', max_length=6, verbose_name='unit')),
                        ('waiting_start', models.CharField(choices=[('day', 'On the day after the waiting period'), ('first', 'First of the month, from that day on'), ('next', 'First of the month after that day')], default='first', max_length=5, verbose_name='coverage starts')),
                        ('enroll_days', models.PositiveSmallIntegerField(default=31, help_text='New hires enroll from the day of hire until so many days after their coverage could first start.', validators=[django.core.validators.MinValueValidator(1), django.core.validators.MaxValueValidator(366)], verbose_name='days to enroll')),
                        ('pay_periods', models.PositiveSmallIntegerField(blank=True, choices=[(52, 'Every week (52 a year)'), (26, 'Every two weeks (26 a year)'), (24, 'Twice a month (24 a year)'), (12, 'Every month (12 a year)')], help_text="Empty: as the group's.", null=True)),
                        ('pay_day', models.DateField(blank=True, help_text="Any pay day. Empty: as the group's, where both are paid as often.", null=True)),
                        ('order', models.PositiveSmallIntegerField(default=0)),
                    ],
                    options={
                        'verbose_name': 'class',
                        'verbose_name_plural': 'classes',
                        'ordering': ['order', 'id'],
                        'constraints': [models.UniqueConstraint(fields=('group', 'name'), name='group_class_name', violation_error_message='The group has a class of this name already.')],
                    },
                ),
                migrations.CreateModel(
                    name='Contribution',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('group', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='contributions', to='parties.group')),
                        ('group_class', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='parties.groupclass', verbose_name='class')),
                        ('plan_id', models.BigIntegerField(blank=True, null=True, verbose_name='plan')),
                        ('category', models.CharField(blank=True, max_length=20)),
                        ('tier', models.CharField(blank=True, choices=[('IO', 'Member'), ('IS', 'Member + Spouse'), ('IC', 'Member + Child(ren)'), ('IF', 'Family')], max_length=2)),
                        ('kind', models.CharField(choices=[('percent', 'Per cent'), ('amount', 'Dollars a month')], max_length=7)),
                        ('value', models.DecimalField(decimal_places=2, max_digits=8, validators=[django.core.validators.MinValueValidator(Decimal('0'))])),
                        ('cap', models.DecimalField(blank=True, decimal_places=2, max_digits=8, null=True, validators=[django.core.validators.MinValueValidator(Decimal('0'))], verbose_name='at most a month')),
                        ('eff_from', models.DateField(blank=True, null=True, verbose_name='coverage from')),
                        ('eff_to', models.DateField(blank=True, null=True, verbose_name='coverage to')),
                    ],
                    options={
                        'ordering': ['id'],
                        'constraints': [models.UniqueConstraint(models.F('group'), django.db.models.functions.comparison.Coalesce('group_class', 0), django.db.models.functions.comparison.Coalesce('plan_id', 0), models.F('category'), models.F('tier'), django.db.models.functions.comparison.Coalesce('eff_from', models.Value('0001-01-01'), output_field=models.DateField()), name='contribution_once', violation_error_message='The same class, plan, category and tier have a contribution from this day.'), models.CheckConstraint(condition=models.Q(('value__gte', 0), models.Q(('kind', 'amount'), ('value__lte', 100), _connector='OR')), name='contribution_value', violation_error_message='At most 100 per cent, and nothing below 0.'), models.CheckConstraint(condition=models.Q(('eff_from', None), ('eff_to', None), ('eff_to__gte', models.F('eff_from')), _connector='OR'), name='contribution_days', violation_error_message="It can't end before it begins."), models.CheckConstraint(condition=models.Q(('plan_id', None), ('category', ''), _connector='OR'), name='contribution_plan_or_category', violation_error_message='Choose a plan or a category, not both.')],
                    },
                ),
                migrations.CreateModel(
                    name='License',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('agent', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='licenses', to='parties.agent')),
                        ('state', models.CharField(max_length=2)),
                        ('number', models.CharField(max_length=30)),
                        ('line', models.CharField(choices=[('life_health', 'Life, accident and health'), ('life', 'Life'), ('health', 'Accident and health')], default='life_health', max_length=11, verbose_name='line of authority')),
                        ('effective_on', models.DateField(blank=True, help_text='Empty: long in force.', null=True)),
                        ('expires_on', models.DateField(blank=True, db_index=True, help_text='The last day. Empty: open.', null=True)),
                    ],
                    options={
                        'verbose_name': 'licence',
                        'ordering': ['state', 'line'],
                        'constraints': [models.UniqueConstraint(fields=('agent', 'state', 'line'), name='license_agent_state_line', violation_error_message='There is a licence of this state and line already.'), models.CheckConstraint(condition=models.Q(('effective_on', None), ('expires_on', None), ('expires_on__gte', models.F('effective_on')), _connector='OR'), name='license_days', violation_error_message="It can't expire before it is in force.")],
                    },
                ),
                migrations.CreateModel(
                    name='OpenEnrollment',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('group', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='enrollment_windows', to='parties.group')),
                        ('group_class', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='parties.groupclass', verbose_name='class')),
                        ('opens_on', models.DateField()),
                        ('closes_on', models.DateField()),
                        ('coverage_start', models.DateField(blank=True, null=True)),
                    ],
                    options={
                        'verbose_name': 'open enrollment',
                        'verbose_name_plural': 'open enrollment',
                        'ordering': ['opens_on', 'id'],
                        'constraints': [models.CheckConstraint(condition=models.Q(('closes_on__gte', models.F('opens_on'))), name='open_enrollment_days', violation_error_message="It can't close before it opens."), models.CheckConstraint(condition=models.Q(('coverage_start', None), ('coverage_start__gt', models.F('opens_on')), _connector='OR'), name='open_enrollment_coverage', violation_error_message='Coverage starts after it opens.')],
                    },
                ),
                migrations.CreateModel(
                    name='Referral',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('code', models.SlugField(max_length=40, unique=True)),
                        ('brand', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='brands.brand')),
                        ('agent', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='referrals', to='parties.agent')),
                        ('active', models.BooleanField(default=True)),
                    ],
                ),
                migrations.CreateModel(
                    name='Appointment',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('agent', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='appointments', to='parties.agent')),
                        ('carrier_id', models.BigIntegerField(db_index=True, verbose_name='carrier')),
                        ('state', models.CharField(max_length=2)),
                        ('number', models.CharField(blank=True, max_length=30)),
                        ('appointed_on', models.DateField()),
                        ('ended_on', models.DateField(blank=True, help_text='The last day. Empty: open.', null=True)),
                    ],
                    options={
                        'ordering': ['state', 'carrier_id', '-appointed_on'],
                        'constraints': [models.UniqueConstraint(fields=('agent', 'carrier_id', 'state', 'appointed_on'), name='appointment_once', violation_error_message='There is an appointment of this carrier, state and day already.'), models.CheckConstraint(condition=models.Q(('ended_on', None), ('ended_on__gte', models.F('appointed_on')), _connector='OR'), name='appointment_days', violation_error_message="It can't end before it begins.")],
                    },
                ),
                migrations.CreateModel(
                    name='AgentGroup',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('agent', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='parties.agent')),
                        ('group', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='agent_links', to='parties.group')),
                    ],
                    options={
                        'constraints': [models.UniqueConstraint(fields=('agent', 'group'), name='agent_group_unique')],
                    },
                ),
            ],
        ),
    ]

import django.core.validators
import django.db.models.deletion
import planfront.kernel.database.operations
import planfront.producers.models
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
                        ('first_name', models.CharField(max_length=60)),
                        ('middle_name', models.CharField(blank=True, max_length=60)),
                        ('last_name', models.CharField(max_length=60)),
                        ('npn', models.CharField(blank=True, max_length=10, validators=[django.core.validators.RegexValidator('^[0-9]{1,10}$', 'Up to ten digits.')], verbose_name='national producer number')),
                        ('email', models.EmailField(max_length=254)),
                        ('phone', models.CharField(blank=True, help_text='Ten digits.', max_length=10)),
                        ('landing_url', models.SlugField(blank=True, max_length=60, null=True, unique=True)),
                        ('bio', models.TextField(blank=True)),
                        ('tagline', models.CharField(blank=True, max_length=160)),
                        ('tagline_es', models.CharField(blank=True, db_default='', default='', max_length=160, verbose_name='tagline (Spanish)')),
                        ('image', models.CharField(blank=True, help_text='A photograph.', max_length=200)),
                        ('portrait', models.CharField(blank=True, help_text='Its code, as the rep chose it; shown where there is no photograph.', max_length=120, validators=[planfront.producers.models.check_portrait], verbose_name='drawn portrait')),
                        ('image_link', models.CharField(blank=True, max_length=200)),
                        ('banner_image', models.CharField(blank=True, max_length=200)),
                        ('logo', models.CharField(blank=True, max_length=200)),
                        ('user', models.OneToOneField(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                        ('active', models.BooleanField(default=True)),
                        ('updated_at', models.DateTimeField(auto_now=True)),
                        ('brands', models.ManyToManyField(related_name='+', to='brands.brand')),
                    ],
                    options={
                        'verbose_name': 'rep',
                    },
                ),
                migrations.CreateModel(
                    name='Referral',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('code', models.SlugField(max_length=40, unique=True)),
                        ('brand', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='brands.brand')),
                        ('agent', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='referrals', to='producers.agent')),
                        ('active', models.BooleanField(default=True)),
                    ],
                ),
                migrations.CreateModel(
                    name='Appointment',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('agent', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='appointments', to='producers.agent')),
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
                    name='License',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('agent', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='licenses', to='producers.agent')),
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
            ],
        ),
    ]

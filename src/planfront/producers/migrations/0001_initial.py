import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        ('brands', '0001_initial'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='Agent',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('code', models.CharField(max_length=20, unique=True)),
                ('first_name', models.CharField(max_length=60)),
                ('middle_name', models.CharField(blank=True, max_length=60)),
                ('last_name', models.CharField(max_length=60)),
                ('email', models.EmailField(max_length=254)),
                ('phone', models.CharField(blank=True, help_text='Ten digits.', max_length=10)),
                ('landing_url', models.SlugField(blank=True, max_length=60, null=True, unique=True)),
                ('bio', models.TextField(blank=True)),
                ('tagline', models.CharField(blank=True, max_length=160)),
                ('image', models.CharField(blank=True, max_length=200)),
                ('image_link', models.CharField(blank=True, max_length=200)),
                ('banner_image', models.CharField(blank=True, max_length=200)),
                ('logo', models.CharField(blank=True, max_length=200)),
                ('active', models.BooleanField(default=True)),
                ('brands', models.ManyToManyField(related_name='+', to='brands.brand')),
                ('user', models.OneToOneField(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
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
                ('active', models.BooleanField(default=True)),
                ('agent', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='referrals', to='producers.agent')),
                ('brand', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='brands.brand')),
            ],
        ),
        migrations.CreateModel(
            name='License',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('state', models.CharField(max_length=2)),
                ('number', models.CharField(max_length=30)),
                ('expires_on', models.DateField(blank=True, null=True)),
                ('agent', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='licenses', to='producers.agent')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('agent', 'state'), name='license_agent_state')],
            },
        ),
    ]

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        ('brands', '0001_initial'),
        ('producers', '0001_initial'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='Portal',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('code', models.CharField(max_length=20, unique=True)),
                ('name', models.CharField(max_length=60)),
                ('order', models.PositiveSmallIntegerField(default=0)),
                ('open_to_all', models.BooleanField(default=True)),
                ('active', models.BooleanField(default=True)),
                ('agents', models.ManyToManyField(blank=True, related_name='+', to='producers.agent')),
                ('brands', models.ManyToManyField(related_name='+', to='brands.brand')),
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
                ('name', models.CharField(max_length=100)),
                ('landing_url', models.SlugField(blank=True, max_length=60, null=True, unique=True)),
                ('about', models.TextField(blank=True)),
                ('tagline', models.CharField(blank=True, max_length=160)),
                ('phone', models.CharField(blank=True, help_text='Ten digits.', max_length=10)),
                ('email', models.EmailField(blank=True, max_length=254)),
                ('address1', models.CharField(blank=True, max_length=80)),
                ('address2', models.CharField(blank=True, max_length=80)),
                ('city', models.CharField(blank=True, max_length=60)),
                ('state', models.CharField(blank=True, max_length=2)),
                ('zip', models.CharField(blank=True, max_length=5)),
                ('sic', models.CharField(blank=True, max_length=4)),
                ('logo', models.CharField(blank=True, max_length=200)),
                ('image', models.CharField(blank=True, max_length=200)),
                ('image_link', models.CharField(blank=True, max_length=200)),
                ('banner_image', models.CharField(blank=True, max_length=200)),
                ('requires_enroller_code', models.BooleanField(default=False)),
                ('enroller_code_hash', models.CharField(blank=True, editable=False, max_length=64)),
                ('flags', models.JSONField(blank=True, default=dict)),
                ('active', models.BooleanField(default=True)),
                ('brands', models.ManyToManyField(related_name='+', to='brands.brand')),
                ('user', models.OneToOneField(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('portals', models.ManyToManyField(blank=True, related_name='groups', to='sponsors.portal')),
            ],
        ),
        migrations.CreateModel(
            name='AgentGroup',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('agent', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='producers.agent')),
                ('group', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='agent_links', to='sponsors.group')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('agent', 'group'), name='agent_group_unique')],
            },
        ),
    ]

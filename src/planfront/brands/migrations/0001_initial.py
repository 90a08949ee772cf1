import django.db.models.deletion
from decimal import Decimal
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    dependencies = [
    ]

    operations = [
        migrations.CreateModel(
            name='Brand',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('key', models.SlugField(max_length=32, unique=True)),
                ('name', models.CharField(max_length=60)),
                ('tagline', models.CharField(blank=True, max_length=120)),
                ('phone', models.CharField(blank=True, help_text='Ten digits.', max_length=10)),
                ('email', models.EmailField(blank=True, max_length=254)),
                ('support_hours', models.CharField(default='Mon-Fri 8am-8pm ET', max_length=60)),
                ('logo_key', models.CharField(help_text='Folder of the logo under static/art/brand.', max_length=60)),
                ('primary', models.CharField(default='oklch(0.44 0.082 192)', max_length=40)),
                ('accent', models.CharField(default='oklch(0.86 0.135 92)', max_length=40)),
                ('tint', models.CharField(default='oklch(0.976 0.009 170)', max_length=40)),
                ('radius', models.PositiveSmallIntegerField(default=10, help_text='0 to 20 px.')),
                ('font_display', models.CharField(choices=[('hanken-grotesk', 'Hanken Grotesk'), ('source-serif-4', 'Source Serif 4'), ('figtree', 'Figtree'), ('bricolage-grotesque', 'Bricolage Grotesque')], default='hanken-grotesk', max_length=24)),
                ('font_text', models.CharField(choices=[('hanken-grotesk', 'Hanken Grotesk'), ('source-serif-4', 'Source Serif 4'), ('figtree', 'Figtree'), ('bricolage-grotesque', 'Bricolage Grotesque')], default='hanken-grotesk', max_length=24)),
                ('display_weight', models.PositiveSmallIntegerField(default=700)),
                ('display_tracking', models.DecimalField(decimal_places=3, default=Decimal('-0.025'), help_text='em', max_digits=4)),
                ('flags', models.JSONField(blank=True, default=dict)),
                ('active', models.BooleanField(default=True)),
            ],
        ),
        migrations.CreateModel(
            name='Revision',
            fields=[
                ('id', models.PositiveSmallIntegerField(default=1, primary_key=True, serialize=False)),
                ('number', models.PositiveBigIntegerField(default=0)),
            ],
        ),
        migrations.CreateModel(
            name='Domain',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('host', models.CharField(max_length=253, unique=True)),
                ('primary', models.BooleanField(default=False, help_text='The host that links in mail lead to.')),
                ('brand', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='domains', to='brands.brand')),
            ],
        ),
        migrations.CreateModel(
            name='SiteSetting',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('key', models.SlugField(max_length=60)),
                ('value', models.TextField(blank=True)),
                ('brand', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='settings', to='brands.brand')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('brand', 'key'), name='site_setting_unique')],
            },
        ),
    ]

import django.core.validators
import django.db.models.deletion
import planfront.brands.files
import planfront.brands.films
import planfront.brands.pictures
import planfront.kernel.database.operations
from decimal import Decimal
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        planfront.kernel.database.operations.CreateModels(
            models=[
                migrations.CreateModel(
                    name='Brand',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('key', models.SlugField(max_length=32, unique=True)),
                        ('name', models.CharField(max_length=60)),
                        ('tagline', models.CharField(blank=True, max_length=120)),
                        ('phone', models.CharField(blank=True, help_text='Ten digits.', max_length=10)),
                        ('email', models.EmailField(blank=True, max_length=254)),
                        ('support_hours', models.CharField(blank=True, default='Mon-Fri 8am-8pm ET', max_length=60)),
                        ('logo_key', models.CharField(blank=True, help_text='Folder of its pictures under static/art/brand. Empty: made from its name.', max_length=60)),
                        ('primary', models.CharField(default='oklch(0.44 0.082 192)', max_length=40)),
                        ('accent', models.CharField(default='oklch(0.86 0.135 92)', max_length=40)),
                        ('tint', models.CharField(default='oklch(0.976 0.009 170)', max_length=40)),
                        ('radius', models.PositiveSmallIntegerField(default=10, help_text='0 to 20 px.')),
                        ('font_display', models.CharField(choices=[('hanken-grotesk', 'Hanken Grotesk'), ('source-serif-4', 'Source Serif 4'), ('figtree', 'Figtree'), ('bricolage-grotesque', 'Bricolage Grotesque')], default='hanken-grotesk', max_length=24)),
                        ('font_text', models.CharField(choices=[('hanken-grotesk', 'Hanken Grotesk'), ('source-serif-4', 'Source Serif 4'), ('figtree', 'Figtree'), ('bricolage-grotesque', 'Bricolage Grotesque')], default='hanken-grotesk', max_length=24)),
                        ('display_weight', models.PositiveSmallIntegerField(default=700)),
                        ('display_tracking', models.DecimalField(decimal_places=3, default=Decimal('-0.025'), help_text='em', max_digits=4)),
                        ('recipe', models.JSONField(blank=True, default=dict, editable=False, help_text='How the home page is told (recipes).')),
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
                        ('brand', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='domains', to='brands.brand')),
                        ('primary', models.BooleanField(default=False, help_text='The host that links in mail lead to.')),
                        ('pictures', models.JSONField(blank=True, default=dict, help_text='Addresses by kind of picture, for this host only.')),
                    ],
                ),
                migrations.CreateModel(
                    name='MarketingBlock',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('brand', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='marketing', to='brands.brand')),
                        ('kind', models.CharField(choices=[('hero', 'Heading and first sentence'), ('proof', 'Line below the first sentence'), ('groups', 'Plan groups: heading'), ('group', 'Plan group'), ('covers', 'What plans cover: heading'), ('care', 'What plans cover: row'), ('help', 'Help: heading'), ('tile', 'Tile that opens a category')], max_length=10)),
                        ('key', models.SlugField(blank=True, help_text='Of a plan group: low_deductible, high_annual_maximum, bundled or vision. Of a tile: its category.', max_length=30)),
                        ('position', models.PositiveSmallIntegerField(default=0)),
                        ('title', models.CharField(max_length=120)),
                        ('text', models.CharField(blank=True, max_length=300)),
                        ('note', models.CharField(blank=True, max_length=160)),
                        ('percent', models.PositiveSmallIntegerField(blank=True, help_text='What a plan pays, in a row of cover.', null=True, validators=[django.core.validators.MaxValueValidator(100)])),
                        ('source', models.CharField(blank=True, help_text="Of a claim: who found it out, where it is published, and when. Staff see it, shoppers don't.", max_length=300)),
                        ('i18n', models.JSONField(blank=True, default=dict)),
                        ('active', models.BooleanField(default=True)),
                    ],
                    options={
                        'verbose_name': 'front page text',
                        'ordering': ['position', 'id'],
                    },
                ),
                migrations.CreateModel(
                    name='Asset',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('brand', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='assets', to='brands.brand')),
                        ('kind', models.CharField(choices=[('logo', 'Logo'), ('cart_logo', 'Compact logo'), ('footer_logo', 'Footer logo'), ('favicon', 'Icon'), ('touch_icon', 'App icon'), ('hero_image', 'Front page picture'), ('share_image', 'Share picture'), ('empty_state_icon', 'Empty state'), ('ios_app_icon', 'App Store icon'), ('android_app_icon', 'Google Play icon'), ('landing', 'Landing page'), ('category', 'Category')], max_length=24)),
                        ('title', models.CharField(blank=True, help_text="For people who choose it here; the file's name if empty.", max_length=80)),
                        ('file', models.FileField(max_length=200, storage=planfront.brands.files.storage, upload_to=planfront.brands.pictures.place)),
                        ('alt', models.CharField(blank=True, help_text="For people who don't see it. Required for front page, landing pages and categories.", max_length=160, verbose_name='what it shows')),
                        ('i18n', models.JSONField(blank=True, default=dict)),
                        ('place', models.CharField(blank=True, editable=False, max_length=40)),
                        ('width', models.PositiveIntegerField(default=0, editable=False)),
                        ('height', models.PositiveIntegerField(default=0, editable=False)),
                        ('added_at', models.DateTimeField(auto_now_add=True)),
                    ],
                    options={
                        'verbose_name': 'picture',
                        'ordering': ['kind', '-id'],
                        'constraints': [models.UniqueConstraint(condition=models.Q(('place', ''), _negated=True), fields=('brand', 'place'), name='picture_one_of_place')],
                    },
                ),
                migrations.CreateModel(
                    name='LegalText',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('brand', models.ForeignKey(blank=True, help_text='Empty: every brand that has none of its own.', null=True, on_delete=django.db.models.deletion.CASCADE, related_name='legal_texts', to='brands.brand')),
                        ('key', models.CharField(choices=[('privacy', 'Privacy notice'), ('terms', 'Terms of use'), ('licenses', 'Licenses and disclosures'), ('not-insurance', 'Non-insurance notice'), ('accessibility', 'Accessibility statement'), ('cookies', 'Cookies and storage')], max_length=20, verbose_name='page')),
                        ('version', models.PositiveIntegerField()),
                        ('head', models.CharField(max_length=120, verbose_name='heading')),
                        ('body', models.TextField(max_length=40000)),
                        ('i18n', models.JSONField(blank=True, default=dict)),
                        ('published_at', models.DateTimeField(blank=True, editable=False, null=True)),
                        ('effective_from', models.DateField(blank=True, help_text='First day. Empty: the day it is published.', null=True)),
                    ],
                    options={
                        'verbose_name': 'legal text',
                        'ordering': ['brand', 'key', '-version'],
                        'constraints': [models.UniqueConstraint(condition=models.Q(('brand__isnull', False)), fields=('brand', 'key', 'version'), name='legal_text_of_brand_once'), models.UniqueConstraint(condition=models.Q(('brand', None)), fields=('key', 'version'), name='legal_text_of_all_once')],
                    },
                ),
                migrations.CreateModel(
                    name='SiteSetting',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('brand', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='settings', to='brands.brand')),
                        ('key', models.SlugField(max_length=60)),
                        ('value', models.TextField(blank=True)),
                    ],
                    options={
                        'constraints': [models.UniqueConstraint(fields=('brand', 'key'), name='site_setting_unique')],
                    },
                ),
                migrations.CreateModel(
                    name='ThemeVersion',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('brand', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='themes', to='brands.brand')),
                        ('number', models.PositiveIntegerField()),
                        ('state', models.CharField(choices=[('draft', 'Draft'), ('live', 'Live'), ('past', 'Past')], max_length=5)),
                        ('values', models.JSONField()),
                        ('note', models.CharField(blank=True, max_length=160)),
                        ('saved_at', models.DateTimeField()),
                        ('saved_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                        ('published_at', models.DateTimeField(blank=True, null=True)),
                        ('published_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                    ],
                    options={
                        'ordering': ['-number'],
                        'constraints': [models.UniqueConstraint(fields=('brand', 'number'), name='theme_number_unique'), models.UniqueConstraint(condition=models.Q(('state__in', ['draft', 'live'])), fields=('brand', 'state'), name='theme_one_of_state')],
                    },
                ),
                migrations.CreateModel(
                    name='Video',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('brand', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='videos', to='brands.brand')),
                        ('audience', models.CharField(choices=[('member', 'Member'), ('employer', 'Employer')], max_length=10)),
                        ('language', models.CharField(choices=[('en', 'English'), ('es', 'Spanish')], default='en', max_length=5)),
                        ('title', models.CharField(max_length=120)),
                        ('film', models.FileField(help_text='MP4 (H.264) or WebM, up to 100 MB.', max_length=200, storage=planfront.brands.files.storage, upload_to=planfront.brands.films.place, validators=[planfront.brands.films.check_film])),
                        ('captions', models.FileField(help_text='WebVTT, in the language of the video.', max_length=200, storage=planfront.brands.files.storage, upload_to=planfront.brands.films.place, validators=[planfront.brands.films.check_captions])),
                        ('poster', models.FileField(blank=True, help_text='What stands there before the video plays: PNG or JPEG, up to 2 MB.', max_length=200, storage=planfront.brands.files.storage, upload_to=planfront.brands.films.place, validators=[planfront.brands.films.check_poster])),
                        ('transcript', models.TextField(help_text='All that is said and shown. An empty line begins a paragraph.')),
                        ('active', models.BooleanField(default=True)),
                    ],
                    options={
                        'verbose_name': 'how-to video',
                        'ordering': ['audience', 'language'],
                        'constraints': [models.UniqueConstraint(fields=('brand', 'audience', 'language'), name='video_unique')],
                    },
                ),
            ],
        ),
    ]

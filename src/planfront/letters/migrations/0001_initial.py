import django.db.models.deletion
import planfront.kernel.security.fields
import planfront.kernel.security.ids
import planfront.kernel.database.operations
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
        ('brands', '0001_initial'),
        ('members', '0001_initial'),
    ]

    operations = [
        planfront.kernel.database.operations.CreateModels(
            models=[
                migrations.CreateModel(
                    name='LetterText',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('kind', models.CharField(choices=[('welcome', 'Coverage begins'), ('decision', "Insurer's decision"), ('change', 'Change of coverage'), ('termination', 'End of coverage'), ('reinstatement', 'Coverage in force again'), ('renewal_offer', 'Renewal offer'), ('ageing_out', 'Child reaches the age limit'), ('new_rates', 'New rates')], max_length=16)),
                        ('brand', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='brands.brand')),
                        ('language', models.CharField(choices=[('en', 'English'), ('es', 'Spanish')], max_length=2)),
                        ('in_force_from', models.DateField()),
                        ('subject', models.CharField(max_length=150)),
                        ('body', models.TextField(max_length=6000)),
                        ('made_at', models.DateTimeField()),
                        ('made_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                    ],
                    options={
                        'verbose_name': 'words of a letter',
                        'verbose_name_plural': 'words of letters',
                        'ordering': ['kind', 'language', '-in_force_from', '-id'],
                    },
                ),
                migrations.CreateModel(
                    name='PrintFile',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('made_at', models.DateTimeField()),
                        ('made_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                    ],
                    options={
                        'ordering': ['-id'],
                    },
                ),
                migrations.CreateModel(
                    name='Letter',
                    fields=[
                        ('id', models.UUIDField(default=planfront.kernel.security.ids.new_uuid, editable=False, primary_key=True, serialize=False)),
                        ('key', models.CharField(max_length=100, unique=True)),
                        ('brand', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='brands.brand')),
                        ('member', models.ForeignKey(blank=True, db_index=False, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='members.member')),
                        ('kind', models.CharField(choices=[('welcome', 'Coverage begins'), ('decision', "Insurer's decision"), ('change', 'Change of coverage'), ('termination', 'End of coverage'), ('reinstatement', 'Coverage in force again'), ('renewal_offer', 'Renewal offer'), ('ageing_out', 'Child reaches the age limit'), ('new_rates', 'New rates')], max_length=16)),
                        ('language', models.CharField(max_length=2)),
                        ('text', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='letters.lettertext')),
                        ('policies', models.JSONField(default=list)),
                        ('subject', models.CharField(max_length=200)),
                        ('recipient', planfront.kernel.security.fields.EncryptedTextField()),
                        ('document', planfront.kernel.security.fields.EncryptedJSONField()),
                        ('mailed', models.BooleanField()),
                        ('on_paper', models.BooleanField()),
                        ('print_file', models.ForeignKey(blank=True, db_index=False, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='letters', to='letters.printfile')),
                        ('day', models.DateField()),
                        ('created_at', models.DateTimeField()),
                    ],
                    options={
                        'ordering': ['-created_at', 'id'],
                        'indexes': [models.Index(fields=['member', '-created_at'], name='letters_of_member'), models.Index(fields=['print_file', 'created_at'], name='letters_of_file'), models.Index(condition=models.Q(('on_paper', True), ('print_file__isnull', True)), fields=['created_at'], name='letters_to_print')],
                    },
                ),
            ],
        ),
    ]

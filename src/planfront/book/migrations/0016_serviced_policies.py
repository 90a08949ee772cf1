"""Keep which policy a rep services, of policies that change from now on."""

import django.db.models.deletion
from django.db import migrations, models
from django.db.models.functions import Coalesce

from planfront.book.migrations import _serviced


def forward(apps, schema_editor):
    _serviced.install(schema_editor)


def backward(apps, schema_editor):
    _serviced.remove(schema_editor)


class Migration(migrations.Migration):

    dependencies = [
        ('book', '0015_reported'),
        ('brands', '0006_claim_sources'),
        ('members', '0015_last_day_of_work'),
        ('producers', '0003_licences_and_appointments'),
        ('sponsors', '0008_pay_day'),
    ]

    operations = [
        migrations.AddIndex(
            model_name='policy',
            index=models.Index(fields=['group', 'id'], name='book_of_group'),
        ),
        migrations.CreateModel(
            name='ServicedPolicy',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('until', models.DateField(null=True)),
                ('counts_from', models.DateField()),
                ('counts_to', models.DateField()),
                ('guest', models.BooleanField()),
                ('number', models.CharField(max_length=40)),
                ('effective_date', models.DateField()),
                ('end_date', models.DateField(null=True)),
                ('monthly', models.DecimalField(decimal_places=2, max_digits=10, null=True)),
                ('agent', models.ForeignKey(db_constraint=False, db_index=False, null=True, on_delete=django.db.models.deletion.DO_NOTHING, related_name='+', to='producers.agent')),
                ('brand', models.ForeignKey(db_constraint=False, db_index=False, on_delete=django.db.models.deletion.DO_NOTHING, related_name='+', to='brands.brand')),
                ('group', models.ForeignKey(db_constraint=False, db_index=False, null=True, on_delete=django.db.models.deletion.DO_NOTHING, related_name='+', to='sponsors.group')),
                ('member', models.ForeignKey(db_constraint=False, db_index=False, null=True, on_delete=django.db.models.deletion.DO_NOTHING, related_name='+', to='members.member')),
                ('policy', models.ForeignKey(db_constraint=False, db_index=False, on_delete=django.db.models.deletion.DO_NOTHING, related_name='serviced', to='book.policy')),
            ],
            options={
                'verbose_name_plural': 'serviced policies',
                'indexes': [models.Index(fields=['agent', 'brand', 'member', 'counts_from', 'counts_to', 'monthly'], name='book_serviced'), models.Index(condition=models.Q(('end_date__isnull', False)), fields=['agent', 'end_date', 'number'], name='book_serviced_ends'), models.Index(condition=models.Q(('guest', True)), fields=['agent', 'member'], name='book_serviced_guests'), models.Index(condition=models.Q(('agent__isnull', True)), fields=['group', 'member'], name='book_serviced_groups')],
                'constraints': [models.UniqueConstraint(models.F("policy"), Coalesce("agent", 0), name="book_serviced_once")],
            },
        ),
        migrations.RunPython(forward, backward),
    ]

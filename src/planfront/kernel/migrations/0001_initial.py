import planfront.kernel.database.operations
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    dependencies = [
    ]

    operations = [
        planfront.kernel.database.operations.CreateModels(
            models=[
                migrations.CreateModel(
                    name='Lease',
                    fields=[
                        ('name', models.CharField(max_length=120, primary_key=True, serialize=False)),
                        ('holder', models.CharField(blank=True, max_length=64)),
                        ('until', models.DateTimeField()),
                        ('due', models.DateTimeField()),
                    ],
                ),
                migrations.CreateModel(
                    name='OutsideService',
                    fields=[
                        ('name', models.CharField(max_length=60, primary_key=True, serialize=False)),
                        ('state', models.CharField(choices=[('closed', 'Answers'), ('open', 'Left alone'), ('half_open', 'Being tried')], default='closed', max_length=9)),
                        ('since', models.DateTimeField()),
                        ('failures', models.PositiveIntegerField(default=0)),
                        ('retry_at', models.DateTimeField(null=True)),
                        ('hour_began', models.DateTimeField()),
                        ('used', models.PositiveIntegerField(default=0)),
                        ('last_success', models.DateTimeField(null=True)),
                        ('last_failure', models.DateTimeField(null=True)),
                        ('problem', models.CharField(blank=True, max_length=40)),
                    ],
                ),
                migrations.CreateModel(
                    name='SimulatedDay',
                    fields=[
                        ('id', models.PositiveSmallIntegerField(default=1, editable=False, primary_key=True, serialize=False)),
                        ('day', models.DateField()),
                        ('done', models.DateField()),
                        ('target', models.DateField()),
                        ('mover', models.UUIDField(null=True)),
                        ('at_work', models.DateTimeField(null=True)),
                        ('failures', models.JSONField(default=list)),
                    ],
                ),
                migrations.CreateModel(
                    name='Throttle',
                    fields=[
                        ('key', models.CharField(max_length=64, primary_key=True, serialize=False)),
                        ('since', models.DateTimeField()),
                        ('count', models.PositiveIntegerField(default=0)),
                    ],
                ),
            ],
        ),
    ]

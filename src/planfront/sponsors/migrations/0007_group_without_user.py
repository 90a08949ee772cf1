from django.db import migrations


class Migration(migrations.Migration):

    dependencies = [
        ('sponsors', '0006_group_administrators'),
    ]

    operations = [
        migrations.RemoveField(
            model_name='group',
            name='user',
        ),
    ]
